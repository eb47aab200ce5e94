//! The benchmark loops.

use alloc::boxed::Box;

use super::{
    ADD, BASE, FROM_UNIFORM, IS_VALID, Ops, POINT_LEN, SCALAR_INVERT, SCALAR_MUL, SCALAR_REDUCE,
    Sign,
};
use crate::choose::{Bench, Target, bench_of, sample_array};

/// Benchmarks an operation. Each result is the next point, scalar or number; `is_valid` checks one
/// valid point.
pub(super) fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let scalar = sample_array(2);
    let point = super::base(&scalar);
    let mut wide = [0; 64];
    let mut last = point.clone().unwrap_or_default();
    let len = if operation == IS_VALID { 1 } else { POINT_LEN };
    bench_of(len, move |out| {
        let (candidate, point) =
            (target.get(operation, size)?, point.as_ref().map_err(Clone::clone)?);
        last = match operation {
            IS_VALID => {
                out[0] = candidate.is_valid(point).into();
                return Ok(());
            }
            ADD => candidate.add(&last, Sign::Plus, point)?,
            FROM_UNIFORM => candidate.from_uniform(&last)?,
            BASE => candidate.base(&last)?,
            SCALAR_REDUCE => {
                wide[32..].copy_from_slice(&last);
                candidate.scalar_reduce(&wide)?
            }
            SCALAR_MUL => candidate.scalar_mul(&last, &scalar)?,
            SCALAR_INVERT => candidate.scalar_invert(&last)?,
            _ => candidate.scalarmult(&scalar, &last)?,
        };
        out.copy_from_slice(&last);
        Ok(())
    })
}
