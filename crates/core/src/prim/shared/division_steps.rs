//! Inverses for odd moduli by division steps (D. J. Bernstein and B.-Y. Yang, "Fast constant-time
//! gcd computation and modular inversion", 2019), in the variant that starts at one half (P.
//! Wuille, "The safegcd implementation in libsecp256k1 explained"). 590 steps reduce any two
//! numbers below 2^256 to zero; this code performs 600.
//!
//! Strategy: steps on the lowest bits produce a matrix of small numbers, which is then applied to
//! all bits. Within a batch of steps, one word holds both numbers of a matrix row and the low bits
//! that the steps inspect, so that one addition updates all three.

use core::hint::black_box;
use core::ops::{Add, Shr};

/// An accumulator for sums of products of signed limbs.
pub(in crate::prim) trait Sum:
    Copy + Add<Output = Self> + Shr<u32, Output = Self>
{
    /// Bits per limb, and steps per round.
    const BITS: u32;
    /// Steps per batch, at most 20; a round consists of several batches.
    const STEPS: u32;
    const ZERO: Self;

    fn product(a: i64, b: i64) -> Self;

    fn low(self) -> i64;
}

impl Sum for i128 {
    const BITS: u32 = 60;
    const STEPS: u32 = 20;
    const ZERO: Self = 0;

    #[inline(always)]
    fn product(a: i64, b: i64) -> Self {
        Self::from(a) * Self::from(b)
    }

    #[inline(always)]
    fn low(self) -> i64 {
        self as i64
    }
}

impl Sum for i64 {
    const BITS: u32 = 30;
    const STEPS: u32 = 15;
    const ZERO: Self = 0;

    #[inline(always)]
    fn product(a: i64, b: i64) -> Self {
        a * b
    }

    #[inline(always)]
    fn low(self) -> i64 {
        self
    }
}

/// The number of steps in all rounds.
const ALL_STEPS: u32 = 600;

/// An odd modulus above 2^252 and below 2^255 with inverses for all nonzero numbers.
pub(in crate::prim) struct Modulus {
    bytes: [u8; 32],
    /// The inverse of the modulus modulo 2^64.
    inverse: i64,
}

impl Modulus {
    /// Creates a modulus from its little-endian bytes.
    pub(in crate::prim) const fn new(bytes: [u8; 32]) -> Self {
        let lowest = word(&bytes, 0);
        // Newton's iteration doubles the correct bits: an odd number is its own inverse modulo 8.
        let (mut inverse, mut bits) = (lowest, 3);
        while bits < 64 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(lowest.wrapping_mul(inverse)));
            bits *= 2;
        }
        Self { bytes, inverse: inverse as i64 }
    }
}

/// A modulus as limbs.
struct Limbs<const N: usize> {
    limbs: [i64; N],
    inverse: i64,
}

/// Returns a 64-bit word of a number, or zero beyond its end.
const fn word(number: &[u8; 32], at: usize) -> u64 {
    let (words, _) = number.as_chunks();
    if at < 4 { u64::from_le_bytes(words[at]) } else { 0 }
}

const fn mask<S: Sum>() -> i64 {
    (1 << S::BITS) - 1
}

/// Returns the limbs of a number.
#[inline(always)]
fn limbs<S: Sum, const N: usize>(number: &[u8; 32]) -> [i64; N] {
    core::array::from_fn(|i| {
        let bit = i * S::BITS as usize;
        let pair =
            u128::from(word(number, bit / 64)) | u128::from(word(number, bit / 64 + 1)) << 64;
        (pair >> (bit % 64)) as i64 & mask::<S>()
    })
}

