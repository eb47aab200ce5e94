//! Where the input of a stream operation comes from.

use crate::error::{Error, Result};

/// The input of an operation that writes as many bytes as it reads.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// These bytes, as many as the output has.
    From(&'a [u8]),
    /// The bytes already in the output buffer.
    InPlace,
    /// Zeros: the output is the bare keystream.
    Zero,
}

impl<'a> Source<'a> {
    /// Checks that the input is as long as the output.
    ///
    /// # Errors
    /// [`Error::Length`] if it is not.
    pub fn check(self, output_len: usize) -> Result<()> {
        match self {
            Self::From(input) if input.len() != output_len => {
                Err(Error::length("input", "as many as the output is", input.len()))
            }
            _ => Ok(()),
        }
    }

    /// The input without its first `count` bytes.
    #[inline]
    #[must_use]
    pub fn skip(self, count: usize) -> Self {
        match self {
            Self::From(input) => Self::From(&input[count..]),
            Self::InPlace | Self::Zero => self,
        }
    }

    /// The first `count` bytes of the input.
    #[inline]
    #[must_use]
    pub fn first(self, count: usize) -> Self {
        match self {
            Self::From(input) => Self::From(&input[..count]),
            Self::InPlace | Self::Zero => self,
        }
    }

    /// XORs a piece of keystream onto the first bytes of the input, into `out`.
    #[cfg_attr(not(lean), inline)]
    // One copy in a module: its size counts.
    #[cfg_attr(lean, inline(never))]
    pub fn xor(self, out: &mut [u8], keystream: &[u8]) {
        match self {
            Self::From(input) => {
                for ((o, i), k) in out.iter_mut().zip(input).zip(keystream) {
                    *o = i ^ k;
                }
            }
            Self::InPlace => {
                for (o, k) in out.iter_mut().zip(keystream) {
                    *o ^= k;
                }
            }
            Self::Zero => out.copy_from_slice(&keystream[..out.len()]),
        }
    }
}
