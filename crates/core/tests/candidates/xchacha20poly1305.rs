//! XChaCha20-Poly1305 against RustCrypto's `chacha20poly1305`.

use chacha20poly1305::XChaCha20Poly1305;
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use quicksalt::choose::{Runnable, painted};
use quicksalt::hazmat::xchacha20poly1305::{Ops, PRIMITIVE, TAG_LEN};
use quicksalt::{Error, Result};

use crate::common::boxes::{Calls, boxes};
use crate::common::candidates::subjects;
use crate::common::{paint, same};

/// Additional data of a length that runs through all remainders of the tag's blocks.
fn aad(seed: u64) -> Vec<u8> {
    paint((seed * 5 % 83) as usize)
}

fn peer(message: &[u8], aad: &[u8], seed: u64) -> Vec<u8> {
    let payload = Payload { msg: message, aad };
    let cipher = XChaCha20Poly1305::new(&painted(seed).into());
    cipher.encrypt(&painted(!seed).into(), payload).unwrap()
}

fn seal(run: Runnable<Ops>, out: &mut [u8], message: &[u8], seed: u64) {
    run.seal(&painted(seed), &painted(!seed), &aad(seed), out, message);
}

fn open(run: Runnable<Ops>, out: &mut [u8], sealed: &[u8], seed: u64) -> Result<()> {
    run.open(&painted(seed), &painted(!seed), &aad(seed), out, sealed)
}

#[test]
fn agrees_with_chacha20poly1305() {
    let calls = Calls { seal, open, overhead: TAG_LEN };
    boxes(&PRIMITIVE, &calls, |message, seed| peer(message, &aad(seed), seed));
}

#[test]
fn covers_the_additional_data() {
    let message = paint(100);
    for subject in subjects(&PRIMITIVE, "seal") {
        for len in 0..=200 {
            let (key, nonce) = (painted(len), painted(!len));
            let mut aad = paint(len as usize);
            let mut sealed = [0; 100 + TAG_LEN];
            subject.run.seal(&key, &nonce, &aad, &mut sealed, &message);
            let context = || format!("{}, {len} bytes of additional data", subject.name);
            same(&sealed, &peer(&message, &aad, len), context);
            let mut opened = [0; 100];
            for at in 0..aad.len() {
                aad[at] ^= 0x80;
                let verdict = subject.run.open(&key, &nonce, &aad, &mut opened, &sealed);
                assert_eq!(verdict, Err(Error::Verification), "{}, byte {at}", context());
                aad[at] ^= 0x80;
            }
            assert_eq!(subject.run.open(&key, &nonce, &aad, &mut opened, &sealed), Ok(()));
            aad.push(0);
            let verdict = subject.run.open(&key, &nonce, &aad, &mut opened, &sealed);
            assert_eq!(verdict, Err(Error::Verification), "{}, one more", context());
        }
    }
}
