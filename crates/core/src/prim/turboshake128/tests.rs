use sha3::digest::{ExtendableOutput, Update};
use sha3::{TurboShake128, TurboShake128Core};

use crate::prim::testing::{domains_have_bounds, xof_tests};

xof_tests!(independent, [STANDARD, 1, 0x7f], permute_12, not permute_24);

fn independent(domain: u8, out: &mut [u8], message: &[u8]) {
    let mut hasher = TurboShake128::from_core(TurboShake128Core::new(domain));
    hasher.update(message);
    hasher.finalize_xof_into(out);
}

#[test]
fn a_domain_is_from_1_to_127() -> crate::Result<()> {
    domains_have_bounds(super::hash, super::hasher)
}
