//! Parameter sets: RFC 8554, sections 4.1 and 5.1; SP 800-208, section 4; RFC 9858.

use crate::error::{Error, Result};
use crate::hash::{Family, Hash};

/// Length of a tree's identifier I in bytes.
pub const ID_LEN: usize = 16;
/// Length of the longest hash in bytes.
pub const N_MAX: usize = 32;

/// The Winternitz parameter: the number of digest bits that a chain signs. Each doubling nearly
/// halves the signature; 8 costs about 9 times the time of 4.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Width {
    /// 1 bit, chains of 1 step.
    W1,
    /// 2 bits, chains of 3 steps.
    W2,
    /// 4 bits, chains of 15 steps.
    W4,
    /// 8 bits, chains of 255 steps.
    W8,
}

impl Width {
    /// All widths, in order of their identifiers.
    pub const ALL: [Self; 4] = [Self::W1, Self::W2, Self::W4, Self::W8];

    getters! {
        (self)
        /// `w`: the number of bits.
        bits: usize = 1 << self as usize;
        /// The highest digit, which is also the number of steps of a chain.
        top: u8 = u8::MAX >> (8 - self.bits());
    }
}

/// The height of a tree, which has 2^height one-time keys.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Height {
    /// 32 one-time keys.
    H5,
    /// 1024 one-time keys.
    H10,
    /// 32,768 one-time keys.
    H15,
    /// 1,048,576 one-time keys.
    H20,
    /// 33,554,432 one-time keys.
    H25,
}

impl Height {
    /// All heights, in order of their identifiers.
    pub const ALL: [Self; 5] = [Self::H5, Self::H10, Self::H15, Self::H20, Self::H25];

    /// Returns `h`: the number of levels above the leaves.
    #[must_use]
    pub const fn levels(self) -> u32 {
        5 * (self as u32 + 1)
    }
}

/// The parameters of one tree: a pair of LMS and LM-OTS identifiers. Both identifiers must belong
/// to one family (SP 800-208, section 4).
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Params {
    /// The hash function.
    pub family: Family,
    /// The height of the tree.
    pub height: Height,
    /// The Winternitz parameter of its one-time keys.
    pub width: Width,
}

impl Params {
    /// Returns the parameters for the two identifiers in a public key.
    ///
    /// # Errors
    /// [`Error::Parameter`] if an identifier is unknown or the identifiers belong to different
    /// families.
    pub fn from_identifiers(lms: u32, lmots: u32) -> Result<Self> {
        let heights = Height::ALL.len();
        let Some((family, height)) = split(lms, 5, heights) else {
            let expected = "an LMS identifier from 5 to 24";
            return Err(Error::Parameter { argument: "lms", expected, actual: lms.into() });
        };
        let argument = "lmots";
        let Some((ots_family, width)) = split(lmots, 1, Width::ALL.len()) else {
            let expected = "an LM-OTS identifier from 1 to 16";
            return Err(Error::Parameter { argument, expected, actual: lmots.into() });
        };
        let expected = "of the same hash function and length as the LMS identifier";
        Error::require(family == ots_family, argument, expected, lmots.into())?;
        Ok(Self { family, height: Height::ALL[height], width: Width::ALL[width] })
    }

    getters! {
        (self)
        /// The LMS identifier.
        lms: u32 = 5 + 5 * self.family as u32 + self.height as u32;
        /// The LM-OTS identifier.
        lmots: u32 = 1 + 4 * self.family as u32 + self.width as u32;
        /// The hash function.
        hash: Hash = self.family.hash();
        /// Bytes per hash.
        n: usize = self.family.n();
        /// `h`: the height of the tree.
        h: u32 = self.height.levels();
        /// The number of one-time keys of the tree.
        leaves: u32 = 1 << self.h();
        /// `ls`: the left shift of the checksum in its 16 bits.
        checksum_shift: usize = 16 - self.checksum_bits().next_multiple_of(self.width.bits());
        /// The length of an LM-OTS signature in bytes.
        one_time_signature_len: usize = 4 + self.n() * (1 + self.chains());
        /// The length of an LMS signature in bytes.
        signature_len: usize = 4 + self.one_time_signature_len() + 4 + self.n() * self.h() as usize;
        /// The length of an LMS public key in bytes.
        public_key_len: usize = 4 + 4 + ID_LEN + self.n();
    }

