//! The slow path of a choice, which selects a candidate for an operation and records the reason.
//!
//! The code is not generic, so that it is compiled once instead of once for each primitive.

use alloc::format;
use alloc::vec::Vec;

use crate::choose::many::contract::Contract;
use crate::choose::many::force;
use crate::choose::many::record;
use crate::choose::many::shared;
use crate::choose::operation::{CLASSES, Reason};
use crate::error::{Error, Result};

/// Returns the index of the candidate selected for an operation in a size class, and the reason.
///
/// # Errors
/// As [`resolve_class`].
pub(super) fn choice(
    primitive: &'static dyn Contract,
    operation: usize,
    class: usize,
) -> Result<(usize, Reason)> {
    match primitive.selection(operation).slot(class).choice() {
        Some(selected) => Ok(selected),
        None => resolve(primitive, operation, class),
    }
}

/// Selects a candidate for one size class of an operation. Other classes are resolved on demand,
/// because self-tests take time.
///
/// # Errors
/// As [`resolve_class`].
pub(super) fn resolve(
    primitive: &'static dyn Contract,
    operation: usize,
    wanted: usize,
) -> Result<(usize, Reason)> {
    if let Some(choice) = shared::choice_of_owner(primitive, operation, wanted) {
        return choice;
    }
    let op = &primitive.operations()[operation];
    let selection = primitive.selection(operation);
    let full = format!("{}.{}", primitive.name(), op.name);
    loop {
        // The slot is read before the record, because installing a new record also discards the
        // choices.
        let seen = selection.slot(wanted);
        if let Some(choice) = seen.choice() {
            return Ok(choice);
        }
        let recorded: [_; CLASSES] = selection.given().unwrap_or_else(|| {
            let names = record::recorded(&full, op.axis.bounds());
            names.map(|name| name.and_then(|name| primitive.index_of(&name)))
        });
        let (index, reason) = resolve_class(primitive, operation, wanted, &full, recorded[wanted])?;
        // The choice is not stored if a forced choice or a policy was set meanwhile; the loop then
        // makes a new choice.
        selection.store(wanted, seen, index, reason);
    }
}

/// Selects the first permitted candidate that passes its self-test, in this order: forced name,
/// record, static rank, table.
///
/// # Errors
/// [`Error::Barred`] if the policy bars all candidates that pass, [`Error::NoCandidate`] if none
/// passes, [`Error::UnknownPolicy`].
fn resolve_class(
    primitive: &'static dyn Contract,
    operation: usize,
    class: usize,
    full: &str,
    recorded: Option<usize>,
) -> Result<(usize, Reason)> {
    let op = &primitive.operations()[operation];
    let size = op.axis.representatives()[class];
    let ranked = primitive
        .rank()
        .iter()
        .filter(|(name, _)| *name == full)
        .filter_map(|(_, classes)| classes.split(';').take(class + 1).last())
        .flat_map(str::split_whitespace)
        .filter_map(|name| primitive.index_of(name))
        .filter(|&i| primitive.meta(i).min_len <= size);
    let free = recorded
        .map(|i| (i, Reason::Record))
        .into_iter()
        .chain(ranked.map(|i| (i, Reason::Rank)))
        .chain((0..primitive.len()).map(|i| (i, Reason::Table)))
        .filter(|&(i, _)| primitive.offers(i, operation));
    let forced = primitive.selection(operation).forced().map(|i| (i, Reason::Forced));
    let order: Vec<_> = forced.into_iter().chain(free).collect();
    let policy = force::policy()?;
    let usable = |&(i, _): &(usize, Reason)| primitive.prove_for(i, operation).is_usable();
    let permitted = |&(i, _): &(usize, Reason)| policy.permits(primitive.meta(i));
    let choice = order.iter().copied().filter(permitted).find(usable);
    choice.ok_or_else(|| match order.iter().any(usable) {
        true => {
            Error::Barred { primitive: primitive.name(), operation: op.name, policy: policy.name() }
        }
        false => Error::no_candidate(primitive.name()),
    })
}
