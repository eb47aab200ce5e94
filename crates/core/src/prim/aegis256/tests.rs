#![allow(clippy::unwrap_used)]

crate::prim::shared::aegis::tests::tests!(aegis256::Aegis256, 472, aesni, aesni_avx512);
