//! Helpers for the tests of all candidates.
#![allow(dead_code, reason = "each test binary uses a part of this")]

pub(crate) mod arena;
pub(crate) mod boxes;
pub(crate) mod candidates;
pub(crate) mod required;
pub(crate) mod shapes;
pub(crate) mod vectors;

/// Returns bytes that count from 0 to 250 repeatedly: 251 is prime, so swapped blocks or lanes are
/// detected.
pub(crate) fn sample_bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

/// Returns the lengths at which every candidate is compared: all short ones, lengths around 16 KiB,
/// where the widest kernels are in their main loop, and a long one.
pub(crate) fn lengths() -> impl Iterator<Item = usize> {
    // Other targets have only portable kernels, with edges only at blocks, and run in an emulator.
    let all = cfg!(target_arch = "x86_64");
    let (round, every) = if all { (130, 1) } else { (3, 11) };
    (0..=1100)
        .filter(move |len| *len <= 300 || len % every == 0)
        .chain(16_384 - round..=16_384 + round)
        .chain([LONGEST])
}

/// The longest compared length: 1 MiB plus a partial block.
pub(crate) const LONGEST: usize = (1 << 20) + 61;

/// Panics with the index of the first difference.
#[track_caller]
pub(crate) fn same(found: &[u8], expected: &[u8], context: impl Fn() -> String) {
    if found == expected {
        return;
    }
    assert_eq!(found.len(), expected.len(), "{}: length", context());
    if let Some(at) = (0..found.len()).find(|&i| found[i] != expected[i]) {
        panic!(
            "{}: first difference at byte {at} of {}: found {:#04x}, expected {:#04x}",
            context(),
            found.len(),
            found[at],
            expected[at]
        );
    }
}

/// Writes to standard error even when the test runner captures the output of passing tests.
pub(crate) fn say(text: &str) {
    use std::io::Write as _;
    // A closed standard error does not fail a test.
    let _ = writeln!(std::io::stderr(), "{text}");
}
