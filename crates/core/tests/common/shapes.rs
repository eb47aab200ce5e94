//! One comparison for each shape of contract: every candidate against an independent crate, at
//! every length, unaligned, between canaries and against the edge of the memory.

use quicksalt::choose::{Primitive, Runnable};
use quicksalt::hazmat::Source;

use super::arena::{Arena, Window};
use super::candidates::subjects;
use super::{LONGEST, lengths, paint, same};

/// Where input and output lie: two odd offsets between canaries, or flush with a page that may
/// not be touched, behind or before.
const PLACES: usize = 3;

fn place<'a>(arena: &'a mut Arena, place: usize, offset: usize, content: &[u8]) -> Window<'a> {
    match place {
        0 => arena.inside(offset, content),
        1 => arena.at_end(content),
        _ => arena.at_start(content),
    }
}

/// A stream operation: as many bytes out as in, from a source, in place, or from zeros.
///
/// `call` gets a seed from which to take its key and nonce; `peer` gets the same one.
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
        let message = paint(len);
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
