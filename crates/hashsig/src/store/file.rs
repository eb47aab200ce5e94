//! The embedded store, which consists of one file.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use std::path::Path;

use quicksalt::Wiped;

use super::allocation::AllocationLedger;
use super::disk::{Disk, FileMetadata};
use super::error::{Error, Result};
use super::host::Host;
use super::paths::{StorePaths, hold};
use super::registry::{Claim, Refusal};
use super::reservation::Reservation;
use super::seal::{Cost, FILE_MAX, Sealer, Secret};
use super::state::{self, Fixed, Marks, Origin, State};
use super::{AllocatingStore, Store, Watermark};
use crate::fork::Process;

/// The contents and the secret of a new store.
#[derive(Clone)]
pub struct New<'a> {
    /// The usable indices of the key, excluding the end. If the store replaces the lost store of an
    /// existing key, the range must begin past all indices that may have been used.
    pub range: Range<u64>,
    /// The data from which the signing code reopens the key: seed and parameters, at most 1 MiB.
    pub material: &'a [u8],
    /// The identity of the key ([`super::identity`]); `None` if not known yet ([`Store::bind`]).
    pub identity: Option<[u8; 32]>,
    /// The secret that seals the file.
    pub secret: Secret<'a>,
    /// The Argon2id cost for a passphrase; ignored for other secrets.
    pub cost: Cost,
    /// See [`Opening::trust_disk`].
    pub trust_disk: bool,
}

shows!(New<'_>: range);

/// A minimum of the state that the caller knows from an independent source, such as the last
/// published signature.
///
/// A known minimum detects a rollback of the whole machine, which the store cannot detect.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct KnownMinimum {
    /// The minimum free index of the root allocation.
    pub index: u64,
    /// The minimum [`FileStore::epoch`].
    pub epoch: u64,
}

/// The options for opening a store.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The secret that seals the file.
    pub secret: Secret<'a>,
    /// The minimum that the caller knows from an independent source.
    pub known_minimum: KnownMinimum,
    /// The number of indices to skip in each allocation if the machine was restarted since the last
    /// change. Where machines are reset to snapshots, `skip_after_boot` must exceed the number of
    /// signatures that one run makes between two restarts.
    pub skip_after_boot: u64,
    /// Whether to trust the disk from now on; the store records the choice. An untrusted disk may
    /// retain replaced files under a hidden name, so that old states survive, or may report neither
    /// the birth time nor the generation of a file, so that a backup written over the present file
    /// may look like it.
    pub trust_disk: bool,
}

impl<'a> Opening<'a> {
    /// Returns options with no known minimum, no skipped indices and an untrusted disk.
    #[must_use]
    pub fn new(secret: Secret<'a>) -> Self {
        Self {
            secret,
            known_minimum: KnownMinimum::default(),
            skip_after_boot: 0,
            trust_disk: false,
        }
    }
}

/// The embedded store, which is one file that one process holds.
///
/// The module [`super`] describes how a reservation becomes durable.
pub struct FileStore<D: Disk> {
    pub(super) disk: D,
    pub(super) paths: StorePaths,
    /// The store's file, locked.
    pub(super) file: D::File,
    pub(super) held: FileMetadata,
    pub(super) claim: Claim,
    pub(super) host: Host,
    /// The process that opened the store.
    process: Process,
    pub(super) sealer: Sealer,
    pub(super) fixed: Fixed,
    pub(super) state: State,
    pub(super) has_failed: bool,
}

impl<D: Disk> FileStore<D> {
    /// Creates the store of a new key. The store is durable when the call returns.
    ///
    /// # Errors
    /// [`Error::AlreadyExists`] if the path exists; [`Error::Range`], [`Error::TooLarge`],
    /// [`Error::EmptyPassphrase`] and [`Error::Cost`] for invalid arguments; unless the disk is
    /// trusted, [`Error::KeepsReplaced`] and [`Error::NoBirth`]; [`Error::Unsupported`];
    /// [`Error::Io`].
    pub fn create_on(disk: D, path: &Path, new: &New<'_>) -> Result<Self> {
        let fixed = Fixed::new(new.material)?;
        let ledger = AllocationLedger::new(new.range.clone())?;
        let marks = Marks { trusts_disk: new.trust_disk, old_survives: false };
        let (identity, recovered) = (new.identity, Vec::new());
        let state = State { epoch: 1, largest: 1, ledger, identity, marks, recovered };
        let paths = StorePaths::of_new(&disk, path)?;
        let sealer = Sealer::new(new.secret, new.cost)?;
        let paths = paths.of_store(&sealer.id());
        let (host, process) = (disk.host()?, disk.process());
        let claim = claim(&disk, &paths.path, &fixed, process)?;
        if !new.trust_disk && !paths.forgets_what_is_removed(&disk, true)? {
            return Err(Error::KeepsReplaced(paths.path));
        }
        let (file, held) = paths.create(&disk, |metadata| {
            if !new.trust_disk && !metadata.tells_files_apart() {
                return Err(Error::NoBirth(paths.path.clone()));
            }
            sealer.seal(&state::encode(&fixed, &state, &Origin::new(metadata, host, &paths.path)))
        })?;
        let has_failed = false;
        Ok(Self { disk, paths, file, held, claim, host, process, sealer, fixed, state, has_failed })
    }

