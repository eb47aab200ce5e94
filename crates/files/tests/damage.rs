//! Tests files with deterministic corruption and truncation. `make fuzz` tests random corruption.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "common/mutate.rs"]
mod mutate;

use std::fs::File;

use mutate::{LEN, Random, Samples};
use quicksalt_files::Error;
use quicksalt_files::age::{self, Form, To};

/// The length of a sealed age chunk in bytes.
const SEALED: usize = (64 << 10) + 16;

/// Decrypts a file; returns the result and the number of bytes released.
fn outcome(samples: &Samples, file: &[u8]) -> (Result<(), Error>, usize) {
    let mut opened = Vec::new();
    let done = age::decrypt(&mut &file[..], &mut opened, &samples.identities);
    assert!(samples.content.starts_with(&opened));
    (done, opened.len())
}

#[test]
fn every_altered_header_byte_is_detected() {
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
fn whole_chunks_are_released_before_an_error() {
    let samples = Samples::new();
    for file in samples.of_age(Form::Binary) {
        let chunks = file.len() - LEN - 2 * 16;
        assert!(matches!(outcome(&samples, &file), (Ok(()), LEN)));
        for (cut, given) in [
            (chunks, 0),
            (chunks + 15, 0),
            (chunks + SEALED - 1, 0),
            // The end of the first chunk.
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

/// Uses a file long enough for several threads. They must release the same output as a single
/// thread.
#[test]
fn several_threads_release_whole_chunks_before_an_error() {
    let (samples, content) = (Samples::new(), vec![5; 80 * (64 << 10) + 9]);
    let folder = std::env::temp_dir().join(format!("quicksalt-damage-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let [plain, sealed, opened] = ["plain", "sealed", "opened"].map(|name| folder.join(name));
    std::fs::write(&plain, &content).unwrap();
    let to = [samples.identities[0].recipient().unwrap()];
    let [from, into] = [File::open(&plain).unwrap(), File::create(&sealed).unwrap()];
    age::encrypt_file(&from, &into, &To::Recipients(&to), Form::Binary).unwrap();
    let whole = std::fs::read(&sealed).unwrap();
    let chunks = whole.len() - content.len() - 81 * 16;
    for damaged in [None, Some(0), Some(3), Some(4), Some(41), Some(79), Some(80)] {
        let mut file = whole.clone();
        if let Some(chunk) = damaged {
            file[chunks + chunk * SEALED] ^= 1;
        }
        for cut in [0, SEALED / 2] {
            std::fs::write(&sealed, &file[..file.len() - cut]).unwrap();
            let [from, into] = [File::open(&sealed).unwrap(), File::create(&opened).unwrap()];
            let done = age::decrypt_file(&from, &into, &samples.identities);
            let last = if cut > 0 { 79 } else { 81 };
            let given = damaged.unwrap_or(last).min(last) * (64 << 10);
            let is_whole = damaged.is_none() && cut == 0;
            assert_eq!(done.is_ok(), is_whole);
            assert!(is_whole || matches!(done, Err(Error::Payload)));
            let expected = &content[..given.min(content.len())];
            assert!(std::fs::read(&opened).unwrap() == expected, "{damaged:?} {cut}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn random_corruption_is_detected() {
    let (samples, mut random) = (Samples::new(), Random(1));
    for _ in 0..2000 {
        samples.check(&samples.damaged(&mut random));
    }
}
