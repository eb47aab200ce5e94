//! The state of a hash with an output of any length in memory of the caller's.

use core::fmt;

use super::{Ops, Permute, State, UPDATE, absorb, copy, pad, permute_by};
use crate::choose::Primitive;
use crate::error::Result;

/// What a hash keeps of a message that comes and of an output that is read piece by piece, for a caller
/// that holds it in memory of its own, such as that of a C program. It names no candidate and no
/// address, so that its bytes may be copied; every call takes the candidate that stands then.
#[repr(C)]
pub struct Kept<const RATE: usize> {
    state: State,
    /// Bytes of the block that have come, or have been read.
    at: usize,
    domain: u8,
    /// Whether the message is at its end.
    is_read: bool,
}

impl<const RATE: usize> Kept<RATE> {
    /// Nothing of the message has come. RFC 9861 has domains from 1 to 127.
    #[must_use]
    pub fn initial(domain: u8) -> Self {
        Self { state: [0; 25], at: 0, domain, is_read: false }
    }

    /// Whether something of the output has been read, so that no more of the message may come.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.is_read
    }

    /// Takes the next piece of the message.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn update(&mut self, by: &'static Primitive<Ops<RATE>>, piece: &[u8]) -> Result<()> {
        let permute = permutation(by)?;
        let permute = |state: &mut State| permute_by(permute, state);
        self.at = absorb::<RATE>(&mut self.state, self.at, piece, permute);
        Ok(())
    }

    /// Fills `out` with the next bytes of the output.
    ///
    /// # Errors
    /// As [`Self::update`].
    pub fn read(&mut self, by: &'static Primitive<Ops<RATE>>, out: &mut [u8]) -> Result<()> {
        let permute = permutation(by)?;
        if !self.is_read {
            pad::<RATE>(&mut self.state, self.at, self.domain);
            (self.at, self.is_read) = (RATE, true);
        }
        let mut done = 0;
        while done < out.len() {
            if self.at == RATE {
                permute_by(permute, &mut self.state);
                self.at = 0;
            }
            let count = (out.len() - done).min(RATE - self.at);
            copy(&mut out[done..done + count], &self.state, self.at);
            self.at += count;
            done += count;
        }
        Ok(())
    }
}

fn permutation<const RATE: usize>(by: &'static Primitive<Ops<RATE>>) -> Result<Permute> {
    Ok(by.pick(UPDATE, 0)?.ops().permute)
}

impl<const RATE: usize> fmt::Debug for Kept<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept(..)")
    }
}
