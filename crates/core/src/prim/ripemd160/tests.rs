crate::prim::testing::hash_tests!(ripemd::Ripemd160);
