//! The comparisons detect the faults that they should detect: each is run on calls with one fault.

use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

use quicksalt::choose::{
    Axis, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, bench_of,
};
use quicksalt::hazmat::Source;
use quicksalt::{Error, Result};

use crate::common::boxes::{Calls, boxes};
use crate::common::shapes;

static CANDIDATES: [Candidate<()>; 1] =
    [Candidate { meta: Meta::own("portable", Features::NONE, "made up"), ops: () }];

/// A primitive whose behaviour each test supplies as a closure.
static TOY: Primitive<()> = Primitive::new(Definition {
    name: "toy",
    candidates: &CANDIDATES,
    operations: &[Operation::new("run", Axis::Bytes), Operation::new("seal", Axis::Bytes)],
    offers: |(), _| true,
    selftest: |_| true,
    bench: |_, _, _| bench_of(1, |_| Ok(())),
    rank: &[],
});

/// Returns the panic message of a comparison, or `None` if it finds no fault.
fn complaint(compare: impl FnOnce()) -> Option<String> {
    let error = catch_unwind(AssertUnwindSafe(compare)).err()?;
    Some(error.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[track_caller]
fn complains(compare: impl FnOnce(), about: &str) {
    let text = complaint(compare).expect("a complaint");
    assert!(text.contains(about), "{text}");
}

const PAD: u8 = 0x5c;

fn xor(out: &mut [u8], source: Source<'_>) {
    let pad = vec![PAD; out.len()];
    source.xor(out, &pad);
}

fn stream(call: impl Fn(&mut [u8], Source<'_>)) {
    let peer = |bytes: &mut [u8], _| bytes.iter_mut().for_each(|byte| *byte ^= PAD);
    shapes::stream(&TOY, "run", |_: Runnable<()>, out, source, _| call(out, source), peer);
}

#[test]
fn streams() {
    assert_eq!(complaint(|| stream(xor)), None);
    let at_length = |out: &mut [u8], source: Source<'_>| {
        xor(out, source);
        if out.len() == 1023 {
            out[1000] ^= 1;
        }
    };
    complains(|| stream(at_length), "1023 bytes, place 0: first difference at byte 1000");
    let in_place = |out: &mut [u8], source: Source<'_>| match source {
        Source::InPlace if out.len() > 64 => out[64] ^= PAD,
        source => xor(out, source),
    };
    complains(|| stream(in_place), "in place");
    let bare = |out: &mut [u8], source: Source<'_>| match source {
        Source::Zero if out.len() == 16_384 => {}
        source => xor(out, source),
    };
    complains(|| stream(bare), "keystream");
}

fn digest(message: &[u8]) -> Vec<u8> {
    vec![message.len() as u8, message.iter().fold(7, |sum: u8, b| sum.rotate_left(3) ^ b)]
}

fn parts(call: impl Fn(&[&[u8]]) -> Vec<u8>) {
    shapes::parts(
        &TOY,
        "run",
        |_: Runnable<()>, parts, _| call(parts),
        |message, _| digest(message),
    );
}

#[test]
fn digests() {
    assert_eq!(complaint(|| parts(|parts| digest(&parts.concat()))), None);
    let forgets = |parts: &[&[u8]]| digest(&parts[..parts.len().div_ceil(2)].concat());
    complains(|| parts(forgets), "cut at");
    complains(|| parts(|parts| digest(if parts.is_empty() { b"x" } else { &[] })), "place 0");
}

fn tag(message: &[u8]) -> u8 {
    digest(message)[1]
}

fn seal(out: &mut [u8], message: &[u8]) {
    out[0] = tag(message);
    out[1..].copy_from_slice(message);
}

fn open(out: &mut [u8], boxed: &[u8]) -> Result<()> {
    if boxed[0] != tag(&boxed[1..]) {
        return Err(Error::Verification);
    }
    out.copy_from_slice(&boxed[1..]);
    Ok(())
}

fn boxed(open: impl Fn(&mut [u8], &[u8]) -> Result<()>) {
    let calls = Calls {
        seal: |_: Runnable<()>, out: &mut [u8], message: &[u8], _| seal(out, message),
        open: |_: Runnable<()>, out: &mut [u8], boxed: &[u8], _| open(out, boxed),
        overhead: 1,
        wipes: false,
    };
    boxes(&TOY, &calls, |message, _| [&[tag(message)], message].concat());
}

#[test]
fn detects_faults_in_opening_boxes() {
    assert_eq!(complaint(|| boxed(open)), None);
    let trusting = |out: &mut [u8], boxed: &[u8]| {
        out.copy_from_slice(&boxed[1..]);
        Ok(())
    };
    complains(|| boxed(trusting), "changed");
    let hasty = |out: &mut [u8], boxed: &[u8]| {
        out.copy_from_slice(&boxed[1..]);
        open(out, boxed)
    };
    complains(|| boxed(hasty), "changed: first difference");
    complains(|| boxed(|_, _| Err(Error::Verification)), "");
}
