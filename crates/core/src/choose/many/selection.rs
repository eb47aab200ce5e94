//! Stores, for each size class of an operation, the index of the selected candidate in its table.
//!
//! Private to the primitive. A stored index proves that the candidate may run; only this module's
//! parent can store an index.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed, Ordering::SeqCst};

use crate::choose::operation::{Axis, CLASSES, Reason, SIZES, class_in};

#[cfg(target_has_atomic = "64")]
type Word = u64;
#[cfg(target_has_atomic = "64")]
type AtomicWord = core::sync::atomic::AtomicU64;
#[cfg(not(target_has_atomic = "64"))]
type Word = u32;
#[cfg(not(target_has_atomic = "64"))]
type AtomicWord = core::sync::atomic::AtomicU32;

/// The index that means that no choice is stored. Tables of candidates are shorter.
const UNSET: u8 = 63;

/// Replaces the index of a candidate if the given record does not cover the size class.
const SILENT: u8 = 62;

/// The candidates selected for an operation.
///
/// All fields are atomics with idempotent updates. Threads that resolve a choice concurrently store
/// the same value, and a child forked at any time finds either no choice or a complete choice.
#[derive(Debug)]
pub struct Selection {
    /// The class of each size, see [`class_in`].
    classes: &'static [u8; SIZES],
    /// A [`Slot`] for each class.
    slots: [AtomicWord; CLASSES],
    forced: AtomicU8,
    /// The index of each class's candidate in a record given in memory, or [`SILENT`] if the record
    /// lacks the class; [`UNSET`] without a given record.
    given: [AtomicU8; CLASSES],
}

/// The choice for a size class. The low six bits hold the index of the candidate or [`UNSET`], and
/// the next two bits the reason. The upper 56 bits, or 24 bits on platforms with only 32-bit
/// atomics, count discarded choices. The counter prevents storing a choice that was resolved before
/// a forced choice or a policy change.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) struct Slot(Word);

impl Slot {
    const EMPTY: Self = Self(UNSET as Word);
    const FORGOTTEN_ONCE: Word = 1 << 8;

    const fn index(self) -> u8 {
        self.0 as u8 & UNSET
    }

    /// Returns the stored choice, if any.
    pub(super) fn choice(self) -> Option<(usize, Reason)> {
        let reason = Reason::ALL[usize::from(self.0 as u8 >> 6)];
        (self.index() != UNSET).then_some((usize::from(self.index()), reason))
    }

    const fn forgotten(self) -> Self {
        let times = self.0 & !(Self::FORGOTTEN_ONCE - 1);
        Self(times.wrapping_add(Self::FORGOTTEN_ONCE) | Self::EMPTY.0)
    }

    const fn with(self, index: usize, reason: Reason) -> Self {
        let times = self.0 & !(Self::FORGOTTEN_ONCE - 1);
        Self(times | (reason as Word) << 6 | index as Word)
    }
}

impl Selection {
    /// Creates a selection without choices for an operation with the given axis.
    pub(super) const fn new(axis: Axis) -> Self {
        Self {
            classes: axis.classes(),
            slots: [const { AtomicWord::new(Slot::EMPTY.0) }; CLASSES],
            forced: AtomicU8::new(UNSET),
            given: [const { AtomicU8::new(UNSET) }; CLASSES],
        }
    }

    /// Returns the class of a size.
    #[inline]
    pub(super) const fn class_of(&self, size: usize) -> usize {
        class_in(self.classes, size)
    }

    /// Returns the index of the candidate selected for a size, or an index out of range if there is
    /// no choice.
    #[inline]
    pub(super) fn index(&self, size: usize) -> usize {
        let slot = self.slots[self.class_of(size)].load(Relaxed);
        usize::from(Slot(slot).index())
    }

    pub(super) fn slot(&self, class: usize) -> Slot {
        Slot(self.slots[class].load(SeqCst))
    }

    /// Stores a choice that was resolved after reading the empty slot `seen`, unless the slot has
    /// changed since.
    pub(super) fn store(&self, class: usize, seen: Slot, index: usize, reason: Reason) {
        // If the slot has changed, its newer value stays.
        let slot = &self.slots[class];
        let _ = slot.compare_exchange(seen.0, seen.with(index, reason).0, SeqCst, SeqCst);
    }

    pub(super) fn forced(&self) -> Option<usize> {
        let index = self.forced.load(SeqCst);
        (index != UNSET).then_some(usize::from(index))
    }

    /// Forces a candidate, or ends the forced choice, and discards the choices.
    pub(super) fn force(&self, index: Option<usize>) {
        self.forced.store(index.map_or(UNSET, |i| i as u8), SeqCst);
        self.forget();
    }

    /// Returns the given record's candidate for each class, or `None` without a given record.
    pub(super) fn given(&self) -> Option<[Option<usize>; CLASSES]> {
        let given = self.given.each_ref().map(|index| index.load(SeqCst));
        let named = |index| (index < SILENT).then_some(usize::from(index));
        (!given.contains(&UNSET)).then(|| given.map(named))
    }

    /// Uses a given record instead of the record file, or the file again, and discards the choices.
    pub(super) fn give(&self, named: Option<[Option<usize>; CLASSES]>) {
        for (class, given) in self.given.iter().enumerate() {
            let index = named.map_or(UNSET, |named| named[class].map_or(SILENT, |i| i as u8));
            given.store(index, SeqCst);
        }
        self.forget();
    }

    /// Discards the choices; the next call makes a new choice.
    pub(super) fn forget(&self) {
        for slot in &self.slots {
            // The update cannot fail, because the closure always returns a value.
            let _ = slot.fetch_update(SeqCst, SeqCst, |old| Some(Slot(old).forgotten().0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, CLASSES, Reason, Selection, Slot, UNSET};

    #[test]
    fn slots_round_trip() {
        let forgotten = Slot::EMPTY.forgotten().forgotten();
        assert_eq!(forgotten.choice(), None);
        for reason in Reason::ALL {
            for index in 0..usize::from(UNSET) {
                let slot = forgotten.with(index, reason);
                assert_eq!(slot.choice(), Some((index, reason)));
                assert!(slot.forgotten() == forgotten.forgotten());
            }
        }
    }

    /// A thread that pauses between reading a slot and storing a choice detects that the slot has
    /// changed.
    #[test]
    fn a_choice_is_not_stored_after_65536_forces() {
        let selection = Selection::new(Axis::Bytes);
        let seen: [_; CLASSES] = core::array::from_fn(|class| selection.slot(class));
        for _ in 0..1 << 16 {
            selection.force(None);
        }
        for (class, &seen) in seen.iter().enumerate() {
            selection.store(class, seen, 1, Reason::Rank);
            assert_eq!(selection.slot(class).choice(), None, "class {class}");
        }
    }
}
