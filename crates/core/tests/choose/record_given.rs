//! A record given in memory.

use quicksalt::Error;
use quicksalt::choose::record::{BUILD_ID, Row, give, text, withdraw};
use quicksalt::choose::{Contract, Policy, Reason, force, identity, set_policy};

use crate::fake::{alone, candidate, checked, names, primitive, selected};
use crate::record::{ours, record};

fn row(operation: &str, size: usize, candidate: &str) -> Row {
    Row { operation: operation.into(), size, candidate: candidate.into(), epochs: String::new() }
}

#[test]
fn a_record_in_memory_decides_until_it_is_withdrawn() {
    let _alone = alone();
    let fake = primitive!("given", [candidate("a", true), candidate("portable", true)], &[]);
    let all: [&'static dyn Contract; 1] = [fake];
    let before = selected(fake);
    let rows = [row("given.one", 128, "portable"), row("given.two", 0, "portable")];
    assert!(give(&all, &text(&rows).unwrap()).unwrap());
    let after = selected(fake);
    for (class, &selected) in after.iter().enumerate() {
        let expected =
            if [1, 7].contains(&class) { ("portable", Reason::Record) } else { before[class] };
        assert_eq!(selected, expected, "class {class}");
    }
    // The next record replaces it completely.
    assert!(give(&all, &text(&rows[1..]).unwrap()).unwrap());
    assert_eq!(names(fake), ["a", "a", "a", "a", "a", "a", "a", "portable"]);
    // A force takes precedence, and an entry without rows changes nothing.
    force(&all, "given.two", "a").unwrap();
    assert_eq!(selected(fake)[7], ("a", Reason::Forced));
    force(&all, "given", "auto").unwrap();
    assert_eq!(selected(fake)[7], ("portable", Reason::Record));
    assert!(give(&all, &text(&[]).unwrap()).unwrap());
    assert_eq!(selected(fake), before);
    assert!(give(&all, &text(&rows).unwrap()).unwrap());
    withdraw(&all);
    assert_eq!(selected(fake), before);
}

#[test]
fn a_record_of_another_machine_or_build_changes_nothing() {
    let _alone = alone();
    let fake = primitive!("foreign", [candidate("a", true), candidate("portable", true)], &[]);
    let all: [&'static dyn Contract; 1] = [fake];
    let rows = "foreign.one 0 portable\n";
    assert!(give(&all, &record(&[ours(rows)])).unwrap());
    let given = selected(fake);
    assert_eq!(given[0], ("portable", Reason::Record));
    for head in
        [format!("x86_64-Other-1-2-3-00000000 {BUILD_ID}"), format!("{} 0.0.1-0-1", identity())]
    {
        let foreign = record(&[format!("begin {head}\nforeign.one 128 portable\nend 1\n")]);
        assert!(!give(&all, &foreign).unwrap());
        assert_eq!(selected(fake), given);
    }
}

#[test]
fn an_invalid_record_is_refused_and_changes_nothing() {
    let _alone = alone();
    let fake = primitive!("damaged", [candidate("a", true), candidate("portable", true)], &[]);
    let all: [&'static dyn Contract; 1] = [fake];
    let good = text(&[row("damaged.one", 0, "portable")]).unwrap();
    let before = selected(fake);
    let old = good.replacen(" 2\n", " 1\n", 1);
    let large = format!("{good}{}", " ".repeat(1 << 20));
    for (what, why) in [
        ("", "it is not a record that this version writes"),
        (large.as_str(), "it is not a record that this version writes"),
        (&old, "it is a record of an older format: quicksalt tune writes a new one"),
    ] {
        let said = format!("the given record was ignored: {why}");
        assert_eq!(give(&all, what), Err(Error::Record(said)));
        assert_eq!(selected(fake), before);
    }
    // A truncated entry is ignored.
    assert!(!give(&all, good.trim_end_matches("end 1\n")).unwrap());
    assert_eq!(selected(fake), before);
}

#[test]
fn unknown_names_are_skipped() {
    let _alone = alone();
    let fake = primitive!(
        "unknown",
        [candidate("broken", false), candidate("a", true), candidate("portable", true)],
        &[]
    );
    let all: [&'static dyn Contract; 1] = [fake];
    let rows = [
        row("unknown.one", 0, "gone"),
        row("unknown.one", 1, "portable"),
        row("unknown.one", 128, "broken"),
        row("unknown.six", 0, "portable"),
        row("sha3.hash", 0, "portable"),
        row("unknown.one", 256, "portable"),
    ];
    assert!(give(&all, &text(&rows).unwrap()).unwrap());
    assert_eq!(names(fake), ["a", "a", "portable", "a", "a", "a", "a", "a"]);
}

#[test]
fn the_policy_bars_what_the_record_names() {
    let _alone = alone();
    let fake =
        primitive!("barred", [checked(candidate("a", true)), candidate("portable", true)], &[]);
    let all: [&'static dyn Contract; 1] = [fake];
    set_policy(&all, Policy::CHECKED).unwrap();
    let given = give(&all, &text(&[row("barred.one", 0, "portable")]).unwrap());
    let first = selected(fake)[0];
    set_policy(&all, Policy::FASTEST).unwrap();
    assert_eq!((given, first), (Ok(true), ("a", Reason::Table)));
    assert_eq!(selected(fake)[0], ("portable", Reason::Record));
}

#[test]
fn invalid_rows_do_not_serialise() {
    let told = |epochs: &str| Row { epochs: epochs.into(), ..row("x.y", 0, "z") };
    assert!(text(&[told("quiet,busy z=1,1.25")]).is_ok());
    let many = vec![row("x.y", 0, "z"); 1025];
    let long = vec![row("x.y", 0, &"z".repeat(20_000)); 100];
    for rows in [
        vec![told("quiet,busy z=1")],
        vec![row("x y", 0, "z")],
        vec![row("x.y", 0, "z\nend 1")],
        many,
        long,
    ] {
        assert!(matches!(text(&rows), Err(Error::Record(_))), "{:?}", rows[0]);
    }
}
