//! SLH-DSA against NIST's vectors and another implementation, and refusals.

mod agreement;

use alloc::rc::Rc;
use core::cell::Cell;

use quicksalt::hazmat::sha256;
use quicksalt::interrupt::while_wanted;

use super::{CONTEXT_MAX, ParameterSet, PublicKey, SigningKey};
use crate::error::Error;
use crate::testing::{Case, all_damage_is_refused, each};

fn set(case: &Case<'_>) -> ParameterSet {
    let name = case.text("set");
    ParameterSet::ALL.into_iter().find(|set| set.name() == name).unwrap()
}

#[test]
fn nist_vectors() {
    each("slhdsa", |case| check(&case));
}

#[test]
#[ignore = "makes small signatures for ten seconds"]
fn nist_vectors_of_slow_signatures() {
    each("slhdsa-slow", |case| check(&case));
}

fn check(case: &Case<'_>) {
    match case.text("operation") {
        "keygen" => keygen(case),
        "sign" => sign(case),
        "verify" => verify(case),
        other => panic!("unknown operation {other}"),
    }
}

fn keygen(case: &Case<'_>) {
    let key = SigningKey::from_seeds(set(case), &case.bytes("seeds")).unwrap();
    assert_eq!(key.to_bytes()[..], case.bytes("secret_key"), "{}", case.source());
    assert_eq!(key.public_key().to_bytes(), case.bytes("public_key"), "{}", case.source());
}

fn sign(case: &Case<'_>) {
    let (set, bytes) = (set(case), case.bytes("secret_key"));
    let key = SigningKey::from_bytes(set, &bytes).unwrap();
    assert_eq!(key.to_bytes()[..], bytes, "{}", case.source());
    let (message, context) = (case.bytes("message"), case.bytes("context"));
    let randomness = case.bytes("randomness");
    let randomness = (!case.flag("deterministic")).then_some(&randomness[..]);
    let signature = key.signature(&message, &context, randomness).unwrap();
    let digest = sha256::hash(&[&signature]).unwrap();
    assert_eq!(digest, case.array("signature_sha256"), "{}", case.source());
    assert_eq!(key.public_key().verify(&message, &context, &signature), Ok(()));
}

fn verify(case: &Case<'_>) {
    let key = PublicKey::from_bytes(set(case), &case.bytes("public_key")).unwrap();
    let (message, context) = (case.bytes("message"), case.bytes("context"));
    let verdict = key.verify(&message, &context, &case.bytes("signature"));
    let expected = if case.flag("genuine") { Ok(()) } else { Err(Error::Verification) };
    assert_eq!(verdict, expected, "{}", case.source());
}

fn quick() -> SigningKey {
    SigningKey::from_seeds(ParameterSet::Sha2_128f, &[7; 48]).unwrap()
}

#[test]
fn signatures_are_bound_to_message_context_and_key() {
    let key = quick();
    let public = key.public_key();
    let signature = key.sign(b"message", b"context").unwrap();
    assert_eq!(signature.len(), key.set().signature_len());
    assert_eq!(public.verify(b"message", b"context", &signature), Ok(()));
    for (message, context) in [(&b"massage"[..], &b"context"[..]), (b"message", b"")] {
        let verdict = public.verify(message, context, &signature);
        assert_eq!(verdict, Err(Error::Verification));
    }
    // The boundary between context and message cannot be moved.
    let verdict = public.verify(b"tmessage", b"contex", &signature);
    assert_eq!(verdict, Err(Error::Verification));
    let other = SigningKey::from_seeds(key.set(), &[8; 48]).unwrap().public_key();
    assert_eq!(other.verify(b"message", b"context", &signature), Err(Error::Verification));
    let shake = PublicKey::from_bytes(ParameterSet::Shake_128f, &public.to_bytes()).unwrap();
    assert_eq!(shake.verify(b"message", b"context", &signature), Err(Error::Verification));
}

#[test]
fn only_deterministic_signatures_repeat() {
    let key = quick();
    let [one, two] = [(); 2].map(|()| key.sign(b"message", b"").unwrap());
    assert_ne!(one, two);
    let [one, two] = [(); 2].map(|()| key.sign_deterministic(b"message", b"").unwrap());
    assert_eq!(one, two);
}

#[test]
fn a_damaged_signature_is_refused() {
    let key = quick();
    let signature = key.sign_deterministic(b"", b"").unwrap();
    let public = key.public_key();
    assert_eq!(public.verify(b"", b"", &signature), Ok(()));
    for len in [0, 1, 16, signature.len() - 16, signature.len() - 1] {
        let verdict = public.verify(b"", b"", &signature[..len]);
        assert_eq!(verdict, Err(Error::Verification), "cut to {len}");
    }
    let longer = [&signature[..], &[0]].concat();
    assert_eq!(public.verify(b"", b"", &longer), Err(Error::Verification));
    let mut changed = signature.clone();
    // Covers every part of the signature and every bit position, but not each byte, which would
    // take ten seconds.
    for at in (0..signature.len()).step_by(53) {
        changed[at] ^= 1 << (at % 8);
        assert_eq!(public.verify(b"", b"", &changed), Err(Error::Verification), "byte {at}");
        changed[at] ^= 1 << (at % 8);
    }
}

