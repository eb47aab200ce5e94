//! What the tests of all candidates share.
#![allow(dead_code, reason = "each test binary uses a part of this")]

pub(crate) mod arena;
pub(crate) mod boxes;
pub(crate) mod candidates;
pub(crate) mod required;
pub(crate) mod shapes;
pub(crate) mod vectors;

/// Bytes that count up to 250 and begin again: 251 is prime, so that exchanging two blocks or
/// two lanes shows.
pub(crate) fn sample_bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

/// The lengths at which every candidate is compared: all short ones, those around 16 KiB, where
/// the widest kernels have long been in their main loop, and one long one.
pub(crate) fn lengths() -> impl Iterator<Item = usize> {
    // Where all kernels are portable ones their edges are those of a block, and an emulator runs them.
    let all = cfg!(target_arch = "x86_64");
    let (round, every) = if all { (130, 1) } else { (3, 11) };
    (0..=1100)
        .filter(move |len| *len <= 300 || len % every == 0)
        .chain(16_384 - round..=16_384 + round)
        .chain([LONGEST])
}

/// The longest length compared: 1 MiB and no whole number of blocks.
pub(crate) const LONGEST: usize = (1 << 20) + 61;

/// Fails with the first index at which the two differ.
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

/// Says something even when the test runner captures what passing tests print.
pub(crate) fn say(text: &str) {
    use std::io::Write as _;
    // A closed standard error is no reason to fail a test.
    let _ = writeln!(std::io::stderr(), "{text}");
}
