use chacha20::ChaCha20Legacy;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _};
use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit as _;

use super::{TAG_LEN, kat};
use crate::prim::selftest::{self, aad};

#[test]
fn known_answers_are_those_of_independent_crates() {
    let seal = |out: &mut [u8], message: &[u8]| {
        let aad = aad(message.len());
        let mut cipher = ChaCha20Legacy::new(&kat::KEY.into(), &kat::NONCE.into());
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
    assert_eq!(selftest::boxes(TAG_LEN, &mut { seal }), kat::BOXES_SUM);
}
