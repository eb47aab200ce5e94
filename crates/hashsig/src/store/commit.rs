//! How a change of the state becomes durable.

use core::time::Duration;
use std::io::ErrorKind;

use super::disk::{Disk, FileMetadata};
use super::error::{Error, Result};
use super::file::FileStore;
use super::paths::{Outcome, Replaced};
use super::state::{self, Marks, Origin, State};

/// How long to wait for the clock of a file system to go on, and how often: a tick lasts 10 ms at most.
const TICK: Duration = Duration::from_millis(1);
const TICKS: u32 = 100;

impl<D: Disk> FileStore<D> {
    /// Makes `next` the state, first on the disk and then in memory.
    ///
    /// After an error that left the store's file unchanged, such as a full disk, the call may be
    /// repeated. After a failed sync or rename it is unknown what the disk holds: the store then refuses
    /// every call.
    ///
    /// If the replaced file still has a name, an old state may survive that does not include `next`: the
    /// store then refuses, here and wherever it is opened.
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
                // The lock of the old file goes with it.
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

    /// Writes `next` into a file of its own and puts that in the place of the present one.
    ///
    /// Where the birth alone tells a file from an earlier one of its number, each file must be born after
    /// the one before. A clock that ticks every few milliseconds would give two files one birth, and with
    /// that let the older state be written over the present file.
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

    /// Checks that the file at the store's path is the one that this process holds, and that it has no
    /// other name. Every change makes a new file, so that this check finds a change by anybody else.
    fn check_path(&self) -> Result<()> {
        let path = &self.paths.path;
        if self.has_failed {
            return Err(Error::Failed(path.clone()));
        }
        if self.present()?.links == 1 {
            return Ok(());
        }
        // A crash in the middle of a rename can leave the file under both names.
        self.paths.clear_temporary(&self.disk)?;
        match self.present()?.links {
            1 => Ok(()),
            _ => Err(Error::SecondName(path.clone())),
        }
    }

    /// The metadata of the file that this process holds, if it is the one at the store's path.
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
