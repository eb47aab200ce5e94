//! Argon2id (RFC 9106) in memory that is wiped.

use alloc::vec::Vec;

use argon2::{Algorithm, Argon2, Block, Params, Version};
use zeroize::Zeroizing;

/// Why a passphrase was not stretched.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Failure {
    /// There is not as much memory as the cost asks for.
    Memory,
    /// The passphrase or the salt is too long or too short.
    Input,
}

/// Fills `out` with Argon2id 1.3 of a passphrase and a salt of at least 8 bytes.
pub(crate) fn argon2id(
    out: &mut [u8],
    passphrase: &[u8],
    salt: &[u8],
    params: Params,
) -> Result<(), Failure> {
    let mut memory = blocks(params.block_count()).ok_or(Failure::Memory)?;
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(passphrase, salt, out, memory.as_mut_slice())
        .map_err(|_| Failure::Input)
}

/// Memory for Argon2id; none if there is not enough.
fn blocks(count: usize) -> Option<Zeroizing<Vec<Block>>> {
    let mut blocks = Vec::new();
    blocks.try_reserve_exact(count).ok()?;
    blocks.resize(count, Block::default());
    Some(Zeroizing::new(blocks))
}
