#![allow(clippy::unwrap_used)]

use super::{PRIMITIVE, SECRET_KEY_LEN, SEED_LEN, Signed, SigningKey, verify, verify_batch};
use crate::choose::{Axis, Runnable, sample_array, sample_bytes};
use crate::error::Error;

fn candidates() -> impl Iterator<Item = Runnable<super::Ops>> {
    PRIMITIVE.runnable()
}

/// The seeds include 32 zeros, which ed25519-compact rejects.
#[test]
fn every_candidate_makes_the_same_keys_and_signatures() {
    let portable = PRIMITIVE.named("portable").unwrap();
    for candidate in candidates() {
        let seeds = [[0; SEED_LEN], [0xff; SEED_LEN]].into_iter().chain((0..30).map(sample_array));
        for (len, seed) in seeds.enumerate() {
            let (key, other) = (candidate.signing_key(&seed), portable.signing_key(&seed));
            let message = sample_bytes(7 * len, len as u64);
            assert_eq!(candidate.public_key(&seed), *other.public_key());
            assert_eq!(key.public_key(), other.public_key());
            assert_eq!(key.sign(&message), other.sign(&message));
        }
    }
}

#[test]
fn rejects_a_secret_key_whose_halves_disagree() {
    let mut keypair = [0; SECRET_KEY_LEN];
    keypair[..32].copy_from_slice(&sample_array::<SEED_LEN>(2));
    keypair[32..].copy_from_slice(&super::public_key(&sample_array(2)).unwrap());
    let key = SigningKey::from_keypair(&keypair).unwrap();
    assert_eq!(key.sign(b""), SigningKey::from_seed(&sample_array(2)).unwrap().sign(b""));
    for bit in [0, 255, 256, 511] {
        keypair[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(SigningKey::from_keypair(&keypair).unwrap_err(), Error::KeyMismatch);
        keypair[bit / 8] ^= 1 << (bit % 8);
    }
}

/// Assigns the candidates to the size classes in turn.
#[test]
fn a_key_signs_with_the_candidate_of_the_size() {
    let all: Vec<_> = candidates().collect();
    let turn = |size| all[Axis::Bytes.class_of(size) % all.len()];
    let key = SigningKey::bound(&sample_array(5), |size| Ok(turn(size))).unwrap();
    for &size in Axis::Bytes.representatives() {
        let message = sample_bytes(size, 6);
        assert_eq!(key.candidate(size), turn(size).meta().name);
        assert_eq!(key.sign(&message), turn(size).signing_key(&sample_array(5)).sign(&message));
    }
}

#[test]
fn debug_output_reveals_only_the_public_half() {
    let key = SigningKey::from_seed(&[7; SEED_LEN]).unwrap();
    let text = format!("{key:?}");
    let expected = format!("SigningKey {{ public_key: {:?}, ..", key.public_key());
    assert!(text.starts_with(&expected), "{text}");
}

#[test]
fn conversions_of_both_halves_agree() {
    for seed in (0..10).map(sample_array) {
        let public_key = super::public_key(&seed).unwrap();
        let scalar = super::secret_to_x25519(&seed).unwrap();
        let point = crate::prim::x25519::base(&scalar).unwrap();
        assert_eq!(super::public_to_x25519(&public_key), Ok(point));
    }
}

/// Every size up to the one at which dalek changes its algorithm, with one invalid signature at
/// each end.
#[test]
fn a_batch_is_valid_only_if_every_signature_is() {
    let key = SigningKey::from_seed(&sample_array(3)).unwrap();
    let messages: Vec<_> = (0..100).map(|i| sample_bytes(i, i as u64)).collect();
    let signatures: Vec<_> = messages.iter().map(|m| key.sign(m).unwrap()).collect();
    let signed: Vec<_> = messages
        .iter()
        .zip(&signatures)
        .map(|(message, signature)| Signed { signature, message, public_key: key.public_key() })
        .collect();
    assert_eq!(verify_batch(&[]), Ok(()));
    for len in 1..=signed.len() {
        assert_eq!(verify_batch(&signed[..len]), Ok(()), "{len}");
        for bad in [0, len - 1] {
            let mut changed = signed[..len].to_vec();
            changed[bad].message = b"another";
            assert_eq!(verify_batch(&changed), Err(Error::Verification), "{bad} of {len}");
        }
    }
}

/// Two signatures with errors that would cancel out if both had the same coefficient.
#[test]
fn errors_in_a_batch_do_not_cancel_out() {
    let key = SigningKey::from_seed(&sample_array(4)).unwrap();
    let mut signatures = [key.sign(b"one").unwrap(), key.sign(b"two").unwrap()];
    let [one, two] = &mut signatures;
    for (up, down) in one[32..].iter_mut().zip(&mut two[32..]) {
        core::mem::swap(up, down);
    }
    let public_key = key.public_key();
    let [one, two] = &signatures;
    for candidate in candidates().filter(|c| c.ops().verify_batch.is_some()) {
        let batch = [
            Signed { signature: one, message: b"one", public_key },
            Signed { signature: two, message: b"two", public_key },
        ];
        assert_eq!(candidate.verify_batch(&batch), Err(Error::Verification));
    }
    assert_eq!(verify(public_key, one, b"one"), Err(Error::Verification));
}
