//! Runs every candidate under valgrind's memcheck with its secrets marked as undefined, so that
//! memcheck reports every branch and index that depends on a secret.
//!
//! `quicksalt-ctgrind [PRIMITIVE[/CANDIDATE] ...]` restarts itself under valgrind. Exit codes: 0
//! for success; 1 for a leak, or for a label `checked` that does not match the result; 3 if
//! valgrind is missing.
//!
//! Secrets are hidden before an operation and results revealed afterwards, so all errors in between
//! belong to the operation. Where the contract reveals a verdict to the caller, the compiler may
//! generate a branch for it; additional branches are leaks.
//!
//! Valgrind hides processor features that it cannot emulate, so candidates that require AVX-512,
//! SHA or ADX may not run under it. Such a candidate is reported as unchecked and must not be
//! labelled `checked`, even with a proof: a proof covers results, not time.

mod aead;
mod aes;
mod boxes;
mod calls;
mod cases;
mod constructions;
mod control;
mod derivation;
mod files;
mod groups;
mod ipcrypt;
mod kem;
mod macs;
mod memcheck;
mod passwords;
mod pieces;
mod samples;
mod sponges;
mod streams;

use std::env;
use std::process::{Command, ExitCode};

use quicksalt::choose::{Contract, State, Timing};
use quicksalt::hazmat::PRIMITIVES;

use calls::CALLS;
use cases::{CASES, Case, EXCEPTIONS, HASHES, HMACS, LENGTHS, PUBLIC};

/// The environment variable that lists the candidates that this processor can run without valgrind.
const NATIVE: &str = "QUICKSALT_CTGRIND_NATIVE";

fn main() -> ExitCode {
    if memcheck::is_running() {
        let wanted: Vec<_> = env::args().skip(1).collect();
        // Run every check, whatever the results of the others.
        let checks = [controls_behave(), calls_behave(), candidates_behave(&wanted)];
        return if checks == [true; 3] { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    match under_valgrind() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("cannot start valgrind ({error}): apt-get install valgrind");
            ExitCode::from(3)
        }
    }
}

/// Returns the names of all candidates, such as `sha256/portable`.
fn candidates() -> impl Iterator<Item = (&'static dyn Contract, usize, String)> {
    PRIMITIVES.iter().flat_map(|&primitive| {
        (0..primitive.len()).map(move |index| {
            let name = format!("{}/{}", primitive.name(), primitive.meta(index).name);
            (primitive, index, name)
        })
    })
}

fn under_valgrind() -> std::io::Result<u8> {
    let native: Vec<_> =
        candidates().filter(|(p, i, _)| p.prove(*i).is_usable()).map(|(_, _, name)| name).collect();
    let program = env::current_exe()?;
    let log = program.with_extension("log");
    let status = Command::new("valgrind")
        // The errors are counted by client requests, and memcheck stops counting at a thousand
        // errors by default.
        .args(["--quiet", "--error-limit=no", "--track-origins=no", "--num-callers=30"])
        .arg(format!("--log-file={}", log.display()))
        .arg(program)
        .args(env::args_os().skip(1))
        .env(NATIVE, native.join(","))
        .status()?;
    if !status.success() {
        println!("memcheck log: {}", log.display());
    }
    Ok(if status.success() { 0 } else { 1 })
}

/// Counts the errors that memcheck reports while `run` runs.
fn errors_of(run: impl FnOnce()) -> usize {
    let before = memcheck::errors();
    run();
    memcheck::errors() - before
}

fn controls_behave() -> bool {
    let mut behave = true;
    for &(name, control, leaks) in control::CONTROLS {
        let errors = errors_of(|| control::run(control));
        if (errors > 0) != leaks {
            println!("control {name}: {errors} errors, leaks: {leaks}");
            behave = false;
        }
    }
    behave
}

fn calls_behave() -> bool {
    let mut behave = true;
    let others = [
        CALLS,
        constructions::CALLS,
        aes::CALLS,
        files::CALLS,
        derivation::CALLS,
        macs::CALLS,
        sponges::CALLS,
        groups::CALLS,
        ipcrypt::CALLS,
        kem::CALLS,
        streams::CALLS,
        streams::CIPHERS,
    ];
    for call in others.into_iter().chain(aead::CALLS.iter().chain(boxes::CALLS).copied()).flatten()
    {
        // The first run selects candidates and runs their self-tests on public data, in which
        // memcheck would report branches that the compiler hoists.
        (call.run)();
        let errors = errors_of(call.run);
        if errors > call.verdicts {
            println!("{}: {errors} errors", call.name);
            behave = false;
        }
    }
    behave
}

