//! Small keys that are generated quickly.

use quicksalt_hashsig::lms::{Family, Height, Params, Width};
use quicksalt_hashsig::trees::{Levels, SecretKey};

fn params(height: u32) -> Params {
    let height = if height == 5 { Height::H5 } else { Height::H10 };
    Params { family: Family::Sha256N24, height, width: Width::W2 }
}

/// Returns the secret of a key with `levels` levels, each of this height, 5 or 10.
pub(crate) fn key(levels: usize, height: u32) -> SecretKey {
    let levels = Levels::new(&vec![params(height); levels]).unwrap();
    SecretKey::from_seed(levels, &[5; 32]).unwrap()
}

/// Returns the index of a signature of a key with `levels` levels of height 5, from the leaves of
/// all levels.
pub(crate) fn index(levels: usize, signature: &[u8]) -> u64 {
    let params = params(5);
    let level = params.signature_len() + params.public_key_len();
    let leaf = |number| u32::from_be_bytes(*signature[4 + number * level..].first_chunk().unwrap());
    (0..levels).fold(0, |index, number| index << 5 | u64::from(leaf(number)))
}
