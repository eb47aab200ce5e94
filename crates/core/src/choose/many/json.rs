//! The reports of `explain` as JSON (RFC 8259), for C and Python.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::choose::many::explain::{CandidateReport, ClassReport, OperationReport};
use crate::choose::state::State;
use crate::error::Error;

/// Formats reports as a JSON array. `Operation` in `python/src/quicksalt/choice.py` describes its
/// objects.
#[must_use]
pub fn json(reports: &[OperationReport]) -> String {
    list(reports, operation)
}

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

/// Formats a JSON string (RFC 8259, section 7).
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