    /// Opens a store in the state in which the last signer left it.
    ///
    /// # Errors
    /// [`Error::InUse`], [`Error::Copied`], [`Error::Moved`], [`Error::Behind`], [`Error::OldSurvives`],
    /// [`Error::NoBirth`] unless the disk is trusted, [`Error::Damaged`], [`Error::Newer`],
    /// [`Error::Permissions`], [`Error::SecretKind`], [`Error::WrongSecret`],
    /// [`Error::Unsupported`], [`Error::Io`].
    pub fn open_on(disk: D, path: &Path, opening: &Opening<'_>) -> Result<Self> {
        let (mut store, origin) = Self::load(disk, path, opening.secret)?;
        let path = &store.paths.path;
        let now = Origin::new(&store.held, store.host, path);
        if let Some(changed) = origin.changed(&now) {
            return Err(Error::Copied { path: path.clone(), changed });
        }
        if let Some(other) = store.original(&origin) {
            return Err(Error::Moved { path: path.clone(), other: other.to_owned() });
        }
        let mut next = store.state.clone();
        next.marks.trusts_disk |= opening.trust_disk;
        if next.marks.old_survives {
            return Err(Error::OldSurvives(path.clone()));
        }
        store.check_births(next.marks)?;
        if !origin.has_same_boot(&now) {
            next.ledger.skip(opening.skip_after_boot);
        }
        store.check_known_minimum(opening.known_minimum)?;
        next.ledger.raise("", opening.known_minimum.index)?;
        // Options that were given once stay in effect when they are not given again.
        if next.ledger != store.state.ledger || next.marks != store.state.marks {
            store.commit(next)?;
        }
        Ok(store)
    }

    /// Checks that the disk is fit for the first state of a store.
    pub(super) fn check_disk(&self, marks: Marks) -> Result<()> {
        if !marks.trusts_disk && !self.paths.forgets_what_is_removed(&self.disk, false)? {
            return Err(Error::KeepsReplaced(self.paths.path.clone()));
        }
        self.check_births(marks)
    }

    /// Checks that the disk distinguishes a file from an earlier file with the same inode number,
    /// or is trusted.
    fn check_births(&self, marks: Marks) -> Result<()> {
        if marks.trusts_disk || self.held.tells_files_apart() {
            return Ok(());
        }
        Err(Error::NoBirth(self.paths.path.clone()))
    }

    /// Locks and reads a store and claims it for this process, without checking its origin.
    pub(super) fn load(disk: D, path: &Path, secret: Secret<'_>) -> Result<(Self, Origin)> {
        let paths = StorePaths::of_existing(&disk, path)?;
        let (file, held) = hold(&disk, &paths.path)?;
        let damaged = |what| Error::Damaged { path: paths.path.clone(), what };
        if held.mode & 0o077 != 0 {
            return Err(Error::Permissions { path: paths.path, mode: held.mode });
        }
        if !held.is_file || held.len > FILE_MAX {
            return Err(damaged("not a regular file, or too large"));
        }
        // At most `FILE_MAX`.
        let bytes = disk.read(&file, held.len as usize);
        let bytes = Wiped::new(bytes.map_err(|error| Error::io("read", &paths.path, error))?);
        let (sealer, body) = Sealer::open(&paths.path, &bytes, secret)?;
        let (fixed, state, origin) =
            state::decode(&body).ok_or_else(|| damaged("malformed state"))?;
        let paths = paths.of_store(&sealer.id());
        let (host, process) = (disk.host()?, disk.process());
        let claim = claim(&disk, &paths.path, &fixed, process)?;
        // The last signer may have been killed between rename and sync, or between creation and
        // sync.
        let durable = disk.sync(&file).and_then(|()| disk.sync_folder(&paths.folder));
        durable.map_err(|error| Error::io("sync", &paths.path, error))?;
        let has_failed = false;
        let store = Self {
            disk,
            paths,
            file,
            held,
            claim,
            host,
            process,
            sealer,
            fixed,
            state,
            has_failed,
        };
        Ok((store, origin))
    }

