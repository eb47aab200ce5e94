//! What runs, why, and what is known of all others.

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

/// The choices of one operation.
#[derive(Debug)]
pub struct OperationReport {
    /// Such as `sha256.hash`.
    pub operation: String,
    /// What its time grows with.
    pub axis: Axis,
    /// One for each size class, ascending.
    pub classes: Vec<ClassReport>,
    /// All that offer the operation, in the order of the table.
    pub candidates: Vec<CandidateReport>,
}

/// The choice in one size class.
#[derive(Debug)]
pub struct ClassReport {
    /// The smallest size of the class.
    pub from: usize,
    /// What runs and why, or the error that a call gives: no candidate passes its self-test, or the
    /// policy bars those that do.
    pub choice: Result<(&'static str, Reason)>,
}

/// What is known of a candidate.
#[derive(Debug)]
pub struct CandidateReport {
    /// What it says about itself.
    pub meta: &'static Meta,
    /// What is known of it on this machine.
    pub state: State,
    /// Whether the policy bars it.
    pub barred: bool,
}

/// What runs for every primitive, operation and size class, why, and the state of all
/// candidates. Runs the self-test of each candidate that the processor can run.
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
