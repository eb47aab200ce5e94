//! The comparison for operations that encrypt a message into a longer box and decrypt it again.

use quicksalt::choose::{Primitive, Runnable};
use quicksalt::{Error, Result};

use super::arena::Arena;
use super::candidates::subjects;
use super::shapes::{PLACES, place};
use super::{LONGEST, lengths, same, sample_bytes};

/// The content of the output buffer before the call.
const BLANK: u8 = 0xee;

/// The calls of a primitive; each derives its key and nonce from a seed.
pub(crate) struct Calls<S, O> {
    /// Encrypts: output, message, seed.
    pub(crate) seal: S,
    /// Decrypts: output, box, seed.
    pub(crate) open: O,
    /// The difference in bytes between a box and its message.
    pub(crate) overhead: usize,
    /// Whether a refusal zeroes the output, because the message is written before verification;
    /// otherwise the output is unchanged.
    pub(crate) wipes: bool,
}

/// Checks that every candidate encrypts like the peer, decrypts its own boxes, refuses changed
/// boxes, and leaves nothing of their message in the output.
pub(crate) fn boxes<P: Sync>(
    primitive: &'static Primitive<P>,
    calls: &Calls<
        impl Fn(Runnable<P>, &mut [u8], &[u8], u64),
        impl Fn(Runnable<P>, &mut [u8], &[u8], u64) -> Result<()>,
    >,
    peer: impl Fn(&[u8], u64) -> Vec<u8>,
) {
    boxes_by(primitive, "seal", calls, peer);
}

/// Like [`boxes`], for an encryption operation with another name.
pub(crate) fn boxes_by<P: Sync>(
    primitive: &'static Primitive<P>,
    operation: &str,
    calls: &Calls<
        impl Fn(Runnable<P>, &mut [u8], &[u8], u64),
        impl Fn(Runnable<P>, &mut [u8], &[u8], u64) -> Result<()>,
    >,
    peer: impl Fn(&[u8], u64) -> Vec<u8>,
) {
    let subjects = subjects(primitive, operation);
    let overhead = calls.overhead;
    let room = LONGEST + overhead;
    let (mut inputs, mut outputs) = (Arena::new(room), Arena::new(room));
    for len in lengths() {
        let seed = len as u64;
        let message = sample_bytes(len);
        let boxed = peer(&message, seed);
        for subject in &subjects {
            for at in 0..PLACES {
                let context = || format!("{} {len} bytes, place {at}", subject.name);
                let input = place(&mut inputs, at, 7 * len + 1, &message);
                let blank = vec![BLANK; len + overhead];
                let mut out = place(&mut outputs, at, 5 * len + 3, &blank);
                (calls.seal)(subject.run, out.bytes_mut(), input.bytes(), seed);
                same(out.bytes(), &boxed, || format!("{}, seal", context()));
                same(input.bytes(), &message, || format!("{}, its message", context()));
                out.check(context);

                let mut input = place(&mut inputs, at, 3 * len + 5, &boxed);
                let mut out = place(&mut outputs, at, 11 * len + 1, &blank[..len]);
                let left = vec![if calls.wipes { 0 } else { BLANK }; len];
                for forged in forgeries(len + overhead, at) {
                    input.bytes_mut()[forged] ^= 1 << (len % 8);
                    let verdict = (calls.open)(subject.run, out.bytes_mut(), input.bytes(), seed);
                    let context = || format!("{}, open with byte {forged} changed", context());
                    assert_eq!(verdict, Err(Error::Verification), "{}", context());
                    same(out.bytes(), &left, context);
                    input.bytes_mut()[forged] ^= 1 << (len % 8);
                }
                let verdict = (calls.open)(subject.run, out.bytes_mut(), input.bytes(), seed);
                assert_eq!(verdict, Ok(()), "{}", context());
                same(out.bytes(), &message, || format!("{}, open", context()));
                same(input.bytes(), &boxed, || format!("{}, its box", context()));
                out.check(context);
                input.check(context);
            }
        }
    }
}

/// Returns the bytes to change: over all lengths, each of the first and last sixteen; and one
/// between.
fn forgeries(len: usize, place: usize) -> [usize; 3] {
    let step = (len + place) % len.min(16);
    [step, len - 1 - step, len / 2]
}
