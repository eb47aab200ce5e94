//! One comparison for each shape of contract: every candidate against an independent crate, at
//! every length, unaligned, between canaries and next to inaccessible pages.

use quicksalt::choose::{Primitive, Runnable};
use quicksalt::hazmat::Source;

use super::arena::{Arena, Window};
use super::candidates::subjects;
use super::{LONGEST, lengths, same, sample_bytes};

/// The placements of input and output: at an odd offset between canaries, directly before an
/// inaccessible page, and directly after one.
pub(crate) const PLACES: usize = 3;

pub(crate) fn place<'a>(
    arena: &'a mut Arena,
    place: usize,
    offset: usize,
    content: &[u8],
) -> Window<'a> {
    match place {
        0 => arena.inside(offset, content),
        1 => arena.at_end(content),
        _ => arena.at_start(content),
    }
}

/// Compares a stream operation, with an output of the input's length, from a source, in place, and
/// from zeros.
///
/// `call` and `peer` derive key and nonce from the same seed.
pub(crate) fn stream<O: Sync>(
    primitive: &'static Primitive<O>,
    operation: &str,
    call: impl Fn(Runnable<O>, &mut [u8], Source<'_>, u64),
    peer: impl Fn(&mut [u8], u64),
) {
    let subjects = subjects(primitive, operation);
    let (mut sources, mut outputs) = (Arena::new(LONGEST), Arena::new(LONGEST));
    for len in lengths() {
        let seed = len as u64;
        let message = sample_bytes(len);
        let (mut expected, mut keystream) = (message.clone(), vec![0; len]);
        peer(&mut expected, seed);
        peer(&mut keystream, seed);
        for subject in &subjects {
            for at in 0..PLACES {
                let context = || format!("{} {operation}, {len} bytes, place {at}", subject.name);
                let source = place(&mut sources, at, 7 * len + 1, &message);
                let mut out = place(&mut outputs, at, 5 * len + 3, &vec![0xee; len]);
                call(subject.run, out.bytes_mut(), Source::From(source.bytes()), seed);
                same(out.bytes(), &expected, context);
                same(source.bytes(), &message, || format!("{}, its input", context()));
                source.check(context);
                out.check(context);

                let mut out = place(&mut outputs, at, 3 * len + 1, &message);
                call(subject.run, out.bytes_mut(), Source::InPlace, seed);
                same(out.bytes(), &expected, || format!("{}, in place", context()));
                out.check(context);

                let mut out = place(&mut outputs, at, len, &vec![0xee; len]);
                call(subject.run, out.bytes_mut(), Source::Zero, seed);
                same(out.bytes(), &keystream, || format!("{}, keystream", context()));
                out.check(context);
            }
        }
    }
}

/// Processes the next piece of a stream.
pub(crate) type Take = Box<dyn FnMut(&mut [u8], Source<'_>)>;

/// Compares an incremental stream, alternating between the kinds of source: pieces of many sizes,
/// with a first piece of every size up to two blocks.
pub(crate) fn stream_in_pieces<O: Sync>(
    primitive: &'static Primitive<O>,
    begin: impl Fn(Runnable<O>, u64) -> Take,
    peer: impl Fn(&mut [u8], u64),
) {
    const SIZES: [usize; 8] = [1, 63, 0, 64, 65, 200, 1000, 2100];
    for first in 0..=129 {
        let seed = first as u64;
        let message = sample_bytes(first + SIZES.iter().sum::<usize>());
        let (mut expected, mut keystream) = (message.clone(), vec![0; message.len()]);
        peer(&mut expected, seed);
        peer(&mut keystream, seed);
        for subject in &subjects(primitive, "xor") {
            let (mut take, mut at) = (begin(subject.run, seed), 0);
            for (turn, size) in [first].into_iter().chain(SIZES).enumerate() {
                let piece = at..at + size;
                let mut out = message[piece.clone()].to_vec();
                let wanted = match (turn + first) % 3 {
                    0 => {
                        take(&mut out, Source::InPlace);
                        &expected
                    }
                    1 => {
                        out.fill(0xee);
                        take(&mut out, Source::From(&message[piece.clone()]));
                        &expected
                    }
                    _ => {
                        take(&mut out, Source::Zero);
                        &keystream
                    }
                };
                same(&out, &wanted[piece], || {
                    format!("{}, a first piece of {first}, then {size} from {at}", subject.name)
                });
                at += size;
            }
        }
    }
}

/// Compares an operation that computes a few bytes from a message, such as a tag. `call` and `peer`
/// derive a key from the same seed.
pub(crate) fn message<O: Sync>(
    primitive: &'static Primitive<O>,
    operation: &str,
    call: impl Fn(Runnable<O>, &[u8], u64) -> Vec<u8>,
    peer: impl Fn(&[u8], u64) -> Vec<u8>,
) {
    let subjects = subjects(primitive, operation);
    let mut sources = Arena::new(LONGEST);
    for len in lengths() {
        let seed = len as u64;
        let message = sample_bytes(len);
        let expected = peer(&message, seed);
        for subject in &subjects {
            for at in 0..PLACES {
                let context = || format!("{} {operation}, {len} bytes, place {at}", subject.name);
                let source = place(&mut sources, at, 7 * len + 1, &message);
                same(&call(subject.run, source.bytes(), seed), &expected, context);
                same(source.bytes(), &message, || format!("{}, its input", context()));
                source.check(context);
            }
        }
    }
}

/// Like [`message`], with the message in several parts, including empty ones.
pub(crate) fn parts<O: Sync>(
    primitive: &'static Primitive<O>,
    operation: &str,
    call: impl Fn(Runnable<O>, &[&[u8]], u64) -> Vec<u8>,
    peer: impl Fn(&[u8], u64) -> Vec<u8>,
) {
    message(primitive, operation, |run, message, seed| call(run, &[message], seed), &peer);
    let subjects = subjects(primitive, operation);
    for len in lengths() {
        let seed = !(len as u64);
        let message = sample_bytes(len);
        let expected = peer(&message, seed);
        // For long messages a few cuts suffice.
        let cuts = [len / 3, len - len / 7, 1, 63, 64, 65, 127, 128, 129];
        let cuts = &cuts[..if len > 1100 { 2 } else { 9 }];
        for subject in &subjects {
            for cut in cuts.iter().copied().filter(|&cut| cut <= len) {
                let (head, tail) = message.split_at(cut);
                let (middle, end) = tail.split_at(tail.len() / 2);
                let found = call(subject.run, &[&[], head, middle, &[], end, &[]], seed);
                same(&found, &expected, || {
                    format!("{} {operation}, {len} bytes, cut at {cut}", subject.name)
                });
            }
        }
        if len == 0 {
            for subject in &subjects {
                let name = || format!("{} {operation}, no part", subject.name);
                same(&call(subject.run, &[], seed), &expected, name);
            }
        }
    }
}
