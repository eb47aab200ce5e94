//! One operation of a primitive: its size axis and the standing choice for each size class.

use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed, Ordering::SeqCst};

/// The most size classes that an axis has.
pub const CLASSES: usize = 7;

/// The index that stands for "none yet"; no table of candidates is that long.
pub(super) const UNSET: u8 = u8::MAX;

/// What the running time of an operation grows with.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Axis {
    /// The length of the message in bytes.
    Bytes,
    /// The number of messages in one call.
    Messages,
    /// Nothing: every call does the same work.
    None,
}

impl Axis {
    /// The smallest size of each class, ascending.
    #[must_use]
    pub const fn bounds(self) -> &'static [usize] {
        match self {
            Self::Bytes => &[0, 128, 256, 512, 2048, 8192, 65_536],
            Self::Messages => &[0, 2, 8, 32],
            Self::None => &[0],
        }
    }

    /// The size at which each class is measured.
    #[must_use]
    pub const fn representatives(self) -> &'static [usize] {
        match self {
            Self::Bytes => &[64, 192, 384, 1000, 4096, 16_384, 1_048_576],
            Self::Messages => &[1, 4, 16, 64],
            Self::None => &[0],
        }
    }

    /// The class of a size.
    #[inline]
    #[must_use]
    pub const fn class_of(self, size: usize) -> usize {
        // Indexed by the number of significant bits of the size.
        const BYTES: [u8; 18] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6];
        const MESSAGES: [u8; 7] = [0, 0, 1, 1, 2, 2, 3];
        let bits = (usize::BITS - size.leading_zeros()) as usize;
        match self {
            Self::Bytes => BYTES[if bits < 17 { bits } else { 17 }] as usize,
            Self::Messages => MESSAGES[if bits < 6 { bits } else { 6 }] as usize,
            Self::None => 0,
        }
    }

    /// The word used in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Messages => "messages",
            Self::None => "none",
        }
    }
}

/// Why a candidate stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reason {
    /// `QUICKSALT_USE` or `use()` named it.
    Forced,
    /// It is the fastest in a record measured on this machine with this build.
    Record,
    /// It is the first usable one of the static rank folded from the committed records.
    Rank,
    /// No record and no rank speaks of it; it is the first usable one of the table.
    Table,
}

impl Reason {
    const ALL: [Self; 4] = [Self::Forced, Self::Record, Self::Rank, Self::Table];

    /// The word used in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Record => "record",
            Self::Rank => "rank",
            Self::Table => "table",
        }
    }
}

/// An operation of a primitive and the candidates that stand for it.
///
/// All state is idempotent atomics: threads that settle a choice at the same time store the same
/// value, and a child forked in the middle finds either no choice or a whole one.
#[derive(Debug)]
pub struct Operation {
    /// The name within the primitive, such as `xor`.
    pub name: &'static str,
    /// What its time grows with.
    pub axis: Axis,
    /// For each class a [`Slot`].
    slots: [AtomicU32; CLASSES],
    forced: AtomicU8,
}

/// What a class holds: in the low byte the index of the candidate or [`UNSET`], in the next one why
/// it stands, and above how often the choices were forgotten. What was resolved before a force or
/// a policy thus finds another slot than it saw, and is not stored after it.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) struct Slot(u32);

impl Slot {
    const EMPTY: Self = Self(UNSET as u32);
    const FORGOTTEN_ONCE: u32 = 1 << 16;

    const fn index(self) -> u8 {
        self.0 as u8
    }

    /// The choice, if there is one.
    pub(super) fn choice(self) -> Option<(usize, Reason)> {
        let reason = Reason::ALL[usize::from((self.0 >> 8) as u8)];
        (self.index() != UNSET).then_some((usize::from(self.index()), reason))
    }

    const fn forgotten(self) -> Self {
        let times = self.0 & !(Self::FORGOTTEN_ONCE - 1);
        Self(times.wrapping_add(Self::FORGOTTEN_ONCE) | Self::EMPTY.0)
    }

    const fn with(self, index: usize, reason: Reason) -> Self {
        let times = self.0 & !(Self::FORGOTTEN_ONCE - 1);
        Self(times | (reason as u32) << 8 | index as u32)
    }
}

impl Operation {
    /// An operation with no choice made yet.
    #[must_use]
    pub const fn new(name: &'static str, axis: Axis) -> Self {
        Self {
            name,
            axis,
            slots: [const { AtomicU32::new(Slot::EMPTY.0) }; CLASSES],
            forced: AtomicU8::new(UNSET),
        }
    }

    /// The index of the candidate that stands for a size, or one out of range.
    #[inline]
    pub(super) fn standing(&self, size: usize) -> usize {
        let slot = self.slots[self.axis.class_of(size)].load(Relaxed);
        usize::from(Slot(slot).index())
    }

    pub(super) fn slot(&self, class: usize) -> Slot {
        Slot(self.slots[class].load(SeqCst))
    }

    /// Stores a choice that was resolved after `seen`, the empty slot, was read; not if the slot
    /// has changed since.
    pub(super) fn settle(&self, class: usize, seen: Slot, index: usize, reason: Reason) {
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

    /// Forgets the choices made so far; the next call settles anew.
    pub(super) fn forget(&self) {
        for slot in &self.slots {
            // The closure always gives a value, so that this cannot fail.
            let _ = slot.fetch_update(SeqCst, SeqCst, |old| Some(Slot(old).forgotten().0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Axis;

    #[test]
    fn classes_agree_with_their_bounds() {
        for axis in [Axis::Bytes, Axis::Messages, Axis::None] {
            let bounds = axis.bounds();
            assert_eq!(bounds.len(), axis.representatives().len());
            for (class, &bound) in bounds.iter().enumerate() {
                assert_eq!(axis.class_of(bound), class, "{axis:?} {bound}");
                assert_eq!(axis.class_of(axis.representatives()[class]), class);
                if bound > 0 {
                    assert_eq!(axis.class_of(bound - 1), class - 1, "{axis:?} {bound} - 1");
                }
            }
            assert_eq!(axis.class_of(usize::MAX), bounds.len() - 1);
        }
    }
}
