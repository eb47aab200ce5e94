//! Altered and truncated files, always the same; `make fuzz` goes on with others.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "common/mutate.rs"]
mod mutate;

use mutate::{LEN, Random, Samples};
use quicksalt_files::Error;
use quicksalt_files::age::{self, Form};

/// Length in bytes of a sealed chunk of age.
const SEALED: usize = (64 << 10) + 16;

/// The outcome of a file and how much of it was given out.
fn outcome(samples: &Samples, file: &[u8]) -> (Result<(), Error>, usize) {
    let mut opened = Vec::new();
    let done = age::decrypt(&mut &file[..], &mut opened, &samples.identities);
    assert!(samples.content.starts_with(&opened));
    (done, opened.len())
}

#[test]
fn every_byte_of_a_header_counts() {
    let samples = Samples::new();
    for file in samples.of_age(Form::Binary) {
        let header = file.len() - LEN - 2 * 16;
        for at in 0..header {
            for bit in [1, 0x20, 0x80] {
                let mut altered = file.clone();
                altered[at] ^= bit;
                let (done, given) = outcome(&samples, &altered);
                assert!(done.is_err() && given == 0, "{at} {bit}");
            }
            assert!(outcome(&samples, &file[..at]).0.is_err(), "{at}");
        }
    }
    for file in samples.of_age(Form::Armored) {
        for at in 0..600 {
            for bit in [1, 0x20, 0x80] {
                let mut altered = file.clone();
                altered[at] ^= bit;
                samples.check_age(&altered);
            }
            assert!(outcome(&samples, &file[..at]).0.is_err(), "{at}");
        }
    }
}

#[test]
fn whole_chunks_are_given_out_before_an_error() {
    let samples = Samples::new();
    for file in samples.of_age(Form::Binary) {
        let chunks = file.len() - LEN - 2 * 16;
        assert!(matches!(outcome(&samples, &file), (Ok(()), LEN)));
        for (cut, given) in [
            (chunks, 0),
            (chunks + 15, 0),
            (chunks + SEALED - 1, 0),
            // Where the first chunk ends.
            (chunks + SEALED, 64 << 10),
            (chunks + SEALED + 1, 64 << 10),
            (file.len() - 1, 64 << 10),
        ] {
            let (done, was_given) = outcome(&samples, &file[..cut]);
            assert!(matches!(done, Err(Error::Payload)) && was_given == given, "{cut}");
        }
        for (at, given) in [(chunks, 0), (chunks + SEALED, 64 << 10), (file.len() - 1, 64 << 10)] {
            let mut altered = file.clone();
            altered[at] ^= 1;
            let (done, was_given) = outcome(&samples, &altered);
            assert!(matches!(done, Err(Error::Payload)) && was_given == given, "{at}");
        }
    }
}

#[test]
fn damaged_files() {
    let (samples, mut random) = (Samples::new(), Random(1));
    for _ in 0..2000 {
        samples.check(&samples.damaged(&mut random));
    }
}
