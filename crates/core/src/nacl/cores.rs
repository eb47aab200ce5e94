//! `crypto_core`: the functions inside streams and hashes, as building blocks for new
//! constructions.
//!
//! [`hsalsa20`] and [`hchacha20`] derive a new key from a key and 16 bytes, for example a key for
//! each nonce. [`salsa20`], [`salsa2012`] and [`salsa208`] compute a stream block from a key and 16
//! bytes of nonce and block number. [`Keccak1600`] is the permutation of SHA-3.
//!
//! ```
//! use quicksalt::nacl::cores::{self, CONSTANTS};
//!
//! let key = [7; 32];
//! let other = cores::hsalsa20(&[1; 16], &key, CONSTANTS);
//! assert_ne!(*cores::hchacha20(&[1; 16], &key, CONSTANTS), *other);
//! ```

use crate::error::{Error, Result};
pub use crate::prim::xsalsa20::CONSTANTS;
use crate::prim::{chacha20, keccak, xsalsa20};
use crate::wipe::{Wiped, wipe};

/// Length of the input in bytes.
pub const INPUT_LEN: usize = 16;
/// Length of the key, and of a derived key, in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the constants in bytes. The standard constants are [`CONSTANTS`].
pub const CONSTANTS_LEN: usize = 16;
/// Length of a block in bytes.
pub const BLOCK_LEN: usize = 64;
/// Length of the state of [`Keccak1600`] in bytes.
pub const KECCAK1600_LEN: usize = 200;

/// Computes HChaCha20 (draft-irtf-cfrg-xchacha-03 section 2.2).
#[must_use]
pub fn hchacha20(
    input: &[u8; INPUT_LEN],
    key: &[u8; KEY_LEN],
    constants: &[u8; CONSTANTS_LEN],
) -> Wiped<[u8; KEY_LEN]> {
    let mut subkey = Wiped::new([0; KEY_LEN]);
    chacha20::hchacha20_with(key, input, constants, &mut subkey);
    subkey
}

/// Computes HSalsa20 (D. J. Bernstein, "Extending the Salsa20 nonce").
#[must_use]
pub fn hsalsa20(
    input: &[u8; INPUT_LEN],
    key: &[u8; KEY_LEN],
    constants: &[u8; CONSTANTS_LEN],
) -> Wiped<[u8; KEY_LEN]> {
    let mut subkey = Wiped::new([0; KEY_LEN]);
    xsalsa20::hsalsa20_with(key, input, constants, &mut subkey);
    subkey
}

/// Computes a Salsa20 block (D. J. Bernstein, "Salsa20 specification", section 9).
#[must_use]
pub fn salsa20(
    input: &[u8; INPUT_LEN],
    key: &[u8; KEY_LEN],
    constants: &[u8; CONSTANTS_LEN],
) -> Wiped<[u8; BLOCK_LEN]> {
    block::<20>(input, key, constants)
}

/// Computes the block of [`salsa20`] with 12 rounds.
#[must_use]
pub fn salsa2012(
    input: &[u8; INPUT_LEN],
    key: &[u8; KEY_LEN],
    constants: &[u8; CONSTANTS_LEN],
) -> Wiped<[u8; BLOCK_LEN]> {
    block::<12>(input, key, constants)
}

/// Computes the block of [`salsa20`] with 8 rounds.
#[must_use]
pub fn salsa208(
    input: &[u8; INPUT_LEN],
    key: &[u8; KEY_LEN],
    constants: &[u8; CONSTANTS_LEN],
) -> Wiped<[u8; BLOCK_LEN]> {
    block::<8>(input, key, constants)
}

fn block<const ROUNDS: usize>(
    input: &[u8; INPUT_LEN],
    key: &[u8; KEY_LEN],
    constants: &[u8; CONSTANTS_LEN],
) -> Wiped<[u8; BLOCK_LEN]> {
    let mut block = Wiped::new([0; BLOCK_LEN]);
    xsalsa20::core::<ROUNDS>(key, input, constants, &mut block);
    block
}

/// The state of Keccak-f[1600] (FIPS 202): 200 bytes, initially zero; wiped when dropped.
///
/// ```
/// use quicksalt::nacl::cores::Keccak1600;
///
/// // SHA3-256 of the empty message.
/// let mut state = Keccak1600::new();
/// state.xor_bytes(0, &[0x06])?;
/// state.xor_bytes(135, &[0x80])?;
/// state.permute_24()?;
/// let mut digest = [0; 32];
/// state.extract_bytes(0, &mut digest)?;
/// assert_eq!(digest, quicksalt::nacl::hash::sha3_256(b"")?);
/// # Ok::<(), quicksalt::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Keccak1600(Wiped<[u8; KECCAK1600_LEN]>);

impl Default for Keccak1600 {
    fn default() -> Self {
        Self::new()
    }
}

impl From<[u8; KECCAK1600_LEN]> for Keccak1600 {
    fn from(bytes: [u8; KECCAK1600_LEN]) -> Self {
        Self(Wiped::new(bytes))
    }
}

impl Keccak1600 {
    /// Creates an all-zero state.
    #[must_use]
    pub const fn new() -> Self {
        Self(Wiped::new([0; KECCAK1600_LEN]))
    }

    /// Returns the state lane by lane. Each lane is little-endian.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; KECCAK1600_LEN] {
        &self.0
    }

    /// XORs bytes into the state at `offset`.
    ///
    /// # Errors
    /// [`Error::Length`] if `bytes` would exceed the state, which then stays unchanged.
    pub fn xor_bytes(&mut self, offset: usize, bytes: &[u8]) -> Result<()> {
        let to = self.0.get_mut(offset..).and_then(|rest| rest.get_mut(..bytes.len()));
        for (to, byte) in to.ok_or_else(|| beyond("bytes", bytes.len()))?.iter_mut().zip(bytes) {
            *to ^= byte;
        }
        Ok(())
    }

    /// Fills `out` with the bytes at `offset`.
    ///
    /// # Errors
    /// [`Error::Length`] if `out` would exceed the state; `out` then stays unchanged.
    pub fn extract_bytes(&self, offset: usize, out: &mut [u8]) -> Result<()> {
        let from = self.0.get(offset..).and_then(|rest| rest.get(..out.len()));
        out.copy_from_slice(from.ok_or_else(|| beyond("out", out.len()))?);
        Ok(())
    }

    /// Applies all 24 rounds, Keccak-f[1600].
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn permute_24(&mut self) -> Result<()> {
        self.permute(keccak::permute_24)
    }

    /// Applies the last twelve rounds, Keccak-p[1600, 12] (RFC 9861).
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn permute_12(&mut self) -> Result<()> {
        self.permute(keccak::permute_12)
    }

    fn permute(&mut self, by: fn(&mut keccak::State) -> Result<()>) -> Result<()> {
        let mut lanes = [0; KECCAK1600_LEN / 8];
        for (lane, bytes) in lanes.iter_mut().zip(self.0.as_chunks().0) {
            *lane = u64::from_le_bytes(*bytes);
        }
        by(&mut lanes)?;
        for (bytes, lane) in self.0.as_chunks_mut().0.iter_mut().zip(&lanes) {
            *bytes = lane.to_le_bytes();
        }
        wipe(&mut lanes);
        Ok(())
    }
}

#[cold]
const fn beyond(argument: &'static str, actual: usize) -> Error {
    Error::length(argument, "at most 200 - offset", actual)
}
