//! Writes a file under a temporary name, and renames it when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use quicksalt::nacl::random;

/// A file under a temporary name. It is removed on drop unless it gets its final name.
pub(crate) struct Beside {
    file: File,
    path: PathBuf,
    place: PathBuf,
    replaces: bool,
}

impl Beside {
    /// Creates a file for a path. If `replace` is set, the new file gets the permissions of an
    /// existing file; otherwise an existing file is an error of kind `AlreadyExists`. Only the
    /// owner may read a new `secret` file; for other new files, the umask decides.
    pub(crate) fn new(place: &Path, replace: bool, secret: bool) -> io::Result<Self> {
        let there = fs::symlink_metadata(place).ok();
        if there.is_some() && !replace {
            return Err(ErrorKind::AlreadyExists.into());
        }
        // If the path is a symbolic link, the link's target is replaced and the link stays.
        let place = match &there {
            Some(data) if data.is_symlink() => fs::canonicalize(place)?,
            _ => place.to_path_buf(),
        };
        let there = fs::metadata(&place).ok();
        if there.as_ref().is_some_and(|data| !data.is_file()) {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "the target is not a regular file",
            ));
        }
        let (file, path) = create(&place, secret || there.is_some())?;
        let made = Self { file, path, place, replaces: replace };
        if let Some(data) = there {
            made.file.set_permissions(data.permissions())?;
        }
        Ok(made)
    }

    /// Returns the file to write.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file its final name.
    pub(crate) fn finish(self) -> io::Result<()> {
        if self.replaces {
            // A crash before the new content is on disk must not lose the replaced file.
            self.file.sync_all()?;
            return fs::rename(&self.path, &self.place);
        }
        match fs::hard_link(&self.path, &self.place) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                // Some file systems, such as FAT, lack hard links.
                fs::rename(&self.path, &self.place)
            }
            linked => linked,
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // After a rename, the temporary name no longer exists.
        let _ = fs::remove_file(&self.path);
    }
}

/// Creates a new file in the folder of a path.
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
