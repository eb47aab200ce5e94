//! What is timed: nodes of a tree, and chains.

use alloc::boxed::Box;

use super::{CHAINS, Chains, Ops};
use crate::choose::{Bench, Target, bench_of, sample_bytes};
use crate::prim::blake2b::Params;

/// Bytes of a digest and of a key: those of a coinZdense key of the usual size.
const LEN: usize = 20;
/// Steps of each chain in a call: those of such a key.
const STEPS: u32 = 128;

/// `size` messages of two digests each, or `size` chains of [`STEPS`] steps, under one key.
pub(super) fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let key = sample_bytes(LEN, 21);
    let messages = sample_bytes(2 * LEN * size, 22);
    let mut starts = None;
    bench_of(LEN * size, move |out| {
        let run = target.get(operation, size)?;
        let params = Params::new(&key, &[0; 16], &[0; 16])?;
        let starts = starts.get_or_insert_with(|| run.starts(LEN, &[params]));
        if operation == CHAINS {
            let mut chains = Chains { starts, values: out, numbers: &mut [], increment: 0 };
            run.step(&mut chains, STEPS, None);
        } else {
            run.hash(starts, out, &messages);
        }
        Ok(())
    })
}
