//! Where a store's file lies, and how it comes to be held and replaced.

use alloc::vec::Vec;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Disk, Facts};
use super::error::{Error, Result};

/// How often a file is looked for that another signer is just replacing.
const ATTEMPTS: usize = 100;

/// The paths of a store: absolute, so that a change of the working directory means nothing.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) path: PathBuf,
    /// Where the next file is written before it takes the place of the present one.
    pub(super) aside: PathBuf,
    pub(super) folder: PathBuf,
}

/// What failed, and whether the disk may have changed.
pub(super) enum Outcome {
    /// The store's file is what it was.
    Unchanged(Error),
    /// Nobody knows.
    Unknown(Error),
}

/// A file that stands in the place of another.
pub(super) struct Replaced<D: Disk> {
    pub(super) file: D::File,
    pub(super) held: Facts,
    /// How many names the other still has. Once it has none it can get none.
    pub(super) left: u64,
}

impl Place {
    pub(super) fn of_existing<D: Disk>(disk: &D, path: &Path) -> Result<Self> {
        let path = disk.resolve(path).map_err(|error| unresolved(path, path, error))?;
        let folder = path.parent().unwrap_or(&path).to_owned();
        Self::within(folder, &path)
    }

    pub(super) fn of_new<D: Disk>(disk: &D, path: &Path) -> Result<Self> {
        let parent = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let folder = disk.resolve(parent).map_err(|error| unresolved(path, parent, error))?;
        Self::within(folder, path)
    }

    fn within(folder: PathBuf, path: &Path) -> Result<Self> {
        let no_name = || Error::io("use as a file", path, io::ErrorKind::IsADirectory.into());
        let name = path.file_name().ok_or_else(no_name)?;
        let mut aside = name.to_owned();
        aside.push(".new");
        Ok(Self { path: folder.join(name), aside: folder.join(aside), folder })
    }

    /// Creates the file where there is none, and makes contents and name durable.
    ///
    /// The contents are told what file they are for.
    pub(super) fn create<D: Disk>(
        &self,
        disk: &D,
        contents: impl FnOnce(&Facts) -> Result<Vec<u8>>,
    ) -> Result<(D::File, Facts)> {
        let file = disk.create_new(&self.path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::AlreadyExists(self.path.clone()),
            _ => Error::io("create", &self.path, error),
        })?;
        let made = written(disk, &file, &self.path, contents).and_then(|held| {
            let durable = disk.sync(&file).and_then(|()| disk.sync_folder(&self.folder));
            durable.map_err(|error| Error::io("sync", &self.path, error))?;
            Ok(held)
        });
        match made {
            Ok(held) => Ok((file, held)),
            Err(error) => {
                // Nobody has seen it; if it stays, it is a store without a user.
                let _ = disk.remove(&self.path);
                Err(error)
            }
        }
    }

    /// Puts a new file in the place of the present one, which the caller holds open: written aside,
    /// synced, renamed, the folder synced. Up to the first sync, nothing of what counts has changed.
    pub(super) fn replace<D: Disk>(
        &self,
        disk: &D,
        present: &D::File,
        contents: impl FnOnce(&Facts) -> Result<Vec<u8>>,
    ) -> core::result::Result<Replaced<D>, Outcome> {
        let (file, held) = self.write_aside(disk, contents).map_err(Outcome::Unchanged)?;
        let unknown = |doing| move |error| Outcome::Unknown(Error::io(doing, &self.path, error));
        disk.sync(&file).map_err(unknown("sync"))?;
        disk.rename(&self.aside, &self.path).map_err(|error| match error.kind() {
            // Nothing can take the place of what a file system is mounted on, and nothing has.
            io::ErrorKind::ResourceBusy => {
                let _ = disk.remove(&self.aside);
                Outcome::Unchanged(Error::Mounted(self.path.clone()))
            }
            _ => unknown("replace")(error),
        })?;
        let stands = disk.facts_at(&self.path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Outcome::Unknown(Error::Replaced(self.path.clone())),
            _ => unknown("look at")(error),
        })?;
        let left = disk.facts(present).map_err(unknown("look at"))?.links;
        disk.sync_folder(&self.folder).map_err(unknown("sync the folder of"))?;
        if !held.is_same_file(&stands) {
            return Err(Outcome::Unknown(Error::Replaced(self.path.clone())));
        }
        Ok(Replaced { file, held, left })
    }

    /// Whether a file that is open is gone once its name is: some file systems keep it under a hidden
    /// name.
    pub(super) fn forgets_what_is_removed<D: Disk>(&self, disk: &D) -> Result<bool> {
        let io = |doing| move |error| Error::io(doing, &self.aside, error);
        self.clear_aside(disk)?;
        let file = disk.create_new(&self.aside).map_err(io("create"))?;
        disk.remove(&self.aside).map_err(io("remove"))?;
        Ok(disk.facts(&file).map_err(io("look at"))?.links == 0)
    }

    /// Removes what an interrupted signer left aside. Who holds the store's file owns this name
    /// too.
    pub(super) fn clear_aside<D: Disk>(&self, disk: &D) -> Result<()> {
        match disk.remove(&self.aside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Error::io("remove", &self.aside, error))
            }
            _ => Ok(()),
        }
    }

    fn write_aside<D: Disk>(
        &self,
        disk: &D,
        contents: impl FnOnce(&Facts) -> Result<Vec<u8>>,
    ) -> Result<(D::File, Facts)> {
        self.clear_aside(disk)?;
        let created = disk.create_new(&self.aside);
        let file = created.map_err(|error| Error::io("create", &self.aside, error))?;
        match written(disk, &file, &self.aside, contents) {
            Ok(held) => Ok((file, held)),
            Err(error) => {
                // The next attempt removes it if this one cannot.
                let _ = disk.remove(&self.aside);
                Err(error)
            }
        }
    }
}

/// Why the place of a store was not found, which was looked for at `looked_at`.
fn unresolved(path: &Path, looked_at: &Path, error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::Unsupported => Error::Unsupported(path.to_owned()),
        _ => Error::io("find", looked_at, error),
    }
}

/// Locks and fills a file just created. It is locked before it gets a name that others open.
fn written<D: Disk>(
    disk: &D,
    file: &D::File,
    path: &Path,
    contents: impl FnOnce(&Facts) -> Result<Vec<u8>>,
) -> Result<Facts> {
    let io = |doing| move |error| Error::io(doing, path, error);
    if !disk.try_lock(file).map_err(io("lock"))? {
        return Err(Error::InUse(path.to_owned()));
    }
    let facts = disk.facts(file).map_err(io("look at"))?;
    disk.write(file, &contents(&facts)?).map_err(io("write"))?;
    Ok(facts)
}

/// Opens and locks the file that stands at `path`. A signer that is just replacing it holds the
/// lock of the old one until the new one stands there, and has locked that before.
pub(super) fn hold<D: Disk>(disk: &D, path: &Path) -> Result<(D::File, Facts)> {
    let io = |doing| move |error| Error::io(doing, path, error);
    for _ in 0..ATTEMPTS {
        let file = disk.open(path).map_err(io("open"))?;
        if !disk.try_lock(&file).map_err(io("lock"))? {
            break;
        }
        let held = disk.facts(&file).map_err(io("look at"))?;
        let stands = disk.facts_at(path).map_err(io("look at"))?;
        if held.is_same_file(&stands) {
            return Ok((file, held));
        }
    }
    Err(Error::InUse(path.to_owned()))
}
