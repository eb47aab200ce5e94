//! The allocation ledger of a key, which divides the key's indices among names. The ledger exists
//! only in memory and never accesses a disk.
//!
//! An allocation is a range of indices with a watermark. The indices below the watermark are used
//! or given away, and the indices from the watermark on are free. Initially one allocation, the
//! root, has all indices of the key; its name is empty. Reserving and allocating only move a
//! watermark up: a new allocation receives indices from *above* the watermark of its parent, and
//! that watermark moves past them. The free parts of two allocations therefore never overlap, and
//! any rolled-back state becomes safe when every watermark is moved up far enough.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::hazmat::blake2b;
use quicksalt::nacl::random;

use super::codec::{NAME_MAX, Write};
use super::error::{Error, Result};
use crate::reader::Reader;

/// The maximum number of named allocations of a key.
pub const ALLOCATIONS_MAX: usize = 4096;

/// The minimum number of free indices from which a recovery draws a block at random.
pub const RANDOM_LEAST: u64 = 1 << 40;

/// The number of indices in a recovery block. Blocks begin at multiples of this number, so two
/// blocks are either equal or disjoint.
pub const RECOVERY_BLOCK: u64 = 1 << 16;

/// The caller's knowledge about the indices used since the copy was made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recovery<'a> {
    /// The number of indices to skip. `skip` must exceed the number of indices that any signer
    /// reached since the copy was made, including indices that earlier recoveries of any copy used
    /// or skipped.
    pub skip: Option<u64>,
    /// The indices of signatures that the caller has verified under this key. All indices above the
    /// largest of them must be free.
    pub seen: &'a [u64],
    /// The identity ([`super::identity`]) of the key that verified these signatures.
    pub identity: Option<[u8; 32]>,
}

impl Recovery<'_> {
    /// States how many indices to skip; see [`Self::skip`].
    #[must_use]
    pub const fn skip(indices: u64) -> Self {
        Self { skip: Some(indices), seen: &[], identity: None }
    }

    /// Returns the index at which the allocation `name` continues after a recovery. `free` is the
    /// range of free indices in the copy, and `least` is the largest reservation so far.
    ///
    /// # Errors
    /// [`Error::Skip`] and [`Error::Unbounded`]; see [`super::FileStore::recover_on`].
    pub fn next_index(&self, name: &str, free: Range<u64>, least: u64) -> Result<u64> {
        if self.skip.is_some_and(|skip| skip < least) {
            return Err(Error::Skip { least });
        }
        if free.is_empty() {
            return Ok(free.end);
        }
        let skipped = free.start.saturating_add(self.skip.unwrap_or(0).max(least));
        let seen = self.seen.iter().max().map(|index| index.saturating_add(1));
        let floor = skipped.max(seen.unwrap_or(0)).min(free.end);
        match random_block(floor..free.end)? {
            Some(block) => Ok(block),
            None if self.skip.is_some() || seen.is_some() => Ok(floor),
            None => {
                let remaining = free.end - free.start;
                Err(Error::Unbounded { name: name.into(), remaining })
            }
        }
    }
}

const LEDGER: &[u8; blake2b::PERSONAL_LEN] = b"qs-store-ledger\0";

/// The division of a key's indices among allocations.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AllocationLedger {
    /// The root first, then the named allocations in order of creation. Only their watermarks ever
    /// change.
    allocations: Vec<Allocation>,
    head: [u8; 32],
}

/// A range of indices with a watermark: the root, which has an empty name, or a named allocation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Allocation {
    name: Box<str>,
    /// The position of its parent in the ledger; 0 for the root.
    from: usize,
    range: Range<u64>,
    next: u64,
}

impl Allocation {
    getters! {
        (&self)
        /// The name; empty for the root.
        name: &str = &self.name;
        /// All indices of the allocation, free or not.
        range: Range<u64> = self.range.clone();
        /// The watermark: the lowest free index.
        next: u64 = self.next;
        /// The number of free indices.
        remaining: u64 = self.range.end - self.next;
    }

    fn advance(&mut self, count: u64) -> Result<Range<u64>> {
        if count == 0 {
            return Err(Error::Range("count must be at least 1"));
        }
        if count > self.remaining() {
            let (name, remaining) = (self.name.clone(), self.remaining());
            return Err(Error::Exhausted { name, asked: count, remaining });
        }
        let start = self.next;
        self.next += count;
        Ok(start..self.next)
    }
}

