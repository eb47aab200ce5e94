//! Replaces the sharing of choices in a build without the standard library. In such a process, no
//! other native module has a copy of this library.

use super::contract::Contract;
use super::policy::Policy;
use crate::choose::operation::Reason;
use crate::error::Result;

pub(super) const fn refuse_follower() -> Result<()> {
    Ok(())
}

pub(super) const fn changed() {}

pub(super) const fn policy_of_owner() -> Option<Result<Policy>> {
    None
}

pub(super) const fn proof_of_owner(_: &str, _: usize) -> Option<bool> {
    None
}

pub(super) const fn choice_of_owner(
    _: &'static dyn Contract,
    _: usize,
    _: usize,
) -> Option<Result<(usize, Reason)>> {
    None
}
