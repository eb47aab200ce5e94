//! What is selected for an operation: an index into the table of candidates for each size class.
//!
//! A primitive keeps this state to itself. An index proves, where it is read, that the candidate
//! may run; nothing but this module's parent can store one.

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

/// The index that means "none yet"; no table of candidates is that long.
const UNSET: u8 = 63;

/// In the place of an index: the record that was given says nothing of the class.
const SILENT: u8 = 62;

/// The candidates selected for an operation.
///
/// All state is idempotent atomics: threads that resolve a choice at the same time store the same
/// value, and a child forked in the middle finds either no choice or a whole one.
#[derive(Debug)]
pub struct Selection {
    /// The class of each size, see [`class_in`].
    classes: &'static [u8; SIZES],
    /// For each class a [`Slot`].
    slots: [AtomicWord; CLASSES],
    forced: AtomicU8,
    /// For each class the index of the candidate that a record given in memory names, or [`SILENT`];
    /// [`UNSET`] as long as none was given.
    given: [AtomicU8; CLASSES],
}

/// What a class holds: in the low six bits the index of the candidate or [`UNSET`], in the next two
/// why it is selected, and above how often the choices were forgotten, which is 56 bits, or 24 where
/// nothing wider is atomic. What was resolved before a force or a policy thus finds another slot
/// than it saw, and is not stored after it.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) struct Slot(Word);

impl Slot {
    const EMPTY: Self = Self(UNSET as Word);
    const FORGOTTEN_ONCE: Word = 1 << 8;

    const fn index(self) -> u8 {
        self.0 as u8 & UNSET
    }

    /// The choice, if there is one.
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
    /// No choice made yet, for an operation of that axis.
    pub(super) const fn new(axis: Axis) -> Self {
        Self {
            classes: axis.classes(),
            slots: [const { AtomicWord::new(Slot::EMPTY.0) }; CLASSES],
            forced: AtomicU8::new(UNSET),
            given: [const { AtomicU8::new(UNSET) }; CLASSES],
        }
    }

    /// The class of a size.
    #[inline]
    pub(super) const fn class_of(&self, size: usize) -> usize {
        class_in(self.classes, size)
    }

    /// The index of the candidate selected for a size, or one out of range.
    #[inline]
    pub(super) fn index(&self, size: usize) -> usize {
        let slot = self.slots[self.class_of(size)].load(Relaxed);
        usize::from(Slot(slot).index())
    }

    pub(super) fn slot(&self, class: usize) -> Slot {
        Slot(self.slots[class].load(SeqCst))
    }

    /// Stores a choice that was resolved after `seen`, the empty slot, was read; not if the slot
    /// has changed since.
    pub(super) fn store(&self, class: usize, seen: Slot, index: usize, reason: Reason) {
        // Whoever changed the slot knew at least as much as the caller.
        let slot = &self.slots[class];
        let _ = slot.compare_exchange(seen.0, seen.with(index, reason).0, SeqCst, SeqCst);
    }

    pub(super) fn forced(&self) -> Option<usize> {
        let index = self.forced.load(SeqCst);
        (index != UNSET).then_some(usize::from(index))
    }

    /// Forces a candidate, or lifts the force, and forgets the choices made so far.
    pub(super) fn force(&self, index: Option<usize>) {
        self.forced.store(index.map_or(UNSET, |i| i as u8), SeqCst);
        self.forget();
    }

    /// What the record that was given says of each class, by index; `None` if none was given.
    pub(super) fn given(&self) -> Option<[Option<usize>; CLASSES]> {
        let given = self.given.each_ref().map(|index| index.load(SeqCst));
        let named = |index| (index < SILENT).then_some(usize::from(index));
        (!given.contains(&UNSET)).then(|| given.map(named))
    }

    /// Puts what a record says in the place of the file, or the file in its place again, and forgets
    /// the choices made so far.
    pub(super) fn give(&self, named: Option<[Option<usize>; CLASSES]>) {
        for (class, given) in self.given.iter().enumerate() {
            let index = named.map_or(UNSET, |named| named[class].map_or(SILENT, |i| i as u8));
            given.store(index, SeqCst);
        }
        self.forget();
    }

    /// Forgets the choices made so far; the next call resolves anew.
    pub(super) fn forget(&self) {
        for slot in &self.slots {
            // The closure always gives a value, so that this cannot fail.
            let _ = slot.fetch_update(SeqCst, SeqCst, |old| Some(Slot(old).forgotten().0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, CLASSES, Reason, Selection, Slot, UNSET};

    #[test]
    fn a_slot_gives_back_what_it_was_given() {
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

    /// A thread that sleeps between reading a slot and storing a choice finds that it has changed.
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