    /// Returns `p`: the number of chains of a one-time key, including the checksum chains.
    #[must_use]
    pub const fn chains(self) -> usize {
        let digits = self.digest_digits();
        digits + self.checksum_bits().div_ceil(self.width.bits())
    }

    const fn digest_digits(self) -> usize {
        8 * self.n() / self.width.bits()
    }

    /// Returns the number of bits of the largest checksum, which belongs to a digest of zeros.
    const fn checksum_bits(self) -> usize {
        let largest = self.digest_digits() * self.width.top() as usize;
        (usize::BITS - largest.leading_zeros()) as usize
    }
}

/// Splits an identifier into its family and its position within the family; each family has `each`
/// consecutive identifiers.
fn split(identifier: u32, first: u32, each: usize) -> Option<(Family, usize)> {
    let place = identifier.checked_sub(first)? as usize;
    Some((*Family::ALL.get(place / each)?, place % each))
}

#[cfg(test)]
mod tests {
    use super::{Error, Family, Height, Params, Width};

    /// `p` and `ls` for W1, W2, W4, W8: RFC 8554, table 1; RFC 9858, table 1.
    const OF_N32: [(usize, usize); 4] = [(265, 7), (133, 6), (67, 4), (34, 0)];
    const OF_N24: [(usize, usize); 4] = [(200, 8), (101, 6), (51, 4), (26, 0)];

    fn all() -> impl Iterator<Item = Params> {
        Family::ALL.into_iter().flat_map(|family| {
            Height::ALL.into_iter().flat_map(move |height| {
                Width::ALL.into_iter().map(move |width| Params { family, height, width })
            })
        })
    }

    #[test]
    fn chains_and_shift_match_the_tables() {
        for params in all() {
            let table = if params.n() == 32 { OF_N32 } else { OF_N24 };
            let found = (params.chains(), params.checksum_shift());
            assert_eq!(found, table[params.width as usize], "{params:?}");
        }
    }

    #[test]
    fn lengths_match_the_tables() {
        let n32 = [8516, 4292, 2180, 1124];
        let n24 = [4828, 2452, 1252, 652];
        for params in all() {
            let expected = if params.n() == 32 { n32 } else { n24 };
            assert_eq!(params.one_time_signature_len(), expected[params.width as usize]);
        }
    }

    #[test]
    fn identifiers_round_trip_and_unknown_ones_are_refused() {
        let mut known = 0;
        for lms in (0..64).chain([u32::MAX]) {
            for lmots in (0..64).chain([u32::MAX]) {
                match Params::from_identifiers(lms, lmots) {
                    Ok(params) => {
                        assert_eq!((params.lms(), params.lmots()), (lms, lmots));
                        known += 1;
                    }
                    Err(error) => assert!(matches!(error, Error::Parameter { .. })),
                }
            }
        }
        assert_eq!(known, all().count());
        assert_eq!(known, 80);
    }

    #[test]
    fn identifiers_match_the_registry() {
        let cases = [
            (Family::Sha256N32, Height::H5, Width::W1, 5, 1),
            (Family::Sha256N32, Height::H25, Width::W8, 9, 4),
            (Family::Sha256N24, Height::H5, Width::W1, 0x0a, 5),
            (Family::Sha256N24, Height::H15, Width::W8, 0x0c, 8),
            (Family::Shake256N32, Height::H10, Width::W2, 0x10, 0x0a),
            (Family::Shake256N24, Height::H25, Width::W8, 0x18, 0x10),
        ];
        for (family, height, width, lms, lmots) in cases {
            let params = Params { family, height, width };
            assert_eq!((params.lms(), params.lmots()), (lms, lmots), "{params:?}");
        }
    }
}
