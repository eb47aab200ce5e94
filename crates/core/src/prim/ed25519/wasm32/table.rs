//! Multiples of the base point from a table that is computed on first use.
//!
//! Strategy: signed digits in radix 16; the digits at odd positions first, then four doublings (D.
//! J. Bernstein, N. Duif, T. Lange, P. Schwabe and B.-Y. Yang, "High-speed high-security
//! signatures", 2012, section 4). Each lookup scans all eight entries of a row.

#![allow(unsafe_code)]

use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicU8, Ordering};

use super::paired::{AffineAddend, Packed, Paired};
use super::points::Point;
use crate::prim::x25519::wasm32::field::Field;
use crate::wipe::wipe;

/// The encoding of the base point: y is 4/5.
const BASE: [u8; 32] = {
    let mut bytes = [0x66; 32];
    bytes[0] = 0x58;
    bytes
};

const ROW: usize = 8;
const ROWS: usize = 32;

/// Number of points that share one inversion.
const AT_ONCE: usize = 64;

pub(super) struct Table {
    /// Row i holds 256^i B times 1 to 8.
    rows: [[Packed; ROW]; ROWS],
    /// The odd multiples B, 3 B, 5 B, ...
    odd: [Packed; AT_ONCE],
}

struct Once {
    state: AtomicU8,
    table: UnsafeCell<Table>,
}

const EMPTY: u8 = 0;
const BEGUN: u8 = 1;
const READY: u8 = 2;

// SAFETY: only the thread that changes the state from empty to begun writes to the table, and no
// thread reads it before it is ready.
unsafe impl Sync for Once {}

static ONCE: Once = Once {
    state: AtomicU8::new(EMPTY),
    table: UnsafeCell::new(Table {
        rows: [[Packed::EMPTY; ROW]; ROWS],
        odd: [Packed::EMPTY; AT_ONCE],
    }),
};

/// Returns the table, computing it on first use.
pub(super) fn table() -> &'static Table {
    let state = &ONCE.state;
    if state.load(Ordering::Acquire) != READY {
        if state.compare_exchange(EMPTY, BEGUN, Ordering::Acquire, Ordering::Acquire).is_ok() {
            // SAFETY: only this thread has found the state empty, and no thread reads the table
            // yet.
            fill(unsafe { &mut *ONCE.table.get() });
            state.store(READY, Ordering::Release);
        }
        // With threads, another thread may be computing the table.
        while state.load(Ordering::Acquire) != READY {
            core::hint::spin_loop();
        }
    }
    // SAFETY: the table is ready and is never written again.
    unsafe { &*ONCE.table.get() }
}

#[cold]
#[inline(never)]
fn fill(table: &mut Table) {
    let Some(base) = Point::decode(&BASE) else { return };
    let base = Paired::new(&base);
    let mut first = base;
    for rows in table.rows.chunks_exact_mut(AT_ONCE / ROW) {
        let mut points = [Paired::neutral(); AT_ONCE];
        for row in points.chunks_exact_mut(ROW) {
            series(row, &first, &first);
            first.double_times(8);
        }
        divide(&points, rows.as_flattened_mut());
    }
    let mut points = [Paired::neutral(); AT_ONCE];
    let mut twice = base;
    twice.double_times(1);
    series(&mut points, &base, &twice);
    divide(&points, &mut table.odd);
}

/// Writes an arithmetic series of points: each is the previous point plus `step`.
fn series(points: &mut [Paired], first: &Paired, step: &Paired) {
    let (mut next, step) = (*first, step.addend());
    for point in points {
        *point = next;
        next.add(&step);
    }
}

/// Writes points with Z = 1; all divisions share one inversion.
fn divide(points: &[Paired; AT_ONCE], entries: &mut [Packed]) {
    let mut before = [Field::ONE; AT_ONCE];
    let mut product = Field::ONE;
    for (point, before) in points.iter().zip(&mut before) {
        *before = product;
        product = product.mul(&point.point().z);
    }
    let mut inverse = product.invert();
    for ((point, before), entry) in points.iter().zip(&before).zip(entries).rev() {
        let point = point.point();
        let own = inverse.mul(before);
        inverse = inverse.mul(&point.z);
        *entry = AffineAddend::packed(&point.x.mul(&own), &point.y.mul(&own));
    }
}

impl Table {
    /// Returns an odd multiple of the base point, with absolute value below 128. The multiplier is
    /// not secret.
    pub(super) fn odd(&self, times: i8) -> AffineAddend {
        let found = AffineAddend::unpack(&self.odd[usize::from(times.unsigned_abs() / 2)]);
        found.or_negative(i64::from(times >> 7).cast_unsigned())
    }

    /// Returns the first point of a row times -8 to 8. Constant time.
    fn select(&self, row: usize, times: i8) -> AffineAddend {
        let sign = times >> 7;
        let size = ((times ^ sign) - sign) as u8;
        // The mask is all ones if `size` equals `at`.
        let mask = |at: u8| (u64::from(size ^ at).wrapping_sub(1) >> 63).wrapping_neg();
        let neutral = Packed::EMPTY.with(&Packed::NEUTRAL, mask(0));
        let entries = self.rows[row].iter().zip(1..);
        let found = entries.fold(neutral, |found, (entry, at)| found.with(entry, mask(at)));
        AffineAddend::unpack(&found).or_negative(i64::from(sign).cast_unsigned())
    }
}

/// Returns the digits from -8 to 8 of a number below 2^255, in radix 16.
pub(super) fn digits(number: &[u8; 32]) -> [i8; 64] {
    let mut digits = [0; 64];
    let mut carry = 0;
    for (pair, byte) in digits.chunks_exact_mut(2).zip(number) {
        for (digit, bits) in pair.iter_mut().zip([byte & 15, byte >> 4]) {
            let sum = bits as i8 + carry;
            carry = (sum + 8) >> 4;
            *digit = sum - (carry << 4);
        }
    }
    // The last digit absorbs its own carry, since the number ends below that bit.
    digits[63] += carry << 4;
    digits
}

/// Multiplies the base point by a number below 2^255.
pub(super) fn times_base(number: &[u8; 32]) -> Paired {
    let table = table();
    let mut digits = digits(number);
    let mut sum = Paired::neutral();
    for odd in [1, 0] {
        if odd == 0 {
            sum.double_times(4);
        }
        for (row, pair) in digits.chunks_exact(2).enumerate() {
            sum.add_affine(&table.select(row, pair[odd]));
        }
    }
    wipe(&mut digits);
    sum
}
