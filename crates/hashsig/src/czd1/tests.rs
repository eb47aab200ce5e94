//! czd1 against the vectors, and what must be refused.

mod damage;
mod disjoint;

use super::{Levels, Params, SecretKey, Signer, TreeId};
use crate::error::Error;
use crate::reserved::ReservedIndex;
use crate::testing::{Case, each};

/// Levels of these heights, so small that they are made at once.
fn levels(hashlen: usize, otsbits: usize, heights: &[usize]) -> Levels {
    let params = |&height: &usize| Params::new(hashlen, otsbits, height).unwrap();
    Levels::new(&heights.iter().map(params).collect::<Vec<_>>()).unwrap()
}

fn secret(heights: &[usize]) -> SecretKey {
    SecretKey::from_seed(levels(16, 4, heights), &[7; 32]).unwrap()
}

/// The key and the signatures of the second implementation, byte by byte.
#[test]
fn what_the_second_implementation_made() {
    each("czd1", |case| {
        let heights: Vec<_> =
            case.list("heights").map(|height| height.0.as_u64().unwrap() as usize).collect();
        let levels =
            levels(case.number("hashlen") as usize, case.number("otsbits") as usize, &heights);
        let secret = SecretKey::from_seed(levels, &case.array("seed")).unwrap();
        let mut signer = Signer::generate(secret).unwrap();
        let key = signer.public_key();
        assert_eq!(key.to_bytes(), case.bytes("public_key"), "{}", case.source());
        for signed in case.list("signatures") {
            let index = ReservedIndex::new(signed.number("index"));
            let message = signed.bytes("message");
            let signature = signer.sign(index, &message).unwrap();
            assert_same(&signature, &signed, &case.source());
            assert_eq!(key.verify(&message, &signature), Ok(()));
            let other = key.verify(b"another message", &signature);
            assert_eq!(other, Err(Error::Verification));
        }
    });
}

fn assert_same(signature: &[u8], signed: &Case<'_>, source: &str) {
    assert_eq!(signature.len() as u64, signed.number("length"), "{source}");
    if signed.0.get("signature").is_some() {
        assert_eq!(signature, signed.bytes("signature"), "{source}");
    }
    let digest = quicksalt::hazmat::sha256::hash(&[signature]).unwrap();
    assert_eq!(digest, signed.array("signature_sha256"), "{source}");
}

#[test]
fn sizes_outside_the_limits_are_refused() {
    for (hashlen, otsbits, height, named) in [
        (15, 4, 5, "hashlen"),
        (65, 4, 5, "hashlen"),
        (257, 4, 5, "hashlen"),
        (16, 3, 5, "otsbits"),
        (16, 17, 5, "otsbits"),
        (16, 4, 0, "height"),
        (16, 4, 21, "height"),
    ] {
        let made = Params::new(hashlen, otsbits, height);
        assert!(matches!(made, Err(Error::Parameter { argument, .. }) if argument == named));
    }
    let params = |hashlen, otsbits, height| Params::new(hashlen, otsbits, height).unwrap();
    let (small, high) = (params(16, 4, 1), params(16, 4, 20));
    for wrong in [
        &[][..],
        &[small; 9],
        &[high, high],
        &[small, params(17, 4, 1)],
        &[small, params(16, 5, 1)],
    ] {
        assert!(matches!(Levels::new(wrong), Err(Error::Parameter { .. })), "{wrong:?}");
    }
    assert_eq!(Levels::new(&[small; 8]).unwrap().capacity(), 256);
    let most = Levels::new(&[high, params(16, 4, 12)]).unwrap();
    assert_eq!(most.capacity(), 1 << 32);
}

#[test]
fn digits_are_those_of_an_unsigned_number() {
    let digits = |hashlen, otsbits, digest: &[u8]| {
        Params::new(hashlen, otsbits, 1).unwrap().digits(digest).collect::<Vec<_>>()
    };
    assert_eq!(digits(16, 8, &[0xff; 16]), [0xff; 16]);
    assert_eq!(digits(16, 16, &[0x80; 16]), [0x8080; 8]);
    let mut one = [0; 20];
    one[19] = 1;
    one[0] = 0x80;
    // 160 bits: six in the first digit, seven in each of the other 22.
    let mut expected = [0; 23];
    (expected[0], expected[22]) = (0b10_0000, 1);
    assert_eq!(digits(20, 7, &one), expected);
}

#[test]
fn high_trees_keep_at_most_a_few_mebibytes() {
    let high = Levels::new(&[Params::new(16, 4, 20).unwrap()]).unwrap();
    let high = SecretKey::from_seed(high, &[1; 32]).unwrap().tree(TreeId::TOP).unwrap();
    assert_eq!((high.least_depth(), high.default_depth()), (10, 16));
    assert!(matches!(high.nodes(9, 0..1), Err(Error::Parameter { .. })));
}
