//! The hash functions of SP 800-208, with both digest lengths.

use super::Hash;

/// A hash function of SP 800-208 with a digest length.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Family {
    /// SHA-256, all 32 bytes.
    Sha256N32,
    /// SHA-256, the first 24 bytes: SHA-256/192.
    Sha256N24,
    /// SHAKE256, 32 bytes.
    Shake256N32,
    /// SHAKE256, 24 bytes: SHAKE256/192.
    Shake256N24,
}

impl Family {
    /// All families, in the order of the LMS and XMSS identifiers.
    pub const ALL: [Self; 4] =
        [Self::Sha256N32, Self::Sha256N24, Self::Shake256N32, Self::Shake256N24];

    /// Returns the name in SP 800-208.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sha256N32 => "SHA-256",
            Self::Sha256N24 => "SHA-256/192",
            Self::Shake256N32 => "SHAKE256",
            Self::Shake256N24 => "SHAKE256/192",
        }
    }

    /// The hash function.
    #[must_use]
    pub const fn hash(self) -> Hash {
        match self {
            Self::Sha256N32 | Self::Sha256N24 => Hash::Sha256,
            Self::Shake256N32 | Self::Shake256N24 => Hash::Shake256,
        }
    }

    /// Returns the digest length in bytes: `n` of XMSS and LM-OTS, `m` of LMS.
    #[must_use]
    pub const fn n(self) -> usize {
        match self {
            Self::Sha256N32 | Self::Shake256N32 => 32,
            Self::Sha256N24 | Self::Shake256N24 => 24,
        }
    }
}
