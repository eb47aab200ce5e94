#![allow(clippy::unwrap_used)]

crate::prim::shared::aegis::tests::tests!(aegis128l::Aegis128L, 479, aesni, aesni_avx512, vaes);
