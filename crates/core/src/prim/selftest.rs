//! Helpers shared by the self-tests of several primitives.

use super::Source;
use crate::error::Error;

/// A 64-bit checksum over any number of outputs, which self-tests compare with a known answer. It
/// depends on every byte and its position. It need not be cryptographic, because a broken kernel
/// does not forge outputs.
pub(crate) struct Checksum(u64);

/// The multiplier: the fractional bits of the golden ratio, which are odd and without a pattern.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Checksum {
    pub(crate) const fn new() -> Self {
        Self(FACTOR)
    }

    /// Adds bytes and their number to the checksum.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        for word in words.iter().chain([&last, &(bytes.len() as u64).to_le_bytes()]) {
            self.0 = (self.0 ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR).rotate_left(29);
        }
    }

    pub(crate) const fn value(&self) -> u64 {
        self.0
    }
}

/// Returns the checksum of one output.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::new();
    sum.add(bytes);
    sum.value()
}

/// Returns whether an error is not the candidate's fault: memory ran out, a primitive that it uses
/// lacks a usable candidate, or the caller cancelled the operation.
pub(crate) const fn is_from_outside(error: &Error) -> bool {
    matches!(
        error,
        Error::OutOfMemory
            | Error::NoCandidate { .. }
            | Error::Barred { .. }
            | Error::UnknownPolicy
            | Error::Interrupted
    )
}

/// Returns a message in which no two adjacent bytes are equal.
pub(crate) fn message<const N: usize>() -> [u8; N] {
    core::array::from_fn(|i| (i % 251) as u8)
}

/// Length in bytes of the keystream with a known checksum. The widest kernel processes sixteen
/// blocks per pass and needs two passes and most of a third.
pub(crate) const STREAM: usize = 3000;

/// Stream lengths just below and above the strides of all kernels, which are one, four, eight and
/// sixteen blocks, and around the ends of the first and second pass.
const LENGTHS: [usize; 25] = [
    0, 1, 63, 64, 65, 127, 128, 129, 192, 255, 256, 257, 320, 511, 512, 513, 640, 704, 1023, 1024,
    1025, 1089, 1281, 2049, 2305,
];

/// Returns whether `call` produces the keystream with the known checksum for each kind of source,
/// and a prefix of this keystream for each shorter length.
pub(crate) fn streams(known: u64, call: impl Fn(&mut [u8], Source<'_>)) -> bool {
    streams_by(known, &call)
}

/// The function is not generic, so that a WebAssembly module contains only one copy.
#[inline(never)]
fn streams_by(known: u64, call: &dyn Fn(&mut [u8], Source<'_>)) -> bool {
    let mut keystream = [0x55; STREAM];
    call(&mut keystream, Source::Zero);
    let message: [u8; STREAM] = message();
    let agrees = |len: usize, kind: usize| {
        let (mut expected, mut out) = (keystream, message);
        let source = match kind {
            0 => Source::Zero,
            1 => Source::InPlace,
            _ => Source::From(&message[..len]),
        };
        if kind > 0 {
            for (byte, own) in expected.iter_mut().zip(&message) {
                *byte ^= own;
            }
        }
        call(&mut out[..len], source);
        out[..len] == expected[..len] && out[len..] == message[len..]
    };
    checksum(&keystream) == known
        && LENGTHS.iter().enumerate().all(|(at, &len)| agrees(len, at % 3))
        && (0..3).all(|kind| agrees(STREAM, kind))
}

/// Length of the longest message. It covers the rest of the keystream that begins with the Poly1305
/// key, two passes of the widest kernel, and a remainder.
const BOX: usize = 2200;

/// Message lengths around the part of one block or of four blocks that follows the Poly1305 key,
/// and around the strides of the kernels.
const BOX_LENGTHS: [usize; 25] = [
    0, 1, 31, 32, 33, 63, 64, 65, 96, 97, 131, 191, 223, 224, 225, 287, 289, 319, 320, 352, 511,
    545, 1057, 1500, BOX,
];

/// Length of the longest tag in bytes.
const TAG_MAX: usize = 32;

/// A candidate's seal and open functions with a fixed key and nonce. A sealed box is `TAG` bytes
/// longer than its message.
pub(crate) struct Boxes<const TAG: usize, S, O> {
    pub(crate) seal: S,
    /// Opens a box and returns whether it is genuine.
    pub(crate) open: O,
    /// Whether a failed `open` fills the output with zeros; otherwise it leaves the output
    /// unchanged.
    pub(crate) wipes: bool,
}

impl<const TAG: usize, S: Fn(&mut [u8], &[u8]), O: Fn(&mut [u8], &[u8]) -> bool> Boxes<TAG, S, O> {
    /// Returns the checksum of all boxes. Returns `None` unless each box opens, each modified box
    /// is rejected, and the output of a rejected box is wiped or unchanged.
    pub(crate) fn checksum(&self) -> Option<u64> {
        checked(TAG, &self.seal, &self.open, self.wipes)
    }
}

type Seal<'a> = &'a dyn Fn(&mut [u8], &[u8]);
type Open<'a> = &'a dyn Fn(&mut [u8], &[u8]) -> bool;

/// Implements [`Boxes::checksum`]. The function is not generic, so that a WebAssembly module
/// contains only one copy.
#[inline(never)]
fn checked(tag: usize, seal: Seal<'_>, open: Open<'_>, wipes: bool) -> Option<u64> {
    let message: [u8; BOX] = message();
    let (mut sealed, mut opened) = ([0; BOX + TAG_MAX], [0x55; BOX]);
    let left = [if wipes { 0 } else { 0x55 }; BOX];
    // Flip a bit in every byte of a tag, and in some bytes throughout a long box.
    for (len, step) in [(0, 1), (BOX, 443)] {
        let sealed = &mut sealed[..len + tag];
        seal(sealed, &message[..len]);
        for at in (0..len + tag).step_by(step) {
            sealed[at] ^= 1 << (at % 8);
            let is_open = open(&mut opened[..len], sealed);
            if is_open || opened[..len] != left[..len] {
                return None;
            }
            sealed[at] ^= 1 << (at % 8);
        }
    }
    let mut all_open = true;
    let sum = boxes(tag, &mut |sealed, message| {
        let opened = &mut opened[..message.len()];
        opened.fill(0);
        seal(sealed, message);
        all_open &= open(opened, sealed) && opened == message;
    });
    all_open.then_some(sum)
}

/// Returns the checksum of the boxes that `seal` makes.
pub(crate) fn boxes(tag: usize, seal: &mut dyn FnMut(&mut [u8], &[u8])) -> u64 {
    let message: [u8; BOX] = message();
    let (mut sum, mut sealed) = (Checksum::new(), [0; BOX + TAG_MAX]);
    for len in BOX_LENGTHS {
        let sealed = &mut sealed[..len + tag];
        seal(sealed, &message[..len]);
        sum.add(sealed);
    }
    sum.value()
}

/// The associated data of each box in the self-tests is a prefix of this array.
const AAD: [u8; 400] = {
    let mut aad = [0; 400];
    let mut i = 0;
    while i < aad.len() {
        aad[i] = (255 - i % 253) as u8;
        i += 1;
    }
    aad
};

/// Returns the associated data for a message length: empty, less than a block, whole blocks, or
/// long enough for every kernel.
pub(crate) fn aad(message_len: usize) -> &'static [u8] {
    &AAD[..[0, 12, 400, 16, 33, 357][message_len % 6]]
}