/// Encodes limbs of at most `BITS` bits as bytes.
#[inline(always)]
fn bytes<S: Sum, const N: usize>(limbs: &[i64; N]) -> [u8; 32] {
    let mut words = [0_u64; 6];
    for (i, limb) in limbs.iter().enumerate() {
        let bit = i * S::BITS as usize;
        let pair = u128::from(limb.cast_unsigned()) << (bit % 64);
        words[bit / 64] |= pair as u64;
        words[bit / 64 + 1] |= (pair >> 64) as u64;
    }
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// The effect of steps on two numbers, scaled by a power of two: each result is the dot product of
/// the numbers and a row.
struct Matrix([[i64; 2]; 2]);

impl Matrix {
    /// Returns the effect of this matrix followed by `next`.
    #[inline(always)]
    fn then(&self, next: &Self) -> Self {
        let Self([first, second]) = self;
        Self(next.0.map(|[a, b]| [0, 1].map(|i| a * first[i] + b * second[i])))
    }
}

/// Performs `STEPS` steps on the lowest bits of two numbers; the first is odd.
///
/// The steps leave a matrix row (u, v) in multiples of 2^-`STEPS`. It shares a word with its
/// number, as the term -2^(21 + `STEPS`) u - 2^(42 + `STEPS`) v. The sum of the absolute values of
/// u and v is at most 1, the absolute value of the number is below 2^20, and neither u nor v is -1,
/// so the three parts do not overlap.
#[inline(always)]
fn batch<S: Sum>(zeta: &mut i64, f: i64, g: i64) -> Matrix {
    let low = (1 << S::STEPS) - 1;
    let mut f = (f & low) - (1 << (21 + S::STEPS));
    let mut g = (g & low) - (1 << (42 + S::STEPS));
    for _ in 0..S::STEPS {
        let (may_swap, is_odd) = (*zeta >> 63, -(g & 1));
        let swaps = may_swap & is_odd;
        let sum = g + (((f ^ may_swap) - may_swap) & is_odd);
        f ^= (f ^ g) & swaps;
        g = sum >> 1;
        *zeta = (*zeta ^ swaps) - 1;
    }
    Matrix([f, g].map(|row| {
        let rest = (row + (1 << 20)) >> 21;
        [-(rest << 43 >> 43), -((rest + (1 << 20)) >> 21)]
    }))
}

/// Performs the steps of a round.
#[inline(always)]
fn round<S: Sum>(zeta: &mut i64, mut f: i64, mut g: i64) -> Matrix {
    let mut matrix = Matrix([[1, 0], [0, 1]]);
    for _ in 0..S::BITS / S::STEPS {
        let next = batch::<S>(zeta, f, g);
        let of = |[a, b]: [i64; 2]| a.wrapping_mul(f).wrapping_add(b.wrapping_mul(g)) >> S::STEPS;
        (f, g) = (of(next.0[0]), of(next.0[1]));
        matrix = matrix.then(&next);
    }
    matrix
}

/// Returns the dot product of two numbers and a row, plus a correction for each limb, divided by
/// 2^`BITS`. The lowest limb of the sum is zero.
#[inline(always)]
fn apply<S: Sum, const N: usize>(
    [a, b]: [i64; 2],
    x: &[i64; N],
    y: &[i64; N],
    correction: impl Fn(usize) -> S,
) -> [i64; N] {
    let mut result = [0; N];
    let mut carry = S::ZERO;
    for i in 0..N {
        let sum = carry + S::product(a, x[i]) + S::product(b, y[i]) + correction(i);
        if i > 0 {
            result[i - 1] = sum.low() & mask::<S>();
        }
        carry = sum >> S::BITS;
    }
    result[N - 1] = carry.low();
    result
}

/// Like [`apply`] modulo m: inputs and result are above -2 m and below m.
#[inline(always)]
fn apply_modulo<S: Sum, const N: usize>(
    [a, b]: [i64; 2],
    x: &[i64; N],
    y: &[i64; N],
    modulus: &Limbs<N>,
) -> [i64; N] {
    // Add m to each negative input, and then the multiple of m that makes the lowest limb zero.
    let multiple = (a & x[N - 1] >> 63) + (b & y[N - 1] >> 63);
    let lowest = a.wrapping_mul(x[0]).wrapping_add(b.wrapping_mul(y[0]));
    let more = modulus.inverse.wrapping_mul(lowest).wrapping_add(multiple) & mask::<S>();
    let multiple = multiple - more;
    apply([a, b], x, y, |i| S::product(modulus.limbs[i], multiple))
}

/// Returns the inverse of a number below the modulus, or zero for zero, in constant time.
// One copy for all moduli.
#[inline(never)]
pub(in crate::prim) fn inverse<S: Sum, const N: usize>(
    number: &[u8; 32],
    modulus: &Modulus,
) -> [u8; 32] {
    let modulus = Limbs { limbs: limbs::<S, N>(&modulus.bytes), inverse: modulus.inverse };
    let (mut f, mut g) = (modulus.limbs, limbs::<S, N>(number));
    let (mut d, mut e) = ([0; N], [0; N]);
    e[0] = 1;
    // `zeta` is -(delta + 1/2), and the steps start with delta = 1/2.
    let mut zeta = -1;
    for _ in 0..ALL_STEPS / S::BITS {
        let Matrix([first, second]) = round::<S>(&mut zeta, f[0], g[0]);
        (d, e) = (
            apply_modulo::<S, N>(first, &d, &e, &modulus),
            apply_modulo::<S, N>(second, &d, &e, &modulus),
        );
        let none = |_| S::ZERO;
        (f, g) = (apply(first, &f, &g, none), apply(second, &f, &g, none));
    }
    // Now f is 1 or -1, and d is the inverse or, if f is -1, its negative.
    bytes::<S, N>(&normal::<S, N>(d, f[N - 1] >> 63, &modulus))
}

/// Reduces a number above -2 m and below m, after negating it if the mask `negative` is all ones.
#[inline(always)]
fn normal<S: Sum, const N: usize>(
    mut number: [i64; N],
    negative: i64,
    modulus: &Limbs<N>,
) -> [i64; N] {
    for negative in [negative, 0] {
        // Hidden from the compiler, which would turn a known sign into a branch.
        let negative = black_box(negative);
        let below_zero = black_box(number[N - 1] >> 63);
        let mut carry = 0;
        for (limb, whole) in number.iter_mut().zip(modulus.limbs) {
            let sum = ((*limb + (whole & below_zero)) ^ negative) - negative + carry;
            carry = sum >> S::BITS;
            *limb = sum & mask::<S>();
        }
        // The highest limb holds the sign.
        number[N - 1] |= carry << S::BITS;
    }
    number
}
