//! LMS and HSS against test vectors, and refusals.

mod damage;
mod high_trees;
mod partial;
mod signer;

use super::hss;
use super::{Family, Height, Params, Width};
use crate::error::Error;
use crate::lms::ots::SignRequest;
use crate::reader::Reader;
use crate::testing::{Case, each};
use crate::trees::{Levels, SecretKey, Tree, TreeSeed};

fn small(family: Family, width: Width) -> Params {
    Params { family, height: Height::H5, width }
}

const QUICK: Params = Params { family: Family::Sha256N24, height: Height::H5, width: Width::W4 };

fn secret(levels: &[Params]) -> SecretKey {
    SecretKey::from_seed(Levels::new(levels).unwrap(), &[7; 32]).unwrap()
}

#[test]
fn signatures_of_others_verify() {
    each("lms", |case| {
        let key = hss::PublicKey::from_bytes(&case.bytes("public_key")).unwrap();
        assert_eq!(key.to_bytes(), case.bytes("public_key"), "{}", case.source());
        let (message, signature) = (case.bytes("message"), case.bytes("signature"));
        assert_eq!(key.verify(&message, &signature), Ok(()), "{}", case.source());
        let other = [&message[..], b"."].concat();
        let verdict = key.verify(&other, &signature);
        assert_eq!(verdict, Err(Error::Verification), "{}", case.source());
    });
}

/// For vectors with known secrets we make the same bytes as the other implementation, so it accepts
/// our signatures.
#[test]
fn our_signatures_equal_the_vectors() {
    let mut signatures = 0;
    each("lms", |case| {
        let key = hss::PublicKey::from_bytes(&case.bytes("public_key")).unwrap();
        let mut params = key.top().params();
        let signature = case.bytes("signature");
        let mut reader = Reader::new(&signature[4..]);
        let secrets: Vec<_> = case.list("trees").collect();
        for (level, secret) in secrets.iter().enumerate() {
            let tree = tree(secret, params);
            if level == 0 {
                assert_eq!(tree.public_key(), *key.top(), "{}", case.source());
            }
            let theirs = reader.take(params.signature_len()).unwrap();
            let message = match secrets.get(level + 1) {
                Some(_) => {
                    let next = super::PublicKey::read(&mut reader).unwrap();
                    params = next.params();
                    next.to_bytes()
                }
                None => case.bytes("message"),
            };
            let leaf = u32::from_be_bytes(theirs[..4].try_into().unwrap());
            let randomiser = &theirs[8..8 + tree.params().n()];
            let request = SignRequest { leaf, randomiser, message: (&*message).into() };
            let mut ours = [Vec::new()];
            tree.sign_requests(&[request], &mut ours).unwrap();
            assert!(ours[0] == theirs, "{}, level {level}", case.source());
            signatures += 1;
        }
    });
    assert_eq!(signatures, 26);
}

fn tree(secret: &Case<'_>, params: Params) -> Tree {
    let seed = TreeSeed::new(params, secret.array("id"), &secret.bytes("seed")).unwrap();
    Tree::generate(seed).unwrap()
}

/// Valid and damaged signatures of one to three levels, of every kind in the vectors, mixed.
#[test]
fn batch_verification_equals_single_verification() {
    each("lms", |case| {
        let key = hss::PublicKey::from_bytes(&case.bytes("public_key")).unwrap();
        let (message, good) = (case.bytes("message"), case.bytes("signature"));
        let damaged: Vec<Vec<u8>> = (0..37)
            .map(|number| {
                let mut signature = good.clone();
                match number % 4 {
                    1 => signature[number * good.len() / 37] ^= 1,
                    2 if number > 20 => signature.truncate(number),
                    _ => {}
                }
                signature
            })
            .collect();
        let signed: Vec<_> = damaged.iter().map(|bytes| (&message[..], &bytes[..])).collect();
        let expected: Vec<_> =
            signed.iter().map(|(message, bytes)| key.verify(message, bytes).is_ok()).collect();
        assert!(expected.contains(&true) && expected.contains(&false), "{}", case.source());
        assert_eq!(key.verify_many(&signed).unwrap(), expected, "{}", case.source());
        assert!(key.verify_many(&[]).unwrap().is_empty(), "{}", case.source());
    });
}

#[test]
fn every_family_and_width_signs_and_verifies() {
    for family in Family::ALL {
        for width in Width::ALL {
            let params = small(family, width);
            let tree =
                Tree::generate(secret(&[params]).tree(crate::trees::TreeId::TOP).unwrap()).unwrap();
            let key = tree.public_key();
            for leaf in [0, 1, 17, 31] {
                let signature = tree.sign_leaf(leaf, b"message").unwrap();
                assert_eq!(signature.len(), params.signature_len());
                assert_eq!(key.verify(b"message", &signature), Ok(()), "{params:?}");
                assert_eq!(key.verify(b"massage", &signature), Err(Error::Verification));
            }
            assert_eq!(tree.sign_leaf(32, b""), Err(Error::Exhausted));
        }
    }
}
