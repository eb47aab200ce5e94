//! What the self-tests of several primitives share.

use super::Source;
use crate::error::Error;

/// A known answer for any number of outputs: 64 bits that depend on every byte and its place. It is
/// no cryptography, since a broken kernel does not aim.
pub(crate) struct Checksum(u64);

/// Odd, its bits without pattern: the golden ratio's.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Checksum {
    pub(crate) const fn new() -> Self {
        Self(FACTOR)
    }

    /// Takes in the bytes and how many they are.
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

/// The checksum of one output.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::new();
    sum.add(bytes);
    sum.value()
}

/// Whether an error says nothing of a candidate: memory is missing or another primitive that is needed,
/// or the caller wants no answer any more.
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

/// A message in which no two neighbours are alike.
pub(crate) fn message<const N: usize>() -> [u8; N] {
    core::array::from_fn(|i| (i % 251) as u8)
}

/// The length of the keystream whose checksum is known: two passes of the widest kernel, sixteen
/// blocks each, and most of a third.
pub(crate) const STREAM: usize = 3000;

/// Lengths of streams round the strides of all kernels: blocks one by one, four, eight and sixteen
/// at a time, and after one or two passes.
const LENGTHS: [usize; 25] = [
    0, 1, 63, 64, 65, 127, 128, 129, 192, 255, 256, 257, 320, 511, 512, 513, 640, 704, 1023, 1024,
    1025, 1089, 1281, 2049, 2305,
];

/// Whether `call` makes the keystream with that checksum from each kind of source, and the same
/// bytes when it makes fewer.
pub(crate) fn streams(known: u64, call: impl Fn(&mut [u8], Source<'_>)) -> bool {
    streams_by(known, &call)
}

/// Not generic: a module for WebAssembly has it once.
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

/// The longest message of a box: after what comes with the authenticator's key, two passes of the
/// widest kernel and a rest.
const BOX: usize = 2200;

/// Lengths of messages round what fits beside the authenticator's key, in one block or in four, and
/// round the strides of the kernels.
const BOX_LENGTHS: [usize; 25] = [
    0, 1, 31, 32, 33, 63, 64, 65, 96, 97, 131, 191, 223, 224, 225, 287, 289, 319, 320, 352, 511,
    545, 1057, 1500, BOX,
];

/// The longest tag.
const TAG_MAX: usize = 32;

/// What a candidate seals and opens, under one key and nonce; boxes are `TAG` bytes longer than their
/// messages.
pub(crate) struct Boxes<const TAG: usize, S, O> {
    pub(crate) seal: S,
    /// Whether the box is genuine.
    pub(crate) open: O,
    /// Whether zeros stand where a message would if it were; else nothing is touched.
    pub(crate) wipes: bool,
}

impl<const TAG: usize, S: Fn(&mut [u8], &[u8]), O: Fn(&mut [u8], &[u8]) -> bool> Boxes<TAG, S, O> {
    /// The checksum of all boxes, if each opens again, and those that have been changed do not and
    /// leave nothing.
    pub(crate) fn checksum(&self) -> Option<u64> {
        checked(TAG, &self.seal, &self.open, self.wipes)
    }
}

type Seal<'a> = &'a dyn Fn(&mut [u8], &[u8]);
type Open<'a> = &'a dyn Fn(&mut [u8], &[u8]) -> bool;

/// [`Boxes::checksum`], not generic: a module for WebAssembly has it once.
#[inline(never)]
fn checked(tag: usize, seal: Seal<'_>, open: Open<'_>, wipes: bool) -> Option<u64> {
    let message: [u8; BOX] = message();
    let (mut sealed, mut opened) = ([0; BOX + TAG_MAX], [0x55; BOX]);
    let left = [if wipes { 0 } else { 0x55 }; BOX];
    // Every byte of a tag, and places all over a long box.
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

/// The checksum of the boxes that `seal` makes.
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

/// The associated data of boxes of the self-tests begin with these bytes.
const AAD: [u8; 400] = {
    let mut aad = [0; 400];
    let mut i = 0;
    while i < aad.len() {
        aad[i] = (255 - i % 253) as u8;
        i += 1;
    }
    aad
};

/// The data that goes with a message of the self-test: nothing, less than a block, blocks, and what is
/// long enough for every kernel.
pub(crate) fn aad(message_len: usize) -> &'static [u8] {
    &AAD[..[0, 12, 400, 16, 33, 357][message_len % 6]]
}
