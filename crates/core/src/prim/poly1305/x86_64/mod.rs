//! The candidates of Poly1305 for x86-64.

pub(in crate::prim) mod avx2;
pub(in crate::prim) mod avx512ifma;

use crate::prim::poly1305::portable::{carried, product};

/// Returns r^1 to r^N, for kernels that fold several blocks at a time. Each power is the product of
/// two about half as high, which shortens the dependency chain.
#[inline(always)]
pub(super) fn powers<const N: usize>(r: &[u64; 3]) -> [[u64; 3]; N] {
    let mut powers = [*r; N];
    for n in 2..=N {
        powers[n - 1] = carried(product(&powers[n / 2 - 1], &powers[n - n / 2 - 1]));
    }
    powers
}