#[test]
fn all_damage_to_the_smallest_signature_is_refused() {
    let key = SigningKey::from_seeds(ParameterSet::Sha2_128s, &[9; 48]).unwrap();
    let signature = key.sign_deterministic(b"message", b"").unwrap();
    all_damage_is_refused(&signature, |bytes| key.public_key().verify(b"message", b"", bytes));
}

/// Interrupts `work` at the given number of cancellation checks. Returns whether it was
/// interrupted, and the number of checks.
fn asked<T>(times: u32, work: impl FnOnce() -> Result<T, Error>) -> (bool, u32) {
    let asked = Rc::new(Cell::new(0));
    let count = Rc::clone(&asked);
    let is_wanted = move || {
        count.set(count.get() + 1);
        count.get() < times
    };
    let interrupted = Err(Error::Primitive(quicksalt::Error::Interrupted));
    (while_wanted(is_wanted, work).map(drop) == interrupted, asked.get())
}

#[test]
fn long_work_checks_often_for_cancellation() {
    for set in [ParameterSet::Sha2_128f, ParameterSet::Shake_128f] {
        let seeds = [7; 48];
        let key = SigningKey::from_seeds(set, &seeds).unwrap();
        // Key generation checks at each step of the chains of some leaves, and at each row of
        // nodes.
        let (steps, rows, layers) = (15, 3, 22);
        let generated = asked(u32::MAX, || SigningKey::from_seeds(set, &seeds));
        assert_eq!(generated, (false, steps + rows));
        let (ended, of_signature) = asked(u32::MAX, || key.sign_deterministic(b"", b""));
        assert!(!ended && of_signature > layers * (steps + rows), "{of_signature}");
        for times in [1, 2, steps + rows] {
            let bytes = key.to_bytes();
            assert_eq!(asked(times, || SigningKey::from_seeds(set, &seeds)), (true, times));
            assert_eq!(asked(times, || SigningKey::from_bytes(set, &bytes)), (true, times));
            assert_eq!(asked(times, || key.sign(b"", b"")), (true, times));
        }
        assert_eq!(asked(of_signature, || key.sign(b"", b"")), (true, of_signature));
    }
}

#[test]
fn contexts_up_to_255_bytes() {
    let (key, context) = (quick(), [b'c'; CONTEXT_MAX + 1]);
    let signature = key.sign_deterministic(b"m", &context[..CONTEXT_MAX]).unwrap();
    assert_eq!(key.public_key().verify(b"m", &context[..CONTEXT_MAX], &signature), Ok(()));
    assert!(matches!(key.sign(b"m", &context), Err(Error::Parameter { .. })));
    let verdict = key.public_key().verify(b"m", &context, &signature);
    assert_eq!(verdict, Err(Error::Verification));
}

#[test]
fn keys_of_a_wrong_length_or_root_are_refused() {
    let set = ParameterSet::Sha2_128f;
    let (bytes, public) = (quick().to_bytes(), quick().public_key().to_bytes());
    for len in (0..bytes.len()).chain([bytes.len() + 1]) {
        let other = [&bytes[..], &[0]].concat();
        let refused = SigningKey::from_bytes(set, &other[..len]);
        assert!(matches!(refused, Err(Error::Malformed { .. })), "{len}");
        if len != set.public_key_len() {
            let refused = PublicKey::from_bytes(set, &other[..len]);
            assert!(matches!(refused, Err(Error::Malformed { .. })), "{len}");
        }
        if len != set.seeds_len() {
            let refused = SigningKey::from_seeds(set, &other[..len]);
            assert!(matches!(refused, Err(Error::Parameter { .. })), "{len}");
        }
    }
    // SK.prf, bytes 16 to 31, does not influence the root.
    for at in [0, 15, 32, 47, 48, 63] {
        let mut changed = bytes.to_vec();
        changed[at] ^= 1;
        let refused = SigningKey::from_bytes(set, &changed);
        assert!(matches!(refused, Err(Error::Malformed { .. })), "{at}");
    }
    assert_eq!(PublicKey::from_bytes(set, &public).unwrap(), quick().public_key());
    assert!(!format!("{:?}", quick()).contains("secret"));
}

#[test]
fn new_keys_differ() {
    let set = ParameterSet::Shake_128f;
    let [one, two] = [(); 2].map(|()| SigningKey::generate(set).unwrap());
    assert_ne!(one.public_key(), two.public_key());
    let read = SigningKey::from_bytes(set, &one.to_bytes()).unwrap();
    assert_eq!(read.public_key(), one.public_key());
}

/// FIPS 205, table 2.
#[test]
fn sizes_match_the_table() {
    for set in ParameterSet::ALL {
        let name = set.name();
        let n = [("128", 16), ("192", 24), ("256", 32)];
        let (_, n) = n.into_iter().find(|(level, _)| name.contains(level)).unwrap();
        assert_eq!((set.n(), set.public_key_len(), set.secret_key_len()), (n, 2 * n, 4 * n));
        let (h, d, a, k) = match &name[name.len() - 4..] {
            "128s" => (63, 7, 12, 14),
            "128f" => (66, 22, 6, 33),
            "192s" => (63, 7, 14, 17),
            "192f" => (66, 22, 8, 33),
            "256s" => (64, 8, 14, 22),
            _ => (68, 17, 9, 35),
        };
        assert_eq!(set.signature_len(), (1 + k * (1 + a) + h + d * (2 * n + 3)) * n, "{name}");
    }
}
