//! The self-test of every candidate, by numbers and single bytes: nothing needs memory that is shared
//! with the host.

use alloc::vec::Vec;

use quicksalt::choose::{Axis, Contract, State, detected};
use quicksalt::hazmat::PRIMITIVES;

/// Every candidate of every primitive, in the order of the tables.
fn candidates() -> impl Iterator<Item = (&'static dyn Contract, usize)> {
    PRIMITIVES.iter().flat_map(|&primitive| (0..primitive.len()).map(move |i| (primitive, i)))
}

/// How many candidates there are.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> u32 {
    candidates().count() as u32
}

/// Runs the self-test of a candidate: 0 if it passes, 1 if it fails, 2 if the machine cannot run
/// it, 3 if there is none of that index.
#[unsafe(no_mangle)]
pub extern "C" fn selftest(index: u32) -> u32 {
    match candidates().nth(index as usize).map(|(primitive, i)| primitive.prove(i)) {
        Some(State::Proven) => 0,
        Some(State::Failed | State::Unproven) => 1,
        Some(State::Lacks(_)) => 2,
        None => 3,
    }
}

/// What an operation of a candidate, of the loop for the lab, puts out at a size.
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

/// Every length up to some steps of the widest kernel, and lengths far beyond.
fn sizes(axis: Axis) -> Vec<usize> {
    match axis {
        Axis::Bytes => (0..=700).chain([1023, 1024, 1025, 4095, 4097, 16_384, 16_387]).collect(),
        Axis::Messages => (1..=9).collect(),
        Axis::None => [0].into(),
    }
}

/// Runs a candidate beside the portable one of its primitive at every size: 0 if they put out the
/// same, 1 if not, 3 if there is none of that index.
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

/// The byte at `at` of the names of the sets of instructions that the module was built for, with
/// pluses between them, or 0 behind the end.
#[unsafe(no_mangle)]
pub extern "C" fn features_byte(at: u32) -> u32 {
    let names = alloc::format!("{:?}", detected());
    names.as_bytes().get(at as usize).copied().map_or(0, u32::from)
}

/// The byte at `at` of a candidate's name, such as `sha256/portable`, or 0 behind its end. One
/// byte a call needs no memory shared with the host.
#[unsafe(no_mangle)]
pub extern "C" fn name_byte(index: u32, at: u32) -> u32 {
    let Some((primitive, i)) = candidates().nth(index as usize) else { return 0 };
    let name = primitive.name().bytes().chain([b'/']).chain(primitive.meta(i).name.bytes());
    name.map(u32::from).nth(at as usize).unwrap_or(0)
}
