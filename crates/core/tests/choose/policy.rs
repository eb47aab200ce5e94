//! Policies restrict the candidates and are never widened.

use quicksalt::Error;
use quicksalt::choose::{Contract, Policy, Reason, explain, force, policy, set_policy};
use quicksalt::hazmat::{PRIMITIVES, ed25519, x25519};

use crate::fake::{alone, candidate, checked, everywhere, names, primitive, selected, verified};

/// Restores the default policy on drop, even if a test fails.
struct Restore(&'static [&'static dyn Contract]);

impl Drop for Restore {
    fn drop(&mut self) {
        for primitive in self.0 {
            force(self.0, primitive.name(), "auto").unwrap();
        }
        set_policy(self.0, Policy::FASTEST).unwrap();
    }
}

const ALL: [Policy; 4] =
    [Policy::FASTEST, Policy::CHECKED, Policy::VERIFIED, Policy::VERIFIED_CHECKED];

#[test]
fn verified_and_checked_do_not_imply_each_other() {
    let _alone = alone();
    let fake = primitive!(
        "kinds",
        [
            candidate("fast", true),
            verified(checked(candidate("wrong", false))),
            verified(candidate("proven", true)),
            checked(candidate("timed", true)),
            verified(checked(candidate("both", true))),
            checked(candidate("portable", true))
        ],
        &[]
    );
    let all: &[&'static dyn Contract] = vec![fake as &'static dyn Contract].leak();
    let _restore = Restore(all);
    for (wanted, chosen) in ALL.into_iter().zip(["fast", "timed", "proven", "both"]) {
        set_policy(all, wanted).unwrap();
        assert_eq!(policy(), Ok(wanted));
        assert_eq!(names(fake), everywhere(chosen), "{wanted:?}");
    }
}

#[test]
fn a_call_without_a_permitted_candidate_is_an_error() {
    let _alone = alone();
    let fake = primitive!(
        "lesser",
        [
            candidate("fast", true),
            verified(candidate("wrong", false)),
            checked(candidate("portable", true))
        ],
        &[]
    );
    let all: &[&'static dyn Contract] = vec![fake as &'static dyn Contract].leak();
    let _restore = Restore(all);
    for (wanted, text) in [
        (Policy::VERIFIED, "no candidate of lesser.one is verified, as the policy requires"),
        (
            Policy::VERIFIED_CHECKED,
            "no candidate of lesser.one is verified and checked, as the policy requires",
        ),
    ] {
        // Choose first, like a program that sets its policy late.
        assert_eq!(fake.pick(0, 0).unwrap().meta().name, "fast");
        set_policy(all, wanted).unwrap();
        let barred = Error::Barred { primitive: "lesser", operation: "one", policy: wanted.name() };
        for size in [0, 100, 1 << 20] {
            assert_eq!(fake.pick(0, size).map(|_| ()), Err(barred.clone()));
        }
        assert!(barred.to_string().starts_with(text), "{barred}");
        assert!(fake.bench(0, None, 64).is_err_and(|error| error == barred));
        let report = &explain(all)[0];
        assert!(report.classes.iter().all(|class| class.choice == Err(barred.clone())));
        assert_eq!(report.candidates[1].barred, wanted.checked);
        assert!(report.candidates[0].barred && report.candidates[2].barred);
        set_policy(all, Policy::FASTEST).unwrap();
    }
}

#[test]
fn a_force_and_a_policy_that_bars_it_exclude_each_other() {
    let _alone = alone();
    let fake =
        primitive!("above", [candidate("fast", true), verified(candidate("portable", true))], &[]);
    let all: &[&'static dyn Contract] = vec![fake as &'static dyn Contract].leak();
    let _restore = Restore(all);
    set_policy(all, Policy::VERIFIED).unwrap();
    let before = selected(fake);
    assert_eq!(names(fake), everywhere("portable"));
    let text =
        "above: candidate \"fast\" is barred by the policy verified: expected auto, portable";
    assert_eq!(force(all, "above", "fast"), Err(Error::Unusable(text.into())));
    assert_eq!(selected(fake), before);
    force(all, "above", "portable").unwrap();
    assert_eq!(selected(fake)[0], ("portable", Reason::Forced));
    let text = "the policy checked bars portable, but above.one is forced to it: lift the force first, \
                with auto";
    assert_eq!(set_policy(all, Policy::CHECKED), Err(Error::Unusable(text.into())));
    assert_eq!(policy(), Ok(Policy::VERIFIED));
    assert_eq!(selected(fake)[0], ("portable", Reason::Forced));
    force(all, "above", "auto").unwrap();
    set_policy(all, Policy::CHECKED).unwrap();
    assert_eq!(policy(), Ok(Policy::CHECKED));
}

/// The proof of graviola's arithmetic does not cover timing: memcheck cannot run it.
#[test]
fn a_proof_is_not_a_timing_check() {
    let _alone = alone();
    let _restore = Restore(PRIMITIVES);
    for wanted in ALL {
        set_policy(PRIMITIVES, wanted).unwrap();
        for report in explain(PRIMITIVES) {
            for class in &report.classes {
                assert!(wanted.verified || class.choice.is_ok(), "{}", report.operation);
                let Ok((name, _)) = class.choice else { continue };
                let chosen = report.candidates.iter().find(|c| c.meta.name == name).unwrap();
                assert!(wanted.permits(chosen.meta), "{} {name}", report.operation);
                assert!(!wanted.checked || name != "graviola", "{}", report.operation);
            }
        }
        // The two primitives with proofs have candidates for every policy.
        let curves: [&'static dyn Contract; 2] = [&x25519::PRIMITIVE, &ed25519::PRIMITIVE];
        for report in explain(&curves) {
            assert!(report.classes.iter().all(|c| c.choice.is_ok()), "{}", report.operation);
        }
    }
}

/// A candidate's labels must not exceed the labels of its parts.
#[test]
fn a_checked_candidate_has_checked_parts() {
    let metas = PRIMITIVES.iter().flat_map(|&primitive| {
        (0..primitive.len()).map(move |i| (primitive.name(), primitive.meta(i)))
    });
    let all: Vec<_> = metas.collect();
    for (primitive, whole) in all.iter().filter(|(_, meta)| Policy::CHECKED.permits(meta)) {
        for part in whole.parts {
            let (of, name) = part.split_once('/').unwrap();
            let found = all.iter().find(|(primitive, meta)| *primitive == of && meta.name == name);
            let (_, meta) = found.unwrap_or_else(|| panic!("{part} does not exist"));
            assert!(Policy::CHECKED.permits(meta), "{primitive}/{}: {part}", whole.name);
        }
    }
}

#[test]
fn a_policy_parses_from_its_name() {
    for policy in ALL {
        assert_eq!(policy.name().parse(), Ok(policy));
    }
    assert_eq!("checked,verified".parse(), Ok(Policy::VERIFIED_CHECKED));
    assert_eq!("checked,checked".parse(), Ok(Policy::CHECKED));
    for text in ["", "Fastest", "fast", "verified ", "fastest,checked", "verified,", ","] {
        let error = text.parse::<Policy>().unwrap_err().to_string();
        let expected = format!(
            "unknown policy {text:?}: expected fastest, checked, verified or verified,checked"
        );
        assert_eq!(error, expected);
    }
}
