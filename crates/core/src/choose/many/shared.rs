//! Shares choices in a process that has loaded several native modules, each with a copy of this
//! library.
//!
//! The first module owns the choices and [offers](super::offer) a table of functions. Every later
//! module [follows](follow) that table: it queries the owner for candidates and self-test outcomes,
//! and stores only the answers. After a forced choice, a new policy or a new record the owner makes
//! all followers discard their answers. A follower rejects a table of a different build, where an
//! index may denote a different candidate.
//!
//! The table has C layout and contains no pointers to data. It lives until the process ends: a
//! module that has offered its table must not be unloaded.

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

/// The maximum length of a build id in bytes.
const BUILD_MAX: usize = 64;

/// The maximum number of followers.
const FOLLOWERS_MAX: usize = 8;

/// The functions that the owner of the choices provides to followers.
///
/// Modules find the table under the name `quicksalt.chooser.1`. A change of the layout requires a
/// new name.
#[repr(C)]
#[derive(Debug)]
pub struct Chooser {
    /// The build id, padded with zeros.
    pub(super) build: [u8; BUILD_MAX],
    /// Returns the selected candidate as an [`Answer`]. The arguments are the numbers of the
    /// primitive, of the operation and of the size class.
    pub(super) choice: extern "C" fn(usize, usize, usize) -> u32,
    /// Returns 1 if a candidate of a primitive passes its self-test and otherwise 0. The self-test
    /// runs at most once.
    pub(super) prove: extern "C" fn(usize, usize) -> u32,
    /// Returns the bits of the current policy, or an [`Answer`] without a choice.
    pub(super) policy: extern "C" fn() -> u32,
    /// Registers a function to call after each change of the choices; returns 1, or 0 if the list
    /// is full.
    pub(super) watch: extern "C" fn(extern "C" fn()) -> u32,
}

/// The primitives of this native module, indexed by their number.
pub(super) static PRIMITIVES: OnceLock<&'static [&'static dyn Contract]> = OnceLock::new();

/// The table of the module that owns the choices, unless this module owns them.
static OWNER: OnceLock<&'static Chooser> = OnceLock::new();

/// The functions to call after each change of the choices. The list does not need a lock, so that a
/// forked child can always use it.
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

/// Makes this module follow the choices of the module that offers `chooser`. `all` lists the
/// primitives of this module in registry order. Following the same module again changes nothing.
///
/// # Errors
/// [`Error::Unusable`] if the owner has a different build id or too many followers, or if this
/// module offers its own choices or already follows a different owner. Nothing changes then.
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

/// Rejects calls that only the owner of the choices may make.
///
/// # Errors
/// [`Error::Unusable`] if this module follows the choices of a different module.
pub(super) fn refuse_follower() -> Result<()> {
    match OWNER.get() {
        None => Ok(()),
        Some(_) => Err(Error::Unusable(String::from(
            "this module follows another module's choices: set force, policy and record there",
        ))),
    }
}

/// Makes all followers discard the answers that they have stored.
pub(super) fn changed() {
    FOLLOWERS.iter().filter_map(OnceLock::get).for_each(|forget| forget());
}

/// Returns the owner's policy, or `None` if this module owns the choices.
pub(super) fn policy_of_owner() -> Option<Result<Policy>> {
    let answer = Answer((OWNER.get()?.policy)());
    Some(answer.error("", "").map_or_else(|| Ok(Policy::from_bits(answer.0 as u8)), Err))
}

/// Returns the owner's self-test outcome of a candidate, or `None` if this module owns the choices.
pub(super) fn proof_of_owner(primitive: &str, index: usize) -> Option<bool> {
    let owner = OWNER.get()?;
    Some((owner.prove)(number(primitive)?, index) != 0)
}

/// Returns the owner's choice and caches it for the next call. Returns `None` if this module owns
/// the choices.
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
        // The slot is read before querying the owner. A change in between resets the slot, and the
        // loop then queries the owner again.
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

/// Returns the number of a primitive in the registry.
fn number(primitive: &str) -> Option<usize> {
    PRIMITIVES.get()?.iter().position(|known| known.name() == primitive)
}

extern "C" fn forget_answers() {
    forget_all(PRIMITIVES.get().copied().unwrap_or_default());
}

/// The return value of a [`Chooser`] function: the index of a candidate in the low byte and the
/// reason in the next byte, or an error code in the highest byte.
#[derive(Clone, Copy)]
pub(super) struct Answer(pub(super) u32);

impl Answer {
    pub(super) const NO_CANDIDATE: u32 = 1 << 24;
    pub(super) const UNKNOWN_POLICY: u32 = 2 << 24;
    /// The policy bars all candidates that pass their self-test; the low byte holds the policy's
    /// bits.
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
