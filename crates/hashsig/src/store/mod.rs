//! The state of a key: which indices may still be used.
//!
//! **Invariant.** An index is given out at most once, by whatever process, after whatever crash.
//! An index used twice gives the key away.
//!
//! A [`Store`] gives indices out in a [`Reservation`]: an interval that is durably marked as used
//! before the caller sees it. A crash loses the indices that were reserved and not used, and never
//! makes an index free again. When no index is left, a reservation is an error.
//!
//! # How a reservation becomes durable
//! [`FileStore`] keeps one file and never writes to it again once it is in place. A change is a
//! new file:
//!
//! 1. the temporary file of an interrupted signer is removed;
//! 2. a temporary file is created, mode 0600, and locked;
//! 3. the new state is written to it, sealed, with the number and birth of this very file inside;
//! 4. the file is synced: *its contents are durable, but nothing refers to it*;
//! 5. it is renamed over the present file: *from here on either state may be found*;
//! 6. the store looks at the replaced file, which is still open: *it has no name any more*;
//! 7. the folder is synced: *the new state is durable*. Only now is anything given out.
//!
//! Before step 5 a crash leaves the old state, and every index that was ever given out lies below its
//! watermark. After step 5 a crash leaves the old or the new state, whole. Both are right, because no
//! index of the new one was given out yet; the new one loses this one reservation. Without step 4 a
//! crash could leave the store's name on contents that never reached the disk.
//!
//! After a failed sync or rename the store cannot know which state the disk holds: a kernel may drop
//! data that it could not write and report the next sync as a success. The store then refuses for as
//! long as the process lives. An error before step 4, such as a full disk, has changed nothing, and the
//! call may be repeated.
//!
//! # Why no old state comes back
//! Every index that was given out lies below the watermark of the present file. A file with an older
//! watermark would give some of them out again. So each replaced file must be gone, or must not open:
//!
//! - *A hard link, or another name by renaming, before step 1*: the present file must have one name,
//!   the store's, and be the one that this process holds; else nothing is changed.
//! - *The same between that look and step 5*, as `cp -al` or a backup that renames does at any moment:
//!   step 6 finds that the replaced file has a name left. A file without a name cannot be given one
//!   (`link(2)`: `ENOENT`), so that zero, once seen, is final. If it is not zero, the reservation is
//!   not given out and the state says, durably, that an old one survives: the store refuses here and
//!   after every start, until [`FileStore::recover_on`] skips. What survives may go on where it was:
//!   nothing past its watermark was given out.
//! - *A second name for the new file*, made while it is temporary: both names lead to one state, and the
//!   next change refuses until one is gone.
//! - *Another file under the temporary name, or the folder moved*: the file at the store's path after
//!   step 5 must be the file written in step 3; else nothing is given out.
//! - *One file system mounted twice, bind mounts*: they show the same files, numbers and locks. A file
//!   that is a mount of its own cannot be replaced, which is an error of step 5.
//! - *An overlay*: who opens the file to lock it has copied it up; from then on this is a file system
//!   like any. Whoever throws the upper layer away restores a backup, with other numbers or births.
//! - *A file system that keeps what is replaced while it is open* under a hidden name, as NFS and some
//!   of FUSE do: step 6 would refuse each time. [`FileStore::create_on`] tries it once, and needs to be
//!   told that the disk is trusted; then step 6 is skipped.
//!
//! One gap is left: a signer that dies within the few microseconds between steps 5 and 6, after somebody
//! made a name in those between step 1 and 5, leaves two states that open. Both begin at or above all
//! that was given out, but neither knows of the other. To close it, the new file would have to say that
//! it is in doubt until a third sync has made it say that it is not.
//!
//! # How a second signer is kept out
//! - Against another process: an advisory lock on the file. The new file is locked before it gets
//!   the name, and who gets a lock looks whether its file still has the name. The kernel gives a
//!   dead process's lock back, and who closes a store unlocks it, whatever child still has the
//!   file open: there are no stale ones.
//! - Against the same process: a table of the stores that it holds.
//! - Against a fork of it: what a fork cannot keep ([`crate::fork`]); a process id alone is the same
//!   in a new PID namespace, and comes round.
//! - Against a copy or a restored backup: the state knows the file that it was written to, by
//!   number, birth and generation, the machine, and within one boot the device. As every change
//!   makes a new file, this holds even for `cp backup store`, which keeps the file's number. A file
//!   system that tells neither birth nor generation must be trusted explicitly
//!   ([`Opening::trust_disk`]): there an old state written over the present file may be missed. A
//!   machine without an id is another after each boot.
//! - Against a snapshot of the file system that is mounted in its place: on btrfs the state knows the
//!   subvolume, elsewhere the UUID where the kernel tells it (Linux 6.9). A snapshot below the file
//!   system, of a volume or a virtual machine, keeps all of that.
//! - Against a snapshot of the whole machine nothing inside the machine helps: give
//!   [`KnownMinimum`] what you know from elsewhere, or have [`Opening::skip_after_boot`] skip.
//!
//! # How a copy becomes the store
//! A copy does not know which indices its original gave out after it was made, nor those that an earlier
//! recovery of the same copy gave out. [`FileStore::recover_on`] leaves them out in one of two ways:
//!
//! - *2^40 free indices or more*: it draws a block of 2^16 indices at random from the lower half of the free
//!   ones. Blocks begin at multiples of 2^16, so that two recoveries draw the same block or blocks without
//!   a common index. Of a key with 2^h free indices, two recoveries of one copy draw the same block with
//!   probability 2^(17-h), and r recoveries with less than r^2 times half of that:
//!
//!   | free indices | parameters, for example | two recoveries | ten |
//!   | --- | --- | --- | --- |
//!   | 2^40 | the least | 2^-23 | 2^-17 |
//!   | 2^45 | `15/8,15/8,15/8` | 2^-28 | 2^-22 |
//!   | 2^50 | `10/8` five times | 2^-33 | 2^-27 |
//!   | 2^60 | `20/8,20/8,20/8` | 2^-43 | 2^-37 |
//!
//!   The original itself, which goes on upwards from where the copy was made, meets a drawn block with
//!   probability 2^(17-h) for every 2^16 signatures that it makes. So does a recovery that makes more than
//!   2^16. Each recovery leaves at least half of the free indices.
//! - *Fewer*: too few blocks for chance. The caller says what was used ([`Recovery`]), by signatures that were
//!   verified or by a bound; otherwise the recovery refuses. The bound is a promise that nothing here can check.
//!
//! Both leave out at least the largest reservation so far. The state remembers when it was recovered. That is
//! the only use of a clock.
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
//! // What was reserved and not used is lost, and never given out again.
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

