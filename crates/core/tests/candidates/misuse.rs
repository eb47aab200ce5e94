//! The methods of a `Runnable` are memory-safe for any arguments. Inconsistent lengths, which the
//! contract's functions refuse before they call a candidate, may cause a panic but never an access
//! outside the buffers.

use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

use quicksalt::hazmat::{
    Source, blake2b, blake2b_lanes, chacha20, xchacha20poly1305, xsalsa20, xsalsa20poly1305,
};
use quicksalt::{Error, Result};

use crate::common::arena::Arena;
use crate::common::candidates::subjects;
use crate::common::sample_bytes;

/// Returns inconsistent lengths of an input and an output.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    let lens = [0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 300, 1000, 1024, 1040];
    lens.into_iter().flat_map(move |a| lens.into_iter().map(move |b| (a, b)))
}

/// Calls with input and output directly before an inaccessible page, then between canaries.
pub(crate) fn survives(name: &str, call: impl Fn(&mut [u8], &[u8])) {
    let (mut inputs, mut outputs) = (Arena::new(2000), Arena::new(2000));
    for (input_len, output_len) in pairs() {
        let (input, blank) = (sample_bytes(input_len), vec![0xee; output_len]);
        for at_end in [true, false] {
            let input = if at_end { inputs.at_end(&input) } else { inputs.inside(1, &input) };
            let mut output =
                if at_end { outputs.at_end(&blank) } else { outputs.inside(3, &blank) };
            // A panic is acceptable here.
            let _ = catch_unwind(AssertUnwindSafe(|| call(output.bytes_mut(), input.bytes())));
            output.check(|| format!("{name}, input {input_len}, output {output_len}"));
            input.check(|| format!("{name}, input {input_len}, output {output_len}"));
        }
    }
}

#[test]
fn inconsistent_lengths_stay_within_their_buffers() {
    let (key, nonce, short) = ([1; 32], [2; 24], [3; 12]);
    for subject in subjects(&xsalsa20::PRIMITIVE, "xor") {
        survives(&subject.name, |out, input| {
            subject.run.xor(&key, &nonce, 0, out, Source::From(input));
        });
    }
    for subject in subjects(&chacha20::PRIMITIVE, "xor") {
        survives(&subject.name, |out, input| {
            subject.run.xor(&key, &short, u32::MAX.into(), out, Source::From(input));
        });
    }
    for subject in subjects(&xsalsa20poly1305::PRIMITIVE, "seal") {
        survives(&subject.name, |out, input| subject.run.seal(&key, &nonce, (), out, input));
        survives(&subject.name, |out, input| {
            let _ = subject.run.open(&key, &nonce, (), out, input);
        });
    }
    for subject in subjects(&xchacha20poly1305::PRIMITIVE, "seal") {
        survives(&subject.name, |out, input| {
            subject.run.seal(&key, &nonce, xchacha20poly1305::data(b"aad"), out, input)
        });
        survives(&subject.name, |out, input| {
            let _ = subject.run.open(&key, &nonce, xchacha20poly1305::data(b"aad"), out, input);
        });
    }
    for subject in subjects(&blake2b::PRIMITIVE, "hash") {
        let params = blake2b::Params::new(&[], &[0; 16], &[0; 16]).unwrap();
        survives(&subject.name, |out, input| subject.run.hash(&params, out, &[input]));
    }
    for subject in subjects(&blake2b_lanes::PRIMITIVE, "chains") {
        let start = blake2b_lanes::Start::new(20, &[1; 20]).unwrap();
        survives(&subject.name, |out, _| subject.run.advance(&start, out, 3));
    }
}

/// Returns the argument and the actual length of a length error.
pub(crate) fn refused<T: core::fmt::Debug>(result: Result<T>) -> (&'static str, usize) {
    match result {
        Err(Error::Length { argument, actual, .. }) => (argument, actual),
        other => panic!("expected a length error, not {other:?}"),
    }
}

#[test]
fn the_contracts_refuse_inconsistent_lengths() {
    let (key, nonce, short) = ([1; 32], [2; 24], [3; 12]);
    let mut out = [0xee; 100];
    for len in [0, 99, 101] {
        let input = sample_bytes(len);
        let source = Source::From(&input);
        assert_eq!(refused(xsalsa20::xor(&key, &nonce, 0, &mut out, source)), ("input", len));
        assert_eq!(refused(chacha20::xor(&key, &short, 0, &mut out, source)), ("input", len));
    }
    // Two blocks are requested, but only one is left.
    let ends = chacha20::xor(&key, &short, u32::MAX, &mut out, Source::InPlace);
    assert_eq!(refused(ends), ("input", 100));
    chacha20::xor(&key, &short, u32::MAX, &mut [0; 64], Source::InPlace).unwrap();
    assert_eq!(refused(chacha20::stream(&key, &short, u32::MAX, &mut out)), ("input", 100));
    assert_eq!(refused(xsalsa20::stream(&key, &nonce, u64::MAX, &mut out)), ("input", 100));
    let mut stream = xsalsa20::init(&key, &nonce).unwrap();
    let input = sample_bytes(99);
    assert_eq!(refused(stream.xor(&mut out, Source::From(&input))), ("input", 99));
    for len in [0, 83, 85, 100] {
        let message = sample_bytes(len);
        let sealed = xsalsa20poly1305::seal(&key, &nonce, &mut out, &message);
        assert_eq!(refused(sealed), ("out", 100));
        let sealed = xchacha20poly1305::seal(&key, &nonce, b"", &mut out, &message);
        assert_eq!(refused(sealed), ("out", 100));
        let boxed = sample_bytes(len + 32);
        let opened = xsalsa20poly1305::open(&key, &nonce, &mut out, &boxed);
        assert_eq!(refused(opened), ("out", 100));
        let opened = xchacha20poly1305::open(&key, &nonce, b"", &mut out, &boxed);
        assert_eq!(refused(opened), ("out", 100));
    }
    // An input shorter than a tag is not genuine, whatever the output length.
    for len in 0..16 {
        let opened = xsalsa20poly1305::open(&key, &nonce, &mut out, &sample_bytes(len));
        assert_eq!(opened, Err(Error::Verification));
        let opened = xchacha20poly1305::open(&key, &nonce, b"", &mut out, &sample_bytes(len));
        assert_eq!(opened, Err(Error::Verification));
    }
    let zeros = [0; 16];
    for len in [0, 65, 100] {
        let hashed = blake2b::hash(&[], &zeros, &zeros, &mut out[..len], &[]);
        assert_eq!(refused(hashed), ("out", len));
    }
    assert_eq!(refused(blake2b::hash(&[1; 65], &zeros, &zeros, &mut out[..32], &[])), ("key", 65));
    assert_eq!(out, [0xee; 100], "a refused call wrote to the output");
}
