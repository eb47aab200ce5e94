use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::choose::sample_bytes;
use crate::prim::sha256;

crate::prim::testing::mac_tests!(independent, sha256::portable::CANDIDATE.ops.absorb);

fn independent(key: &[u8], message: &[u8]) -> [u8; TAG_LEN] {
    let Ok(mut mac) = <Hmac<Sha256> as KeyInit>::new_from_slice(key) else { return [0; TAG_LEN] };
    mac.update(message);
    mac.finalize().into_bytes().into()
}

#[test]
fn keys_of_every_length_agree_with_rustcrypto() -> Result<()> {
    for len in 0..=3 * KEY_LEN {
        let key = sample_bytes(len, 12);
        let expected = independent(&key, b"message");
        assert_eq!(super::tag(&key, b"message")?, expected, "{len}");
        super::verify(&key, &expected, b"message")?;
        let mut mac = super::init(&key)?;
        mac.update(b"message");
        assert_eq!(mac.finish(), expected, "{len}");
    }
    Ok(())
}
