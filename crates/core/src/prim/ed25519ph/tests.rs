#![allow(clippy::unwrap_used)]

use super::{CONTEXT_MAX, Ops, PRIMITIVE, Prehashed, kat, selftest};
use crate::choose::{State, sample_array};
use crate::error::Error;
use crate::prim::testing::outcome;
use crate::prim::{ed25519, sha512};

#[test]
fn the_known_digest_is_sha512() {
    assert_eq!(sha512::hash(&[b"abc"]), Ok(kat::DIGEST));
}

/// All candidates create and accept the same signatures; each uses a different key, digest and
/// context.
#[test]
fn candidates_agree() {
    let portable = PRIMITIVE.named("portable").unwrap();
    for number in 0..20_u64 {
        let (seed, digest, other) =
            (sample_array(number), sample_array(number + 100), sample_array(1));
        let context = sample_array::<CONTEXT_MAX>(number);
        let context = &context[..(13 * number) as usize];
        let message = Prehashed::new(&digest, context).unwrap();
        let (public_key, signature) = portable.sign(&seed, &message);
        assert_eq!(public_key, ed25519::public_key(&seed).unwrap());
        for candidate in PRIMITIVE.runnable() {
            let name = candidate.meta().name;
            assert_eq!(candidate.sign(&seed, &message), (public_key, signature), "{name}");
            assert_eq!(candidate.verify(&public_key, &message, &signature), Ok(()), "{name}");
            let other = Prehashed::new(&other, context).unwrap();
            let refused = candidate.verify(&public_key, &other, &signature);
            assert_eq!(refused, Err(Error::Verification), "{name}");
        }
    }
}

/// An Ed25519 signature is not a valid Ed25519ph signature, and points of small order are rejected.
#[test]
fn rejects_ed25519_signatures_and_small_order() {
    let key = ed25519::SigningKey::from_seed(&kat::SEED).unwrap();
    let message = Prehashed::new(&kat::DIGEST, b"").unwrap();
    let pure = key.sign(&kat::DIGEST).unwrap();
    for candidate in PRIMITIVE.runnable() {
        assert!(candidate.verify(&kat::PUBLIC_KEY, &message, &pure).is_err());
        let mut neutral = [0; 64];
        neutral[0] = 1;
        let weak = *neutral.first_chunk().unwrap();
        assert!(candidate.verify(&weak, &message, &neutral).is_err());
    }
}

#[test]
fn rejects_long_contexts_and_mismatched_keys() {
    assert!(Prehashed::new(&kat::DIGEST, &[0; CONTEXT_MAX]).is_ok());
    let length = Error::Length { argument: "context", expected: "0 to 255", actual: 256 };
    assert_eq!(Prehashed::new(&kat::DIGEST, &[0; 256]).map(|_| ()), Err(length));
    let message = Prehashed::new(&kat::DIGEST, b"foo").unwrap();
    let mut keypair = [0; 64];
    keypair[..32].copy_from_slice(&kat::SEED);
    assert_eq!(super::sign(&keypair, &message), Err(Error::KeyMismatch));
    keypair[32..].copy_from_slice(&kat::PUBLIC_KEY);
    assert_eq!(super::sign(&keypair, &message), Ok(kat::SIGNATURES[1].1));
}

#[test]
fn wrong_candidates_fail_the_selftest() {
    let portable = || super::portable::CANDIDATE.ops;
    assert_eq!(outcome(selftest, portable()), State::Proven);
    let takes_all = Ops { verify: |_, _, _| true, ..portable() };
    let takes_none = Ops { verify: |_, _, _| false, ..portable() };
    let forgets = Ops {
        sign: |seed, public_key, message| {
            let message = Prehashed { digest: message.digest, context: b"" };
            super::dalek::sign(seed, public_key, &message)
        },
        ..portable()
    };
    let drops_key = Ops {
        sign: |seed, public_key, message| {
            super::dalek::sign(seed, public_key.map(|_| &kat::NEUTRAL), message)
        },
        ..portable()
    };
    for wrong in [takes_all, takes_none, forgets, drops_key] {
        assert_eq!(outcome(selftest, wrong), State::Failed);
    }
}
