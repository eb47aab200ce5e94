//! What is known of a candidate, and the order of candidates that is known beforehand.

use crate::choose::cpu::Features;

/// A row of the static rank: an operation such as `sha256.hash` and, for each size class, its
/// candidates from the fastest to the slowest, with spaces between them and `;` between the classes. The last
/// class also holds for all larger ones. Texts, since each reference costs the start of a program.
pub type RankRow = (&'static str, &'static str);

/// What is known of a candidate on this machine.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum State {
    /// Its self-test failed; it is never used.
    Failed,
    /// The processor lacks what it needs.
    Lacks(Features),
    /// It has passed its self-test.
    Proven,
    /// It can run; its self-test has not been needed yet.
    Unproven,
}

impl State {
    /// Whether the candidate may be used.
    #[must_use]
    pub fn is_usable(self) -> bool {
        self == Self::Proven
    }

    /// The word used in tables.
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
