//! The product of GHASH in plain integers, and the form of numbers that all kernels multiply.
//!
//! Origin: SP 800-38D section 6.3; RFC 8452 appendix A, by which GHASH is POLYVAL on blocks whose bytes
//! are turned round, under a key that has been multiplied by x. So a block is the number that it is
//! with its first byte highest, the bit of x^i is bit i, and
//! a product is a b x^-128 modulo P = x^128 + x^127 + x^126 + x^121 + 1.

/// P without its highest and its lowest bit, in the upper word of 64 bits.
pub(super) const POLYNOMIAL: u64 = 0xc200_0000_0000_0000;

/// The hash key H, from its block, in the form that [`dot`] multiplies: times x.
#[inline(always)]
pub(super) fn form(hash_key: u128) -> u128 {
    let carry = (hash_key >> 127).wrapping_neg();
    hash_key << 1 ^ carry & (u128::from(POLYNOMIAL) << 64 | 1)
}

/// The product a b x^-128 modulo P.
pub(super) fn dot(a: u128, b: u128) -> u128 {
    let [a0, a1] = [a as u64, (a >> 64) as u64];
    let [b0, b1] = [b as u64, (b >> 64) as u64];
    let (low, high) = (product(a0, b0), product(a1, b1));
    let middle = product(a0 ^ a1, b0 ^ b1) ^ low ^ high;
    // Adding P times a low word makes it zero; two words, and what is left is divided by x^128.
    let low = low ^ middle << 64;
    let low = low.rotate_left(64) ^ times_polynomial(low as u64);
    let low = low.rotate_left(64) ^ times_polynomial(low as u64);
    high ^ middle >> 64 ^ low
}

fn times_polynomial(a: u64) -> u128 {
    let a = u128::from(a);
    a << 63 ^ a << 62 ^ a << 57
}

/// The product of two polynomials over GF(2), by integer products of every fourth bit of the one with
/// every fourth of the other: a sum of at most fifteen bits does not reach the next. Of `a` so many
/// are 60 bits; the upper four are multiplied one by one.
fn product(a: u64, b: u64) -> u128 {
    const FOURTH: u64 = 0x1111_1111_1111_1111;
    const FOURTHS: u128 = (FOURTH as u128) << 64 | FOURTH as u128;
    const UPPER: u32 = 60;
    let lower = a & ((1 << UPPER) - 1);
    let mut sums = [0; 4];
    for i in 0..4 {
        for j in 0..4 {
            let factors = (lower & FOURTH << i, b & FOURTH << j);
            sums[(i + j) % 4] ^= u128::from(factors.0) * u128::from(factors.1);
        }
    }
    let mut product = 0;
    for i in 0..4 {
        product ^= sums[i] & FOURTHS << i;
    }
    for bit in UPPER..64 {
        product ^= u128::from(b & (a >> bit & 1).wrapping_neg()) << bit;
    }
    product
}

/// The sum after the bytes, padded with zeros to whole blocks, by the first power of the key.
pub(super) fn absorb(key: u128, sum: &mut u128, bytes: &[u8]) {
    for chunk in bytes.chunks(16) {
        let mut block = [0; 16];
        block[..chunk.len()].copy_from_slice(chunk);
        *sum = dot(*sum ^ u128::from_be_bytes(block), key);
    }
}
