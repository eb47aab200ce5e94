//! Offers this module's choices of candidates to other native modules of the process.

use std::sync::OnceLock;

use super::contract::Contract;
use super::shared::{Answer, Chooser, FOLLOWERS, PRIMITIVES, own_build, refuse_follower};
use super::{force, resolve};
use crate::choose::operation::{CLASSES, Reason};
use crate::error::{Error, Result};

static OWN: Chooser = Chooser { build: own_build(), choice, prove, policy, watch };

/// Returns the table of functions that other native modules [follow](super::follow). `all` lists
/// the primitives of this native module in registry order.
///
/// # Errors
/// [`Error::Unusable`] if this module follows the choices of a different module.
pub fn offer(all: &'static [&'static dyn Contract]) -> Result<&'static Chooser> {
    refuse_follower()?;
    PRIMITIVES.get_or_init(|| all);
    Ok(&OWN)
}

fn numbered(number: usize) -> Option<&'static dyn Contract> {
    PRIMITIVES.get()?.get(number).copied()
}

extern "C" fn choice(primitive: usize, operation: usize, class: usize) -> u32 {
    let known = numbered(primitive).filter(|known| operation < known.operations().len());
    match known.filter(|_| class < CLASSES) {
        Some(known) => answer(resolve::choice(known, operation, class)),
        None => Answer::NO_CANDIDATE,
    }
}

extern "C" fn prove(primitive: usize, index: usize) -> u32 {
    let known = numbered(primitive).filter(|known| index < known.len());
    u32::from(known.is_some_and(|known| known.prove(index).is_usable()))
}

extern "C" fn policy() -> u32 {
    match force::policy() {
        Ok(policy) => u32::from(policy.bits()),
        Err(_) => Answer::UNKNOWN_POLICY,
    }
}

extern "C" fn watch(forget: extern "C" fn()) -> u32 {
    let takes = |slot: &OnceLock<extern "C" fn()>| {
        let known = slot.get_or_init(|| forget);
        *known as usize == forget as usize
    };
    u32::from(FOLLOWERS.iter().any(takes))
}

fn answer(choice: Result<(usize, Reason)>) -> u32 {
    match choice {
        Ok((index, reason)) => (reason as u32) << 8 | index as u32,
        Err(Error::UnknownPolicy) => Answer::UNKNOWN_POLICY,
        Err(Error::Barred { .. }) => Answer::BARRED | policy() & 0xff,
        Err(_) => Answer::NO_CANDIDATE,
    }
}
