//! Stores the state of a key, which says which indices may still be used.
//!
//! **Invariant.** Each index is given out at most once, across all processes and crashes. Signing
//! twice with one index exposes the key.
//!
//! A [`Store`] gives out indices in a [`Reservation`]: an interval that is durably marked as used
//! before the caller sees it. A crash loses indices that were reserved but unused; it never frees
//! an index again. When no index is left, a reservation returns an error.
//!
//! # How a reservation becomes durable
//! [`FileStore`] uses one file, which is never modified in place. Each change creates a new file:
//!
//! 1. the temporary file of an interrupted signer is removed;
//! 2. a temporary file is created with mode 0600 and locked;
//! 3. the new state is sealed and written to the temporary file, including that file's own inode
//!    number and birth time;
//! 4. the file is synced: *its contents are durable, but nothing refers to it*;
//! 5. the file is renamed over the present file: *from here on a crash leaves either state*;
//! 6. the store checks that the replaced file, still open, *no longer has a name*;
//! 7. the folder is synced: *the new state is durable*. Only now are indices given out.
//!
//! A crash before step 5 leaves the old state, and every index ever given out is below its
//! watermark. A crash after step 5 leaves either the old or the new state, intact. Both states are
//! safe, because the indices of this reservation were not given out yet. With the new state they
//! are lost. Without step 4 the store's name could refer, after a crash, to contents that never
//! reached the disk.
//!
//! After a failed sync or rename the store cannot know which state is on disk: a kernel may drop
//! data that it could not write and report success for the next sync. The store therefore refuses
//! all further calls in this process. An error before step 4, such as a full disk, changes nothing,
//! and the caller may retry.
//!
//! # Why no old state comes back
//! Every index that was given out is below the watermark of the present file. A file with a lower
//! watermark would give out some of them again. Therefore each replaced file must vanish or fail to
//! open:
//!
//! - *A hard link or rename before step 1*: the present file must have exactly one name, the
//!   store's, and must be the file that this process holds; otherwise nothing is changed.
//! - *A hard link or rename between that check and step 5*, as `cp -al` or a renaming backup may
//!   do: step 6 finds that the replaced file still has a name. A file without a name cannot get one
//!   (`link(2)`: `ENOENT`), so a link count of zero is final. If the count is not zero, the
//!   reservation is withheld and the state durably records that an old state survives: the store
//!   refuses to sign, also after a restart, until [`FileStore::recover_on`] skips indices. The
//!   surviving file may continue elsewhere, because no index above its watermark was given out.
//! - *A second name for the new file*, created while the file is temporary: both names refer to one
//!   state, and the next change is refused until one name is removed.
//! - *Another file under the temporary name, or a moved folder*: the file at the store's path after
//!   step 5 must be the file written in step 3; otherwise nothing is given out.
//! - *One file system mounted twice, or bind mounts*: all mounts show the same files, inode numbers
//!   and locks. A file that is itself a mount point cannot be replaced: step 5 fails.
//! - *An overlay*: opening the file to lock it copies it up; after that it behaves like any file.
//!   Discarding the upper layer amounts to restoring a backup: inode numbers or birth times differ.
//! - *A file system that retains replaced open files* under a hidden name, as NFS and some FUSE
//!   file systems do: step 6 would fail every time. [`FileStore::create_on`] tests for this and
//!   requires the caller to trust the disk; step 6 is then skipped.
//!
//! One gap remains: if another program names the file between steps 1 and 5, and the signer dies
//! within the few microseconds between steps 5 and 6, two usable states exist. The free indices of
//! both states begin above all indices that were given out, but both states may give out the same
//! indices. To close the gap, the new file would have to be marked as doubtful until a third sync
//! clears the mark.
//!
//! # How a second signer is kept out
//! - A different process: an advisory lock on the file excludes it. The new file is locked before
//!   it gets the store's name, and a process that obtains a lock checks that its file still has
//!   that name. The kernel releases the lock of a dead process, and closing a store unlocks it even
//!   if a child still has the file open. Locks therefore never become stale.
//! - The same process: a table of the stores that the process holds detects it.
//! - A forked child: a marker that a fork does not inherit detects it ([`crate::fork`]). A process
//!   id is not enough: it may be equal in a new PID namespace, and ids are reused.
//! - A copy or a restored backup: the state records the file to which it was written by inode
//!   number, birth time and generation. It also records the machine and, for comparison within one
//!   boot, the device. Every change creates a new file, so the check detects even `cp backup
//!   store`, which preserves the inode number. A file system that reports neither birth time nor
//!   generation must be trusted explicitly ([`Opening::trust_disk`]): there, an old state written
//!   over the present file may go unnoticed. A machine without a machine id counts as a different
//!   machine after each boot.
//! - A snapshot that is mounted in place of the file system: on btrfs the state records the
//!   subvolume, and on other file systems the UUID if the kernel reports it (Linux 6.9). A snapshot
//!   of a volume or of a virtual machine preserves these identifiers and is not detected.
//! - A snapshot of the whole machine: nothing inside the machine can detect it. The caller can pass
//!   a minimum from an independent source as [`KnownMinimum`], or skip indices with
//!   [`Opening::skip_after_boot`].
//!
//! # How a copy becomes the store
//! A copy does not contain the indices that its original gave out after the copy was made, or that
//! an earlier recovery of the same copy gave out. [`FileStore::recover_on`] avoids these indices in
//! one of two ways:
//!
//! - *2^40 free indices or more*: the recovery draws a block of 2^16 indices at random from the
//!   lower half of the free indices. Blocks begin at multiples of 2^16, so two recoveries draw
//!   either the same block or disjoint blocks. For a key with 2^h free indices, two recoveries of
//!   one copy draw the same block with probability 2^(17-h). Among r recoveries, the probability
//!   that any two draw the same block is less than r^2 2^(16-h):
//!
//!   | free indices | parameters, for example | two recoveries | ten |
//!   | --- | --- | --- | --- |
//!   | 2^40 | the minimum | 2^-23 | 2^-17 |
//!   | 2^45 | `15/8,15/8,15/8` | 2^-28 | 2^-22 |
//!   | 2^50 | `10/8` five times | 2^-33 | 2^-27 |
//!   | 2^60 | `20/8,20/8,20/8` | 2^-43 | 2^-37 |
//!
//!   The original continues upwards from the index at which the copy was made. For each 2^16
//!   signatures that it makes, it reaches a drawn block with probability 2^(17-h). The same holds
//!   for a recovery that makes more than 2^16 signatures. Each recovery leaves at least half of the
//!   free indices.
//! - **Fewer free indices*: there are too few blocks for a random choice. The caller must say which
//!   indices were used, with verified signatures or an upper bound ([`Recovery`]). Otherwise the
//!   recovery is refused. The store cannot check a given bound.
//!
//! Both ways skip at least the largest reservation so far. The state records the time of each
//! recovery, which is the only use of a clock.
//!
//! The rules follow draft-ietf-pquip-hbs-state-04, "Hash-based Signatures: State and Backup
//! Management".
//!
//! ```ignore-windows
//! use quicksalt_hashsig::store::{FileStore, New, Opening, Secret, Store as _};
//!
//! # fn main() -> Result<(), Box<dyn core::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("quicksalt-store-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let (path, secret) = (folder.join("state"), Secret::Key(&[1; 32]));
//! let new = New {
//!     range: 0..1024,
//!     material: b"",
//!     identity: None,
//!     secret,
//!     cost: Default::default(),
//!     trust_disk: false,
//! };
//! let mut store = FileStore::create(&path, &new)?;
//! assert_eq!(store.reserve(64)?.range(), 0..64);
//! drop(store);
//!
//! // Indices reserved but unused are lost; they are never given out again.
//! let mut store = FileStore::open(&path, &Opening::new(secret))?;
//! assert_eq!(store.reserve(1)?.range(), 64..65);
//! # drop(store);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok(())
//! # }
//! ```
// May import: `fork`, `reader`, `reserved`.

