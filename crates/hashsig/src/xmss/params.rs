//! Parameter sets: RFC 8391, section 5; SP 800-208, section 5. All parameter sets have Winternitz
//! parameter 16.

use crate::error::{Error, Result};
use crate::hash::Family;

/// The number of bits that a chain signs.
pub(super) const DIGIT_BITS: usize = 4;
/// The highest digit, which is also the number of steps of a chain.
pub(super) const DIGIT_TOP: u16 = 15;
/// The number of checksum chains.
pub(super) const CHECKSUM_CHAINS: usize = 3;

/// The scheme. The identifiers of the two schemes overlap, so the caller must choose.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Variant {
    /// One tree.
    Xmss,
    /// A hypertree: layers of trees.
    XmssMt,
}

/// The parameters of a key.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Params {
    variant: Variant,
    family: Family,
    /// The position in the list of the variant's shapes.
    shape: usize,
}

/// The heights of XMSS, in order of the identifiers, each with one layer.
const SINGLE: [(u32, u32); 3] = [(10, 1), (16, 1), (20, 1)];
/// The total height and the number of layers of XMSS^MT, in order of the identifiers.
const MULTI: [(u32, u32); 8] =
    [(20, 2), (20, 4), (40, 2), (40, 4), (40, 8), (60, 3), (60, 6), (60, 12)];

impl Variant {
    const fn shapes(self) -> &'static [(u32, u32)] {
        match self {
            Self::Xmss => &SINGLE,
            Self::XmssMt => &MULTI,
        }
    }

    /// Returns the first identifier of a family. Between the families are identifiers of parameter
    /// sets that SP 800-208 does not approve.
    const fn first(self, family: Family) -> u32 {
        match (self, family) {
            (Self::Xmss | Self::XmssMt, Family::Sha256N32) => 0x01,
            (Self::Xmss, Family::Sha256N24) => 0x0d,
            (Self::Xmss, Family::Shake256N32) => 0x10,
            (Self::Xmss, Family::Shake256N24) => 0x13,
            (Self::XmssMt, Family::Sha256N24) => 0x21,
            (Self::XmssMt, Family::Shake256N32) => 0x29,
            (Self::XmssMt, Family::Shake256N24) => 0x31,
        }
    }
}

impl Params {
    /// Returns the parameters for an identifier.
    ///
    /// # Errors
    /// [`Error::Parameter`] if SP 800-208 does not define the identifier.
    pub fn from_identifier(variant: Variant, identifier: u32) -> Result<Self> {
        let find = |family: Family| {
            let shape = identifier.checked_sub(variant.first(family))? as usize;
            (shape < variant.shapes().len()).then_some(Self { variant, family, shape })
        };
        let expected = "an identifier of SP 800-208";
        let unknown = Error::Parameter { argument: "oid", expected, actual: identifier.into() };
        Family::ALL.into_iter().find_map(find).ok_or(unknown)
    }

    getters! {
        (self)
        /// The identifier.
        identifier: u32 = self.variant.first(self.family) + self.shape as u32;
        /// The scheme.
        variant: Variant = self.variant;
        /// The hash function.
        family: Family = self.family;
        /// Bytes per hash.
        n: usize = self.family.n();
        /// `h`: the total height.
        height: u32 = self.variant.shapes()[self.shape].0;
        /// `d`: the number of layers of trees.
        layers: u32 = self.variant.shapes()[self.shape].1;
        /// The height of one tree.
        tree_height: u32 = self.height() / self.layers();
        /// `len`: the number of chains of a one-time key.
        chains: usize = 8 * self.n() / DIGIT_BITS + CHECKSUM_CHAINS;
        /// The length of a signature in bytes.
        signature_len: usize =
            self.index_len() + self.n() + self.layers() as usize * self.layer_len();
        /// The length of a public key in bytes.
        public_key_len: usize = 4 + 2 * self.n();
    }

    /// The length of the index in a signature in bytes.
    pub(super) const fn index_len(self) -> usize {
        match self.variant {
            Variant::Xmss => 4,
            Variant::XmssMt => self.height().div_ceil(8) as usize,
        }
    }

    /// The length of a one-time signature and its path in bytes.
    pub(super) const fn layer_len(self) -> usize {
        self.n() * (self.chains() + self.tree_height() as usize)
    }
}
