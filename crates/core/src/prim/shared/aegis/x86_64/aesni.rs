//! Blocks in vector registers, with the processor's AES rounds. AVX instructions do not overwrite
//! their operands, which saves one copy each.

use core::arch::x86_64::*;

/// A block.
pub(in crate::prim) type Block = __m128i;

#[inline]
#[target_feature(enable = "aes,avx2")]
#[allow(unsafe_code)]
pub(in crate::prim) fn load(bytes: &[u8; 16]) -> Block {
    // SAFETY: `bytes` is 16 readable bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "aes,avx2")]
#[allow(unsafe_code)]
pub(in crate::prim) fn store(to: &mut [u8; 16], block: Block) {
    // SAFETY: `to` is 16 writable bytes, and the store needs no alignment.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), block) }
}

#[inline]
#[target_feature(enable = "aes,avx2")]
pub(in crate::prim) fn xor(a: Block, b: Block) -> Block {
    _mm_xor_si128(a, b)
}

#[inline]
#[target_feature(enable = "aes,avx2")]
pub(in crate::prim) fn and(a: Block, b: Block) -> Block {
    _mm_and_si128(a, b)
}

/// Performs an AES round on each block and adds its key.
#[inline]
#[target_feature(enable = "aes,avx2")]
pub(in crate::prim) fn rounds<const N: usize>(blocks: [Block; N], keys: [Block; N]) -> [Block; N] {
    let mut done = keys;
    for i in 0..N {
        done[i] = _mm_aesenc_si128(blocks[i], keys[i]);
    }
    done
}
