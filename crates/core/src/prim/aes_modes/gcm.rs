//! GCM on top of any candidate's CTR mode and GHASH.
//!
//! Origin: written from SP 800-38D sections 6.4, 7.1 and 7.2.

use super::key::Prepared;
use super::{NONCE_LEN, TAG_LEN};
use crate::error::{Error, Result};
use crate::prim::Source;
use crate::prim::equal::equal;
use crate::wipe::wipe;

/// The functions of a candidate. `hash` absorbs bytes, padded with zeros to whole blocks, into the
/// GHASH sum; `ctr` is the CTR mode; `text` is the CTR mode that also absorbs the ciphertext into
/// the sum, which is its output when sealing and its input when opening.
#[derive(Clone, Copy)]
pub(super) struct Kernel<H, C, T> {
    pub(super) hash: H,
    pub(super) ctr: C,
    pub(super) text: T,
}

/// Encrypts `message` into `out` and returns the tag.
#[inline(always)]
pub(super) fn seal<H, C, T>(
    kernel: Kernel<H, C, T>,
    key: &Prepared,
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    message: &[u8],
) -> [u8; TAG_LEN]
where
    H: Fn(&Prepared, &mut u128, &[u8]),
    C: Fn(&Prepared, u128, &mut [u8], Source<'_>),
    T: Fn(&Prepared, u128, &mut u128, &mut [u8], &[u8]),
{
    let first = counter(nonce);
    let mut sum = 0;
    (kernel.hash)(key, &mut sum, aad);
    (kernel.text)(key, first + 1, &mut sum, out, message);
    tag(kernel, key, first, sum, aad.len(), message.len())
}

/// Decrypts and verifies. Decrypting while hashing saves a second pass over the text; the output is
/// wiped if the tag is invalid.
#[inline(always)]
pub(super) fn open<H, C, T>(
    kernel: Kernel<H, C, T>,
    key: &Prepared,
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    theirs: &[u8; TAG_LEN],
    text: &[u8],
) -> Result<()>
where
    H: Fn(&Prepared, &mut u128, &[u8]),
    C: Fn(&Prepared, u128, &mut [u8], Source<'_>),
    T: Fn(&Prepared, u128, &mut u128, &mut [u8], &[u8]),
{
    let first = counter(nonce);
    let mut sum = 0;
    (kernel.hash)(key, &mut sum, aad);
    (kernel.text)(key, first + 1, &mut sum, out, text);
    let mut own = tag(kernel, key, first, sum, aad.len(), text.len());
    let genuine = equal(&own, theirs);
    wipe(&mut own);
    if genuine {
        return Ok(());
    }
    wipe(out);
    Err(Error::Verification)
}

/// Returns the counter block of a 96-bit nonce. A message has fewer than 2^32 blocks, so a 128-bit
/// increment is equivalent to an increment of the last 32 bits.
#[inline(always)]
fn counter(nonce: &[u8; NONCE_LEN]) -> u128 {
    let mut block = [0; 16];
    block[..NONCE_LEN].copy_from_slice(nonce);
    u128::from_be_bytes(block) | 1
}

#[inline(always)]
fn tag<H, C, T>(
    kernel: Kernel<H, C, T>,
    key: &Prepared,
    first: u128,
    mut sum: u128,
    aad_len: usize,
    text_len: usize,
) -> [u8; TAG_LEN]
where
    H: Fn(&Prepared, &mut u128, &[u8]),
    C: Fn(&Prepared, u128, &mut [u8], Source<'_>),
{
    let bits = |len: usize| len as u128 * 8;
    (kernel.hash)(key, &mut sum, &(bits(aad_len) << 64 | bits(text_len)).to_be_bytes());
    let mut mask = [0; TAG_LEN];
    (kernel.ctr)(key, first, &mut mask, Source::Zero);
    let tag = (u128::from_be_bytes(mask) ^ sum).to_be_bytes();
    wipe(&mut mask);
    tag
}
