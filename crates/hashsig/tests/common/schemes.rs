//! Schemes of trees, in sizes so small that keys are made at once.

use quicksalt_hashsig::lms::hss::Hss;
use quicksalt_hashsig::lms::{Family, Height, Params, Width};
use quicksalt_hashsig::trees::{Levels, Scheme, SecretKey, Sizes};

/// A scheme to be tested.
pub(crate) trait Sample: Scheme {
    /// The module that [`for_each_scheme`] makes of it.
    const NAME: &str;

    /// Trees of this height, 5 or 10.
    fn sizes(height: u32) -> Self::Params;

    /// Which of the signatures of a key of so many levels, 5 high each, a signature is.
    fn index(levels: usize, signature: &[u8]) -> u64;

    /// A key of so many levels, as high as that each.
    fn key(levels: usize, height: u32) -> SecretKey<Self> {
        let levels = Levels::new(&vec![Self::sizes(height); levels]).unwrap();
        SecretKey::from_seed(levels, &[5; 32]).unwrap()
    }
}

impl Sample for Hss {
    const NAME: &str = "hss";

    fn sizes(height: u32) -> Params {
        let height = if height == 5 { Height::H5 } else { Height::H10 };
        Params { family: Family::Sha256N24, height, width: Width::W2 }
    }

    /// The leaves of all levels.
    fn index(levels: usize, signature: &[u8]) -> u64 {
        let params = Self::sizes(5);
        let level = params.signature_len() + params.tree_key_len();
        let leaf =
            |number| u32::from_be_bytes(*signature[4 + number * level..].first_chunk().unwrap());
        (0..levels).fold(0, |index, number| index << 5 | u64::from(leaf(number)))
    }
}

/// Runs each of these functions of the module for each scheme.
macro_rules! for_each_scheme {
    ($($(#[$more:meta])* $test:ident),* $(,)?) => {
        mod hss {
            $(#[test] $(#[$more])* fn $test() { super::$test::<quicksalt_hashsig::lms::hss::Hss>(); })*
        }
    };
}
pub(crate) use for_each_scheme;
