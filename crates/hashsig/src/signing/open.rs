//! Keys in files.

use alloc::boxed::Box;
use std::path::Path;

use super::error::Result;
use super::key::SigningKey;
use super::options::Options;
use super::root::Root;
#[cfg(unix)]
use crate::store::Opening;
use crate::store::{Cost, Disk, FileStore, New, Secret};

#[cfg(unix)]
impl SigningKey {
    /// Creates the store of a new key in a file. Its top tree is kept beside it.
    ///
    /// # Errors
    /// Those of [`FileStore::create`].
    pub fn create(
        path: impl AsRef<Path>,
        root: Root,
        secret: Secret<'_>,
        cost: Cost,
        options: &Options,
    ) -> Result<Self> {
        Self::create_on(crate::store::OsDisk, path.as_ref(), root, secret, cost, options)
    }

    /// Opens a key where the last signer left it.
    ///
    /// # Errors
    /// Those of [`FileStore::open`] and [`Root::load`].
    pub fn open(path: impl AsRef<Path>, opening: &Opening<'_>, options: &Options) -> Result<Self> {
        Self::of_file(FileStore::open(path, opening)?, options)
    }
}

impl SigningKey {
    /// [`SigningKey::create`] on any disk.
    ///
    /// # Errors
    /// Those of [`FileStore::create_on`].
    pub fn create_on<D: Disk + Send + 'static>(
        disk: D,
        path: &Path,
        root: Root,
        secret: Secret<'_>,
        cost: Cost,
        options: &Options,
    ) -> Result<Self> {
        let range = 0..root.secret().levels().capacity();
        let new = New { range, material: &root.to_bytes(), secret, cost, trust_disk: false };
        let mut store = FileStore::create_on(disk, path, &new)?;
        root.keep(&mut store);
        Self::over(root, Box::new(store), options)
    }

    /// The key whose store this process holds.
    ///
    /// # Errors
    /// Those of [`Root::load`].
    pub fn of_file<D: Disk + Send + 'static>(
        store: FileStore<D>,
        options: &Options,
    ) -> Result<Self> {
        let mut store = store;
        let root = Root::load(&mut store, None)?;
        Self::over(root, Box::new(store), options)
    }
}
