//! The GHASH product in plain integers, and the number format that all kernels multiply.
//!
//! Origin: written from SP 800-38D section 6.3 and RFC 8452 appendix A, by which GHASH is POLYVAL
//! on byte-reversed blocks, under a key multiplied by x. A block is therefore a big-endian number
//! in which bit i is the coefficient of x^i, and a product is a b x^-128 modulo
//! P = x^128 + x^127 + x^126 + x^121 + 1.

/// P without its highest and lowest bits, as the upper 64-bit word.
pub(super) const POLYNOMIAL: u64 = 0xc200_0000_0000_0000;

/// Converts the hash key H from its block to the form that [`dot`] multiplies: H times x.
#[inline(always)]
pub(super) fn form(hash_key: u128) -> u128 {
    let carry = (hash_key >> 127).wrapping_neg();
    hash_key << 1 ^ carry & (u128::from(POLYNOMIAL) << 64 | 1)
}

/// Returns the product a b x^-128 modulo P.
pub(super) fn dot(a: u128, b: u128) -> u128 {
    let [a0, a1] = [a as u64, (a >> 64) as u64];
    let [b0, b1] = [b as u64, (b >> 64) as u64];
    let (low, high) = (product(a0, b0), product(a1, b1));
    let middle = product(a0 ^ a1, b0 ^ b1) ^ low ^ high;
    // Adding a multiple of P clears the low word. After two words, the remainder is the product
    // divided by x^128.
    let low = low ^ middle << 64;
    let low = low.rotate_left(64) ^ times_polynomial(low as u64);
    let low = low.rotate_left(64) ^ times_polynomial(low as u64);
    high ^ middle >> 64 ^ low
}

fn times_polynomial(a: u64) -> u128 {
    let a = u128::from(a);
    a << 63 ^ a << 62 ^ a << 57
}

/// Multiplies two polynomials over GF(2) by integer products of every fourth bit of one factor with
/// every fourth bit of the other: a sum of at most fifteen bits does not carry into the next fourth
/// bit. This holds for the lower 60 bits of `a`; its upper four bits are multiplied one by one.
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

/// Absorbs bytes, padded with zeros to whole blocks, into the sum, using the first power of the
/// key.
pub(super) fn absorb(key: u128, sum: &mut u128, bytes: &[u8]) {
    for chunk in bytes.chunks(16) {
        let mut block = [0; 16];
        block[..chunk.len()].copy_from_slice(chunk);
        *sum = dot(*sum ^ u128::from_be_bytes(block), key);
    }
}
