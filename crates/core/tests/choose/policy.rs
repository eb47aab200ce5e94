//! What a policy permits, and what it does where nothing reaches it.

use quicksalt::choose::Assurance::{Checked, Claimed, Verified};
use quicksalt::choose::{Contract, Policy, force, policy, set_policy};

use crate::fake::{alone, assured, everywhere, names, primitive};

/// Puts the default back, also when a test fails.
struct Restore(&'static dyn Contract);

impl Drop for Restore {
    fn drop(&mut self) {
        set_policy(&[self.0], Policy::Fastest);
    }
}

#[test]
fn a_policy_asks_for_assurance_and_takes_the_best_there_is() {
    let _alone = alone();
    let all_kinds = primitive!(
        "kinds",
        [
            assured("fast", true, Claimed),
            assured("wrong", false, Verified),
            assured("checked", true, Checked),
            assured("verified", true, Verified),
            assured("portable", true, Checked)
        ],
        &[]
    );
    let no_verified = primitive!(
        "lesser",
        [
            assured("fast", true, Claimed),
            assured("wrong", false, Verified),
            assured("portable", true, Checked)
        ],
        &[]
    );
    let claimed = primitive!(
        "least",
        [assured("fast", true, Claimed), assured("portable", true, Claimed)],
        &[]
    );
    let _restore = [Restore(all_kinds), Restore(no_verified), Restore(claimed)];
    for (wanted, chosen) in [
        (Policy::Fastest, ["fast", "fast", "fast"]),
        (Policy::Checked, ["checked", "portable", "fast"]),
        (Policy::Verified, ["verified", "portable", "fast"]),
        (Policy::Fastest, ["fast", "fast", "fast"]),
    ] {
        set_policy(&[all_kinds, no_verified, claimed], wanted);
        assert_eq!(policy(), wanted);
        for (fake, name) in [all_kinds, no_verified, claimed].into_iter().zip(chosen) {
            assert_eq!(names(fake), everywhere(name), "{wanted:?} {}", fake.name());
        }
    }
}

#[test]
fn a_forced_candidate_stands_above_the_policy() {
    let _alone = alone();
    let fake = primitive!(
        "above",
        [assured("fast", true, Claimed), assured("portable", true, Verified)],
        &[]
    );
    let _restore = Restore(fake);
    set_policy(&[fake], Policy::Verified);
    assert_eq!(names(fake), everywhere("portable"));
    force(&[fake], "above", "fast").unwrap();
    assert_eq!(names(fake), everywhere("fast"));
    force(&[fake], "above", "auto").unwrap();
    assert_eq!(names(fake), everywhere("portable"));
}

#[test]
fn a_policy_is_read_by_its_name() {
    for policy in [Policy::Fastest, Policy::Checked, Policy::Verified] {
        assert_eq!(policy.name().parse(), Ok(policy));
    }
    for text in ["", "Fastest", "fast", "verified "] {
        let error = text.parse::<Policy>().unwrap_err().to_string();
        let expected = format!("unknown policy {text:?}: expected fastest, checked or verified");
        assert_eq!(error, expected);
    }
}
