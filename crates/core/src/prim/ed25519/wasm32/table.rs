//! Multiples of the base point, out of a table that is computed when it is first wanted.
//!
//! Strategy: signed digits in radix 16, those of odd places first, then four doublings (D. J. Bernstein,
//! N. Duif, T. Lange, P. Schwabe and B.-Y. Yang, "High-speed high-security signatures", 2012, section 4). An
//! entry of eight is chosen by looking at all.

#![allow(unsafe_code)]

use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicU8, Ordering};

use subtle::ConstantTimeEq as _;

use super::points::{AffineAddend, Point};
use crate::prim::x25519::wasm32::field::{Field, LIMBS, Limb};
use crate::wipe::wipe;

/// The encoding of the base point: y is 4/5.
const BASE: [u8; 32] = {
    let mut bytes = [0x66; 32];
    bytes[0] = 0x58;
    bytes
};

/// Three elements, and as many words more as vectors take.
type Entry = [Limb; WORDS];

const WORDS: usize = 128 / size_of::<Limb>();

const ROW: usize = 8;
const ROWS: usize = 32;

/// Points whose coordinates are divided by one inversion.
const AT_ONCE: usize = 64;

pub(super) struct Table {
    /// Row i has 256^i B to 8 times that.
    rows: [[Entry; ROW]; ROWS],
    /// B, 3 B, and so on.
    odd: [Entry; AT_ONCE],
}

struct Once {
    state: AtomicU8,
    table: UnsafeCell<Table>,
}

const EMPTY: u8 = 0;
const BEGUN: u8 = 1;
const READY: u8 = 2;

// SAFETY: who takes the state from empty to begun writes to the table, and nobody reads it before it is ready.
unsafe impl Sync for Once {}

static ONCE: Once = Once {
    state: AtomicU8::new(EMPTY),
    table: UnsafeCell::new(Table { rows: [[[0; WORDS]; ROW]; ROWS], odd: [[0; WORDS]; AT_ONCE] }),
};

/// The table.
pub(super) fn table() -> &'static Table {
    let state = &ONCE.state;
    if state.load(Ordering::Acquire) != READY {
        if state.compare_exchange(EMPTY, BEGUN, Ordering::Acquire, Ordering::Acquire).is_ok() {
            // SAFETY: nobody else has found it empty, and nobody reads it yet.
            fill(unsafe { &mut *ONCE.table.get() });
            state.store(READY, Ordering::Release);
        }
        // Where there are threads another one may be at it.
        while state.load(Ordering::Acquire) != READY {
            core::hint::spin_loop();
        }
    }
    // SAFETY: it is ready, and never written to again.
    unsafe { &*ONCE.table.get() }
}

#[cold]
#[inline(never)]
fn fill(table: &mut Table) {
    let Some(base) = Point::decode(&BASE) else { return };
    let mut first = base;
    for rows in table.rows.chunks_exact_mut(AT_ONCE / ROW) {
        let mut points = [Point::NEUTRAL; AT_ONCE];
        for row in points.chunks_exact_mut(ROW) {
            series(row, &first, &first);
            first = first.doubled(8);
        }
        divide(&points, rows.as_flattened_mut());
    }
    let mut points = [Point::NEUTRAL; AT_ONCE];
    series(&mut points, &base, &base.doubled(1));
    divide(&points, &mut table.odd);
}

/// Points, each the one before and a step.
fn series(points: &mut [Point], first: &Point, step: &Point) {
    let (mut next, step) = (*first, step.addend());
    for point in points {
        *point = next;
        next = next.add(&step);
    }
}

/// Writes points with Z = 1: all are divided by one inversion.
fn divide(points: &[Point; AT_ONCE], entries: &mut [Entry]) {
    let mut before = [Field::ONE; AT_ONCE];
    let mut product = Field::ONE;
    for (point, before) in points.iter().zip(&mut before) {
        *before = product;
        product = product.mul(&point.z);
    }
    let mut inverse = product.invert();
    for ((point, before), entry) in points.iter().zip(&before).zip(entries).rev() {
        let own = inverse.mul(before);
        inverse = inverse.mul(&point.z);
        let addend = AffineAddend::new(&point.x.mul(&own), &point.y.mul(&own));
        let all = [&addend.plus, &addend.minus, &addend.t];
        for (words, element) in entry.chunks_exact_mut(LIMBS).zip(all) {
            for (word, limb) in words.iter_mut().zip(element.limbs()) {
                *word = *limb as Limb;
            }
        }
    }
}

fn element(entry: &Entry, which: usize) -> Field {
    Field::from_limbs(core::array::from_fn(|i| u64::from(entry[LIMBS * which + i])))
}

fn addend(entry: &Entry) -> AffineAddend {
    AffineAddend { plus: element(entry, 0), minus: element(entry, 1), t: element(entry, 2) }
}

impl Table {
    /// So many times the base point, an odd number below 128 in size; the number is no secret.
    pub(super) fn odd(&self, times: i8) -> AffineAddend {
        let found = addend(&self.odd[usize::from(times.unsigned_abs() / 2)]);
        if times < 0 { found.negative() } else { found }
    }

    /// So many times the first of a row, -8 to 8. Time does not depend on the number.
    fn select(&self, row: usize, times: i8) -> AffineAddend {
        let sign = times >> 7;
        let size = ((times ^ sign) - sign) as u8;
        let mut found: Entry = [0; WORDS];
        for (entry, at) in self.rows[row].iter().zip(1..) {
            let mask = Limb::from(size.ct_eq(&at).unwrap_u8()).wrapping_neg();
            for (word, own) in found.iter_mut().zip(entry) {
                *word |= own & mask;
            }
        }
        // The neutral element.
        let is_none = Limb::from(size.ct_eq(&0).unwrap_u8());
        found[0] |= is_none;
        found[LIMBS] |= is_none;
        let AffineAddend { mut plus, mut minus, mut t } = addend(&found);
        let mask = i64::from(sign) as u64;
        plus.swap(&mut minus, mask);
        t.swap(&mut Field::ZERO.sub(&t), mask);
        wipe(&mut found);
        AffineAddend { plus, minus, t }
    }
}

/// Digits from -8 to 8 of a number below 2^255, in radix 16.
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
    // The last digit takes its carry back: the number ends below the bit that it would stand for.
    digits[63] += carry << 4;
    digits
}

/// A number below 2^255 times the base point.
pub(super) fn times_base(number: &[u8; 32]) -> Point {
    let table = table();
    let mut digits = digits(number);
    let mut sum = Point::NEUTRAL;
    for odd in [1, 0] {
        if odd == 0 {
            sum = sum.doubled(4);
        }
        for (row, pair) in digits.chunks_exact(2).enumerate() {
            sum = sum.add_affine(&table.select(row, pair[odd]));
        }
    }
    wipe(&mut digits);
    sum
}
