crate::prim::testing::hash_tests!(sha1::Sha1);
