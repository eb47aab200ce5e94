//! Derives the seeds of sub-keys.

use core::ops::Range;

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b;

use crate::store::Result;

/// Returns the seed from which all sub-key seeds are derived. It is the unkeyed BLAKE2b digest of
/// the key's secret, in the scheme's encoding.
///
/// # Errors
/// [`crate::store::Error::Crypto`] if BLAKE2b cannot be computed.
pub fn root_seed(secret: &[u8]) -> Result<Wiped<[u8; 32]>> {
    let mut seed = Wiped::new([0; 32]);
    let salt = [0; blake2b::SALT_LEN];
    blake2b::hash(&[], &salt, b"qs-subkey-root\0\0", &mut *seed, &[secret])?;
    Ok(seed)
}

/// Derives the seed of the sub-key named `name` with the indices `range`.
///
/// The seed is BLAKE2b, keyed with the parent's seed, over the length and text of the name and the
/// bounds of the range. Keyed BLAKE2b is a pseudorandom function, so some of its values reveal
/// nothing about the others or about the parent.
///
/// # Errors
/// [`crate::store::Error::Crypto`] if BLAKE2b cannot be computed.
pub fn sub_seed(parent: &[u8; 32], name: &str, range: &Range<u64>) -> Result<Wiped<[u8; 32]>> {
    let len = (name.len() as u64).to_le_bytes();
    let (start, end) = (range.start.to_le_bytes(), range.end.to_le_bytes());
    let mut seed = Wiped::new([0; 32]);
    blake2b::hash(
        parent,
        &[0; blake2b::SALT_LEN],
        b"qs-subkey-seed\0\0",
        &mut *seed,
        &[&len, name.as_bytes(), &start, &end],
    )?;
    Ok(seed)
}
