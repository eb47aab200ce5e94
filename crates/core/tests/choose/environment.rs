//! `QUICKSALT_USE` and `QUICKSALT_POLICY`.

use std::ffi::{OsStr, OsString};

use quicksalt::choose::{Policy, Reason, explain, from_env, policy, set_policy};
use quicksalt::hazmat::{PRIMITIVES, xsalsa20};

use crate::child::{self, report};

#[test]
#[ignore = "run as a child"]
fn follow() {
    let unhonoured = from_env(PRIMITIVES);
    for error in &unhonoured {
        report(error);
    }
    report(policy().map_or("none", Policy::name));
    for operation in explain(&[&xsalsa20::PRIMITIVE]) {
        match &operation.classes[3].choice {
            Ok((name, Reason::Forced)) => report(name),
            Ok(_) => report("free"),
            Err(error) => report(error),
        }
    }
}

fn followed(name: &str, value: impl AsRef<OsStr>) -> Vec<String> {
    child::run("environment::follow", &[(name, value)])
}

const BARRED: [&str; 2] = [
    "no candidate of xsalsa20.stream is verified, as the policy requires (QUICKSALT_POLICY or \
     set_policy)",
    "no candidate of xsalsa20.xor is verified, as the policy requires (QUICKSALT_POLICY or set_policy)",
];
const UNKNOWN: &str = "QUICKSALT_POLICY is not a known policy: expected fastest, checked, verified or verified,checked";

#[test]
fn the_variables_take_effect() {
    let policy = |value| followed("QUICKSALT_POLICY", value);
    let forced = |value| followed("QUICKSALT_USE", value);
    assert_eq!(child::run::<&str>("environment::follow", &[]), ["fastest", "free", "free"]);
    assert_eq!(policy(""), ["fastest", "free", "free"]);
    assert_eq!(policy("fastest"), ["fastest", "free", "free"]);
    assert_eq!(policy("verified"), ["verified", BARRED[0], BARRED[1]]);
    assert_eq!(policy(" checked "), ["checked", "free", "free"]);
    assert_eq!(policy("checked,,checked, "), ["checked", "free", "free"]);
    for both in ["verified,checked", " checked , verified,"] {
        let lines = policy(both);
        assert_eq!(lines[0], "verified,checked");
        assert_eq!(lines[1], BARRED[0].replace("verified", "verified and checked"));
    }
    assert_eq!(forced(""), ["fastest", "free", "free"]);
    assert_eq!(forced("xsalsa20=portable"), ["fastest", "portable", "portable"]);
    assert_eq!(forced("xsalsa20.xor=portable"), ["fastest", "free", "portable"]);
    assert_eq!(
        forced("x25519=portable, xsalsa20.stream=portable,"),
        ["fastest", "portable", "free"]
    );
}

#[test]
fn an_unknown_policy_permits_nothing() {
    for word in ["slow", "Verified", "fastest,checked", ",", " "] {
        let lines = followed("QUICKSALT_POLICY", word);
        assert_eq!(
            lines[0],
            format!(
                "QUICKSALT_POLICY: unknown policy {word:?}: expected fastest, checked, verified or \
                 verified,checked"
            )
        );
        assert_eq!(lines[1..], ["none", UNKNOWN, UNKNOWN]);
    }
}

/// Calls under an unknown policy, then under a known one.
#[test]
#[ignore = "run as a child"]
fn recover() {
    let call = || xsalsa20::stream(&[1; 32], &[2; 24], 0, &mut [0; 10]);
    report(from_env(PRIMITIVES).len());
    report(call().unwrap_err());
    set_policy(PRIMITIVES, Policy::CHECKED).unwrap();
    call().unwrap();
    report(policy().unwrap().name());
}

#[test]
fn a_policy_that_is_set_replaces_an_unknown_one() {
    let lines = child::run("environment::recover", &[("QUICKSALT_POLICY", "slow")]);
    assert_eq!(lines, ["1", UNKNOWN, "checked"]);
}

#[test]
fn invalid_entries_do_not_affect_the_others() {
    let use_list = "xsalsa20.stream=gone,sha3=portable,,xsalsa20.xor=portable,x25519";
    let lines = followed("QUICKSALT_USE", use_list);
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert!(lines[..3].iter().all(|line| line.starts_with("QUICKSALT_USE: ")), "{lines:?}");
    assert_eq!(lines[3..], ["fastest", "free", "portable"]);
    // The list is applied although calls fail until a known policy is set.
    let both = [("QUICKSALT_USE", "xsalsa20=portable"), ("QUICKSALT_POLICY", "slow")];
    assert_eq!(child::run("environment::follow", &both)[1..], ["none", UNKNOWN, UNKNOWN]);
}

#[test]
fn a_barred_candidate_is_not_forced() {
    let both = [("QUICKSALT_USE", "xsalsa20=portable"), ("QUICKSALT_POLICY", "verified")];
    let lines = child::run("environment::follow", &both);
    let text = "QUICKSALT_USE: xsalsa20: candidate \"portable\" is barred by the policy verified: \
                expected auto, ";
    assert_eq!(lines, [text, "verified", BARRED[0], BARRED[1]]);
}

#[test]
fn unknown_names_are_reported_with_the_known_ones() {
    let error = |name, value: &str| followed(name, value)[0].clone();
    let text = error("QUICKSALT_USE", "xsalsa=portable");
    assert!(text.starts_with("QUICKSALT_USE: unknown primitive \"xsalsa\": expected one of "));
    for primitive in PRIMITIVES {
        assert!(text.contains(primitive.name()), "{} in {text}", primitive.name());
    }
    assert_eq!(
        error("QUICKSALT_USE", "xsalsa20.mix=portable"),
        "QUICKSALT_USE: unknown operation \"xsalsa20.mix\": expected one of stream, xor"
    );
    let text = error("QUICKSALT_USE", "xsalsa20=fast");
    assert!(text.starts_with("QUICKSALT_USE: xsalsa20: candidate \"fast\" is not usable here: "));
    assert!(text.ends_with("portable"), "{text}");
    assert_eq!(
        error("QUICKSALT_USE", "xsalsa20"),
        "QUICKSALT_USE: \"xsalsa20\": expected primitive=candidate or primitive.operation=candidate"
    );
}

/// Joins two texts with invalid Unicode between them.
#[cfg(unix)]
fn around_invalid(before: &str, after: &str) -> OsString {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec([before.as_bytes(), b"\xff", after.as_bytes()].concat())
}

#[cfg(windows)]
fn around_invalid(before: &str, after: &str) -> OsString {
    use std::os::windows::ffi::OsStringExt as _;
    let units = before.encode_utf16().chain([0xd800]).chain(after.encode_utf16());
    OsString::from_wide(&units.collect::<Vec<_>>())
}

#[test]
fn a_value_that_is_not_text_is_unknown() {
    let lines = followed("QUICKSALT_POLICY", around_invalid("checked", ""));
    assert!(lines[0].starts_with("QUICKSALT_POLICY: unknown policy \"checked\u{fffd}\": "));
    assert_eq!(lines[1..], ["none", UNKNOWN, UNKNOWN]);
    let list = around_invalid("xsalsa20.stream=port", "able,xsalsa20.xor=portable");
    let lines = followed("QUICKSALT_USE", list);
    assert!(
        lines[0].starts_with("QUICKSALT_USE: xsalsa20.stream: candidate \"port\u{fffd}able\" ")
    );
    assert_eq!(lines[1..], ["fastest", "free", "portable"]);
}
