#![allow(clippy::unwrap_used)]

use chacha20poly1305::ChaCha20Poly1305;
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};

use super::{TAG_LEN, kat};
use crate::prim::selftest::{self, aad};

#[test]
fn known_answers_are_those_of_an_independent_crate() {
    let seal = |out: &mut [u8], message: &[u8]| {
        let payload = Payload { msg: message, aad: aad(message.len()) };
        let cipher = ChaCha20Poly1305::new(&kat::KEY.into());
        out.copy_from_slice(&cipher.encrypt(&kat::NONCE.into(), payload).unwrap());
    };
    assert_eq!(selftest::boxes(TAG_LEN, &mut { seal }), kat::BOXES_SUM);
}
