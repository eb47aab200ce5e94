//! Forcing candidates and lifting the force, with known and unknown names.

use quicksalt::Error;
use quicksalt::choose::{Contract, Reason, force, force_list};

use crate::fake::{alone, candidate, everywhere, names, primitive, selected};

#[test]
fn lifting_restores_the_whole_state() {
    let _alone = alone();
    let fake = primitive!(
        "forced",
        [candidate("a", true), candidate("b", true), candidate("portable", true)],
        &[("forced.one", "b;a;portable;b;a;portable;b")]
    );
    let before = selected(fake);
    for name in ["a", "b", "portable"] {
        force(&[fake], "forced", name).unwrap();
        assert_eq!(names(fake), everywhere(name));
        assert!(selected(fake).iter().all(|&(_, reason)| reason == Reason::Forced));
        force(&[fake], "forced", "auto").unwrap();
        assert_eq!(selected(fake), before);
    }
    for (first, second) in [("a", "b"), ("b", "portable"), ("portable", "a")] {
        force(&[fake], "forced.one", first).unwrap();
        force(&[fake], "forced.two", second).unwrap();
        assert_eq!(names(fake)[..7], everywhere(first)[..7]);
        assert_eq!(names(fake)[7], second);
        force(&[fake], "forced.one", "auto").unwrap();
        assert_eq!(selected(fake)[..7], before[..7]);
        assert_eq!(selected(fake)[7], (second, Reason::Forced));
        force(&[fake], "forced.two", "auto").unwrap();
        assert_eq!(selected(fake), before);
    }
}

#[test]
fn unknown_names_are_reported_with_the_known_ones() {
    let _alone = alone();
    let fake = primitive!("known", [candidate("a", true), candidate("portable", true)], &[]);
    let other = primitive!("other", [candidate("portable", true)], &[]);
    let all: [&'static dyn Contract; 2] = [fake, other];
    force(&all, "known", "portable").unwrap();
    let before = selected(fake);
    for (target, name, text) in [
        ("sha3", "portable", "unknown primitive \"sha3\": expected one of known, other"),
        ("", "portable", "unknown primitive \"\": expected one of known, other"),
        ("known.six", "a", "unknown operation \"known.six\": expected one of one, two"),
        ("known.", "a", "unknown operation \"known.\": expected one of one, two"),
        (
            "known",
            "avx9",
            "known: candidate \"avx9\" is not usable here: expected auto, a, portable",
        ),
        (
            "known.one",
            "",
            "known.one: candidate \"\" is not usable here: expected auto, a, portable",
        ),
    ] {
        assert_eq!(force(&all, target, name), Err(Error::Unusable(text.into())));
        assert_eq!(selected(fake), before, "{target}={name} changed something");
    }
}

#[test]
fn a_list_applies_except_for_reported_entries() {
    let _alone = alone();
    let fake = primitive!("listed", [candidate("a", true), candidate("portable", true)], &[]);
    let all: [&'static dyn Contract; 1] = [fake];
    assert_eq!(force_list(&all, ""), []);
    assert_eq!(force_list(&all, " , listed.one = portable ,, listed.two=portable"), []);
    assert_eq!(names(fake), everywhere("portable"));
    assert_eq!(force_list(&all, "listed=auto"), []);
    assert_eq!(names(fake), everywhere("a"));
    let errors = force_list(&all, "listed.two=portable,listed.one,listed=b,listed.one=portable");
    let texts: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "\"listed.one\": expected primitive=candidate or primitive.operation=candidate",
            "listed: candidate \"b\" is not usable here: expected auto, a, portable",
        ]
    );
    assert_eq!(names(fake), everywhere("portable"));
    // Of two entries for one operation the later one wins, if it is usable.
    assert_eq!(force_list(&all, "listed=portable,listed.two=a,listed.one=a,listed=a,"), []);
    assert_eq!(names(fake), everywhere("a"));
    assert_eq!(force_list(&all, "listed=portable,listed=b").len(), 1);
    assert_eq!(names(fake), everywhere("portable"));
}
