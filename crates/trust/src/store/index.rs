//! Hash tables of certificates by number; what is hashed stays where the certificates lie.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// The number of no certificate.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    /// The newest certificate with this key, or [`NONE`].
    newest: u32,
}

const EMPTY: Slot = Slot { hash: 0, newest: NONE };

/// Certificates by a key, several to one key if need be. Adding one takes constant time whatever
/// the others are: those of one key form a list to whose head it is added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Open addressing with linear probing; the length is zero or a power of two.
    slots: Vec<Slot>,
    /// Slots in use.
    keys: usize,
    /// For each certificate the one before it with the same key.
    older: Vec<u32>,
}

impl Index {
    /// Makes room for so many more certificates.
    pub(crate) fn try_reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.older.try_reserve(more)?;
        let needed = self.keys.saturating_add(more).saturating_mul(4) / 3 + 1;
        if needed > self.slots.len() {
            self.try_resize(needed.checked_next_power_of_two().unwrap_or(usize::MAX).max(64))?;
        }
        Ok(())
    }

    /// The newest certificate with that hash for which `same` holds.
    #[inline]
    pub(crate) fn newest(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        match self.slots.get(self.find(hash, same)?) {
            Some(slot) if slot.newest != NONE => Some(slot.newest),
            _ => None,
        }
    }

    /// All certificates of one key, given its newest, the newest first.
    pub(crate) fn from(&self, newest: Option<u32>) -> impl Iterator<Item = u32> {
        let next = |&number: &u32| self.older.get(number as usize).copied().filter(|&n| n != NONE);
        core::iter::successors(newest, next)
    }

    /// Adds the certificate `number`, which is the next: 0, 1, 2 and so on, and for which room was
    /// made. Tells whether its key is new.
    #[inline]
    pub(crate) fn push(&mut self, number: u32, hash: u32, same: impl Fn(u32) -> bool) -> bool {
        debug_assert_eq!(number as usize, self.older.len());
        debug_assert!((self.keys + 1) * 4 <= self.slots.len() * 3);
        let position = self.find(hash, same);
        let Some(slot) = position.and_then(|position| self.slots.get_mut(position)) else {
            return false;
        };
        self.older.push(slot.newest);
        let is_new = slot.newest == NONE;
        *slot = Slot { hash, newest: number };
        self.keys += usize::from(is_new);
        is_new
    }

    /// Forgets all certificates and keeps the room for them.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.older.clear();
        self.keys = 0;
    }

    /// Adds a certificate that has no key.
    pub(crate) fn push_without(&mut self) {
        self.older.push(NONE);
    }

    /// Where the key is or, if it is absent, where it belongs; none in a table of no slots.
    #[inline]
    fn find(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut position = hash as usize & mask;
        loop {
            let slot = self.slots.get(position)?;
            if slot.newest == NONE || (slot.hash == hash && same(slot.newest)) {
                return Some(position);
            }
            position = (position + 1) & mask;
        }
    }

    fn try_resize(&mut self, len: usize) -> Result<(), TryReserveError> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(len)?;
        slots.resize(len, EMPTY);
        let old = core::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|slot| slot.newest != NONE) {
            if let Some(free) = self.find(slot.hash, |_| false)
                && let Some(place) = self.slots.get_mut(free)
            {
                *place = slot;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_their_certificates() {
        let mut index = Index::default();
        let key_of = |number: u32| number % 100;
        for number in 0..1000 {
            index.try_reserve(1).unwrap();
            // Four hashes for a hundred keys: neighbours are told apart by `same` alone.
            let is_new = index.push(number, number % 4, |other| key_of(other) == key_of(number));
            assert_eq!(is_new, number < 100);
        }
        for key in 0..100 {
            let newest = index.newest(key % 4, |number| key_of(number) == key);
            let found: Vec<u32> = index.from(newest).collect();
            let expected: Vec<u32> = (0..10).rev().map(|i| i * 100 + key).collect();
            assert_eq!(found, expected);
        }
        assert_eq!(index.newest(1, |_| false), None);
        assert_eq!(index.newest(77, |_| true), None);
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        assert_eq!(Index::default().newest(0, |_| true), None);
    }
}
