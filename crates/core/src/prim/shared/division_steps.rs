//! Inverses modulo an odd number by division steps (D. J. Bernstein and B.-Y. Yang, "Fast constant-time gcd computation and modular
//! inversion", 2019) that begin at a half (P. Wuille, "The safegcd implementation in libsecp256k1 explained"):
//! 590 of them reach zero from any two numbers below 2^256, and 600 are done.
//!
//! Strategy: steps of the lowest bits make a matrix of small numbers, which is then applied to all bits. In a
//! batch of steps the two numbers of a row of the matrix stand in one word with the bits that the steps look
//! at, so that one addition does for all three.

use core::hint::black_box;
use core::ops::{Add, Shr};

/// A sum of products of limbs, which are signed numbers of some bits of a larger one.
pub(in crate::prim) trait Sum:
    Copy + Add<Output = Self> + Shr<u32, Output = Self>
{
    /// Of a limb, and the steps of a round.
    const BITS: u32;
    /// The steps of a batch, of which there are some in a round. At most 20.
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

/// Of all rounds.
const ALL_STEPS: u32 = 600;

/// An odd number above 2^252 and below 2^255, modulo which there are inverses.
pub(in crate::prim) struct Modulus {
    bytes: [u8; 32],
    /// The inverse of its lowest 64 bits modulo 2^64.
    inverse: i64,
}

impl Modulus {
    /// The number by its bytes from the lowest.
    pub(in crate::prim) const fn new(bytes: [u8; 32]) -> Self {
        let lowest = word(&bytes, 0);
        // By Newton's iteration: an odd number is its own inverse modulo 8.
        let (mut inverse, mut bits) = (lowest, 3);
        while bits < 64 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(lowest.wrapping_mul(inverse)));
            bits *= 2;
        }
        Self { bytes, inverse: inverse as i64 }
    }
}

/// A modulus by its limbs.
struct Limbs<const N: usize> {
    limbs: [i64; N],
    inverse: i64,
}

/// A word of 64 bits of a number, and zero above it.
const fn word(number: &[u8; 32], at: usize) -> u64 {
    let (words, _) = number.as_chunks();
    if at < 4 { u64::from_le_bytes(words[at]) } else { 0 }
}

const fn mask<S: Sum>() -> i64 {
    (1 << S::BITS) - 1
}

/// The limbs of a number.
#[inline(always)]
fn limbs<S: Sum, const N: usize>(number: &[u8; 32]) -> [i64; N] {
    core::array::from_fn(|i| {
        let bit = i * S::BITS as usize;
        let pair =
            u128::from(word(number, bit / 64)) | u128::from(word(number, bit / 64 + 1)) << 64;
        (pair >> (bit % 64)) as i64 & mask::<S>()
    })
}

/// The bytes of limbs that have no more bits than they may.
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

/// What a round makes of two numbers, times a power of two: the two sums of both times a row.
struct Matrix([[i64; 2]; 2]);

impl Matrix {
    /// Of this and then another.
    #[inline(always)]
    fn then(&self, next: &Self) -> Self {
        let Self([first, second]) = self;
        Self(next.0.map(|[a, b]| [0, 1].map(|i| a * first[i] + b * second[i])))
    }
}

/// Steps on the lowest bits of two numbers, of which the first is odd.
///
/// A row (u, v) of the matrix, both in 2^-`STEPS` as the step leaves them, is below the number as
/// -2^(21 + `STEPS`) u - 2^(42 + `STEPS`) v. The sum of the absolute values of u and v is 1 at most, that of
/// the number below 2^20, and neither u nor v is -1: the three do not overlap.
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

/// The steps of a round.
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

/// The sum of two numbers times a row, with what a correction adds to each limb, by 2^`BITS`. The lowest limb
/// of the sum is zero.
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

/// As [`apply`], modulo m: from numbers above -2 m and below m to such a one.
#[inline(always)]
fn apply_modulo<S: Sum, const N: usize>(
    [a, b]: [i64; 2],
    x: &[i64; N],
    y: &[i64; N],
    modulus: &Limbs<N>,
) -> [i64; N] {
    // m is added to what is below zero, and so often more that the lowest limb becomes zero.
    let multiple = (a & x[N - 1] >> 63) + (b & y[N - 1] >> 63);
    let lowest = a.wrapping_mul(x[0]).wrapping_add(b.wrapping_mul(y[0]));
    let more = modulus.inverse.wrapping_mul(lowest).wrapping_add(multiple) & mask::<S>();
    let multiple = multiple - more;
    apply([a, b], x, y, |i| S::product(modulus.limbs[i], multiple))
}

/// The inverse of a number below the modulus, or zero for zero. Time depends on neither.
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
    // One half less than the negative of the difference that the steps begin with.
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
    // What is left is 1 or -1 and, where that is -1, the negative of the inverse.
    bytes::<S, N>(&normal::<S, N>(d, f[N - 1] >> 63, &modulus))
}

/// A number above -2 m and below m, or its negative where the mask is all ones, reduced.
#[inline(always)]
fn normal<S: Sum, const N: usize>(
    mut number: [i64; N],
    negative: i64,
    modulus: &Limbs<N>,
) -> [i64; N] {
    for negative in [negative, 0] {
        // Hidden, or the compiler makes jumps of what it knows to be a sign.
        let negative = black_box(negative);
        let below_zero = black_box(number[N - 1] >> 63);
        let mut carry = 0;
        for (limb, whole) in number.iter_mut().zip(modulus.limbs) {
            let sum = ((*limb + (whole & below_zero)) ^ negative) - negative + carry;
            carry = sum >> S::BITS;
            *limb = sum & mask::<S>();
        }
        // The highest limb keeps its sign.
        number[N - 1] |= carry << S::BITS;
    }
    number
}
