//! One choice in a process that has loaded several native modules, each with a copy of this library.
//!
//! The first module owns the choice: it [offers](super::offer) a table of functions. Every other module
//! [follows](follow) that table: it asks the owner which candidate to run and whether a candidate has passed its
//! self-test, and keeps only the answers. After a force, a new policy or a new record the owner has all followers
//! forget their answers. A table of another build is refused, because an index would mean another candidate.
//!
//! The table has C's layout and holds no pointer to data. It lives as long as the process: a module that has
//! offered its table must not be unloaded.

use alloc::format;
use alloc::string::String;
use core::ptr;
use std::sync::OnceLock;

use super::contract::{Contract, forget_all};
use super::policy::Policy;
use super::record::BUILD_ID;
use crate::choose::operation::Reason;
use crate::choose::state::State;
use crate::error::{Error, Result};

/// The longest build id, in bytes.
const BUILD_MAX: usize = 64;

/// The most modules that can follow one owner.
const FOLLOWERS_MAX: usize = 8;

/// What the owner of the choice does for the modules that follow it.
///
/// Its layout belongs to the name under which modules find it, `quicksalt.chooser.1`: another layout takes another
/// name.
#[repr(C)]
#[derive(Debug)]
pub struct Chooser {
    /// The build id, filled up with zeros.
    pub(super) build: [u8; BUILD_MAX],
    /// The candidate for a primitive, an operation and a size class, each by its number: an [`Answer`].
    pub(super) choice: extern "C" fn(usize, usize, usize) -> u32,
    /// Whether a candidate of a primitive passes its self-test, which runs at most once: 1, else 0.
    pub(super) prove: extern "C" fn(usize, usize) -> u32,
    /// The policy in force as its bits, or an [`Answer`] without a choice.
    pub(super) policy: extern "C" fn() -> u32,
    /// Has a function called after each change of the choices; 1 if there was room for it, else 0.
    pub(super) watch: extern "C" fn(extern "C" fn()) -> u32,
}

/// The primitives of this module, by number.
pub(super) static PRIMITIVES: OnceLock<&'static [&'static dyn Contract]> = OnceLock::new();

/// The owner of the choice, if that is another module.
static OWNER: OnceLock<&'static Chooser> = OnceLock::new();

/// What to call after each change. A list without a lock, which a forked child can use in any state.
pub(super) static FOLLOWERS: [OnceLock<extern "C" fn()>; FOLLOWERS_MAX] =
    [const { OnceLock::new() }; FOLLOWERS_MAX];

pub(super) const fn own_build() -> [u8; BUILD_MAX] {
    let mut build = [0; BUILD_MAX];
    let id = BUILD_ID.as_bytes();
    assert!(id.len() <= BUILD_MAX);
    let mut index = 0;
    while index < id.len() {
        build[index] = id[index];
        index += 1;
    }
    build
}

/// Follows the choices of another module from now on; `all` are the primitives of this module in the order of its
/// registry. Following the same module again changes nothing.
///
/// # Errors
/// [`Error::Unusable`] if the owner is of another build or has no room for a follower, or if this module offers its
/// own choices or follows another owner. Nothing is changed then.
pub fn follow(all: &'static [&'static dyn Contract], owner: &'static Chooser) -> Result<()> {
    let refused = |why: &str| Err(Error::Unusable(String::from(why)));
    if owner.build != own_build() {
        let theirs = String::from_utf8_lossy(&owner.build);
        return refused(&format!(
            "this module has build id {BUILD_ID}, but the module that owns the choices has {}: \
             install both from one release, or build both from one clone",
            theirs.trim_end_matches('\0')
        ));
    }
    match OWNER.get() {
        Some(&known) if ptr::eq(known, owner) => return Ok(()),
        None if PRIMITIVES.get().is_none() => {}
        _ => {
            return refused("this module already offers its own choices or follows another module");
        }
    }
    if (owner.watch)(forget_answers) == 0 {
        return refused("too many modules already follow the owner of the choices");
    }
    OWNER.get_or_init(|| owner);
    PRIMITIVES.get_or_init(|| all);
    forget_answers();
    Ok(())
}

