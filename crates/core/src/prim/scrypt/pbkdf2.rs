//! PBKDF2 with HMAC-SHA-256 and one iteration (RFC 8018, section 5.2).

use crate::error::Result;
use crate::prim::sha256::{self, DIGEST_LEN, Hasher};
use crate::prim::shared::lanes::Wanted;
use crate::wipe::Wiped;

/// Digests that are computed before somebody is asked whether they are still wanted.
const PORTION: usize = 1 << 12;

/// The block of SHA-256 in bytes.
const BLOCK: usize = 64;

/// Fills `out`.
pub(super) fn pbkdf2(out: &mut [u8], password: &[u8], salt: &[u8]) -> Result<()> {
    let mut key = Wiped::new([0; BLOCK]);
    if password.len() > BLOCK {
        key[..DIGEST_LEN].copy_from_slice(&*Wiped::new(sha256::hash(&[password])?));
    } else {
        key[..password.len()].copy_from_slice(password);
    }
    let (mut inner, outer) = (begun(&key, 0x36)?, begun(&key, 0x5c)?);
    inner.update(salt);
    for (number, piece) in (1_u32..).zip(out.chunks_mut(DIGEST_LEN)) {
        if (number as usize).is_multiple_of(PORTION) {
            Wanted::HERE.check()?;
        }
        let (mut inner, mut outer) = (inner.clone(), outer.clone());
        inner.update(&number.to_be_bytes());
        outer.update(&*Wiped::new(inner.digest()));
        piece.copy_from_slice(&Wiped::new(outer.digest())[..piece.len()]);
    }
    Ok(())
}

/// A hash that has taken the key, each byte of which is XORed with `pad`.
fn begun(key: &[u8; BLOCK], pad: u8) -> Result<Hasher> {
    let mut hasher = sha256::hasher()?;
    hasher.update(&*Wiped::new(key.map(|byte| byte ^ pad)));
    Ok(hasher)
}
