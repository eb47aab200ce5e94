//! What a candidate says about itself, and the proof that it may run on this processor.

#[cfg(lean)]
use core::sync::atomic::AtomicU8;

use crate::choose::cpu::Features;

/// Whether a tool has looked for branches and indices that depend on a secret. It says nothing of
/// a proof, and a proof says nothing of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Timing {
    /// Constant time by construction, not shown by a tool.
    Claimed,
    /// valgrind's memcheck ran it with its secrets marked, and found no branch and no index that
    /// depends on one but those that `crates/ctgrind` lets pass by name, each with its reason.
    Checked,
}

impl Timing {
    /// The word used in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Claimed => "claimed",
            Self::Checked => "checked",
        }
    }
}

/// What a candidate says about itself.
#[derive(Debug)]
pub struct Meta {
    /// `<strategy>[_<isa>]` for our own code, the crate's name for a crate.
    pub name: &'static str,
    /// All that its code asserts of the processor.
    pub needs: Features,
    /// Own code from which specification or paper, or which crate.
    pub origin: &'static str,
    /// Which part of its arithmetic has a machine-checked proof, and whose; `None` if none has.
    pub proof: Option<&'static str>,
    /// Whether its timing was checked.
    pub timing: Timing,
    /// The smallest size, in the operation's unit, that it is meant for. The static rank passes
    /// over it below that; a measurement may still choose it.
    pub min_len: usize,
    /// The candidates it is made of, as `primitive/candidate`.
    pub parts: &'static [&'static str],
    /// For a crate that dispatches inside: the backend that it will take on this machine.
    pub backend: Option<fn() -> &'static str>,
    /// Where a build with a single candidate keeps the outcome of the self-test.
    #[cfg(lean)]
    pub(crate) outcome: &'static AtomicU8,
}

/// No candidate that is not yet in a table has an outcome.
#[cfg(lean)]
static NO_OUTCOME: AtomicU8 = AtomicU8::new(0);

impl Meta {
    /// Own code that needs nothing else: no parts, no inner dispatch, good from the first byte.
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

    /// A construction that does nothing of its own but put parts together. It needs what they need,
    /// and is checked if all of them are.
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

    /// The same as the single candidate of a module for WebAssembly: without texts, which no caller of a module
    /// sees, and with a place for the outcome of the self-test.
    #[cfg(lean)]
    pub(crate) const fn single(self, outcome: &'static AtomicU8) -> Self {
        Self { name: "", origin: "", proof: None, parts: &[], backend: None, outcome, ..self }
    }

    /// The same, checked by memcheck: `quicksalt-ctgrind` finds no leak in any operation.
    #[must_use]
    pub const fn checked(self) -> Self {
        Self { timing: Timing::Checked, ..self }
    }

    /// The same, with a machine-checked proof of that part of its arithmetic.
    #[must_use]
    pub const fn verified(self, part: &'static str) -> Self {
        Self { proof: Some(part), ..self }
    }
}

/// An implementation: what it says about itself and its functions.
///
/// `O` is the primitive's struct of `unsafe fn` pointers. The one condition of calling any of
/// them is that the processor offers `meta.needs`.
#[derive(Debug)]
pub struct Candidate<O: 'static> {
    /// What it says about itself.
    pub meta: Meta,
    /// Its functions.
    pub ops: O,
}

/// A candidate that this processor can run.
///
/// Only its primitive gives one away, so holding it is the proof that calling the candidate's
/// functions is sound. Whoever is not the self-test itself gets one only of a candidate that has
/// passed it.
#[derive(Debug)]
pub struct Runnable<O: 'static>(pub(in crate::choose) &'static Candidate<O>);

impl<O> Clone for Runnable<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for Runnable<O> {}

impl<O> Runnable<O> {
    /// Its functions. Calling one is sound: the processor offers `meta().needs`.
    #[inline]
    #[must_use]
    pub fn ops(self) -> &'static O {
        &self.0.ops
    }

    /// What it says about itself.
    #[must_use]
    pub fn meta(self) -> &'static Meta {
        &self.0.meta
    }
}
