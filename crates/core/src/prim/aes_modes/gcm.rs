//! GCM over the CTR mode and the hash of any candidate.
//!
//! Origin: SP 800-38D sections 6.4, 7.1 and 7.2, from the text.

use super::key::Prepared;
use super::{NONCE_LEN, TAG_LEN};
use crate::error::{Error, Result};
use crate::prim::Source;
use crate::prim::equal::equal;
use crate::wipe::wipe;

/// What a candidate brings: `hash` takes bytes, padded with zeros to whole blocks, into the sum, `ctr`
/// is the CTR mode, and `text` is CTR from a counter on that takes the ciphertext into the sum, which is
/// its output to seal and its input to open.
#[derive(Clone, Copy)]
pub(super) struct Kernel<H, C, T> {
    pub(super) hash: H,
    pub(super) ctr: C,
    pub(super) text: T,
}

/// Writes the ciphertext and returns the tag.
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

/// The reverse. Decrypting beside hashing saves a second pass over the text; what is not genuine is wiped.
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

/// The counter block of a nonce of 96 bits. A message has less than 2^32 blocks, so that counting in
/// all its bits is counting in the last 32.
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
