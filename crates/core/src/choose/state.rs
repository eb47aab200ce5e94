//! The state of a candidate, and the static rank of candidates.

use crate::choose::cpu::Features;

/// A row of the static rank: an operation such as `sha256.hash`, and its candidates from fastest to
/// slowest for each size class, separated by spaces, with `;` between classes. The last class also
/// covers all larger sizes. Stored as text, because each reference would need a relocation at
/// program start.
pub type RankRow = (&'static str, &'static str);

/// The state of a candidate on this machine.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum State {
    /// Its self-test failed; it is never used.
    Failed,
    /// The processor lacks required features.
    Lacks(Features),
    /// It has passed its self-test.
    Proven,
    /// It can run; its self-test has not been needed yet.
    Unproven,
}

impl State {
    /// Reports whether the candidate may be used.
    #[must_use]
    pub fn is_usable(self) -> bool {
        self == Self::Proven
    }

    /// The name shown in tables.
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
