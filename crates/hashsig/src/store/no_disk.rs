//! The disk on a system where files cannot hold the state of a key.
//!
//! The rules in [`super`] depend on Unix guarantees: files with inode numbers and link counts, a
//! rename that replaces an open file, folders that can be synced. The corresponding Windows
//! features have not been evaluated.

use alloc::vec::Vec;
use core::convert::Infallible;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::disk::{Disk, FileMetadata};

/// A disk on which no file can be found, created or opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDisk;

/// Defines methods that always fail. Methods that need an open file are never called.
macro_rules! unsupported {
    ($($call:ident($($argument:ty),*) -> $returned:ty;)*) => {
        $(fn $call(&self, $(_: $argument),*) -> io::Result<$returned> {
            Err(ErrorKind::Unsupported.into())
        })*
    };
}

impl Disk for NoDisk {
    type File = Infallible;

    unsupported! {
        resolve(&Path) -> PathBuf;
        open(&Path) -> Infallible;
        create_new(&Path) -> Infallible;
        try_lock(&Infallible) -> bool;
        unlock(&Infallible) -> ();
        metadata(&Infallible) -> FileMetadata;
        metadata_at(&Path) -> FileMetadata;
        read(&Infallible, usize) -> Vec<u8>;
        write(&Infallible, &[u8]) -> ();
        sync(&Infallible) -> ();
        rename(&Path, &Path) -> ();
        remove(&Path) -> ();
        sync_folder(&Path) -> ();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::path::Path;

    use super::NoDisk;
    use crate::store::{Cost, Error, FileStore, New, Opening, Recovery, Secret};

    /// `Unsupported` takes precedence over all other errors.
    #[test]
    fn an_unsupported_system_is_reported() {
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