mod allocation;
mod cache;
mod codec;
mod commit;
mod disk;
mod error;
mod file;
#[cfg(unix)]
mod file_id;
mod host;
mod no_disk;
#[cfg(unix)]
mod os;
mod paths;
mod recover;
mod registry;
mod reservation;
mod seal;
mod state;

use core::ops::Range;

use quicksalt::hazmat::blake2b;

pub use allocation::{
    ALLOCATIONS_MAX, Allocation, AllocationLedger, RANDOM_LEAST, RECOVERY_BLOCK, Recovery,
};
pub use cache::Cached;
pub use codec::NAME_MAX;
pub use disk::{Disk, FileMetadata};
pub use error::{Error, Result};
pub use file::{FileStore, KnownMinimum, New, Opening};
pub use host::Host;
pub use no_disk::NoDisk;
#[cfg(not(unix))]
pub use no_disk::NoDisk as OsDisk;
#[cfg(unix)]
pub use os::OsDisk;
pub use registry::Registry;
pub use reservation::Reservation;
pub use seal::{Cost, START_LEN, Secret, is_unsealed};
pub use state::MATERIAL_MAX;

/// The state of a key, in a file or elsewhere.
///
/// Only two methods are required, so that the trait is easy to implement for a database.
pub trait Store: Send {
    /// Durably marks the next `count` indices as used, then returns them.
    ///
    /// An implementation must not return before it is certain that no crash of any machine can make
    /// it give out the same index again.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if fewer indices are left, [`Error::Range`] if `count` is 0; neither
    /// uses up an index. After any other error no index was given out.
    fn reserve(&mut self, count: u64) -> Result<Reservation>;

