use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit as _;
use salsa20::XSalsa20;
use salsa20::cipher::{KeyIvInit as _, StreamCipher as _};

use super::{TAG_LEN, kat};
use crate::prim::selftest;

#[test]
fn known_answers_agree_with_an_independent_crate() {
    let seal = |out: &mut [u8], message: &[u8]| {
        let mut cipher = XSalsa20::new(&kat::KEY.into(), &kat::NONCE.into());
        let mut key = [0; 32];
        cipher.apply_keystream(&mut key);
        let (tag, text) = out.split_at_mut(TAG_LEN);
        text.copy_from_slice(message);
        cipher.apply_keystream(text);
        tag.copy_from_slice(&Poly1305::new(&key.into()).compute_unpadded(text));
    };
    assert_eq!(selftest::boxes(TAG_LEN, &mut { seal }), kat::BOXES_SUM);
}
