//! libsodium's key derivation as called by coinzdense.

use alloc::vec;
use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b;

use crate::error::Result;

/// The length of a master key in bytes.
pub const KEY_LEN: usize = 32;

/// A master key, from which other keys are derived.
pub type Key = Wiped<[u8; KEY_LEN]>;

/// The encoding in which the names of contexts reach the hash function.
///
/// libnacl passes Python text to libsodium as `wchar_t`, and libsodium uses its first eight bytes.
/// The same program therefore derives different keys on different systems.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Contexts {
    /// 32 bits per character: coinzdense's behaviour on Linux. The names `Signatur` and `SigNonce`
    /// then coincide.
    #[default]
    Linux,
    /// 16 bits per character: coinzdense's expected behaviour on Windows.
    Windows,
    /// 8 bits per character, the intended encoding; coinzdense never produces it.
    Ascii,
}

impl Contexts {
    /// All encodings, for a recovery that must try each.
    pub const ALL: [Self; 3] = [Self::Linux, Self::Windows, Self::Ascii];

    /// Returns the name of the encoding.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linux => "linux",
            Self::Windows => "windows",
            Self::Ascii => "ascii",
        }
    }

    /// Returns the first eight bytes of the name in this encoding, padded for BLAKE2b.
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

/// The purpose of a derived value.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// The salt of a level, and the number returned by [`super::LevelKey::nonce`].
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

/// Fills `out`, 16 to 64 bytes, with bytes derived from a key for a purpose and an index.
pub(super) fn derive(
    out: &mut [u8],
    key: &Key,
    contexts: Contexts,
    purpose: Purpose,
    index: u64,
) -> Result<()> {
    let personal = contexts.personal(purpose.name());
    let mut salt = [0; blake2b::SALT_LEN];
    salt[..8].copy_from_slice(&index.to_le_bytes());
    Ok(blake2b::hash(key.as_slice(), &salt, &personal, out, &[])?)
}

/// Derives the secret starts of the chains of `count` indices from `first` on, `n` bytes each.
pub(super) fn chain_starts(
    n: usize,
    key: &Key,
    contexts: Contexts,
    first: u64,
    count: usize,
) -> Result<Wiped<Vec<u8>>> {
    let mut starts = Wiped::new(vec![0; count * n]);
    for (start, index) in starts.chunks_exact_mut(n).zip(first..=u64::MAX) {
        derive(start, key, contexts, Purpose::Chain, index)?;
    }
    Ok(starts)
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
