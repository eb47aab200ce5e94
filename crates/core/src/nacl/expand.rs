//! Derives uniform bytes from a string and a context: `expand_message_xmd` of RFC 9380, section
//! 5.3.1.

use crate::error::Result;
use crate::prim::edwards25519::WIDE_SCALAR_LEN;
use crate::prim::{sha256, sha512};
use crate::wipe::Wiped;

/// The hash function for expanding a string.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum StringHash {
    /// SHA-256.
    Sha256,
    /// SHA-512, which RFC 9380 and RFC 9497 use.
    Sha512,
}

impl StringHash {
    /// Derives `LEN` bytes, at most 255 digests; uniform if the hash is a random oracle.
    pub(super) fn expand<const LEN: usize>(
        self,
        context: &[u8],
        message: &[u8],
    ) -> Result<Wiped<[u8; LEN]>> {
        let mut out = Wiped::new([0; LEN]);
        match self {
            Self::Sha256 => {
                expand_message::<64, 32>(&mut *out, context, message, sha256::hash)?;
            }
            Self::Sha512 => {
                expand_message::<128, 64>(&mut *out, context, message, sha512::hash)?;
            }
        }
        Ok(out)
    }
}

/// Bytes to reduce modulo the field prime or the group order: 128 bits more than the modulus has
/// (RFC 9380, section 5.1).
pub(super) const FIELD_LEN: usize = 48;

/// Converts a big-endian number to little-endian.
pub(super) fn from_big_endian(bytes: &[u8; FIELD_LEN]) -> Wiped<[u8; WIDE_SCALAR_LEN]> {
    let mut number = Wiped::new([0; WIDE_SCALAR_LEN]);
    number[..FIELD_LEN].copy_from_slice(bytes);
    number[..FIELD_LEN].reverse();
    number
}

/// The longest context that is not hashed first.
const CONTEXT_MAX: usize = 255;

/// Fills `out`, at most 255 digests, using a hash function with blocks of `BLOCK` bytes.
fn expand_message<const BLOCK: usize, const DIGEST: usize>(
    out: &mut [u8],
    context: &[u8],
    message: &[u8],
    hash: fn(&[&[u8]]) -> Result<[u8; DIGEST]>,
) -> Result<()> {
    let digest;
    let context = if context.len() > CONTEXT_MAX {
        digest = hash(&[b"H2C-OVERSIZE-DST-", context])?;
        &digest[..]
    } else {
        context
    };
    let (out_len, context_len) = ((out.len() as u16).to_be_bytes(), [context.len() as u8]);
    let first = hash(&[&[0; BLOCK], message, &out_len, &[0], context, &context_len])?;
    let (first, mut last) = (Wiped::new(first), Wiped::new([0; DIGEST]));
    for (number, out) in (1_u8..=u8::MAX).zip(out.chunks_mut(DIGEST)) {
        for (last, first) in last.iter_mut().zip(&*first) {
            *last ^= first;
        }
        *last = hash(&[&*last, &[number], context, &context_len])?;
        out.copy_from_slice(&last[..out.len()]);
    }
    Ok(())
}
