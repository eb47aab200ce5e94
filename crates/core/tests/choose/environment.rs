//! `QUICKSALT_USE` and `QUICKSALT_POLICY`.

use std::ffi::{OsStr, OsString};

use quicksalt::choose::{Reason, explain, from_env, policy};
use quicksalt::hazmat::{PRIMITIVES, xsalsa20};

use crate::child::{self, report};

#[test]
#[ignore = "run as a child"]
fn follow() {
    match from_env(PRIMITIVES) {
        Ok(()) => report("ok"),
        Err(error) => report(error),
    }
    report(policy().name());
    for operation in explain(&[&xsalsa20::PRIMITIVE]) {
        let (name, reason) = operation.classes[3].choice.unwrap();
        report(if reason == Reason::Forced { name } else { "free" });
    }
}

fn followed(name: &str, value: impl AsRef<OsStr>) -> Vec<String> {
    child::run("environment::follow", &[(name, value)])
}

#[test]
fn the_variables_are_followed() {
    let policy = |value| followed("QUICKSALT_POLICY", value);
    let forced = |value| followed("QUICKSALT_USE", value);
    assert_eq!(child::run::<&str>("environment::follow", &[]), ["ok", "fastest", "free", "free"]);
    assert_eq!(policy(""), ["ok", "fastest", "free", "free"]);
    assert_eq!(policy("verified"), ["ok", "verified", "free", "free"]);
    assert_eq!(policy(" checked "), ["ok", "checked", "free", "free"]);
    assert_eq!(forced(""), ["ok", "fastest", "free", "free"]);
    assert_eq!(forced("xsalsa20=portable"), ["ok", "fastest", "portable", "portable"]);
    assert_eq!(forced("xsalsa20.xor=portable"), ["ok", "fastest", "free", "portable"]);
    assert_eq!(
        forced("x25519=portable, xsalsa20.stream=portable,"),
        ["ok", "fastest", "portable", "free"]
    );
}

#[test]
fn a_name_that_is_not_known_is_an_error_that_says_what_is() {
    let error = |name, value: &str| followed(name, value)[0].clone();
    assert_eq!(
        error("QUICKSALT_POLICY", "slow"),
        "QUICKSALT_POLICY: unknown policy \"slow\": expected fastest, checked or verified"
    );
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

#[cfg(unix)]
#[test]
fn a_value_that_is_no_text_is_an_error() {
    use std::os::unix::ffi::OsStringExt as _;
    for name in ["QUICKSALT_USE", "QUICKSALT_POLICY"] {
        let lines = followed(name, OsString::from_vec(vec![b'x', 0xff]));
        assert!(lines[0].starts_with(&format!("{name}: environment variable was not valid")));
    }
}
