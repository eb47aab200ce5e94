//! The candidates of AES for x86-64.

pub(in crate::prim) mod aesni;
mod ghash;
mod rows;
pub(super) mod vaes;

use crate::prim::Source;

/// Runs CTR in pieces within which the lowest 32 bits of the counter do not overflow, since kernels
/// increment only these bits.
#[inline(always)]
fn in_runs<'a>(
    mut counter: u128,
    mut out: &mut [u8],
    mut source: Source<'a>,
    run: impl Fn(u128, &mut [u8], Source<'a>),
) {
    loop {
        let blocks = (1 << 32) - u64::from(counter as u32);
        let len = (blocks * 16).min(out.len() as u64) as usize;
        let (head, tail) = out.split_at_mut(len);
        run(counter, head, source);
        if tail.is_empty() {
            return;
        }
        counter = counter.wrapping_add(blocks.into());
        (out, source) = (tail, source.skip(len));
    }
}
