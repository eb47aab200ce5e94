//! The methods of a `Runnable` are safe whatever they are given: lengths that do not agree, which
//! the contract's functions refuse before a candidate is called, may stop a call with a panic but
//! never lead it out of its buffers.

use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

use quicksalt::hazmat::{Source, blake2b, chacha20, xchacha20poly1305, xsalsa20, xsalsa20poly1305};

use crate::common::arena::Arena;
use crate::common::candidates::subjects;
use crate::common::paint;

/// Lengths of an input and of an output that do not belong together.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    let lens = [0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 300, 1000, 1024, 1040];
    lens.into_iter().flat_map(move |a| lens.into_iter().map(move |b| (a, b)))
}

/// Calls with an input and an output that both end at a page that may not be touched, then with
/// canaries behind them.
fn survives(name: &str, call: impl Fn(&mut [u8], &[u8])) {
    let (mut inputs, mut outputs) = (Arena::new(2000), Arena::new(2000));
    for (input_len, output_len) in pairs() {
        let (input, blank) = (paint(input_len), vec![0xee; output_len]);
        for at_end in [true, false] {
            let input = if at_end { inputs.at_end(&input) } else { inputs.inside(1, &input) };
            let mut output =
                if at_end { outputs.at_end(&blank) } else { outputs.inside(3, &blank) };
            // A panic is as good as a return here.
            let _ = catch_unwind(AssertUnwindSafe(|| call(output.bytes_mut(), input.bytes())));
            output.check(|| format!("{name}, input {input_len}, output {output_len}"));
            input.check(|| format!("{name}, input {input_len}, output {output_len}"));
        }
    }
}

#[test]
fn lengths_that_do_not_agree_stay_within_their_buffers() {
    let (key, nonce, short) = ([1; 32], [2; 24], [3; 12]);
    for subject in subjects(&xsalsa20::PRIMITIVE, "xor") {
        survives(&subject.name, |out, input| {
            subject.run.xor(out, Source::From(input), &key, &nonce);
        });
    }
    for subject in subjects(&chacha20::PRIMITIVE, "xor") {
        survives(&subject.name, |out, input| {
            subject.run.xor(out, Source::From(input), &key, &short, u32::MAX);
        });
    }
    for subject in subjects(&xsalsa20poly1305::PRIMITIVE, "seal") {
        survives(&subject.name, |out, input| subject.run.seal(out, input, &nonce, &key));
        survives(&subject.name, |out, input| {
            let _ = subject.run.open(out, input, &nonce, &key);
        });
    }
    for subject in subjects(&xchacha20poly1305::PRIMITIVE, "seal") {
        survives(&subject.name, |out, input| subject.run.seal(out, input, b"aad", &nonce, &key));
        survives(&subject.name, |out, input| {
            let _ = subject.run.open(out, input, b"aad", &nonce, &key);
        });
    }
    for subject in subjects(&blake2b::PRIMITIVE, "hash") {
        let params = blake2b::Params::new(&[], &[0; 16], &[0; 16]).unwrap();
        survives(&subject.name, |out, input| subject.run.hash(out, &params, &[input]));
    }
}
