//! Reports which candidates are selected and why, and the state of all candidates.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::choose::candidate::Meta;
use crate::choose::many::contract::Contract;
use crate::choose::many::force::policy;
use crate::choose::many::resolve::choice;
use crate::choose::operation::{Axis, Reason};
use crate::choose::state::State;
use crate::error::Result;

/// The choices for one operation.
#[derive(Debug)]
pub struct OperationReport {
    /// The full name, such as `sha256.hash`.
    pub operation: String,
    /// The quantity on which its running time depends.
    pub axis: Axis,
    /// The size classes, ascending.
    pub classes: Vec<ClassReport>,
    /// All candidates that support the operation, in table order.
    pub candidates: Vec<CandidateReport>,
}

/// The choice for one size class.
#[derive(Debug)]
pub struct ClassReport {
    /// The smallest size of the class.
    pub from: usize,
    /// The selected candidate and the reason, or the error that a call returns: no candidate passes
    /// its self-test, or the policy bars all candidates that pass.
    pub choice: Result<(&'static str, Reason)>,
}

/// The state of a candidate.
#[derive(Debug)]
pub struct CandidateReport {
    /// The candidate's properties.
    pub meta: &'static Meta,
    /// Whether this machine can run the candidate, and its self-test outcome.
    pub state: State,
    /// Whether the policy bars the candidate.
    pub barred: bool,
}

/// Reports the selected candidate and the reason for the choice, for every primitive, operation and
/// size class. Also reports the state of all candidates. Runs the self-test of each candidate that
/// the processor supports.
#[must_use]
pub fn explain(all: &[&'static dyn Contract]) -> Vec<OperationReport> {
    let each = |&primitive: &&'static dyn Contract| {
        (0..primitive.operations().len()).map(move |operation| report(primitive, operation))
    };
    all.iter().flat_map(each).collect()
}

fn report(primitive: &'static dyn Contract, index: usize) -> OperationReport {
    let operation = &primitive.operations()[index];
    let candidates = (0..primitive.len())
        .filter(|&i| primitive.offers(i, index))
        .map(|i| CandidateReport {
            meta: primitive.meta(i),
            state: primitive.prove(i),
            barred: !policy().is_ok_and(|policy| policy.permits(primitive.meta(i))),
        })
        .collect();
    let class = |(class, &from): (usize, &usize)| ClassReport {
        from,
        choice: choice(primitive, index, class)
            .map(|(chosen, reason)| (primitive.meta(chosen).name, reason)),
    };
    OperationReport {
        operation: format!("{}.{}", primitive.name(), operation.name),
        axis: operation.axis,
        classes: operation.axis.bounds().iter().enumerate().map(class).collect(),
        candidates,
    }
}
