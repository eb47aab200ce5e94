//! scrypt (RFC 7914): memory-hard password hashing. The selected candidate of BlockMix, the
//! primitive `scrypt`, mixes the lanes; PBKDF2 with HMAC-SHA-256 derives the lanes and the key.

mod lane;
mod pbkdf2;
#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used)]
mod tests;

use crate::choose::Runnable;
use crate::error::{Error, Result};
use crate::prim::scrypt::{CHUNK_LEN, chosen};
pub use crate::prim::scrypt::{Chunk, Ops, PRIMITIVE};
use crate::wipe::{STACK, wipe_stack, without_traces};

/// The longest key in bytes: (2^32 - 1) * 32.
pub const KEY_MAX: u64 = 0xffff_ffff * 32;

/// The maximum of r * p.
const RP_MAX: u64 = (1 << 30) - 1;

/// The cost parameters (RFC 7914, section 2).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Params {
    n: u64,
    r: u32,
    p: u32,
}

impl Params {
    /// The cost N, the block size r and the parallelization p.
    ///
    /// # Errors
    /// [`Error::Parameter`] if N is not a power of two from 2 to 2^63 and less than 2^(16 r), if r
    /// or p is zero, or if r p is 2^30 or more.
    pub fn new(n: u64, r: u32, p: u32) -> Result<Self> {
        let wrong = |argument, expected, actual| Err(Error::parameter(argument, expected, actual));
        if r == 0 {
            return wrong("r", "at least 1", 0);
        }
        if p == 0 || u64::from(r) * u64::from(p) > RP_MAX {
            return wrong("p", "at least 1, and r * p less than 2^30", p.into());
        }
        if n < 2 || !n.is_power_of_two() || (r < 4 && n >> (16 * r) != 0) {
            return wrong("n", "a power of two from 2 on, less than 2^(16 * r)", n);
        }
        Ok(Self { n, r, p })
    }

    /// Returns the memory in bytes if lanes run one at a time: 128 r (N + 2 + p). Implementations
    /// compare this number with their limits.
    #[must_use]
    pub fn memory(self) -> u128 {
        self.lanes_len() + self.room() * CHUNK_LEN as u128
    }

    /// Returns the number of operations as libsodium counts them: 4 N r p.
    #[must_use]
    pub fn operations(self) -> u128 {
        4 * u128::from(self.n) * u128::from(self.r) * u128::from(self.p)
    }

    /// Returns the total length of all lanes in bytes.
    fn lanes_len(self) -> u128 {
        2 * u128::from(self.r) * u128::from(self.p) * CHUNK_LEN as u128
    }

    /// Returns the number of chunks that a lane needs, for the vector V and two blocks.
    fn room(self) -> u128 {
        2 * u128::from(self.r) * (u128::from(self.n) + 2)
    }
}

/// Fills `out` with the key, using the selected candidate. Lanes run in parallel if their memory
/// fits into `most` bytes; at least one lane always runs, see [`Params::memory`]. The call can be
/// cancelled, see [`crate::interrupt`].
///
/// # Errors
/// [`Error::Length`] if `out` is longer than [`KEY_MAX`]; [`Error::OutOfMemory`] if memory is
/// exhausted, or is predicted to be; [`Error::Interrupted`]; [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn hash(params: Params, most: u64, out: &mut [u8], password: &[u8], salt: &[u8]) -> Result<()> {
    hash_by(chosen()?, params, most, out, password, salt)
}

/// Does the same as [`hash`], with a named candidate.
///
/// # Errors
/// The errors of [`hash`].
pub fn hash_by(
    candidate: Runnable<Ops>,
    params: Params,
    most: u64,
    out: &mut [u8],
    password: &[u8],
    salt: &[u8],
) -> Result<()> {
    if out.len() as u64 > KEY_MAX {
        let expected = "at most (2^32 - 1) * 32";
        return Err(Error::length("out", expected, out.len()));
    }
    let threads = lane::threads(params, most);
    let done = without_traces(|| lane::hash(candidate, params, threads, out, password, salt));
    // The call wipes more of the stack than other operations, because chunks are stored there too.
    wipe_stack::<{ 4 * STACK }>();
    done
}
