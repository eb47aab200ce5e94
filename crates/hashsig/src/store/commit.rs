//! Commits a change of the state to disk.

use core::time::Duration;
use std::io::ErrorKind;

use super::disk::{Disk, FileMetadata};
use super::error::{Error, Result};
use super::file::FileStore;
use super::paths::{Outcome, Replaced};
use super::state::{self, Marks, Origin, State};

/// The interval and the number of waits for the file system's clock to advance. A tick of the clock
/// lasts at most 10 ms.
const TICK: Duration = Duration::from_millis(1);
const TICKS: u32 = 100;

impl<D: Disk> FileStore<D> {
    /// Makes `next` the current state, first on disk and then in memory.
    ///
    /// After an error that left the store's file unchanged, such as a full disk, the caller may
    /// retry. After a failed sync or rename the state on disk is unknown, and the store refuses
    /// every call.
    ///
    /// If the replaced file still has a name, an old state without `next` may survive. The store
    /// then refuses to sign, in this process and in every process that opens it.
    pub(super) fn commit(&mut self, mut next: State) -> Result<()> {
        self.check_path()?;
        let too_many = Error::TooLarge { what: "the epoch", most: u64::MAX };
        next.epoch = next.epoch.checked_add(1).ok_or(too_many)?;
        let mut attempts = 0;
        let replaced = loop {
            match self.replace(&next) {
                Err(Outcome::Unchanged(Error::ClockSetBack(_))) if attempts < TICKS => {
                    attempts += 1;
                    std::thread::sleep(TICK);
                }
                replaced => break replaced,
            }
        };
        match replaced {
            Ok(Replaced { file, held, left }) => {
                // Dropping the old file releases its lock.
                (self.file, self.held, self.state) = (file, held, next);
                if left == 0 || self.state.marks.trusts_disk || self.state.marks.old_survives {
                    return Ok(());
                }
                let marks = Marks { old_survives: true, ..self.state.marks };
                self.commit(State { marks, ..self.state.clone() })?;
                Err(Error::OldSurvives(self.paths.path.clone()))
            }
            Err(Outcome::Unchanged(error)) => Err(error),
            Err(Outcome::Unknown(error)) => {
                self.has_failed = true;
                self.claim.fail();
                Err(error)
            }
        }
    }

    /// Writes `next` to a new file and renames that file over the present one.
    ///
    /// On a file system where only the birth time distinguishes a file from an earlier file with
    /// the same inode number, each file must be born after the previous one. With a clock that
    /// ticks every few milliseconds, two files could have equal birth times, and the older state
    /// could be written over the present file unnoticed.
    fn replace(&self, next: &State) -> core::result::Result<Replaced<D>, Outcome> {
        let (path, held) = (&self.paths.path, &self.held);
        self.paths.replace(&self.disk, &self.file, |metadata| {
            let by_birth = metadata.generation.is_none() && !next.marks.trusts_disk;
            if by_birth && metadata.birth.is_some() && metadata.birth <= held.birth {
                return Err(Error::ClockSetBack(path.clone()));
            }
            let origin = Origin::new(metadata, self.host, path);
            self.sealer.seal(&state::encode(&self.fixed, next, &origin))
        })
    }

    /// Checks that the file at the store's path is the file that this process holds, and that it
    /// has no other name. Every change creates a new file, so this check detects any change by
    /// another program.
    fn check_path(&self) -> Result<()> {
        let path = &self.paths.path;
        if self.has_failed {
            return Err(Error::Failed(path.clone()));
        }
        if self.present()?.links == 1 {
            return Ok(());
        }
        // A crash during a rename can leave the file under both names.
        self.paths.clear_temporary(&self.disk)?;
        match self.present()?.links {
            1 => Ok(()),
            _ => Err(Error::SecondName(path.clone())),
        }
    }

    /// Returns the metadata of the file at the store's path if it is the file that this process
    /// holds.
    fn present(&self) -> Result<FileMetadata> {
        let path = &self.paths.path;
        match self.disk.metadata_at(path) {
            Ok(metadata) if self.held.is_same_file(&metadata) => Ok(metadata),
            Ok(_) => Err(Error::Replaced(path.clone())),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(Error::Replaced(path.clone())),
            Err(error) => Err(Error::io("stat", path, error)),
        }
    }
}
