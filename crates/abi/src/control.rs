//! Which candidates run: what the environment asks for, and what a program asks for.

use core::ffi::{c_char, c_int};
use std::sync::OnceLock;

use quicksalt::choose::{self, CandidateReport, ClassReport, OperationReport, State};
use quicksalt::hazmat::PRIMITIVES;
use quicksalt::{Error, Result};

use crate::boundary::{Caller, Outcome};
use crate::exports::abi;

/// Does once what `QUICKSALT_POLICY` and `QUICKSALT_USE` ask for, and says on the standard error what cannot
/// be honoured. Whether the program may go on: always, except under `QUICKSALT_STRICT`.
///
/// It comes before what the program asks for, which would be overwritten otherwise.
pub(crate) fn follow_environment() -> bool {
    static IS_HONOURED: OnceLock<bool> = OnceLock::new();
    *IS_HONOURED.get_or_init(|| {
        let unhonoured = choose::from_env(PRIMITIVES);
        for error in &unhonoured {
            eprintln!("quicksalt: {error}");
        }
        unhonoured.is_empty() || !is_strict()
    })
}

/// As in Python: set, and neither empty nor 0. A privileged process follows nothing, so that nothing is unhonoured.
fn is_strict() -> bool {
    std::env::var_os("QUICKSALT_STRICT").is_some_and(|value| !value.is_empty() && value != "0")
}

fn status(outcome: Result<()>) -> c_int {
    match outcome {
        Ok(()) => 0,
        Err(_) => {
            #[cfg(any(unix, target_os = "wasi"))]
            crate::errno::set(libc::EINVAL);
            -1
        }
    }
}

fn force(caller: &Caller, primitive: *const c_char, candidate: *const c_char) -> Result<()> {
    let (primitive, candidate) = (caller.text(primitive)?, caller.text(candidate)?);
    follow_environment();
    choose::force(PRIMITIVES, &primitive, &candidate)
}

fn restrict(caller: &Caller, policy: *const c_char) -> Result<()> {
    let policy = caller.text(policy)?.parse()?;
    follow_environment();
    choose::set_policy(PRIMITIVES, policy)
}

fn explain(caller: &Caller, json: *mut c_char, json_maxlen: usize) -> Outcome<usize> {
    follow_environment();
    let text = list(&choose::explain(PRIMITIVES), operation);
    if !json.is_null() && json_maxlen > 0 {
        let written = if text.len() < json_maxlen { &*text } else { "" };
        let mut place = caller.place(json.cast(), written.len() + 1)?;
        let (at, end) = place.bytes().split_at_mut(written.len());
        at.copy_from_slice(written.as_bytes());
        end[0] = 0;
    }
    Ok(text.len())
}

abi! {
    fn quicksalt_use(caller, primitive: *const c_char, candidate: *const c_char) -> c_int {
        status(force(&caller, primitive, candidate))
    }
    fn quicksalt_policy(caller, policy: *const c_char) -> c_int {
        status(restrict(&caller, policy))
    }
    fn quicksalt_explain(caller, json: *mut c_char, json_maxlen: usize) -> usize {
        explain(&caller, json, json_maxlen).unwrap_or(0)
    }
}

/// The keys and values are those of `quicksalt.explain()` in Python.
fn operation(report: &OperationReport) -> String {
    let sizes = report.axis.representatives();
    let classes: Vec<_> = report.classes.iter().zip(sizes).collect();
    format!(
        r#"{{"operation":{},"axis":{},"classes":{},"candidates":{}}}"#,
        quoted(&report.operation),
        quoted(report.axis.name()),
        list(&classes, |(report, size)| class(report, **size)),
        list(&report.candidates, candidate),
    )
}

fn class(report: &ClassReport, representative: usize) -> String {
    let (name, reason) = match &report.choice {
        Ok((name, reason)) => (quoted(name), reason.name()),
        Err(Error::Barred { .. } | Error::UnknownPolicy) => (NULL.into(), "barred"),
        Err(_) => (NULL.into(), "unproven"),
    };
    format!(
        r#"{{"from":{},"representative":{representative},"candidate":{name},"reason":{}}}"#,
        report.from,
        quoted(reason),
    )
}

fn candidate(report: &CandidateReport) -> String {
    let lacks: Vec<_> = match report.state {
        State::Lacks(features) => features.names().collect(),
        _ => Vec::new(),
    };
    let meta = report.meta;
    let backend = meta.backend.map(|backend| backend());
    let optional = |text: Option<&str>| text.map_or(NULL.into(), quoted);
    format!(
        r#"{{"candidate":{},"state":{},"lacks":{},"barred":{},"needs":{},"origin":{},"proof":{},"timing":{},"min_len":{},"parts":{},"backend":{}}}"#,
        quoted(meta.name),
        quoted(report.state.name()),
        list(&lacks, |name| quoted(name)),
        report.barred,
        list(&meta.needs.names().collect::<Vec<_>>(), |name| quoted(name)),
        quoted(meta.origin),
        optional(meta.proof),
        quoted(meta.timing.name()),
        meta.min_len,
        list(meta.parts, |part| quoted(part)),
        optional(backend),
    )
}

const NULL: &str = "null";

fn list<T>(items: &[T], of: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(of).collect::<Vec<_>>().join(","))
}

/// A text in JSON (RFC 8259, section 7).
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..' ' => out.push_str(&format!("\\u{:04x}", character as u32)),
            _ => out.push(character),
        }
    }
    out + "\""
}
