//! What the environment asks of the choice.

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

/// Follows the environment variables `QUICKSALT_POLICY` and `QUICKSALT_USE`, as far as it can be
/// done on this machine; not at all if the process has rights that whoever set them may not have,
/// such as a setuid program.
///
/// Returns an [`Error::Unusable`] for each policy and each entry that cannot be honoured; it names
/// the variable and what that may say. All other entries are in force nevertheless. After a policy
/// that does not exist every call is [`Error::UnknownPolicy`], until
/// [`set_policy`](crate::choose::set_policy) sets one.
#[must_use = "what could not be honoured should be told"]
pub fn from_env(all: &[&'static dyn Contract]) -> Vec<Error> {
    let mut unhonoured = Vec::new();
    let named = |name: &str, error: Error| Error::Unusable(format!("{name}: {error}"));
    if let Some(text) = read(POLICY) {
        // Forced names are judged by the policy, so that it comes first.
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

/// The value of a variable unless it is empty. What is no text becomes a replacement character,
/// which no name contains: that entry is not known, and the others are followed.
fn read(name: &str) -> Option<String> {
    variable(name).map(|value| value.to_string_lossy().into_owned())
}

/// A policy, with spaces and empty words as an environment variable may have them.
fn parse(text: &str) -> Result<Policy> {
    let words: Vec<_> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    let text = if words.is_empty() { text.into() } else { words.join(",") };
    text.parse()
}
