//! What the user asks of a candidate.

use alloc::format;

use crate::choose::candidate::{Meta, Timing};
use crate::error::{Error, Result};

/// Which candidates may be chosen: those that have every property that the policy asks for.
///
/// A policy is a restriction and is never widened: where no candidate of an operation has what it
/// asks for, the call is an error ([`Error::Barred`]). It restricts choosing; code that takes a
/// candidate by its name, without a choice, is not restricted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Policy {
    /// Only candidates that have a machine-checked proof of a part of their arithmetic.
    pub verified: bool,
    /// Only candidates whose timing memcheck has checked.
    pub checked: bool,
}

impl Policy {
    /// All that pass their self-test.
    pub const FASTEST: Self = Self { verified: false, checked: false };
    /// Those whose timing was checked.
    pub const CHECKED: Self = Self { verified: false, checked: true };
    /// Those with a proof.
    pub const VERIFIED: Self = Self { verified: true, checked: false };
    /// Those with a proof whose timing was checked.
    pub const VERIFIED_CHECKED: Self = Self { verified: true, checked: true };

    /// The words used in `QUICKSALT_POLICY`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match (self.verified, self.checked) {
            (false, false) => "fastest",
            (false, true) => "checked",
            (true, false) => "verified",
            (true, true) => "verified,checked",
        }
    }

    /// Whether a candidate has all that the policy asks for.
    #[must_use]
    pub const fn permits(self, meta: &Meta) -> bool {
        (!self.verified || meta.proof.is_some())
            && (!self.checked || matches!(meta.timing, Timing::Checked))
    }

    pub(super) const fn bits(self) -> u8 {
        self.verified as u8 | (self.checked as u8) << 1
    }

    pub(super) const fn from_bits(bits: u8) -> Self {
        Self { verified: bits & 1 != 0, checked: bits & 2 != 0 }
    }
}

impl core::str::FromStr for Policy {
    type Err = Error;

    /// Reads `fastest`, or the properties that are asked for with commas between them, in any
    /// order.
    fn from_str(text: &str) -> Result<Self> {
        if text == Self::FASTEST.name() {
            return Ok(Self::FASTEST);
        }
        let mut policy = Self::FASTEST;
        for word in text.split(',') {
            match word {
                "verified" => policy.verified = true,
                "checked" => policy.checked = true,
                _ => {
                    return Err(Error::Unusable(format!(
                        "unknown policy {text:?}: expected fastest, checked, verified or \
                         verified,checked"
                    )));
                }
            }
        }
        Ok(policy)
    }
}