fn candidates_behave(wanted: &[String]) -> bool {
    let native = env::var(NATIVE).unwrap_or_default();
    let (mut clean, mut wrong) = (0, 0);
    for (primitive, index, name) in candidates() {
        let chosen = |w: &String| *w == name || *w == primitive.name();
        if !wanted.is_empty() && !wanted.iter().any(chosen) {
            continue;
        }
        let timing = primitive.meta(index).timing;
        let verdict = match primitive.prove(index) {
            State::Proven if leaks(primitive, index) > 0 => Some("leaks"),
            State::Proven if timing == Timing::Claimed => Some("clean: label it checked"),
            State::Proven => {
                clean += 1;
                None
            }
            // This processor lacks the features, with or without valgrind, so another machine must
            // check the label.
            State::Lacks(_) if !native.split(',').any(|n| n == name) => None,
            State::Lacks(features) => {
                println!("unchecked: {name}, valgrind hides {features:?}");
                (timing == Timing::Checked).then_some("labelled checked, but cannot be checked")
            }
            State::Failed | State::Unproven => Some("fails its self-test under valgrind"),
        };
        if let Some(verdict) = verdict {
            println!("{name}: {verdict}");
            wrong += 1;
        }
    }
    println!("ctgrind: {clean} candidates without a leak, {wrong} with wrong results or labels");
    wrong == 0
}

/// The cases of all primitives.
fn cases() -> impl Iterator<Item = &'static Case> {
    let further = [
        HASHES,
        HMACS,
        sponges::CASES,
        sponges::SHA3,
        sponges::XOFS,
        aes::CASES,
        groups::CASES,
        ipcrypt::CASES,
        kem::CASES,
        streams::CASES,
        streams::REDUCED,
    ];
    let further = further.into_iter().flatten();
    CASES.iter().chain(further).chain(aead::CASES.iter().copied().flatten())
}

/// Counts the secret-dependent branches and indices of a candidate over all its operations, and
/// prints every operation that has any.
fn leaks(primitive: &'static dyn Contract, index: usize) -> usize {
    let mut leaks = 0;
    for (number, operation) in primitive.operations().iter().enumerate() {
        let full = format!("{}.{}", primitive.name(), operation.name);
        if !primitive.offers(index, number) || PUBLIC.contains(&full.as_str()) {
            continue;
        }
        let mut has_case = false;
        for case in cases().filter(|case| case.part() == full) {
            has_case = true;
            leaks += leaks_of(case, primitive.name(), primitive.meta(index).name);
        }
        if !has_case {
            println!("{full}: no case");
            leaks += 1;
        }
    }
    leaks
}

fn leaks_of(case: &Case, primitive: &str, name: &str) -> usize {
    let excepted = EXCEPTIONS
        .iter()
        .filter(|e| e.operation == case.operation && e.candidate == format!("{primitive}/{name}"))
        .map(|e| e.branches);
    let allowed = case.verdicts + excepted.sum::<usize>();
    let mut leaks = 0;
    for &len in LENGTHS {
        let errors = errors_of(|| (case.run)(name, len));
        if errors > allowed {
            println!("{} by {name}, {len} bytes: {errors} errors", case.operation);
            leaks += 1;
        }
    }
    leaks
}

#[cfg(test)]
mod tests {
    use super::{PRIMITIVES, PUBLIC, cases};

    #[test]
    fn every_operation_has_a_case_or_no_secret() {
        let mut operations: Vec<_> = PRIMITIVES
            .iter()
            .flat_map(|p| p.operations().iter().map(|o| format!("{}.{}", p.name(), o.name)))
            .collect();
        let mut covered: Vec<_> =
            cases().map(super::Case::part).chain(PUBLIC.iter().copied()).collect();
        operations.sort();
        covered.sort_unstable();
        covered.dedup();
        assert_eq!(operations, covered);
    }
}