/// Refuses what only the owner of the choice can do.
///
/// # Errors
/// [`Error::Unusable`] if this module follows another one.
pub(super) fn refuse_follower() -> Result<()> {
    match OWNER.get() {
        None => Ok(()),
        Some(_) => Err(Error::Unusable(String::from(
            "this module follows another module's choices: set force, policy and record there",
        ))),
    }
}

/// Has all modules that follow this one ask again.
pub(super) fn changed() {
    FOLLOWERS.iter().filter_map(OnceLock::get).for_each(|forget| forget());
}

/// The policy of the owner, or `None` if this module owns the choice.
pub(super) fn policy_of_owner() -> Option<Result<Policy>> {
    let answer = Answer((OWNER.get()?.policy)());
    Some(answer.error("", "").map_or_else(|| Ok(Policy::from_bits(answer.0 as u8)), Err))
}

/// The outcome of a candidate's self-test in the owner, or `None` if this module owns the choice.
pub(super) fn proof_of_owner(primitive: &str, index: usize) -> Option<bool> {
    let owner = OWNER.get()?;
    Some((owner.prove)(number(primitive)?, index) != 0)
}

/// The choice of the owner, or `None` if this module owns the choice. It is kept for the next call.
///
/// # Errors
/// As [`resolve`](super::resolve::resolve).
pub(super) fn choice_of_owner(
    primitive: &'static dyn Contract,
    operation: usize,
    class: usize,
) -> Option<Result<(usize, Reason)>> {
    let owner = OWNER.get()?;
    let number = number(primitive.name())?;
    let selection = primitive.selection(operation);
    let name = primitive.operations()[operation].name;
    loop {
        // Read before the owner is asked: a change in between forgets the slot, and the loop asks again.
        let seen = selection.slot(class);
        if let Some(choice) = seen.choice() {
            return Some(Ok(choice));
        }
        let answer = Answer((owner.choice)(number, operation, class));
        if let Some(error) = answer.error(primitive.name(), name) {
            return Some(Err(error));
        }
        let (index, reason) = answer.choice();
        if index >= primitive.len() || matches!(primitive.state(index), State::Lacks(_)) {
            return Some(Err(Error::no_candidate(primitive.name())));
        }
        selection.store(class, seen, index, reason);
    }
}

/// The number of a primitive of the registry.
fn number(primitive: &str) -> Option<usize> {
    PRIMITIVES.get()?.iter().position(|known| known.name() == primitive)
}

extern "C" fn forget_answers() {
    forget_all(PRIMITIVES.get().copied().unwrap_or_default());
}

/// What a function of a [`Chooser`] returns: the index of a candidate in the low byte and the reason in the next,
/// or why there is none in the highest byte.
#[derive(Clone, Copy)]
pub(super) struct Answer(pub(super) u32);

impl Answer {
    pub(super) const NO_CANDIDATE: u32 = 1 << 24;
    pub(super) const UNKNOWN_POLICY: u32 = 2 << 24;
    /// The policy bars all candidates that pass; its bits are in the low byte.
    pub(super) const BARRED: u32 = 3 << 24;
    const FAILURE: u32 = 0xff << 24;

    fn choice(self) -> (usize, Reason) {
        let reason = Reason::ALL[usize::from((self.0 >> 8) as u8) % Reason::ALL.len()];
        (usize::from(self.0 as u8), reason)
    }

    fn error(self, primitive: &'static str, operation: &'static str) -> Option<Error> {
        match self.0 & Self::FAILURE {
            0 => None,
            Self::UNKNOWN_POLICY => Some(Error::UnknownPolicy),
            Self::BARRED => {
                let policy = Policy::from_bits(self.0 as u8).name();
                Some(Error::Barred { primitive, operation, policy })
            }
            _ => Some(Error::no_candidate(primitive)),
        }
    }
}
