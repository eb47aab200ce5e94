//! PBKDF2 with HMAC-SHA-256 and one iteration (RFC 8018, section 5.2).

use crate::constructions::hmac;
use crate::error::Result;
use crate::prim::sha256::{self, DIGEST_LEN};
use crate::prim::shared::lanes::Wanted;
use crate::wipe::Wiped;

/// Number of tags to compute between two checks for cancellation.
const PORTION: usize = 1 << 12;

/// Fills `out` with derived bytes.
pub(super) fn pbkdf2(out: &mut [u8], password: &[u8], salt: &[u8]) -> Result<()> {
    let mut mac = hmac::init::<_, _, _, DIGEST_LEN>(&sha256::PRIMITIVE, password)?;
    // The final call of scrypt passes all blocks as the salt, which may have gibibytes.
    for piece in salt.chunks(PORTION * DIGEST_LEN) {
        Wanted::HERE.check()?;
        mac.update(piece);
    }
    for (number, piece) in (1_u32..).zip(out.chunks_mut(DIGEST_LEN)) {
        if (number as usize).is_multiple_of(PORTION) {
            Wanted::HERE.check()?;
        }
        let tag = Wiped::new(mac.tag_after(&[&number.to_be_bytes()]));
        piece.copy_from_slice(&tag[..piece.len()]);
    }
    Ok(())
}
