//! Tests every candidate of every primitive.

use quicksalt::choose::{Primitive, Runnable};
use quicksalt::hazmat::PRIMITIVES;

use crate::child::nothing_is_left;
use crate::{Case, aead, aes, ciphers, curves, groups, hashes, ipcrypt, kem, macs, sponges};

/// The operations whose inputs are all public.
const PUBLIC: &[&str] =
    &["ed25519.verify", "ed25519.verify_batch", "ed25519.to_x25519", "ed25519ph.verify"];

/// Message lengths: less than a block, several blocks, and enough for the main loop of every
/// kernel.
pub(crate) const LENGTHS: &[usize] = &[40, 300, 2100];

/// The cases of all primitives.
pub(crate) fn cases() -> impl Iterator<Item = &'static Case> {
    let lists = [
        hashes::CASES,
        hashes::MESSAGE_CASES,
        sponges::CASES,
        sponges::SHA3,
        sponges::XOFS,
        macs::CASES,
        macs::HMACS,
        curves::CASES,
        groups::CASES,
        ciphers::CASES,
        aes::CASES,
        kem::CASES,
        ipcrypt::CASES,
    ];
    lists.into_iter().chain(aead::CASES.iter().copied()).flatten()
}

/// Returns a candidate that can run on this machine.
pub(crate) fn by<O: Sync>(primitive: &'static Primitive<O>, name: &str) -> Runnable<O> {
    primitive.named(name).unwrap()
}

/// Splits the child's input into its first `N` bytes and the rest.
pub(crate) fn first<const N: usize>(input: &[u8]) -> (&[u8; N], &[u8]) {
    input.split_first_chunk().unwrap()
}

/// Moves a value to another stack address.
#[inline(never)]
pub(crate) fn moved<T>(value: T) -> T {
    core::hint::black_box(value)
}

/// Returns the operation that provides a case's candidates. For a construction, it is the operation
/// after `by`, such as `keccak.permute24` in `shake128.hash by keccak.permute24`.
fn part(name: &str) -> &str {
    name.rsplit(" by ").next().unwrap()
}

/// Returns the candidates that this processor can run and that support a case's operation.
fn candidates(name: &str) -> Vec<String> {
    let (primitive, operation) = part(name).split_once('.').unwrap();
    let primitive = PRIMITIVES.iter().find(|p| p.name() == primitive).unwrap();
    let operation = primitive.operations().iter().position(|o| o.name == operation).unwrap();
    (0..primitive.len())
        .filter(|&i| primitive.offers(i, operation) && primitive.prove(i).is_usable())
        .map(|i| primitive.meta(i).name.into())
        .collect()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "needs a release build: make traces")]
fn no_candidate_leaves_a_secret() {
    nothing_is_left(cases().flat_map(|case| {
        candidates(case.name).into_iter().flat_map(move |candidate| {
            LENGTHS.iter().map(move |&len| (case, candidate.clone(), String::new(), len))
        })
    }));
}

#[test]
fn every_operation_is_run_or_has_no_secret() {
    let operations = PRIMITIVES
        .iter()
        .flat_map(|p| p.operations().iter().map(|o| format!("{}.{}", p.name(), o.name)));
    let mut operations: Vec<_> = operations.collect();
    let mut known: Vec<_> = cases().map(|case| part(case.name)).chain(PUBLIC.to_vec()).collect();
    operations.sort();
    known.sort_unstable();
    known.dedup();
    assert_eq!(operations, known);
}
