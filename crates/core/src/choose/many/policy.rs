//! Policies: the properties that a user requires of candidates.

use alloc::format;

use crate::choose::candidate::{Meta, Timing};
use crate::error::{Error, Result};

/// Restricts the choice to candidates with certain properties.
///
/// A policy is never relaxed: if all candidates of an operation lack a required property, the call
/// fails with [`Error::Barred`]. It restricts only choices; code that names a candidate directly is
/// not restricted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Policy {
    /// Permits only candidates with a machine-checked proof of a part of their arithmetic.
    pub verified: bool,
    /// Permits only candidates with timing that memcheck has checked.
    pub checked: bool,
}

impl Policy {
    /// Permits all candidates that pass their self-test.
    pub const FASTEST: Self = Self { verified: false, checked: false };
    /// Permits candidates with checked timing.
    pub const CHECKED: Self = Self { verified: false, checked: true };
    /// Permits candidates with a proof.
    pub const VERIFIED: Self = Self { verified: true, checked: false };
    /// Permits candidates with both a proof and checked timing.
    pub const VERIFIED_CHECKED: Self = Self { verified: true, checked: true };

    /// Returns the policy's name in `QUICKSALT_POLICY`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match (self.verified, self.checked) {
            (false, false) => "fastest",
            (false, true) => "checked",
            (true, false) => "verified",
            (true, true) => "verified,checked",
        }
    }

    /// Reports whether a candidate has all required properties.
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

    /// Parses `fastest`, or the required properties separated by commas, in any order.
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
