//! The parameter sets (FIPS 205, table 2).

use crate::hash::Hash;

/// The numbers of a parameter set, with the letters of FIPS 205.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Bytes per hash.
    pub(super) n: usize,
    /// The height of the hypertree: the sum over all layers.
    pub(super) h: u32,
    /// The number of layers of the hypertree.
    pub(super) d: u32,
    /// The height of a FORS tree.
    pub(super) a: u32,
    /// The number of FORS trees.
    pub(super) k: usize,
}

/// The number of checksum chains of a one-time key.
const CHECKSUM_CHAINS: usize = 3;

impl Numbers {
    /// The height of one tree of the hypertree: `h'`.
    pub(super) const fn tree_height(self) -> u32 {
        self.h / self.d
    }

    /// The number of chains of a one-time key, one per half byte: `len`.
    pub(super) const fn chains(self) -> usize {
        2 * self.n + CHECKSUM_CHAINS
    }

    /// The length of the FORS part of a signature in bytes.
    pub(super) const fn fors_len(self) -> usize {
        self.k * (1 + self.a as usize) * self.n
    }

    /// The length of one layer's part of a signature in bytes.
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
        /// A parameter set. 128, 192 and 256 are the security levels in bits; `s` means small
        /// signatures, `f` fast signing.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        #[allow(non_camel_case_types, reason = "the names of FIPS 205")]
        pub enum ParameterSet {
            $($(#[$doc])* $set,)*
        }

        impl ParameterSet {
            /// All sets in the order of FIPS 205.
            pub const ALL: [Self; 12] = [$(Self::$set),*];

            /// Returns the name in FIPS 205.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$set => $name,)* }
            }

            /// Returns SHAKE256, or SHA-256 (combined with SHA-512 for hashes longer than 16
            /// bytes).
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
        /// The length of a public key in bytes.
        public_key_len: usize = 2 * self.n();
        /// The length of a secret key in bytes.
        secret_key_len: usize = 4 * self.n();
        /// The total length in bytes of the seeds of a key: SK.seed, SK.prf and PK.seed.
        seeds_len: usize = 3 * self.n();
    }

    /// Returns the length of a signature in bytes.
    #[must_use]
    pub const fn signature_len(self) -> usize {
        let numbers = self.numbers();
        numbers.n + numbers.fors_len() + numbers.d as usize * numbers.layer_len()
    }
}
