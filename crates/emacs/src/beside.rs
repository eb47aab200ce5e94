//! A file that is written beside its place and gets its name when it is whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use quicksalt::nacl::random;

/// A file that has no name yet; it is removed unless it gets one.
pub(crate) struct Beside {
    file: File,
    path: PathBuf,
    place: PathBuf,
    replaces: bool,
}

impl Beside {
    /// Begins a file for a place. What is there is an error of the kind `AlreadyExists` unless it is to
    /// be replaced; then the new file gets its permissions. Others may read what is new unless it is
    /// `secret`, as far as the user's mask lets them.
    pub(crate) fn new(place: &Path, replace: bool, secret: bool) -> io::Result<Self> {
        let there = fs::symlink_metadata(place).ok();
        if there.is_some() && !replace {
            return Err(ErrorKind::AlreadyExists.into());
        }
        // A link stays one: what it leads to is replaced.
        let place = match &there {
            Some(data) if data.is_symlink() => fs::canonicalize(place)?,
            _ => place.to_path_buf(),
        };
        let there = fs::metadata(&place).ok();
        if there.as_ref().is_some_and(|data| !data.is_file()) {
            return Err(io::Error::new(ErrorKind::InvalidInput, "the target is no regular file"));
        }
        let (file, path) = create(&place, secret || there.is_some())?;
        let made = Self { file, path, place, replaces: replace };
        if let Some(data) = there {
            made.file.set_permissions(data.permissions())?;
        }
        Ok(made)
    }

    /// The file that is written.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        if self.replaces {
            // What is replaced must not be lost to a crash that comes before the new content is safe.
            self.file.sync_all()?;
            return fs::rename(&self.path, &self.place);
        }
        match fs::hard_link(&self.path, &self.place) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                // No links there, as on FAT.
                fs::rename(&self.path, &self.place)
            }
            linked => linked,
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // After a rename there is nothing of that name.
        let _ = fs::remove_file(&self.path);
    }
}

/// A new file in the folder of a place.
fn create(place: &Path, secret: bool) -> io::Result<(File, PathBuf)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if secret { 0o600 } else { 0o666 });
    #[cfg(not(unix))]
    let _ = secret;
    let mut number = [0; 8];
    random::fill(&mut number).map_err(io::Error::other)?;
    let path = place.with_file_name(format!(".quicksalt-{:016x}.part", u64::from_le_bytes(number)));
    options.open(&path).map(|file| (file, path))
}
