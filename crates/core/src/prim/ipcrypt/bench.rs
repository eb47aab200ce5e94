//! The benchmark loop of ipcrypt. Each result becomes the next input block.

use alloc::boxed::Box;

use super::{DECRYPT, ENCRYPT, Kept, Ops, PREFIX_DECRYPT};
use crate::choose::{Bench, Target, bench_of, sample_array};
use crate::error::Error;

/// Benchmarks an operation; prefix operations use IPv6 addresses.
pub(super) fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (keys, tweak) = ([sample_array(2), sample_array(3)], sample_array(4));
    bench_of(16, move |out| {
        let candidate = target.get(operation, size)?;
        let Some(block) = out.first_chunk_mut() else {
            return Err(Error::length("out", "16", out.len()));
        };
        match operation {
            ENCRYPT => candidate.encrypt(&keys[0], &tweak, block),
            DECRYPT => candidate.decrypt(&keys[0], &tweak, block),
            PREFIX_DECRYPT => candidate.prefix_decrypt(keys.each_ref(), Kept::None, block),
            _ => candidate.prefix_encrypt(keys.each_ref(), Kept::None, block),
        }
        Ok(())
    })
}
