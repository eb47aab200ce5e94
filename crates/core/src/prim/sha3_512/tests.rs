crate::prim::testing::hash_tests!(sha3::Sha3_512);
