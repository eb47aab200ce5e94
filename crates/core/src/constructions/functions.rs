//! The modules of functions that differ by a constant: those over the sponge of Keccak.

/// The module of a function over the sponge, as all of them have it.
macro_rules! xof {
    ($(#[$doc:meta])* $name:ident, $rate:literal, $rounds:ident $(, $domain:ident)?) => {
        $(#[$doc])*
        pub mod $name {
            pub use crate::constructions::sponge::STANDARD;
            use crate::choose::Runnable;
            use crate::constructions::sponge::{self, Rounds, Sponge};
            use crate::error::Result;
            use crate::prim::keccak::Ops;

            /// Bytes of input or output between two permutations.
            pub const RATE: usize = $rate;

            /// A hash of a message that comes in pieces.
            pub type Hasher = sponge::Hasher<RATE>;

            /// The output, read in pieces.
            pub type Reader = sponge::Reader<RATE>;

            /// The function by the chosen candidate of [`keccak`](crate::hazmat::keccak).
            ///
            /// # Errors
            /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
            pub fn chosen() -> Result<Sponge<RATE>> {
                Sponge::chosen(Rounds::$rounds)
            }

            /// The function by a named candidate.
            #[must_use]
            pub fn by(candidate: Runnable<Ops>) -> Sponge<RATE> {
                Sponge::by(candidate, Rounds::$rounds)
            }

            /// Fills `out` with the first bytes of the output for all parts one after another.
            ///
            /// # Errors
            /// Those of [`chosen`]; of TurboSHAKE [`crate::Error::Parameter`] if the domain is not from 1 to 127.
            pub fn hash($($domain: u8,)? out: &mut [u8], parts: &[&[u8]]) -> Result<()> {
                let [.., domain] = [STANDARD $(, sponge::checked($domain)?)?];
                chosen()?.hash(domain, out, parts);
                Ok(())
            }

            /// A hash of a message that comes in pieces.
            ///
            /// # Errors
            /// Those of [`hash`].
            pub fn hasher($($domain: u8)?) -> Result<Hasher> {
                let [.., domain] = [STANDARD $(, sponge::checked($domain)?)?];
                Ok(chosen()?.hasher(domain))
            }
        }
    };
}
pub(super) use xof;

/// The module of a function with a digest of fixed length.
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

            /// Bytes of input between two permutations: the state without twice the digest.
            pub const RATE: usize = 200 - 2 * DIGEST_LEN;

            /// The domain of SHA-3.
            pub const DOMAIN: u8 = 0x06;

            /// A hash of a message that comes in pieces.
            pub type Hasher = Digest<RATE, DIGEST_LEN>;

            /// The function by the chosen candidate of [`keccak`](crate::hazmat::keccak).
            ///
            /// # Errors
            /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
            pub fn chosen() -> Result<Sponge<RATE>> {
                Sponge::chosen(Rounds::All)
            }

            /// The digest of all parts one after another.
            ///
            /// # Errors
            /// Those of [`chosen`].
            pub fn hash(parts: &[&[u8]]) -> Result<[u8; DIGEST_LEN]> {
                let mut digest = [0; DIGEST_LEN];
                chosen()?.hash(DOMAIN, &mut digest, parts);
                Ok(digest)
            }

            /// A hash of a message that comes in pieces, by the chosen candidate.
            ///
            /// # Errors
            /// Those of [`chosen`].
            pub fn hasher() -> Result<Hasher> {
                Ok(Hasher::begin(chosen()?, DOMAIN))
            }

            /// The same by a named candidate.
            #[must_use]
            pub fn hasher_by(candidate: Runnable<Ops>) -> Hasher {
                Hasher::begin(by(candidate), DOMAIN)
            }

            /// The function by a named candidate.
            #[must_use]
            pub fn by(candidate: Runnable<Ops>) -> Sponge<RATE> {
                Sponge::by(candidate, Rounds::All)
            }
        }
    };
}
pub(super) use sha3;
