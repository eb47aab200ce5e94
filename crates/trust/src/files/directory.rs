//! Loads the files of a directory.

use alloc::vec::Vec;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Load, open};
use crate::report::{Kind, Reason};

impl Load<'_> {
    /// Loads all files of a directory in name order.
    pub(super) fn directory(&mut self, path: &Path) {
        match self.list(path) {
            Ok(paths) => {
                for path in paths {
                    if !self.is_wanted(&path) {
                        return;
                    }
                    match open::regular(&path, &self.seen) {
                        Err(Reason::NotAFile(Kind::Directory)) => self.report.directories += 1,
                        opened => self.opened(&path, opened),
                    }
                }
            }
            Err(reason) => self.skip(&path.into(), None, reason),
        }
    }

    /// Returns the sorted entries of a directory. A directory with too many entries is rejected as
    /// a whole, because the order of the first entries is arbitrary.
    fn list(&mut self, path: &Path) -> Result<Vec<PathBuf>, Reason> {
        let unreadable = |error: io::Error| Reason::unreadable(&error);
        let mut paths = Vec::new();
        for entry in fs::read_dir(path).map_err(unreadable)? {
            if paths.len() == self.limits.entries {
                return Err(Reason::TooManyEntries(self.limits.entries));
            }
            if !self.is_wanted(path) {
                break;
            }
            paths.try_reserve(1).map_err(|_| Reason::OutOfMemory)?;
            paths.push(entry.map_err(unreadable)?.path());
        }
        paths.sort_unstable();
        Ok(paths)
    }
}
