//! The input of a stream operation.

use crate::error::{Error, Result};

/// The input of an operation that writes one byte for each byte it reads.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A separate buffer, of the same length as the output.
    From(&'a [u8]),
    /// The bytes already in the output buffer.
    InPlace,
    /// Zeros: the output is the plain keystream.
    Zero,
}

impl<'a> Source<'a> {
    /// Checks that input and output have the same length.
    ///
    /// # Errors
    /// [`Error::Length`] if the lengths differ.
    pub fn check(self, output_len: usize) -> Result<()> {
        match self {
            Self::From(input) if input.len() != output_len => {
                Err(Error::length("input", "len(out)", input.len()))
            }
            _ => Ok(()),
        }
    }

    /// Returns the input without its first `count` bytes.
    #[inline]
    #[must_use]
    pub fn skip(self, count: usize) -> Self {
        match self {
            Self::From(input) => Self::From(&input[count..]),
            Self::InPlace | Self::Zero => self,
        }
    }

    /// Returns the first `count` bytes of the input.
    #[inline]
    #[must_use]
    pub fn first(self, count: usize) -> Self {
        match self {
            Self::From(input) => Self::From(&input[..count]),
            Self::InPlace | Self::Zero => self,
        }
    }

    /// Writes the XOR of `keystream` and the first bytes of the input to `out`.
    #[cfg(not(all(lean, target_feature = "simd128")))]
    #[inline]
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

    /// Writes the XOR of `keystream` and the first bytes of the input to `out`: sixteen bytes at a
    /// time, then single bytes.
    // Not inlined, to save code size in a WebAssembly module. Each call therefore matches on the
    // source again.
    #[cfg(all(lean, target_feature = "simd128"))]
    #[inline(never)]
    pub fn xor(self, out: &mut [u8], keystream: &[u8]) {
        use core::arch::wasm32::{u64x2, v128_xor};

        use crate::prim::shared::wasm32::simd128::{load, store};

        let (whole, rest) = out.as_chunks_mut::<16>();
        let done = 16 * whole.len();
        for (i, (out, keystream)) in whole.iter_mut().zip(keystream.as_chunks().0).enumerate() {
            let input = match self {
                Self::From(input) => load(&input.as_chunks::<16>().0[i]),
                Self::InPlace => load(out),
                Self::Zero => u64x2(0, 0),
            };
            store(out, v128_xor(input, load::<16, u8>(keystream)));
        }
        for (i, (out, keystream)) in rest.iter_mut().zip(&keystream[done..]).enumerate() {
            let input = match self {
                Self::From(input) => input[done + i],
                Self::InPlace => *out,
                Self::Zero => 0,
            };
            *out = input ^ keystream;
        }
    }
}
