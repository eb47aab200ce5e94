//! Argon2id (RFC 9106) in memory that is wiped.

use alloc::vec::Vec;

use argon2::{Algorithm, Argon2, Block, Params, Version};
use quicksalt::{Wiped, interrupt, memory};
use zeroize::Zeroizing;

/// Why a passphrase was not stretched.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Failure {
    /// There is not as much memory as the cost asks for.
    Memory,
    /// The passphrase or the salt is too long or too short.
    Input,
    /// It is no longer wanted.
    Interrupted,
}

/// Argon2id 1.3 of a passphrase and a salt of at least 8 bytes.
pub(crate) fn argon2id<const N: usize>(
    passphrase: &[u8],
    salt: &[u8],
    params: Params,
) -> Result<Wiped<[u8; N]>, Failure> {
    let mut memory = blocks(params.block_count()).ok_or(Failure::Memory)?;
    let passphrase = Wiped::new(memory::copy(passphrase).map_err(|_| Failure::Memory)?);
    let salt = salt.to_vec();
    let stretched = interrupt::apart(move || {
        let mut out = Wiped::new([0; N]);
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_into_with_memory(&passphrase, &salt, &mut *out, memory.as_mut_slice())
            .map(|()| out)
    });
    stretched.map_err(|_| Failure::Interrupted)?.map_err(|_| Failure::Input)
}

/// Memory for Argon2id; none if there is not enough.
fn blocks(count: usize) -> Option<Zeroizing<Vec<Block>>> {
    let mut blocks = Vec::new();
    blocks.try_reserve_exact(count).ok()?;
    blocks.resize(count, Block::default());
    Some(Zeroizing::new(blocks))
}
