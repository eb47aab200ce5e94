//! The process-wide policy and the names that force a choice.

use alloc::format;
#[cfg(feature = "std")]
use alloc::string::String;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::choose::candidate::Assurance;
use crate::choose::primitive::Contract;
use crate::error::{Error, Result};

/// Which candidates may be chosen when none is forced.
///
/// A policy never makes an operation unusable: where no candidate of an operation has the wanted
/// assurance, the best assurance that the operation has is taken, and `explain` shows which.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Policy {
    /// All that pass their self-test.
    Fastest,
    /// Those checked by memcheck or verified.
    Checked,
    /// Those whose arithmetic is formally verified.
    Verified,
}

impl Policy {
    const ALL: [Self; 3] = [Self::Fastest, Self::Checked, Self::Verified];

    /// The word used in `QUICKSALT_POLICY`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fastest => "fastest",
            Self::Checked => "checked",
            Self::Verified => "verified",
        }
    }

    /// The least assurance that the policy asks for.
    pub(super) const fn wants(self) -> Assurance {
        match self {
            Self::Fastest => Assurance::Claimed,
            Self::Checked => Assurance::Checked,
            Self::Verified => Assurance::Verified,
        }
    }
}

impl core::str::FromStr for Policy {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == text).ok_or_else(|| {
            Error::Unusable(format!(
                "unknown policy {text:?}: expected fastest, checked or verified"
            ))
        })
    }
}

static POLICY: AtomicU8 = AtomicU8::new(0);

/// The policy in force.
#[must_use]
pub fn policy() -> Policy {
    Policy::ALL[usize::from(POLICY.load(Relaxed))]
}

/// Puts a policy in force; the next call of each operation settles its choice anew.
pub fn set_policy(all: &[&'static dyn Contract], policy: Policy) {
    POLICY.store(policy as u8, Relaxed);
    for primitive in all {
        for operation in 0..primitive.operations().len() {
            primitive.standing(operation).forget();
        }
    }
}

/// Forces a candidate: `target` is a primitive (`x25519`: all operations that the candidate
/// offers) or one operation (`ed25519.verify`); `candidate` is its name, or `auto` to lift the
/// force.
///
/// # Errors
/// [`Error::Unusable`] if a name is unknown or the candidate cannot run or fails its self-test on
/// this machine; the text lists what is usable. Nothing is changed then.
pub fn force(all: &[&'static dyn Contract], target: &str, candidate: &str) -> Result<()> {
    let (primitive, operations) = find(all, target)?;
    if candidate == "auto" {
        for index in operations {
            primitive.standing(index).force(None);
        }
        return Ok(());
    }
    let usable = usable(primitive, &operations);
    let Some(&chosen) = usable.iter().find(|&&i| primitive.meta(i).name == candidate) else {
        let names: Vec<_> = usable.iter().map(|&i| primitive.meta(i).name).collect();
        return Err(Error::Unusable(format!(
            "{target}: candidate {candidate:?} is not usable here: expected auto, {}",
            names.join(", ")
        )));
    };
    for index in operations {
        if primitive.offers(chosen, index) {
            primitive.standing(index).force(Some(chosen));
        }
    }
    Ok(())
}

/// The candidates that offer one of the operations, run here and pass their self-test.
fn usable(primitive: &'static dyn Contract, operations: &[usize]) -> Vec<usize> {
    (0..primitive.len())
        .filter(|&i| operations.iter().any(|&op| primitive.offers(i, op)))
        .filter(|&i| primitive.prove(i).is_usable())
        .collect()
}

/// The primitive and the operations (by index) that a target such as `x25519` or `x25519.base`
/// names.
///
/// # Errors
/// [`Error::Unusable`] listing the known names.
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

/// Reads a forcing list such as `x25519=portable,ed25519.verify=dalek` and puts it in force.
///
/// # Errors
/// [`Error::Unusable`] for the first entry that cannot be followed; entries before it are in
/// force then.
pub fn force_list(all: &[&'static dyn Contract], list: &str) -> Result<()> {
    for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let Some((target, candidate)) = entry.split_once('=') else {
            return Err(Error::Unusable(format!(
                "{entry:?}: expected primitive=candidate or primitive.operation=candidate"
            )));
        };
        force(all, target.trim(), candidate.trim())?;
    }
    Ok(())
}

/// Follows the environment variables `QUICKSALT_USE` and `QUICKSALT_POLICY`.
///
/// # Errors
/// [`Error::Unusable`] naming the variable and what it may say.
#[cfg(feature = "std")]
pub fn from_env(all: &[&'static dyn Contract]) -> Result<()> {
    let read = |name: &str| -> Result<Option<String>> {
        match std::env::var(name) {
            Ok(value) if value.is_empty() => Ok(None),
            Ok(value) => Ok(Some(value)),
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(error) => Err(Error::Unusable(format!("{name}: {error}"))),
        }
    };
    let named = |name: &str, error: Error| Error::Unusable(format!("{name}: {}", error));
    if let Some(text) = read("QUICKSALT_POLICY")? {
        set_policy(all, text.trim().parse().map_err(|e| named("QUICKSALT_POLICY", e))?);
    }
    if let Some(text) = read("QUICKSALT_USE")? {
        force_list(all, &text).map_err(|e| named("QUICKSALT_USE", e))?;
    }
    Ok(())
}
