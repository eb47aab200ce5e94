//! The properties of a candidate, and the proof that it may run on this processor.

#[cfg(lean)]
use core::sync::atomic::AtomicU8;

use crate::choose::cpu::Features;

/// Whether a tool has searched the code for secret-dependent branches and indices. This property
/// does not depend on a correctness proof.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Timing {
    /// Constant time by construction, not checked by a tool.
    Claimed,
    /// Checked with valgrind's memcheck, with all secrets marked. The only secret-dependent
    /// branches and indices that it found are exceptions that `crates/ctgrind` lists by name with
    /// reasons.
    Checked,
}

impl Timing {
    /// The name shown in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Claimed => "claimed",
            Self::Checked => "checked",
        }
    }
}

/// The properties of a candidate.
#[derive(Debug)]
pub struct Meta {
    /// The candidate's name: `<strategy>[_<isa>]` for our own code, the crate's name for a
    /// third-party crate.
    pub name: &'static str,
    /// The processor features that the code requires.
    pub needs: Features,
    /// The origin: the specification or paper that our own code implements, or the third-party
    /// crate.
    pub origin: &'static str,
    /// The part of the arithmetic that has a machine-checked proof, and the proof's author; `None`
    /// without a proof.
    pub proof: Option<&'static str>,
    /// Whether its timing has been checked.
    pub timing: Timing,
    /// The smallest suitable size, in the operation's unit. The static rank skips the candidate
    /// below that size; a measurement may still select it.
    pub min_len: usize,
    /// The candidates that this candidate combines, each as `primitive/candidate`.
    pub parts: &'static [&'static str],
    /// Returns the backend that a third-party crate with internal dispatch selects on this machine.
    pub backend: Option<fn() -> &'static str>,
    /// The cached self-test outcome, in a build with a single candidate per primitive.
    #[cfg(lean)]
    pub(crate) outcome: &'static AtomicU8,
}

/// The placeholder for the outcome of candidates that are not in a table yet.
#[cfg(lean)]
static NO_OUTCOME: AtomicU8 = AtomicU8::new(0);

impl Meta {
    /// The properties of our own code without dependencies. It has no parts and no internal
    /// dispatch, and it is suitable for every size.
    #[must_use]
    pub const fn own(name: &'static str, needs: Features, origin: &'static str) -> Self {
        Self {
            name,
            needs,
            origin,
            proof: None,
            timing: Timing::Claimed,
            min_len: 0,
            parts: &[],
            backend: None,
            #[cfg(lean)]
            outcome: &NO_OUTCOME,
        }
    }

    /// The properties of a candidate that only combines parts. It requires the features of all
    /// parts, and it counts as checked if all parts are checked.
    #[must_use]
    pub const fn composed(
        name: &'static str,
        origin: &'static str,
        parts: &'static [&'static str],
        of: &[Self],
    ) -> Self {
        let (mut needs, mut timing, mut rest) = (Features::NONE, Timing::Checked, of);
        while let [part, others @ ..] = rest {
            needs = needs.and(part.needs);
            if matches!(part.timing, Timing::Claimed) {
                timing = Timing::Claimed;
            }
            rest = others;
        }
        Self { parts, timing, ..Self::own(name, needs, origin) }
    }

    /// Returns these properties for the single candidate of a WebAssembly module. They lack all
    /// texts, which the module's callers cannot see, and have storage for the self-test outcome.
    #[cfg(lean)]
    pub(crate) const fn single(self, outcome: &'static AtomicU8) -> Self {
        Self { name: "", origin: "", proof: None, parts: &[], backend: None, outcome, ..self }
    }

    /// Marks the candidate as checked by memcheck: `quicksalt-ctgrind` finds no leak in any
    /// operation.
    #[must_use]
    pub const fn checked(self) -> Self {
        Self { timing: Timing::Checked, ..self }
    }

    /// Adds a machine-checked proof of the given part of the arithmetic.
    #[must_use]
    pub const fn verified(self, part: &'static str) -> Self {
        Self { proof: Some(part), ..self }
    }
}

/// An implementation of a primitive, with its properties and functions.
///
/// `O` is the primitive's struct of `unsafe fn` pointers. Their only precondition is that the
/// processor supports `meta.needs`.
#[derive(Debug)]
pub struct Candidate<O: 'static> {
    /// The candidate's properties.
    pub meta: Meta,
    /// Its functions.
    pub ops: O,
}

/// A candidate that this processor can run.
///
/// Only its primitive can create a `Runnable`, so owning one proves that calling the candidate's
/// functions is sound. Except inside the self-test, the candidate has also passed its self-test.
#[derive(Debug)]
pub struct Runnable<O: 'static>(pub(in crate::choose) &'static Candidate<O>);

impl<O> Clone for Runnable<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for Runnable<O> {}

impl<O> Runnable<O> {
    /// The candidate's functions. Calling them is sound: the processor supports `meta().needs`.
    #[inline]
    #[must_use]
    pub fn ops(self) -> &'static O {
        &self.0.ops
    }

    /// The candidate's properties.
    #[must_use]
    pub fn meta(self) -> &'static Meta {
        &self.0.meta
    }
}