impl AllocationLedger {
    /// Creates a ledger with all indices of `range` in the root.
    ///
    /// # Errors
    /// [`Error::Range`] if the range is empty.
    pub fn new(range: Range<u64>) -> Result<Self> {
        if range.is_empty() {
            return Err(Error::Range(
                "the range of indices is empty: its end must be past its start",
            ));
        }
        let head = digest(&[&range.start.to_le_bytes(), &range.end.to_le_bytes()])?;
        let next = range.start;
        Ok(Self {
            allocations: alloc::vec![Allocation { name: "".into(), from: 0, range, next }],
            head,
        })
    }

    /// Uses up the next `count` indices of an allocation.
    ///
    /// # Errors
    /// [`Error::UnknownName`]; [`Error::Range`] if `count` is 0; [`Error::Exhausted`] if fewer
    /// indices are left. After an error no index is used up.
    pub fn reserve(&mut self, name: &str, count: u64) -> Result<Range<u64>> {
        self.allocation_mut(name)?.advance(count)
    }

    /// Moves the next `count` indices of the allocation `from` to a new allocation `name`.
    ///
    /// # Errors
    /// Same errors as [`Self::reserve`] for `from`; [`Error::Name`] and [`Error::NameTaken`] for an
    /// unusable new name; [`Error::TooLarge`] if [`ALLOCATIONS_MAX`] allocations exist already.
    pub fn allocate(&mut self, from: &str, name: &str, count: u64) -> Result<Range<u64>> {
        check_name(name)?;
        if self.position(name).is_ok() {
            return Err(Error::NameTaken(name.to_owned()));
        }
        if self.allocations.len() > ALLOCATIONS_MAX {
            let most = ALLOCATIONS_MAX as u64;
            return Err(Error::TooLarge { what: "the number of allocations", most });
        }
        let from = self.position(from)?;
        let mut source = self.allocations[from].clone();
        let range = source.advance(count)?;
        let allocation =
            Allocation { name: name.into(), from, next: range.start, range: range.clone() };
        self.head = chained(&self.head, &allocation)?;
        self.allocations[from] = source;
        self.allocations.push(allocation);
        Ok(range)
    }

