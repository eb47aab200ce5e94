//! A candidate that fails its self-test is never used and is reported as failed.

use quicksalt::Error;
use quicksalt::choose::{Axis, Contract, Reason, State, explain, force};

use crate::fake::{alone, candidate, everywhere, names, primitive, selected};

#[test]
fn a_failed_candidate_is_skipped_and_reported() {
    let _alone = alone();
    let fake = primitive!(
        "fails",
        [candidate("wrong", false), candidate("right", true), candidate("portable", true)],
        &[("fails.one", "wrong right")]
    );
    assert_eq!(fake.state(0), State::Unproven);
    assert_eq!(names(fake), everywhere("right"));
    assert_eq!(selected(fake)[0].1, Reason::Rank);
    assert_eq!(fake.pick(0, 0).unwrap().meta().name, "right");
    let error = force(&[fake], "fails", "wrong").unwrap_err();
    let text = "fails: candidate \"wrong\" is not usable here: expected auto, right, portable";
    assert_eq!(error, Error::Unusable(text.into()));
    assert_eq!(names(fake), everywhere("right"));
    assert!(matches!(fake.bench(0, Some(0), 64), Err(Error::Unusable(_))));
    assert!(fake.named("wrong").is_none());
    assert!(fake.named("right").is_some());
    for report in explain(&[fake]) {
        let states: Vec<_> = report.candidates.iter().map(|c| c.state.name()).collect();
        assert_eq!(states, ["failed", "proven", "proven"], "{}", report.operation);
        assert!(
            report
                .classes
                .iter()
                .all(|c| c.choice.as_ref().is_ok_and(|(name, _)| *name == "right"))
        );
    }
}

#[test]
fn every_call_is_an_error_if_all_candidates_fail() {
    let _alone = alone();
    let fake = primitive!("broken", [candidate("a", false), candidate("portable", false)], &[]);
    let none = Error::NoCandidate { primitive: "broken" };
    for size in [0, 100, 1 << 20] {
        assert_eq!(fake.pick(0, size).map(|_| ()), Err(none.clone()));
    }
    assert_eq!(fake.pick(1, 0).map(|_| ()), Err(none.clone()));
    assert!(fake.bench(0, None, 64).is_err_and(|error| error == none));
    assert!(
        explain(&[fake]).iter().flat_map(|r| &r.classes).all(|c| c.choice == Err(none.clone()))
    );
    assert_eq!(none.to_string(), "no candidate of broken passed its self-test on this machine");
    let error = force(&[fake], "broken", "a").unwrap_err();
    assert_eq!(error.to_string(), "broken: candidate \"a\" is not usable here: expected auto, ");
}

#[test]
fn the_last_list_of_a_rank_applies_to_all_larger_classes() {
    let _alone = alone();
    let fake = primitive!(
        "short",
        [candidate("a", true), candidate("b", true), candidate("portable", true)],
        &[("short.one", "portable;b")]
    );
    let classes = Axis::Bytes.bounds().len();
    let mut expected = vec![("b", Reason::Rank); classes];
    expected[0].0 = "portable";
    // The rank does not list the other operation, so the order of the table decides.
    expected.push(("a", Reason::Table));
    assert_eq!(selected(fake), expected);
}

#[test]
fn the_rank_decides_class_by_class_above_the_smallest_size() {
    let _alone = alone();
    let fake = primitive!(
        "ranked",
        [
            {
                let mut wide = candidate("wide", true);
                wide.meta.min_len = 1000;
                wide
            },
            candidate("narrow", true),
            candidate("portable", true)
        ],
        &[
            ("ranked.one", "wide portable;gone narrow;;wide narrow;wide;narrow;portable"),
            ("other.one", "narrow")
        ]
    );
    use Reason::{Rank, Table};
    assert_eq!(
        selected(fake),
        [
            ("portable", Rank),
            ("narrow", Rank),
            ("wide", Table),
            ("wide", Rank),
            ("wide", Rank),
            ("narrow", Rank),
            ("portable", Rank),
            ("wide", Table),
        ]
    );
}
