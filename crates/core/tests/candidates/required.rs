//! What the machines of the continuous integration must be able to run.

use quicksalt::choose::{Contract, State};
use quicksalt::hazmat::PRIMITIVES;

use crate::common::required::required;

/// All candidates of all primitives: the name, and who it is.
fn candidates() -> impl Iterator<Item = (String, &'static dyn Contract, usize)> {
    PRIMITIVES.iter().flat_map(|&p| {
        (0..p.len()).map(move |i| (format!("{}/{}", p.name(), p.meta(i).name), p, i))
    })
}

/// Whether a candidate is of a primitive that this build is without.
fn is_left_out(name: &str) -> bool {
    let kem = cfg!(not(feature = "kem")) && name.starts_with("mlkem768/");
    kem || cfg!(not(feature = "ipcrypt")) && name.starts_with("ipcrypt/")
}

#[test]
fn required_candidates_run_here() {
    for name in required() {
        if is_left_out(&name) {
            continue;
        }
        let found = candidates().find(|(n, ..)| *n == name).map(|(_, p, i)| p.prove(i));
        assert_eq!(found, Some(State::Proven), "{name} is required on this machine");
    }
}

/// The committed lists name every candidate that a processor of that level can run.
#[cfg(target_arch = "x86_64")]
#[test]
fn the_lists_are_whole() {
    use quicksalt::choose::Features;

    use crate::common::required::{is_packaged, listed, root};
    use crate::common::say;

    if is_packaged() {
        say("skipped: a package has no lists of candidates");
        return;
    }

    let broadwell = Features::AVX2
        | Features::BMI1
        | Features::BMI2
        | Features::ADX
        | Features::AES
        | Features::PCLMULQDQ;
    let ice_lake = broadwell
        | Features::SHA
        | Features::AVX512BW
        | Features::AVX512VL
        | Features::AVX512DQ
        | Features::AVX512IFMA
        | Features::VAES
        | Features::VPCLMULQDQ;
    let levels = [("", Features::NONE), ("-v3", broadwell), ("-v4", ice_lake)];
    for (level, features) in levels {
        let file = format!(".ci/require-x86-64{level}");
        let runs: Vec<_> = candidates()
            .filter(|(_, p, i)| p.meta(*i).needs.met_by(features))
            .map(|(name, ..)| name)
            .collect();
        let mut listed = listed(&root().join(&file));
        listed.retain(|name| !is_left_out(name));
        assert_eq!(listed, runs, "{file} should be:\n{}", runs.join("\n"));
    }
}
