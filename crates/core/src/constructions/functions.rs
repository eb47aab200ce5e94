//! Macros for the modules of hash functions that differ only in constants of the Keccak sponge.

/// Defines the module of an extendable-output function.
macro_rules! xof {
    ($(#[$doc:meta])* $name:ident, $rate:literal, $rounds:ident $(, $domain:ident)?) => {
        $(#[$doc])*
        pub mod $name {
            pub use crate::constructions::sponge::STANDARD;
            use crate::choose::Runnable;
            use crate::constructions::sponge::{self, Rounds, Sponge};
            use crate::error::Result;
            use crate::prim::keccak::Ops;

            /// Number of bytes absorbed or squeezed per permutation.
            pub const RATE: usize = $rate;

            /// Incremental hashing of a message.
            pub type Hasher = sponge::Hasher<RATE>;

            /// Incremental output.
            pub type Reader = sponge::Reader<RATE>;

            /// Returns the hash function with the selected candidate of
            /// [`keccak`](crate::hazmat::keccak).
            ///
            /// # Errors
            /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
            pub fn chosen() -> Result<Sponge<RATE>> {
                Sponge::chosen(Rounds::$rounds)
            }

            /// Returns the hash function with a named candidate of `keccak`.
            #[must_use]
            pub fn by(candidate: Runnable<Ops>) -> Sponge<RATE> {
                Sponge::by(candidate, Rounds::$rounds)
            }

            /// Fills `out` with the beginning of the output for the concatenated parts.
            ///
            /// # Errors
            /// The errors of [`chosen`]; for TurboSHAKE [`crate::Error::Parameter`] if the domain
            /// is not from 1 to 127.
            pub fn hash($($domain: u8,)? out: &mut [u8], parts: &[&[u8]]) -> Result<()> {
                let [.., domain] = [STANDARD $(, sponge::checked($domain)?)?];
                chosen()?.hash(domain, out, parts);
                Ok(())
            }

            /// Starts incremental hashing of a message.
            ///
            /// # Errors
            /// The errors of [`hash`].
            pub fn hasher($($domain: u8)?) -> Result<Hasher> {
                let [.., domain] = [STANDARD $(, sponge::checked($domain)?)?];
                Ok(chosen()?.hasher(domain))
            }
        }
    };
}
pub(super) use xof;

/// Defines the module of a function with a digest of fixed length.
macro_rules! sha3 {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $(#[$doc])*
        pub mod $name {
            use crate::choose::Runnable;
            use crate::constructions::sponge::{Digest, Rounds, Sponge};
            use crate::error::Result;
            use crate::prim::keccak::Ops;

            /// Length of the digest in bytes.
            pub const DIGEST_LEN: usize = $len;

            /// Number of bytes absorbed per permutation: the state's length minus twice the digest
            /// length.
            pub const RATE: usize = 200 - 2 * DIGEST_LEN;

            /// The domain separation of SHA-3.
            pub const DOMAIN: u8 = 0x06;

            /// Incremental hashing of a message.
            pub type Hasher = Digest<RATE, DIGEST_LEN>;

            /// Returns the hash function with the selected candidate of
            /// [`keccak`](crate::hazmat::keccak).
            ///
            /// # Errors
            /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
            pub fn chosen() -> Result<Sponge<RATE>> {
                Sponge::chosen(Rounds::All)
            }

            /// Returns the digest of the concatenated parts.
            ///
            /// # Errors
            /// The errors of [`chosen`].
            pub fn hash(parts: &[&[u8]]) -> Result<[u8; DIGEST_LEN]> {
                let mut digest = [0; DIGEST_LEN];
                chosen()?.hash(DOMAIN, &mut digest, parts);
                Ok(digest)
            }

            /// Starts incremental hashing with the selected candidate.
            ///
            /// # Errors
            /// The errors of [`chosen`].
            pub fn hasher() -> Result<Hasher> {
                Ok(Hasher::begin(chosen()?, DOMAIN))
            }

            /// Starts incremental hashing with a named candidate.
            #[must_use]
            pub fn hasher_by(candidate: Runnable<Ops>) -> Hasher {
                Hasher::begin(by(candidate), DOMAIN)
            }

            /// Returns the hash function with a named candidate of `keccak`.
            #[must_use]
            pub fn by(candidate: Runnable<Ops>) -> Sponge<RATE> {
                Sponge::by(candidate, Rounds::All)
            }
        }
    };
}
pub(super) use sha3;
