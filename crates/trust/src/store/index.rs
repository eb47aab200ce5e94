//! Hash tables that map keys to certificate numbers. The tables do not copy the hashed bytes, which
//! stay in the certificates.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// The value that means "no certificate".
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    /// The newest certificate with this key, or [`NONE`].
    newest: u32,
}

const EMPTY: Slot = Slot { hash: 0, newest: NONE };

/// A table that maps a key to one or more certificates. Adding a certificate takes constant time
/// for any keys: certificates with the same key form a linked list, newest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Open addressing with linear probing; the length is zero or a power of two.
    slots: Vec<Slot>,
    /// The number of used slots.
    keys: usize,
    /// For each certificate, the previous certificate with the same key.
    older: Vec<u32>,
}

impl Index {
    /// Reserves room for `more` certificates.
    pub(crate) fn try_reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.older.try_reserve(more)?;
        let needed = self.keys.saturating_add(more).saturating_mul(4) / 3 + 1;
        if needed > self.slots.len() {
            self.try_resize(needed.checked_next_power_of_two().unwrap_or(usize::MAX).max(64))?;
        }
        Ok(())
    }

    /// Returns the newest certificate with this hash for which `same` returns true.
    #[inline]
    pub(crate) fn newest(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        match self.slots.get(self.find(hash, same)?) {
            Some(slot) if slot.newest != NONE => Some(slot.newest),
            _ => None,
        }
    }

    /// Returns all certificates with the same key as the given newest certificate, newest first.
    pub(crate) fn from(&self, newest: Option<u32>) -> impl Iterator<Item = u32> {
        let next = |&number: &u32| self.older.get(number as usize).copied().filter(|&n| n != NONE);
        core::iter::successors(newest, next)
    }

    /// Adds the next certificate and returns whether its key is new. Certificates are numbered from
    /// 0, and room must be reserved in advance.
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

    /// Removes all certificates and retains the allocated memory.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.older.clear();
        self.keys = 0;
    }

    /// Adds a certificate without a key.
    pub(crate) fn push_without(&mut self) {
        self.older.push(NONE);
    }

    /// Returns the key's slot, or the free slot in which to store the key; `None` if the table is
    /// empty.
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
    fn finds_the_certificates_of_each_key() {
        let mut index = Index::default();
        let key_of = |number: u32| number % 100;
        for number in 0..1000 {
            index.try_reserve(1).unwrap();
            // A hundred keys share four hashes, so that only `same` distinguishes neighbours.
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
