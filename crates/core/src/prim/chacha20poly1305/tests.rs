#![allow(clippy::unwrap_used)]

use chacha20::ChaCha20Legacy;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _};
use chacha20poly1305::aead::{Nonce, Payload};
use chacha20poly1305::{ChaCha20Poly1305, KeyInit, XChaCha20Poly1305};
use poly1305::Poly1305;

use super::{TAG_LEN, kat};
use crate::prim::selftest::{self, aad};

#[test]
fn known_answers_match_independent_crates() {
    let seal = |out: &mut [u8], message: &[u8]| {
        let aad = aad(message.len());
        let nonce: &[u8; 8] = kat::ORIGINAL_NONCE.first_chunk().unwrap();
        let mut cipher = ChaCha20Legacy::new(&kat::ORIGINAL_KEY.into(), nonce.into());
        let mut first = [0; 64];
        cipher.apply_keystream(&mut first);
        let (text, tag) = out.split_at_mut(message.len());
        text.copy_from_slice(message);
        cipher.apply_keystream(text);
        let key: [u8; 32] = core::array::from_fn(|i| first[i]);
        let (aad_len, text_len) = (aad.len() as u64, text.len() as u64);
        let covered = [aad, &aad_len.to_le_bytes(), text, &text_len.to_le_bytes()].concat();
        tag.copy_from_slice(&Poly1305::new(&key.into()).compute_unpadded(&covered));
    };
    assert_eq!(selftest::boxes(TAG_LEN, &mut { seal }), kat::ORIGINAL_BOXES);
    let ietf: &[u8; 12] = kat::IETF_NONCE.first_chunk().unwrap();
    assert_eq!(boxes::<ChaCha20Poly1305>(ietf.into()), kat::IETF_BOXES);
    assert_eq!(boxes::<XChaCha20Poly1305>(&kat::NONCE.into()), kat::BOXES);
}

/// Returns the checksum of boxes sealed by an independent crate.
fn boxes<C: KeyInit + chacha20poly1305::aead::Aead>(nonce: &Nonce<C>) -> u64 {
    let cipher = C::new_from_slice(&kat::KEY).unwrap();
    let seal = |out: &mut [u8], message: &[u8]| {
        let payload = Payload { msg: message, aad: aad(message.len()) };
        out.copy_from_slice(&cipher.encrypt(nonce, payload).unwrap());
    };
    selftest::boxes(TAG_LEN, &mut { seal })
}
