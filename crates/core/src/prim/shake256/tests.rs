use sha3::Shake256;
use sha3::digest::{ExtendableOutput, Update};

crate::prim::testing::xof_tests!(independent, [STANDARD], permute_24, not permute_12);

fn independent(_: u8, out: &mut [u8], message: &[u8]) {
    Shake256::default().chain(message).finalize_xof_into(out);
}
