//! XSalsa20-Poly1305 against RustCrypto's `salsa20` and `poly1305`, composed as in NaCl.

use quicksalt::Result;
use quicksalt::choose::{Runnable, sample_array};
use quicksalt::hazmat::xsalsa20poly1305::{Ops, PRIMITIVE, TAG_LEN};
use salsa20::XSalsa20;
use salsa20::cipher::{KeyIvInit as _, StreamCipher as _};

use crate::common::boxes::{Calls, boxes};
use crate::poly1305::peer as poly1305;

/// Encrypts like NaCl: the first 32 bytes of keystream are the Poly1305 key, and the message is
/// XORed with the rest.
fn peer(message: &[u8], seed: u64) -> Vec<u8> {
    let mut bytes = [&[0; 32], message].concat();
    XSalsa20::new(&sample_array(seed).into(), &sample_array(!seed).into())
        .apply_keystream(&mut bytes);
    let (key, ciphertext) = bytes.split_at(32);
    [&poly1305(key.try_into().unwrap(), ciphertext), ciphertext].concat()
}

fn seal(run: Runnable<Ops>, out: &mut [u8], message: &[u8], seed: u64) {
    run.seal(&sample_array(seed), &sample_array(!seed), (), out, message);
}

fn open(run: Runnable<Ops>, out: &mut [u8], boxed: &[u8], seed: u64) -> Result<()> {
    run.open(&sample_array(seed), &sample_array(!seed), (), out, boxed)
}

#[test]
fn agrees_with_salsa20_and_poly1305() {
    boxes(&PRIMITIVE, &Calls { seal, open, overhead: TAG_LEN, wipes: false }, peer);
}
