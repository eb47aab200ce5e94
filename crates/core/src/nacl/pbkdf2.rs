//! PBKDF2 (RFC 8018, section 5.2) over HMAC-SHA-256 and HMAC-SHA-512, for formats and protocols
//! that require it. PBKDF2 makes guessing a passphrase cost time but no memory. New applications
//! should therefore use `pwhash`.
//!
//! ```
//! use quicksalt::nacl::pbkdf2;
//!
//! let mut key = [0; 32];
//! pbkdf2::sha256(&mut key, b"correct horse battery staple", b"sixteen salt bytes", 1000)?;
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::constructions::hmac::{self, Mac};
use crate::error::{Error, Result};
use crate::prim::family::hash::State;
use crate::prim::{sha256, sha512};
use crate::wipe::{Wiped, wipe, without_traces};

/// Fills `out` with a key derived from passphrase and salt, using `iterations` iterations of
/// HMAC-SHA-256 for every 32 bytes. Can be cancelled, see `quicksalt::interrupt`.
///
/// # Errors
/// [`Error::Length`] if `out` is empty or longer than 32 (2^32 - 1) bytes, [`Error::Parameter`] for
/// zero iterations, [`Error::Interrupted`], [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn sha256(out: &mut [u8], passphrase: &[u8], salt: &[u8], iterations: u32) -> Result<()> {
    check::<{ sha256::DIGEST_LEN }>(out, "1 to 32 * (2^32 - 1)", iterations)?;
    let mac = hmac::init(&sha256::PRIMITIVE, passphrase)?;
    without_traces(|| whole(out, |out| stretch(out, &mac, salt, iterations)))
}

/// Fills `out` with a key derived from passphrase and salt, using `iterations` iterations of
/// HMAC-SHA-512 for every 64 bytes. Can be cancelled, see `quicksalt::interrupt`.
///
/// # Errors
/// [`Error::Length`] if `out` is empty or longer than 64 (2^32 - 1) bytes, otherwise the errors of
/// [`sha256`].
pub fn sha512(out: &mut [u8], passphrase: &[u8], salt: &[u8], iterations: u32) -> Result<()> {
    check::<{ sha512::DIGEST_LEN }>(out, "1 to 64 * (2^32 - 1)", iterations)?;
    let mac = hmac::init(&sha512::PRIMITIVE, passphrase)?;
    without_traces(|| whole(out, |out| stretch(out, &mac, salt, iterations)))
}

fn check<const TAG: usize>(out: &[u8], expected: &'static str, iterations: u32) -> Result<()> {
    if out.is_empty() || u32::try_from(out.len().div_ceil(TAG)).is_err() {
        return Err(Error::length("out", expected, out.len()));
    }
    if iterations == 0 {
        return Err(Error::parameter("iterations", "at least 1", iterations.into()));
    }
    Ok(())
}

/// Clears the output if filling it fails.
fn whole(out: &mut [u8], fill: impl FnOnce(&mut [u8]) -> Result<()>) -> Result<()> {
    fill(out).inspect_err(|_| wipe(out))
}

/// Number of iterations between two checks for cancellation: some milliseconds of work.
const ITERATIONS: u32 = 1 << 13;

/// Computes the output blocks (section 5.2, steps 3 and 4). Each iteration copies the states that
/// have absorbed the key instead of processing the key again.
fn stretch<S, const BLOCK: usize, const TAG: usize>(
    out: &mut [u8],
    mac: &Mac<S, BLOCK, TAG, TAG>,
    salt: &[u8],
    iterations: u32,
) -> Result<()>
where
    S: State<BLOCK, TAG>,
{
    let blocks = out.len().div_ceil(TAG) as f64;
    for (number, block) in (1_u32..=u32::MAX).zip(out.chunks_mut(TAG)) {
        let mut last = Wiped::new(mac.tag_after(&[salt, &number.to_be_bytes()]));
        let mut sum = last.clone();
        let mut left = iterations - 1;
        while left > 0 {
            let some = left.min(ITERATIONS);
            mac.iterate(&mut last, &mut sum, some);
            left -= some;
            let here = 1.0 - f64::from(left) / f64::from(iterations);
            still_wanted((f64::from(number - 1) + here) / blocks)?;
        }
        block.copy_from_slice(&sum[..block.len()]);
    }
    Ok(())
}

/// Reports progress and checks for cancellation.
#[cfg(feature = "std")]
fn still_wanted(share: f64) -> Result<()> {
    crate::interrupt::tell(share);
    crate::interrupt::check()
}

#[cfg(not(feature = "std"))]
fn still_wanted(_: f64) -> Result<()> {
    Ok(())
}
