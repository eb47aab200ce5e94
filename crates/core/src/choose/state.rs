//! The states of a candidate, and the static rank of candidates.

use crate::choose::cpu::Features;

/// A row of the static rank: an operation such as `sha256.hash`, and for each size class the names
/// of its candidates from fastest to slowest. Spaces separate the names, and `;` separates the
/// classes. The last class also covers all larger sizes. The row is text, because each reference to
/// a candidate would need a relocation at program start.
pub type RankRow = (&'static str, &'static str);

/// The state of a candidate on this machine.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum State {
    /// The candidate's self-test failed; the candidate is never used.
    Failed,
    /// The processor lacks features that the candidate requires.
    Lacks(Features),
    /// The candidate has passed its self-test.
    Proven,
    /// The processor can run the candidate, but its self-test has not been needed yet.
    Unproven,
}

impl State {
    /// Reports whether the candidate may be used.
    #[must_use]
    pub fn is_usable(self) -> bool {
        self == Self::Proven
    }

    /// Returns the state's name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Lacks(_) => "lacks",
            Self::Proven => "proven",
            Self::Unproven => "unproven",
        }
    }
}
