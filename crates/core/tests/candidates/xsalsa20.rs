//! XSalsa20 against RustCrypto's `salsa20`.

use quicksalt::choose::{Runnable, painted};
use quicksalt::hazmat::Source;
use quicksalt::hazmat::xsalsa20::{Ops, PRIMITIVE};
use salsa20::XSalsa20;
use salsa20::cipher::{KeyIvInit as _, StreamCipher as _};

use crate::common::shapes;

fn call(run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64) {
    run.xor(out, source, &painted(seed), &painted(!seed));
}

fn peer(bytes: &mut [u8], seed: u64) {
    XSalsa20::new(&painted(seed).into(), &painted(!seed).into()).apply_keystream(bytes);
}

#[test]
fn agrees_with_salsa20() {
    for operation in ["xor", "stream"] {
        shapes::stream(&PRIMITIVE, operation, call, peer);
    }
}
