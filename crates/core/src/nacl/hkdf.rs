//! HKDF (RFC 5869) over HMAC-SHA-256 and HMAC-SHA-512. It derives any number of keys from a secret
//! with sufficient entropy. Each key has its own purpose. For passphrases use `pwhash`.
//!
//! ```
//! use quicksalt::nacl::hkdf;
//!
//! let (mut sending, mut receiving) = ([0; 32], [0; 32]);
//! let shared_secret = [7; 32];
//! hkdf::sha256(&mut sending, &shared_secret, b"salt", b"client to server")?;
//! hkdf::sha256(&mut receiving, &shared_secret, b"salt", b"server to client")?;
//! assert_ne!(sending, receiving);
//!
//! // The same derivation in two steps: extract once, then expand any number of keys.
//! let prk = hkdf::sha256_extract(b"salt", &shared_secret)?;
//! let mut again = [0; 32];
//! hkdf::sha256_expand(&mut again, &*prk, b"client to server")?;
//! assert_eq!(again, sending);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::choose::Primitive;
use crate::constructions::hmac::{self, Ready};
use crate::error::{Error, Result};
pub use crate::nacl::auth::{HmacSha256, HmacSha512};
use crate::prim::family::hash::{self, State};
use crate::prim::{sha256, sha512};
use crate::wipe::{SMALL_STACK, Wiped, wipe, without_traces, without_traces_in};

/// Length in bytes of an extracted secret of HKDF-SHA-256, and the minimum length to expand.
pub const SHA256_PRK_LEN: usize = sha256::DIGEST_LEN;
/// Length in bytes of an extracted secret of HKDF-SHA-512, and the minimum length to expand.
pub const SHA512_PRK_LEN: usize = sha512::DIGEST_LEN;
/// The longest output of HKDF-SHA-256 in bytes.
pub const SHA256_MAX: usize = 255 * SHA256_PRK_LEN;
/// The longest output of HKDF-SHA-512 in bytes.
pub const SHA512_MAX: usize = 255 * SHA512_PRK_LEN;

/// Fills `out` with HKDF-SHA-256 of the secret `ikm`. The salt is optional and not secret; `info`
/// names the purpose.
///
/// # Errors
/// [`Error::Length`] if `out` is longer than [`SHA256_MAX`], [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn sha256(out: &mut [u8], ikm: &[u8], salt: &[u8], info: &[u8]) -> Result<()> {
    without_traces_in::<SMALL_STACK, _>(|| {
        expanded(&sha256::PRIMITIVE, out, &*sha256_extract(salt, ikm)?, info)
    })
}

/// Extracts a uniform key from a secret with unevenly distributed entropy.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha256_extract(salt: &[u8], ikm: &[u8]) -> Result<Wiped<[u8; SHA256_PRK_LEN]>> {
    hmac::tag(&sha256::PRIMITIVE, salt, ikm).map(Wiped::new)
}

/// Starts the extraction of [`sha256_extract`] for a secret in pieces. `finish` returns the
/// extracted secret, which the caller must wipe.
///
/// ```
/// use quicksalt::nacl::hkdf;
///
/// let mut pieces = hkdf::sha256_extract_init(b"salt")?;
/// pieces.update(b"sec");
/// pieces.update(b"ret");
/// assert_eq!(pieces.finish(), *hkdf::sha256_extract(b"salt", b"secret")?);
/// # Ok::<(), quicksalt::Error>(())
/// ```
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha256_extract_init(salt: &[u8]) -> Result<HmacSha256> {
    hmac::init(&sha256::PRIMITIVE, salt)
}

/// Fills `out` with bytes for the purpose `info`, derived from an extracted or random secret.
///
/// # Errors
/// [`Error::Length`] if `out` is longer than [`SHA256_MAX`] or `prk` shorter than [`SHA256_PRK_LEN`],
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha256_expand(out: &mut [u8], prk: &[u8], info: &[u8]) -> Result<()> {
    without_traces_in::<SMALL_STACK, _>(|| expanded(&sha256::PRIMITIVE, out, prk, info))
}

