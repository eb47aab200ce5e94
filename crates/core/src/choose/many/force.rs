//! The process-wide policy and forced candidates.

use alloc::format;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering::SeqCst};

use crate::choose::many::contract::{Contract, forget_all};
use crate::choose::many::policy::Policy;
use crate::choose::many::shared;
use crate::error::{Error, Result};

/// The bits of the policy, from [`Policy::bits`], or [`UNKNOWN`].
static POLICY: AtomicU8 = AtomicU8::new(Policy::FASTEST.bits());

/// Means that the environment names an unknown policy. All candidates are then barred, because the
/// intended restriction is unknown.
const UNKNOWN: u8 = u8::MAX;

/// Returns the current policy.
///
/// # Errors
/// [`Error::UnknownPolicy`] if `QUICKSALT_POLICY` is not a known policy and [`set_policy`] has not
/// set a policy since.
pub fn policy() -> Result<Policy> {
    if let Some(policy) = shared::policy_of_owner() {
        return policy;
    }
    match POLICY.load(SeqCst) {
        UNKNOWN => Err(Error::UnknownPolicy),
        bits => Ok(Policy::from_bits(bits)),
    }
}

/// Sets the policy; the next call of each operation makes a new choice.
///
/// # Errors
/// [`Error::Unusable`] if the policy bars a forced candidate, or if this module follows the choices
/// of a different module; the policy then stays unchanged.
pub fn set_policy(all: &[&'static dyn Contract], policy: Policy) -> Result<()> {
    shared::refuse_follower()?;
    for primitive in all {
        for (index, operation) in primitive.operations().iter().enumerate() {
            let forced = primitive.selection(index).forced().map(|i| primitive.meta(i));
            if let Some(meta) = forced.filter(|meta| !policy.permits(meta)) {
                return Err(Error::Unusable(format!(
                    "the policy {} bars {}, but {}.{} is forced to it: lift the force first, with auto",
                    policy.name(),
                    meta.name,
                    primitive.name(),
                    operation.name
                )));
            }
        }
    }
    enforce(all, policy);
    Ok(())
}

/// Sets the policy even if it bars forced candidates. Calls of a forced and barred candidate then
/// fail.
pub(super) fn enforce(all: &[&'static dyn Contract], policy: Policy) {
    POLICY.store(policy.bits(), SeqCst);
    forget(all);
}

/// Makes every call return [`Error::UnknownPolicy`] until a policy is set.
#[cfg(feature = "std")]
pub(super) fn permit_nothing(all: &[&'static dyn Contract]) {
    POLICY.store(UNKNOWN, SeqCst);
    forget(all);
}

/// Discards all choices; the next call of each operation makes a new choice.
pub fn forget(all: &[&'static dyn Contract]) {
    forget_all(all);
    shared::changed();
}

/// Forces the choice of a candidate. `target` is an operation such as `ed25519.verify`, or a
/// primitive such as `x25519`, which means every operation that the candidate supports. `candidate`
/// is the candidate's name, or `auto` to end the forced choice.
///
/// # Errors
/// [`Error::Unusable`] if a name is unknown, the candidate cannot run on this machine or fails its
/// self-test, the policy bars it, or this module follows the choices of a different module. The
/// text lists the valid names. Nothing changes then.
pub fn force(all: &[&'static dyn Contract], target: &str, candidate: &str) -> Result<()> {
    shared::refuse_follower()?;
    let (primitive, operations) = find(all, target)?;
    if candidate == "auto" {
        force_all(primitive, &operations, None);
        return Ok(());
    }
    let usable = usable(primitive, &operations);
    let named = usable.iter().copied().find(|&i| primitive.meta(i).name == candidate);
    // Under an unknown policy no candidate runs until a policy is set, and setting it checks the
    // forced candidates.
    let policy = policy().unwrap_or(Policy::FASTEST);
    let permitted = |&i: &usize| policy.permits(primitive.meta(i));
    let Some(chosen) = named.filter(permitted) else {
        let why = match named {
            Some(_) => format!("is barred by the policy {}", policy.name()),
            None => "is not usable here".into(),
        };
        let names: Vec<_> =
            usable.into_iter().filter(permitted).map(|i| primitive.meta(i).name).collect();
        return Err(Error::Unusable(format!(
            "{target}: candidate {candidate:?} {why}: expected auto, {}",
            names.join(", ")
        )));
    };
    let offered: Vec<_> =
        operations.into_iter().filter(|&index| primitive.offers(chosen, index)).collect();
    force_all(primitive, &offered, Some(chosen));
    Ok(())
}

fn force_all(primitive: &'static dyn Contract, operations: &[usize], chosen: Option<usize>) {
    for &index in operations {
        primitive.selection(index).force(chosen);
    }
    shared::changed();
}

/// Returns the names of the candidates that support one of the operations, run on this machine and
/// pass their self-test.
fn usable(primitive: &'static dyn Contract, operations: &[usize]) -> Vec<usize> {
    (0..primitive.len())
        .filter(|&i| operations.iter().any(|&op| primitive.offers(i, op)))
        .filter(|&i| primitive.prove(i).is_usable())
        .collect()
}

/// Resolves a target such as `x25519` or `x25519.base` to the primitive and the indices of its
/// operations.
///
/// # Errors
/// [`Error::Unusable`], which lists the known names.
pub fn find(
    all: &[&'static dyn Contract],
    target: &str,
) -> Result<(&'static dyn Contract, Vec<usize>)> {
    let (name, operation) = match target.split_once('.') {
        Some((name, operation)) => (name, Some(operation)),
        None => (target, None),
    };
    let Some(&primitive) = all.iter().find(|p| p.name() == name) else {
        let names: Vec<_> = all.iter().map(|p| p.name()).collect();
        return Err(unknown("primitive", name, &names));
    };
    let operations = primitive.operations();
    match operation {
        None => Ok((primitive, (0..operations.len()).collect())),
        Some(wanted) => match operations.iter().position(|o| o.name == wanted) {
            Some(index) => Ok((primitive, [index].into())),
            None => {
                let names: Vec<_> = operations.iter().map(|o| o.name).collect();
                Err(unknown("operation", target, &names))
            }
        },
    }
}

fn unknown(what: &str, name: &str, expected: &[&str]) -> Error {
    Error::Unusable(format!("unknown {what} {name:?}: expected one of {}", expected.join(", ")))
}

/// Applies a list of forced choices such as `x25519=portable,ed25519.verify=dalek`. The last entry
/// for an operation wins; empty entries are ignored.
///
/// Returns an [`Error::Unusable`] for each entry that cannot be applied; all other entries take
/// effect.
#[must_use = "report the entries that could not be applied"]
pub fn force_list(all: &[&'static dyn Contract], list: &str) -> Vec<Error> {
    let entries = list.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let followed = |entry: &str| match entry.split_once('=') {
        Some((target, candidate)) => force(all, target.trim(), candidate.trim()),
        None => Err(Error::Unusable(format!(
            "{entry:?}: expected primitive=candidate or primitive.operation=candidate"
        ))),
    };
    entries.filter_map(|entry| followed(entry).err()).collect()
}
