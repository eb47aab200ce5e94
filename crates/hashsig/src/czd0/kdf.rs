//! libsodium's key derivation as coinzdense calls it.

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b::{self, Params};
use quicksalt::hazmat::blake2b_lanes;

use crate::error::Result;

/// Length of a key to derive from, in bytes.
pub const KEY_LEN: usize = 32;

/// A key that others are derived from.
pub type Key = Wiped<[u8; KEY_LEN]>;

/// In which encoding the names of contexts reach the hash function.
///
/// libnacl hands Python text to libsodium as `wchar_t`, and libsodium takes the first eight bytes
/// of it. So the same program makes other keys on other systems.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Contexts {
    /// 32 bits a character: what coinzdense does on Linux. The names `Signatur` and `SigNonce` are
    /// one and the same then.
    #[default]
    Linux,
    /// 16 bits a character: what coinzdense is expected to do on Windows.
    Windows,
    /// 8 bits a character, as was meant; coinzdense never does it.
    Ascii,
}

impl Contexts {
    /// All of them, for a recovery that has to try.
    pub const ALL: [Self; 3] = [Self::Linux, Self::Windows, Self::Ascii];

    /// The first eight bytes of the name in this encoding, padded for BLAKE2b.
    fn personal(self, name: &[u8; 8]) -> [u8; blake2b::PERSONAL_LEN] {
        let stride = match self {
            Self::Linux => 4,
            Self::Windows => 2,
            Self::Ascii => 1,
        };
        let mut personal = [0; blake2b::PERSONAL_LEN];
        for (byte, &letter) in personal[..8].iter_mut().step_by(stride).zip(name) {
            *byte = letter;
        }
        personal
    }
}

/// What is derived.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// The salt of a level, and a number that [`super::LevelKey::nonce`] gives.
    LevelSalt,
    /// The nonce of a one-time key.
    Nonce,
    /// The secret start of a chain.
    Chain,
}

impl Purpose {
    const fn name(self) -> &'static [u8; 8] {
        match self {
            Self::LevelSalt => b"levelslt",
            Self::Nonce => b"SigNonce",
            Self::Chain => b"Signatur",
        }
    }
}

/// Fills `out`, 16 to 64 bytes, with what is derived from a key under an index.
pub(super) fn derive(
    out: &mut [u8],
    key: &Key,
    contexts: Contexts,
    purpose: Purpose,
    index: u64,
) -> Result<()> {
    let personal = contexts.personal(purpose.name());
    Ok(blake2b::hash(key.as_slice(), &salt(index), &personal, out, &[])?)
}

/// Fills `out` with what is derived from a key under each of the indices, the same number of bytes
/// for each.
pub(super) fn derive_many(
    out: &mut [u8],
    key: &Key,
    contexts: Contexts,
    purpose: Purpose,
    indices: impl Iterator<Item = u64>,
) -> Result<()> {
    let personal = contexts.personal(purpose.name());
    let salts: Vec<_> = indices.map(salt).collect();
    let params: quicksalt::Result<Vec<_>> =
        salts.iter().map(|salt| Params::new(key.as_slice(), salt, &personal)).collect();
    Ok(blake2b_lanes::empty(out, &params?)?)
}

fn salt(index: u64) -> [u8; blake2b::SALT_LEN] {
    let mut salt = [0; blake2b::SALT_LEN];
    salt[..8].copy_from_slice(&index.to_le_bytes());
    salt
}

#[cfg(test)]
mod tests {
    use super::Contexts;

    #[test]
    fn contexts_are_the_first_bytes_of_their_encoding() {
        let linux = b"l\0\0\0e\0\0\0\0\0\0\0\0\0\0\0";
        let windows = b"S\0i\0g\0N\0\0\0\0\0\0\0\0\0";
        let ascii = b"Signatur\0\0\0\0\0\0\0\0";
        assert_eq!(&Contexts::Linux.personal(b"levelslt"), linux);
        assert_eq!(&Contexts::Windows.personal(b"SigNonce"), windows);
        assert_eq!(&Contexts::Ascii.personal(b"Signatur"), ascii);
        let linux = |name| Contexts::Linux.personal(name);
        assert_eq!(linux(b"SigNonce"), linux(b"Signatur"));
    }
}