/// The state of a key, wherever it is kept.
///
/// Two calls, so that a database can implement them as well as a file.
pub trait Store: Send {
    /// Marks the next `count` indices as used, durably, then hands them out.
    ///
    /// An implementation must return only when no crash of any machine can make it give the same index
    /// out again.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if fewer are left, [`Error::Range`] if `count` is 0; these use up no index.
    /// After any error no index was given out.
    fn reserve(&mut self, count: u64) -> Result<Reservation>;

    /// The indices that are still free.
    ///
    /// # Errors
    /// [`Error::Forked`] in a fork of the process that holds the store; those of the place where
    /// the state is kept.
    fn watermark(&self) -> Result<Watermark>;

    /// Notes durably which key this is the state of, by [`identity`] of its public key, unless that
    /// is known already. A store that cannot note it takes every key.
    ///
    /// # Errors
    /// [`Error::OtherKey`] if it is the state of another key; those of the place where the state
    /// is kept.
    fn bind(&mut self, _identity: &[u8; 32]) -> Result<()> {
        Ok(())
    }

    /// Keeps bytes that are not secret and can be computed again, if the store has a place for them. The
    /// store must give back only authentic bytes.
    ///
    /// # Errors
    /// Those of the place where the state is kept. After an error only the next start takes longer.
    fn keep(&mut self, _trees: &[u8]) -> Result<()> {
        Ok(())
    }
}

/// The identity of a key in a store: BLAKE2b-256 of its public key, as its scheme encodes it.
///
/// # Errors
/// [`Error::Crypto`] if BLAKE2b cannot be computed.
pub fn identity(public_key: &[u8]) -> Result<[u8; 32]> {
    let (salt, mut identity) = ([0; blake2b::SALT_LEN], [0; 32]);
    blake2b::hash(&[], &salt, b"qs-store-pubkey\0", &mut identity, &[public_key])?;
    Ok(identity)
}

/// The free indices of a store: from `next` up to `end`, without `end` itself.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Watermark {
    /// The least index that was never given out.
    pub next: u64,
    /// One past the last index.
    pub end: u64,
}

impl Watermark {
    /// How many indices may still be used.
    #[must_use]
    pub const fn remaining(&self) -> u64 {
        self.end.saturating_sub(self.next)
    }
}

/// A store that can divide its indices among names.
///
/// [`Store::reserve`] takes indices of the root allocation, whose name is empty.
pub trait AllocatingStore: Store {
    /// The ledger of the key's indices.
    fn ledger(&self) -> &AllocationLedger;

    /// As [`Store::reserve`], from the named allocation.
    ///
    /// # Errors
    /// Those of [`Store::reserve`], and [`Error::UnknownName`].
    fn reserve_for(&mut self, name: &str, count: u64) -> Result<Reservation>;

    /// Gives the next `count` indices of the allocation `from` to a new allocation, durably.
    ///
    /// # Errors
    /// Those of [`AllocationLedger::allocate`], and those of the place where the state is kept.
    fn allocate(&mut self, from: &str, name: &str, count: u64) -> Result<Range<u64>>;
}

/// On systems where files cannot keep a state, every call returns [`Error::Unsupported`].
impl FileStore<OsDisk> {
    /// Creates the store of a new key in a file.
    ///
    /// # Errors
    /// See [`Self::create_on`].
    pub fn create(path: impl AsRef<std::path::Path>, new: &New<'_>) -> Result<Self> {
        Self::create_on(OsDisk, path.as_ref(), new)
    }

    /// Opens a store where the last signer left it.
    ///
    /// # Errors
    /// See [`Self::open_on`].
    pub fn open(path: impl AsRef<std::path::Path>, opening: &Opening<'_>) -> Result<Self> {
        Self::open_on(OsDisk, path.as_ref(), opening)
    }

    /// Removes a store that was just created and that nobody uses, and its cache. A file that cannot be
    /// removed stays.
    pub fn discard(path: impl AsRef<std::path::Path>) {
        let path = path.as_ref();
        cache::discard(&OsDisk, path);
        let _ = OsDisk.remove(path);
    }

    /// Makes a copy or a restored backup the store, and leaves out the indices that may have been used since.
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