    /// Returns the range of indices that are still free.
    ///
    /// # Errors
    /// [`Error::Forked`] in a forked child of the process that holds the store; the errors of the
    /// storage backend.
    fn watermark(&self) -> Result<Watermark>;

    /// Durably records the [`identity`] of the key's public key, unless it is already known. A
    /// store without room for an identity accepts every key.
    ///
    /// # Errors
    /// [`Error::OtherKey`] if the store holds the state of a different key; the errors of the
    /// storage backend.
    fn bind(&mut self, _identity: &[u8; 32]) -> Result<()> {
        Ok(())
    }

    /// Stores bytes that are not secret and can be recomputed, if the store has room for them. The
    /// store must return only authentic bytes.
    ///
    /// # Errors
    /// The errors of the storage backend. After an error only the next start takes longer.
    fn keep(&mut self, _trees: &[u8]) -> Result<()> {
        Ok(())
    }
}

/// Returns the identity of a key in a store: BLAKE2b-256 of the public key in its scheme's
/// encoding.
///
/// # Errors
/// [`Error::Crypto`] if BLAKE2b cannot be computed.
pub fn identity(public_key: &[u8]) -> Result<[u8; 32]> {
    let (salt, mut identity) = ([0; blake2b::SALT_LEN], [0; 32]);
    blake2b::hash(&[], &salt, b"qs-store-pubkey\0", &mut identity, &[public_key])?;
    Ok(identity)
}

/// The free indices of a store: from `next` up to but not including `end`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Watermark {
    /// The lowest index that was never given out.
    pub next: u64,
    /// One past the last index.
    pub end: u64,
}

impl Watermark {
    /// The number of indices that may still be used.
    #[must_use]
    pub const fn remaining(&self) -> u64 {
        self.end.saturating_sub(self.next)
    }
}

/// A store that can divide its indices among names.
///
/// [`Store::reserve`] uses indices of the root allocation, which has an empty name.
pub trait AllocatingStore: Store {
    /// The ledger of the key's indices.
    fn ledger(&self) -> &AllocationLedger;

    /// Reserves like [`Store::reserve`], from the named allocation.
    ///
    /// # Errors
    /// Same errors as [`Store::reserve`], and [`Error::UnknownName`].
    fn reserve_for(&mut self, name: &str, count: u64) -> Result<Reservation>;

    /// Durably moves the next `count` indices of the allocation `from` to a new allocation.
    ///
    /// # Errors
    /// The errors of [`AllocationLedger::allocate`] and of the storage backend.
    fn allocate(&mut self, from: &str, name: &str, count: u64) -> Result<Range<u64>>;
}

/// On systems where files cannot hold a state, every call returns [`Error::Unsupported`].
impl FileStore<OsDisk> {
    /// Creates the store of a new key in a file.
    ///
    /// # Errors
    /// See [`Self::create_on`].
    pub fn create(path: impl AsRef<std::path::Path>, new: &New<'_>) -> Result<Self> {
        Self::create_on(OsDisk, path.as_ref(), new)
    }

    /// Opens a store in the state in which the last signer left it.
    ///
    /// # Errors
    /// See [`Self::open_on`].
    pub fn open(path: impl AsRef<std::path::Path>, opening: &Opening<'_>) -> Result<Self> {
        Self::open_on(OsDisk, path.as_ref(), opening)
    }

    /// Removes an unused, newly created store and its cache. A file that cannot be removed remains.
    pub fn discard(path: impl AsRef<std::path::Path>) {
        let path = path.as_ref();
        cache::discard(&OsDisk, path);
        let _ = OsDisk.remove(path);
    }

    /// Turns a copy or a restored backup into the store, and skips the indices that may have been
    /// used since.
    ///
    /// # Errors
    /// See [`Self::recover_on`].
    pub fn recover(
        path: impl AsRef<std::path::Path>,
        opening: &Opening<'_>,
        recovery: &Recovery<'_>,
    ) -> Result<Self> {
        Self::recover_on(OsDisk, path.as_ref(), opening, recovery)
    }
}
