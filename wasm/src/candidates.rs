//! The self-tests of all candidates. The interface passes only numbers and single bytes, so that
//! the module and the host need not share memory.

use alloc::vec::Vec;

use quicksalt::choose::{Axis, Contract, State, detected};
use quicksalt::hazmat::PRIMITIVES;

/// Returns every candidate of every primitive, in the order of the tables.
fn candidates() -> impl Iterator<Item = (&'static dyn Contract, usize)> {
    PRIMITIVES.iter().flat_map(|&primitive| (0..primitive.len()).map(move |i| (primitive, i)))
}

/// Returns the number of candidates.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> u32 {
    candidates().count() as u32
}

/// Runs the self-test of a candidate: returns 0 if it passes, 1 if it fails, 2 if the machine cannot
/// run it, 3 for an invalid index.
#[unsafe(no_mangle)]
pub extern "C" fn selftest(index: u32) -> u32 {
    match candidates().nth(index as usize).map(|(primitive, i)| primitive.prove(i)) {
        Some(State::Proven) => 0,
        Some(State::Failed | State::Unproven) => 1,
        Some(State::Lacks(_)) => 2,
        None => 3,
    }
}

/// Returns the output of a candidate's operation for an input size, computed by its timing loop for
/// the lab.
fn output(
    primitive: &'static dyn Contract,
    index: usize,
    operation: usize,
    size: usize,
) -> Option<Vec<u8>> {
    let mut bench = primitive.bench(operation, Some(index), size).ok()?;
    bench.run(2).ok()?;
    Some(bench.output().to_vec())
}

/// Returns every length up to a few steps of the widest kernel, and much larger lengths.
fn sizes(axis: Axis) -> Vec<usize> {
    match axis {
        Axis::Bytes => (0..=700).chain([1023, 1024, 1025, 4095, 4097, 16_384, 16_387]).collect(),
        Axis::Messages => (1..=9).collect(),
        Axis::None => [0].into(),
    }
}

/// Compares a candidate with the portable candidate of its primitive at every size: returns 0 if the
/// outputs are equal, 1 if not, 3 for an invalid index.
#[unsafe(no_mangle)]
pub extern "C" fn agreement(index: u32) -> u32 {
    let Some((primitive, own)) = candidates().nth(index as usize) else { return 3 };
    let Some(portable) = primitive.index_of("portable") else { return 3 };
    let agrees = primitive.operations().iter().enumerate().all(|(i, operation)| {
        own == portable
            || !primitive.offers(own, i)
            || sizes(operation.axis).into_iter().all(|size| {
                let made = output(primitive, own, i, size);
                made.is_some() && made == output(primitive, portable, i, size)
            })
    });
    u32::from(!agrees)
}

/// Returns the byte at `at` of the enabled instruction set names, joined by pluses, or 0 past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn features_byte(at: u32) -> u32 {
    let names = alloc::format!("{:?}", detected());
    names.as_bytes().get(at as usize).copied().map_or(0, u32::from)
}

/// Returns the byte at `at` of a candidate's name, such as `sha256/portable`, or 0 past the end.
/// Passing one byte per call avoids sharing memory with the host.
#[unsafe(no_mangle)]
pub extern "C" fn name_byte(index: u32, at: u32) -> u32 {
    let Some((primitive, i)) = candidates().nth(index as usize) else { return 0 };
    let name = primitive.name().bytes().chain([b'/']).chain(primitive.meta(i).name.bytes());
    name.map(u32::from).nth(at as usize).unwrap_or(0)
}
