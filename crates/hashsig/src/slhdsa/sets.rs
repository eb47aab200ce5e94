//! The parameter sets (FIPS 205, table 2).

use crate::hash::Hash;

/// The numbers of a parameter set, by the letters of FIPS 205.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Bytes of a hash.
    pub(super) n: usize,
    /// Height of the hypertree: of the trees of all layers together.
    pub(super) h: u32,
    /// Layers of the hypertree.
    pub(super) d: u32,
    /// Height of a FORS tree.
    pub(super) a: u32,
    /// How many FORS trees.
    pub(super) k: usize,
}

/// Chains of a one-time key for its checksum.
const CHECKSUM_CHAINS: usize = 3;

impl Numbers {
    /// Height of one tree of the hypertree: `h'`.
    pub(super) const fn tree_height(self) -> u32 {
        self.h / self.d
    }

    /// Chains of a one-time key, each for half a byte: `len`.
    pub(super) const fn chains(self) -> usize {
        2 * self.n + CHECKSUM_CHAINS
    }

    /// Bytes of the part of a signature that is FORS's.
    pub(super) const fn fors_len(self) -> usize {
        self.k * (1 + self.a as usize) * self.n
    }

    /// Bytes of the part of a signature that is one layer's.
    pub(super) const fn layer_len(self) -> usize {
        (self.chains() + self.tree_height() as usize) * self.n
    }
}

const S128: Numbers = Numbers { n: 16, h: 63, d: 7, a: 12, k: 14 };
const F128: Numbers = Numbers { n: 16, h: 66, d: 22, a: 6, k: 33 };
const S192: Numbers = Numbers { n: 24, h: 63, d: 7, a: 14, k: 17 };
const F192: Numbers = Numbers { n: 24, h: 66, d: 22, a: 8, k: 33 };
const S256: Numbers = Numbers { n: 32, h: 64, d: 8, a: 14, k: 22 };
const F256: Numbers = Numbers { n: 32, h: 68, d: 17, a: 9, k: 35 };

macro_rules! sets {
    ($($(#[$doc:meta])* $set:ident = $name:literal, $hash:ident, $numbers:ident;)*) => {
        /// A parameter set. 128, 192 and 256 are the levels of security in bits, `s` is for small
        /// signatures, `f` for fast signing.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        #[allow(non_camel_case_types, reason = "the names of FIPS 205")]
        pub enum ParameterSet {
            $($(#[$doc])* $set,)*
        }

        impl ParameterSet {
            /// All sets in the order of FIPS 205.
            pub const ALL: [Self; 12] = [$(Self::$set),*];

            /// Its name in FIPS 205.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$set => $name,)* }
            }

            /// SHAKE256, or SHA-256 and for hashes of more than 16 bytes SHA-512 beside it.
            pub(super) const fn hash(self) -> Hash {
                match self { $(Self::$set => Hash::$hash,)* }
            }

            pub(super) const fn numbers(self) -> Numbers {
                match self { $(Self::$set => $numbers,)* }
            }
        }
    };
}

sets! {
    /// SLH-DSA-SHA2-128s.
    Sha2_128s = "SLH-DSA-SHA2-128s", Sha256, S128;
    /// SLH-DSA-SHAKE-128s.
    Shake_128s = "SLH-DSA-SHAKE-128s", Shake256, S128;
    /// SLH-DSA-SHA2-128f.
    Sha2_128f = "SLH-DSA-SHA2-128f", Sha256, F128;
    /// SLH-DSA-SHAKE-128f.
    Shake_128f = "SLH-DSA-SHAKE-128f", Shake256, F128;
    /// SLH-DSA-SHA2-192s.
    Sha2_192s = "SLH-DSA-SHA2-192s", Sha256, S192;
    /// SLH-DSA-SHAKE-192s.
    Shake_192s = "SLH-DSA-SHAKE-192s", Shake256, S192;
    /// SLH-DSA-SHA2-192f.
    Sha2_192f = "SLH-DSA-SHA2-192f", Sha256, F192;
    /// SLH-DSA-SHAKE-192f.
    Shake_192f = "SLH-DSA-SHAKE-192f", Shake256, F192;
    /// SLH-DSA-SHA2-256s.
    Sha2_256s = "SLH-DSA-SHA2-256s", Sha256, S256;
    /// SLH-DSA-SHAKE-256s.
    Shake_256s = "SLH-DSA-SHAKE-256s", Shake256, S256;
    /// SLH-DSA-SHA2-256f.
    Sha2_256f = "SLH-DSA-SHA2-256f", Sha256, F256;
    /// SLH-DSA-SHAKE-256f.
    Shake_256f = "SLH-DSA-SHAKE-256f", Shake256, F256;
}

impl ParameterSet {
    getters! {
        (self)
        /// `n`: bytes of a hash.
        n: usize = self.numbers().n;
        /// Bytes of a public key.
        public_key_len: usize = 2 * self.n();
        /// Bytes of a secret key.
        secret_key_len: usize = 4 * self.n();
        /// Bytes of the seeds that a key is made of: SK.seed, SK.prf and PK.seed.
        seeds_len: usize = 3 * self.n();
    }

    /// Bytes of a signature.
    #[must_use]
    pub const fn signature_len(self) -> usize {
        let numbers = self.numbers();
        numbers.n + numbers.fors_len() + numbers.d as usize * numbers.layer_len()
    }
}
