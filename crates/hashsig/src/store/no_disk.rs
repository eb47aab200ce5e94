//! A system whose files cannot keep the state of a key.
//!
//! The rules in [`super`] rest on what Unix promises: files that have numbers and count their names, a
//! rename that replaces an open file, folders that can be synced. What else Windows offers has not
//! been held against them.

use alloc::vec::Vec;
use core::convert::Infallible;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::disk::{Disk, FileMetadata};
use super::host::Host;
use super::registry::Registry;
use crate::fork::Process;

/// A disk on which nothing can be found, created or opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDisk;

impl Disk for NoDisk {
    type File = Infallible;

    fn resolve(&self, _: &Path) -> io::Result<PathBuf> {
        Err(ErrorKind::Unsupported.into())
    }

    fn open(&self, _: &Path) -> io::Result<Infallible> {
        Err(ErrorKind::Unsupported.into())
    }

    fn create_new(&self, _: &Path) -> io::Result<Infallible> {
        Err(ErrorKind::Unsupported.into())
    }

    fn try_lock(&self, file: &Infallible) -> io::Result<bool> {
        match *file {}
    }

    fn unlock(&self, file: &Infallible) -> io::Result<()> {
        match *file {}
    }

    fn metadata(&self, file: &Infallible) -> io::Result<FileMetadata> {
        match *file {}
    }

    fn metadata_at(&self, _: &Path) -> io::Result<FileMetadata> {
        Err(ErrorKind::Unsupported.into())
    }

    fn read(&self, file: &Infallible, _: usize) -> io::Result<Vec<u8>> {
        match *file {}
    }

    fn write(&self, file: &Infallible, _: &[u8]) -> io::Result<()> {
        match *file {}
    }

    fn sync(&self, file: &Infallible) -> io::Result<()> {
        match *file {}
    }

    fn rename(&self, _: &Path, _: &Path) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    fn remove(&self, _: &Path) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    fn host(&self) -> quicksalt::Result<Host> {
        Host::current()
    }

    fn process(&self) -> Process {
        Process::current()
    }

    fn registry(&self) -> &Registry {
        Registry::of_process()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::path::Path;

    use super::NoDisk;
    use crate::store::{Cost, Error, FileStore, New, Opening, Recovery, Secret};

    /// Nothing else is said, whatever is wrong besides.
    #[test]
    fn a_system_that_cannot_keep_a_state_says_so() {
        let (path, secret) = (Path::new("/keys/store"), Secret::Passphrase(b"word"));
        let (cost, identity, trust_disk) = (Cost::default(), None, false);
        let new = New { range: 0..9, material: b"seed", identity, secret, cost, trust_disk };
        let opening = Opening::new(secret);
        let errors = [
            FileStore::create_on(NoDisk, path, &new).err(),
            FileStore::open_on(NoDisk, path, &opening).err(),
            FileStore::recover_on(NoDisk, path, &opening, &Recovery::skip(100)).err(),
        ];
        for error in errors {
            let error = error.unwrap();
            assert!(matches!(error, Error::Unsupported(_)), "{error:?}");
            let text = error.to_string();
            assert!(text.starts_with("/keys/store") && text.contains("Unix"), "{text}");
        }
    }
}