    /// Raises the watermark of an allocation to `index` if it is lower. An index past the end
    /// leaves no free indices.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn raise(&mut self, name: &str, index: u64) -> Result<()> {
        let allocation = self.allocation_mut(name)?;
        allocation.next = allocation.next.max(index.min(allocation.range.end));
        Ok(())
    }

    /// Raises every watermark by `count`, at most to the end of its allocation.
    pub fn skip(&mut self, count: u64) {
        for allocation in &mut self.allocations {
            allocation.next = allocation.next.saturating_add(count).min(allocation.range.end);
        }
    }

    /// Raises the watermark of each allocation with free indices past the indices that may have
    /// been used since the key was copied, and by at least `least`.
    ///
    /// # Errors
    /// [`Error::Unbounded`] if an allocation has fewer than [`RANDOM_LEAST`] indices left and the
    /// caller gives no bound for it; the ledger is then unchanged.
    pub(super) fn recover(&mut self, recovery: &Recovery<'_>, least: u64) -> Result<()> {
        let mut next = self.clone();
        for at in 0..self.allocations.len() {
            let seen: Vec<u64> =
                recovery.seen.iter().copied().filter(|&i| self.deepest(i) == Some(at)).collect();
            let allocation = &mut next.allocations[at];
            let free = allocation.next..allocation.range.end;
            let known = Recovery { seen: &seen, ..*recovery };
            allocation.next = known.next_index(&allocation.name, free, least)?;
        }
        *self = next;
        Ok(())
    }

    /// Returns the position of the innermost allocation that contains the index. It is the last
    /// match, because each allocation comes after its parent.
    fn deepest(&self, index: u64) -> Option<usize> {
        self.allocations.iter().rposition(|allocation| allocation.range.contains(&index))
    }

    /// Returns the allocation with this name; the empty name is the root.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn allocation(&self, name: &str) -> Result<&Allocation> {
        self.position(name).map(|at| &self.allocations[at])
    }

    /// Returns the named allocations in order of creation. Later calls only append to them and
    /// raise their watermarks.
    #[must_use]
    pub fn allocations(&self) -> &[Allocation] {
        &self.allocations[1..]
    }

    /// Returns the path from the root to an allocation: its ancestors without the root, then the
    /// allocation.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn path(&self, name: &str) -> Result<Vec<&Allocation>> {
        let mut at = self.position(name)?;
        let mut path = Vec::new();
        while at != 0 {
            path.push(&self.allocations[at]);
            at = self.allocations[at].from;
        }
        path.reverse();
        Ok(path)
    }

    /// Returns a digest over the named allocations, each chained to all earlier ones. A caller that
    /// knows an older head can check that the ledger has only grown.
    #[must_use]
    pub fn head(&self) -> [u8; 32] {
        self.head
    }

    /// Returns the number of bytes that [`Self::encode`] writes.
    pub(super) fn encoded_len(&self) -> usize {
        let named = |allocation: &Allocation| 4 + 1 + allocation.name.len() + 24;
        24 + 4 + self.allocations().iter().map(named).sum::<usize>()
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        let own = &self.allocations[0];
        out.u64(own.range.start);
        out.u64(own.range.end);
        out.u64(own.next);
        // At most `ALLOCATIONS_MAX` allocations, with names of at most `NAME_MAX` bytes.
        out.u32(self.allocations().len() as u32);
        for allocation in self.allocations() {
            out.u32(allocation.from as u32);
            out.u8(allocation.name.len() as u8);
            out.extend_from_slice(allocation.name.as_bytes());
            out.u64(allocation.range.start);
            out.u64(allocation.range.end);
            out.u64(allocation.next);
        }
    }

    /// Decodes the output of [`Self::encode`]. The decoder replays the allocations in order, so it
    /// accepts only ledgers that these calls could have created.
    pub(super) fn decode(record: &mut Reader<'_>) -> Option<Self> {
        let mut ledger = Self::new(record.u64_le()?..record.u64_le()?).ok()?;
        let mut watermarks = alloc::vec![record.u64_le()?];
        for _ in 0..record.u32_le()? {
            let from = ledger.allocations.get(record.u32_le()? as usize)?.name.clone();
            let len = record.u8()?.into();
            let name = core::str::from_utf8(record.take(len)?).ok()?;
            let range = record.u64_le()?..record.u64_le()?;
            // The gap contains the indices that the parent reserved before it gave this range away.
            if ledger.allocation(&from).ok()?.next > range.start {
                return None;
            }
            ledger.raise(&from, range.start).ok()?;
            let count = range.end.checked_sub(range.start)?;
            if ledger.allocate(&from, name, count).ok()? != range {
                return None;
            }
            watermarks.push(record.u64_le()?);
        }
        for (allocation, watermark) in ledger.allocations.iter_mut().zip(watermarks) {
            if !(allocation.next..=allocation.range.end).contains(&watermark) {
                return None;
            }
            allocation.next = watermark;
        }
        Some(ledger)
    }

    fn position(&self, name: &str) -> Result<usize> {
        let unknown = || Error::UnknownName(name.to_owned());
        self.allocations.iter().position(|allocation| &*allocation.name == name).ok_or_else(unknown)
    }

    fn allocation_mut(&mut self, name: &str) -> Result<&mut Allocation> {
        self.position(name).map(|at| &mut self.allocations[at])
    }
}

/// Draws the start of a random block from the lower half of the free indices, if there are at least
/// [`RANDOM_LEAST`] of them. The upper half remains for later recoveries.
fn random_block(free: Range<u64>) -> Result<Option<u64>> {
    let left = free.end - free.start;
    if left < RANDOM_LEAST {
        return Ok(None);
    }
    let mut draw = [0; 16];
    random::fill(&mut draw)?;
    // With 128 random bits and at most 2^47 blocks, the probabilities of any two blocks differ by
    // at most a factor of 1 + 2^-81.
    let blocks = u128::from(left / 2 / RECOVERY_BLOCK);
    let drawn = (u128::from_le_bytes(draw) % blocks) as u64;
    Ok(Some((free.start.div_ceil(RECOVERY_BLOCK) + drawn) * RECOVERY_BLOCK))
}

fn check_name(name: &str) -> Result<()> {
    let fits = (1..=NAME_MAX).contains(&name.len()) && !name.contains(char::is_control);
    if fits { Ok(()) } else { Err(Error::Name(name.to_owned())) }
}

fn chained(head: &[u8; 32], allocation: &Allocation) -> Result<[u8; 32]> {
    let (from, len) = (allocation.from as u64, allocation.name.len() as u64);
    digest(&[
        head,
        &from.to_le_bytes(),
        &len.to_le_bytes(),
        allocation.name.as_bytes(),
        &allocation.range.start.to_le_bytes(),
        &allocation.range.end.to_le_bytes(),
    ])
}

fn digest(parts: &[&[u8]]) -> Result<[u8; 32]> {
    let mut digest = [0; 32];
    blake2b::hash(&[], &[0; blake2b::SALT_LEN], LEDGER, &mut digest, parts)?;
    Ok(digest)
}
