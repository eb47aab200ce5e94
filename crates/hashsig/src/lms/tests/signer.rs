//! Levels with different parameters.

use super::super::{Family, Height, Params, Width};
use super::{QUICK, secret, small};
use crate::reserved::ReservedIndex;
use crate::trees::{Signer, TreeId};

#[test]
fn levels_may_differ_in_height_and_width() {
    let family = Family::Sha256N32;
    let levels = [
        Params { family, height: Height::H10, width: Width::W2 },
        Params { family, height: Height::H5, width: Width::W8 },
    ];
    let mut signer = Signer::generate(secret(&levels)).unwrap();
    let signature = signer.sign(ReservedIndex::new(32 * 1023 + 7), b"message").unwrap();
    assert_eq!(signer.public_key().verify(b"message", &signature), Ok(()));
    let levels = signer.secret().levels();
    assert_eq!((signature.len(), levels.capacity()), (levels.signature_len(), 32 * 1024));
}

/// One seed with different parameters must yield different one-time keys.
#[test]
fn parameters_separate_keys_of_one_seed() {
    let top = |levels: &[Params]| {
        let tree = secret(levels).tree(TreeId::TOP).unwrap();
        (*tree.id(), tree.bytes().to_vec())
    };
    let family = Family::Sha256N24;
    let tops = [
        top(&[QUICK]),
        top(&[QUICK, QUICK]),
        top(&[small(family, Width::W8)]),
        top(&[Params { height: Height::H10, ..QUICK }]),
    ];
    for (i, one) in tops.iter().enumerate() {
        for other in &tops[..i] {
            assert!(one.0 != other.0 && one.1 != other.1);
        }
    }
}
