//! Applies the policy and forced choices in environment variables.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::choose::many::contract::Contract;
use crate::choose::many::force::{enforce, force_list, permit_nothing};
use crate::choose::many::policy::Policy;
use crate::error::{Error, Result};
use crate::process::variable;

const POLICY: &str = "QUICKSALT_POLICY";
const USE: &str = "QUICKSALT_USE";

/// Applies the environment variables `QUICKSALT_POLICY` and `QUICKSALT_USE` where possible on this
/// machine. A process with privileges that its invoker may lack, such as a setuid program, ignores
/// them.
///
/// Returns an [`Error::Unusable`] for each policy and entry that cannot be applied, with the name
/// of the variable and its valid values. All other entries take effect. After an unknown policy,
/// every call returns [`Error::UnknownPolicy`] until [`set_policy`](crate::choose::set_policy) sets
/// a policy.
#[must_use = "report the entries that could not be applied"]
pub fn from_env(all: &[&'static dyn Contract]) -> Vec<Error> {
    let mut unhonoured = Vec::new();
    let named = |name: &str, error: Error| Error::Unusable(format!("{name}: {error}"));
    if let Some(text) = read(POLICY) {
        // The policy comes first, because it restricts the forced names.
        match parse(&text) {
            Ok(policy) => enforce(all, policy),
            Err(error) => {
                permit_nothing(all);
                unhonoured.push(named(POLICY, error));
            }
        }
    }
    if let Some(text) = read(USE) {
        unhonoured.extend(force_list(all, &text).into_iter().map(|error| named(USE, error)));
    }
    unhonoured
}

/// Returns the value of a variable unless it is empty. Invalid UTF-8 becomes a replacement
/// character. No name contains that character, so only the affected entry is rejected as unknown.
fn read(name: &str) -> Option<String> {
    variable(name).map(|value| value.to_string_lossy().into_owned())
}

/// Parses a policy from an environment variable, which may contain spaces and empty words.
fn parse(text: &str) -> Result<Policy> {
    let words: Vec<_> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    let text = if words.is_empty() { text.into() } else { words.join(",") };
    text.parse()
}
