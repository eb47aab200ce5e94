crate::prim::testing::hash_tests!(md5::Md5);