    /// Checks that the state may be advanced to the known minimum. If the root is below it, the
    /// named allocations may be outdated too, and no minimum is known for them.
    fn check_known_minimum(&self, known: KnownMinimum) -> Result<()> {
        let (epoch, next) = (self.state.epoch, self.state.ledger.allocation("")?.next());
        if known.epoch > epoch {
            return Err(Error::Behind { what: "epoch", found: epoch, expected: known.epoch });
        }
        let named =
            self.state.ledger.allocations().iter().any(|allocation| allocation.remaining() > 0);
        if known.index > next && named {
            return Err(Error::Behind { what: "index", found: next, expected: known.index });
        }
        Ok(())
    }

    getters! {
        (&self)
        /// The path of the file.
        path: &Path = &self.paths.path;
        /// Returns the number of durable changes. A published epoch serves as a [`KnownMinimum`]
        /// that detects a rolled-back state.
        epoch: u64 = self.state.epoch;
        /// Whether the disk is trusted; see [`Opening::trust_disk`].
        trusts_disk: bool = self.state.marks.trusts_disk;
        /// Returns the material that was passed at creation. The caller must wipe copies of it.
        material: &[u8] = &self.fixed.material;
    }

    /// Makes a change durable, then returns the range that it reserved.
    fn change(
        &mut self,
        change: impl FnOnce(&mut State) -> Result<Range<u64>>,
    ) -> Result<Range<u64>> {
        self.check_process()?;
        if self.state.marks.old_survives {
            return Err(Error::OldSurvives(self.paths.path.clone()));
        }
        let mut next = self.state.clone();
        let range = change(&mut next)?;
        self.commit(next)?;
        Ok(range)
    }

    pub(super) fn check_process(&self) -> Result<()> {
        if self.process == self.disk.process() { Ok(()) } else { Err(Error::Forked) }
    }
}

impl<D: Disk + Send> Store for FileStore<D> {
    fn reserve(&mut self, count: u64) -> Result<Reservation> {
        self.reserve_for("", count)
    }

    fn watermark(&self) -> Result<Watermark> {
        self.check_process()?;
        let root = self.state.ledger.allocation("")?;
        Ok(Watermark { next: root.next(), end: root.range().end })
    }

    fn bind(&mut self, identity: &[u8; 32]) -> Result<()> {
        self.check_process()?;
        match self.state.identity {
            None => self.commit(State { identity: Some(*identity), ..self.state.clone() }),
            Some(known) if known == *identity => Ok(()),
            Some(_) => Err(Error::OtherKey(self.paths.path.clone())),
        }
    }

    fn keep(&mut self, trees: &[u8]) -> Result<()> {
        self.cache(trees)
    }
}

impl<D: Disk + Send> AllocatingStore for FileStore<D> {
    fn ledger(&self) -> &AllocationLedger {
        &self.state.ledger
    }

    fn reserve_for(&mut self, name: &str, count: u64) -> Result<Reservation> {
        let range = self.change(|state| {
            state.largest = state.largest.max(count);
            state.ledger.reserve(name, count)
        })?;
        Ok(Reservation::assume_reserved(range))
    }

    fn allocate(&mut self, from: &str, name: &str, count: u64) -> Result<Range<u64>> {
        self.change(|state| state.ledger.allocate(from, name, count))
    }
}

impl<D: Disk> Drop for FileStore<D> {
    /// Unlocks the file explicitly, because closing it is not enough: a child process that has not
    /// yet called `exec` still has the file open. In a forked child the lock belongs to the parent
    /// and is left in place.
    fn drop(&mut self) {
        if self.check_process().is_ok() {
            // If unlocking fails, closing the file releases the lock.
            let _ = self.disk.unlock(&self.file);
        }
    }
}

impl<D: Disk> fmt::Debug for FileStore<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, epoch) = (&self.paths.path, self.state.epoch);
        f.debug_struct("FileStore")
            .field("path", path)
            .field("epoch", &epoch)
            .finish_non_exhaustive()
    }
}

fn claim<D: Disk>(disk: &D, path: &Path, fixed: &Fixed, process: Process) -> Result<Claim> {
    disk.registry().claim(fixed.id, process).map_err(|refusal| match refusal {
        Refusal::Failed => Error::Failed(path.to_owned()),
        Refusal::Held => Error::InUse(path.to_owned()),
    })
}
