//! XSalsa20-Poly1305, NaCl's secret-key box: a 32-byte key, a 24-byte nonce that must never repeat
//! under one key, and a 16-byte tag before the ciphertext (D. J. Bernstein, "Cryptography in NaCl",
//! 2009).

mod kat;
#[cfg(test)]
mod tests;

use super::composed::{Composed, FOUR_BLOCKS, ONE_BLOCK, composed};
use super::family::aead::{self, Associated};
use super::poly1305;
use super::table::candidates;
use super::xsalsa20::extended;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::{Error, Result};

pub use super::composed::{KEY_LEN, NONCE_LEN, TAG_LEN};

/// The message format: without associated data, with the tag first, and with the text encrypted
/// directly after the Poly1305 key in the keystream.
#[derive(Debug)]
pub enum Form {}

impl Associated for Form {
    type Data<'a> = ();

    const TAG_FIRST: bool = true;
    #[cfg(test)]
    const DATA: fn(&[u8]) = |_| ();
}

impl Composed for Form {
    const TEXT_AT: usize = poly1305::KEY_LEN;

    #[inline(always)]
    fn begin(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN], (): ()) {
        extended(state, key, nonce);
    }

    /// Returns four blocks if they suffice for a text that exceeds one block, otherwise one.
    #[inline(always)]
    fn first_len(text_len: usize) -> usize {
        let fits = |first: usize| text_len <= first - Self::TEXT_AT;
        if !fits(ONE_BLOCK) && fits(FOUR_BLOCKS) { FOUR_BLOCKS } else { ONE_BLOCK }
    }
}

/// The functions of a candidate.
pub type Ops = aead::Ops<Form, NONCE_LEN, KEY_LEN, TAG_LEN>;

composed! {
    xsalsa20poly1305 = xsalsa20::salsa20, |key, (), text| mac::tag(key, text);
    x86_64 {
        avx2 = avx2 in x86_64 + avx2 in x86_64, ONE_BLOCK, "avx2";
        avx512 = avx512 in x86_64 + avx2 in x86_64, FOUR_BLOCKS, "avx512f";
        avx512ifma = avx512 in x86_64 + avx512ifma in x86_64, FOUR_BLOCKS, "avx512f,avx512ifma";
    }
    wasm32 {
        #[cfg(all(target_feature = "simd128", any(not(lean), feature = "long-messages")))]
        simd128 = simd128 in wasm32 + simd128 in wasm32, FOUR_BLOCKS, "simd128";
        #[cfg(all(target_feature = "simd128", lean, not(feature = "long-messages")))]
        simd128 = simd128 in wasm32 + limbs32 in wasm32, FOUR_BLOCKS, "simd128";
        #[cfg(not(target_feature = "simd128"))]
        limbs32 = portable + limbs32 in wasm32, ONE_BLOCK;
    }
    any {
        portable = portable + portable, ONE_BLOCK;
    }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512ifma, avx512, avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128, #[cfg(not(target_feature = "simd128"))] limbs32;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = aead::primitive("xsalsa20poly1305", CANDIDATES, selftest);

/// Encrypts `message` into `out`, which is [`TAG_LEN`] bytes longer: the tag, then the ciphertext.
///
/// # Errors
/// [`Error::Length`] if `out` has the wrong length, [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn seal(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    out: &mut [u8],
    message: &[u8],
) -> Result<()> {
    aead::check(out.len(), message.len() + TAG_LEN, "len(message) + 16")?;
    aead::sealing(&PRIMITIVE, message.len())?.seal(key, nonce, (), out, message);
    Ok(())
}

/// Like [`seal`], with a separate tag; `out` receives the ciphertext and has the length of the
/// message.
///
/// # Errors
/// As for [`seal`].
pub fn seal_detached(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    out: &mut [u8],
    tag: &mut [u8; TAG_LEN],
    message: &[u8],
) -> Result<()> {
    aead::check(out.len(), message.len(), "len(message)")?;
    aead::sealing(&PRIMITIVE, message.len())?.seal_detached(key, nonce, (), out, tag, message);
    Ok(())
}

/// Decrypts `boxed` into `out`, which is [`TAG_LEN`] bytes shorter. `out` is left unchanged if the
/// box is not genuine.
///
/// # Errors
/// [`Error::Verification`] if the box is not genuine or shorter than a tag, [`Error::Length`] if
/// `out` has the wrong length, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn open(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    out: &mut [u8],
    boxed: &[u8],
) -> Result<()> {
    let len = boxed.len().checked_sub(TAG_LEN).ok_or(Error::Verification)?;
    aead::check(out.len(), len, "len(ciphertext) - 16")?;
    aead::opening(&PRIMITIVE, len)?.open(key, nonce, (), out, boxed)
}

/// Like [`open`], with a separate tag; the ciphertext has the length of `out`.
///
/// # Errors
/// As for [`open`].
pub fn open_detached(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    out: &mut [u8],
    tag: &[u8; TAG_LEN],
    ciphertext: &[u8],
) -> Result<()> {
    aead::check(out.len(), ciphertext.len(), "len(ciphertext)")?;
    aead::opening(&PRIMITIVE, out.len())?.open_detached(key, nonce, (), out, tag, ciphertext)
}

/// Checks NaCl's own example and a checksum of boxes.
fn selftest(candidate: Runnable<Ops>) -> bool {
    aead::agrees(candidate, &kat::ANSWERS)
}