/// Fills `out` with HKDF-SHA-512 of the secret `ikm`. The arguments are as in [`sha256`].
///
/// # Errors
/// [`Error::Length`] if `out` is longer than [`SHA512_MAX`], [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn sha512(out: &mut [u8], ikm: &[u8], salt: &[u8], info: &[u8]) -> Result<()> {
    without_traces(|| expanded(&sha512::PRIMITIVE, out, &*sha512_extract(salt, ikm)?, info))
}

/// Does the same as [`sha256_extract`], with HKDF-SHA-512.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha512_extract(salt: &[u8], ikm: &[u8]) -> Result<Wiped<[u8; SHA512_PRK_LEN]>> {
    hmac::tag(&sha512::PRIMITIVE, salt, ikm).map(Wiped::new)
}

/// Does the same as [`sha256_extract_init`], with HKDF-SHA-512.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha512_extract_init(salt: &[u8]) -> Result<HmacSha512> {
    hmac::init(&sha512::PRIMITIVE, salt)
}

/// Does the same as [`sha256_expand`], with HKDF-SHA-512.
///
/// # Errors
/// [`Error::Length`] if `out` is longer than [`SHA512_MAX`] or `prk` shorter than [`SHA512_PRK_LEN`],
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha512_expand(out: &mut [u8], prk: &[u8], info: &[u8]) -> Result<()> {
    without_traces(|| expanded(&sha512::PRIMITIVE, out, prk, info))
}

/// Performs the expand step (section 2.3) and wipes the stack afterwards.
fn expanded<S, const BLOCK: usize, const DIGEST: usize>(
    hash: &'static Primitive<hash::Ops<S, BLOCK, DIGEST>>,
    out: &mut [u8],
    prk: &[u8],
    info: &[u8],
) -> Result<()>
where
    S: State<BLOCK, DIGEST>,
{
    let [most, least] = if DIGEST == 32 {
        ["at most 8160", "at least 32"]
    } else {
        ["at most 16320", "at least 64"]
    };
    if out.len() > 255 * DIGEST {
        return Err(Error::length("out", most, out.len()));
    }
    if prk.len() < DIGEST {
        return Err(Error::length("prk", least, prk.len()));
    }
    if is_one_message(out, info, DIGEST) {
        return expand_once(out, info, |message| hmac::tag::<_, _, _, DIGEST>(hash, prk, message));
    }
    hmac::with_ready(hash, prk, |ready| expand(out, ready, info))
}

/// The maximum combined length of purpose and block number to assemble on the stack.
const SHORT: usize = 256;

/// Returns whether the block T(1) is sufficient and the purpose is short.
fn is_one_message(out: &[u8], info: &[u8], tag_len: usize) -> bool {
    out.len() <= tag_len && info.len() < SHORT
}

/// Computes only T(1) (section 2.3) with a single HMAC call. This is the usual case, and preparing
/// a key saves time only from the second tag on.
fn expand_once<const TAG: usize>(
    out: &mut [u8],
    info: &[u8],
    tag: impl FnOnce(&[u8]) -> Result<[u8; TAG]>,
) -> Result<()> {
    let mut message = Wiped::new([0; SHORT]);
    message[..info.len()].copy_from_slice(info);
    message[info.len()] = 1;
    let tag = Wiped::new(tag(&message[..=info.len()])?);
    out.copy_from_slice(&tag[..out.len()]);
    Ok(())
}

/// Computes the blocks T(1), T(2), ... (section 2.3). Each block is the tag of the previous block,
/// the purpose and the block number. The caller ensures that there are at most 255 blocks.
fn expand<S, const BLOCK: usize, const TAG: usize>(
    out: &mut [u8],
    ready: &Ready<S, BLOCK, TAG>,
    info: &[u8],
) where
    S: State<BLOCK, TAG>,
{
    let (mut at, mut number) = (0, 0_u8);
    while at < out.len() {
        number = number.wrapping_add(1);
        let (done, rest) = out.split_at_mut(at);
        let before = &done[at.saturating_sub(TAG)..];
        let mut tag = ready.tag(&[before, info, &[number]]);
        let len = rest.len().min(TAG);
        rest[..len].copy_from_slice(&tag[..len]);
        wipe(&mut tag);
        at += len;
    }
}
