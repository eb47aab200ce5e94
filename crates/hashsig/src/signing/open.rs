//! Keys in files.

use alloc::boxed::Box;
use std::path::Path;

use super::error::Result;
use super::key::SigningKey;
use super::material::KeyMaterial;
use super::options::Options;
use crate::store::{self, Cost, Disk, FileStore, New, Opening, OsDisk, Secret};

/// How the file of a new key is made.
#[derive(Clone, Copy, Debug)]
pub struct NewKey<'a> {
    /// What the file is sealed by.
    pub secret: Secret<'a>,
    /// What Argon2id spends on a passphrase; means nothing for other secrets.
    pub cost: Cost,
    /// The first index that may be used: past all that a key which lost its file can have used.
    pub start: u64,
    /// See [`Opening::trust_disk`].
    pub trust_disk: bool,
}

impl<'a> NewKey<'a> {
    /// A key of which nothing was ever used, on a disk that need not be trusted.
    #[must_use]
    pub fn new(secret: Secret<'a>) -> Self {
        Self { secret, cost: Cost::default(), start: 0, trust_disk: false }
    }
}

impl SigningKey {
    /// Creates the store of a new key in a file. Its top tree is kept beside it.
    ///
    /// # Errors
    /// Those of [`FileStore::create`].
    pub fn create(
        path: impl AsRef<Path>,
        material: KeyMaterial,
        new: &NewKey<'_>,
        options: &Options,
    ) -> Result<Self> {
        Self::create_on(OsDisk, path.as_ref(), material, new, options)
    }

    /// Opens a key where the last signer left it.
    ///
    /// # Errors
    /// Those of [`FileStore::open`] and [`KeyMaterial::load`].
    pub fn open(path: impl AsRef<Path>, opening: &Opening<'_>, options: &Options) -> Result<Self> {
        Self::of_file(FileStore::open(path, opening)?, options)
    }

    /// [`SigningKey::create`] on any disk.
    ///
    /// # Errors
    /// Those of [`FileStore::create_on`].
    pub fn create_on<D: Disk + Send + 'static>(
        disk: D,
        path: &Path,
        material: KeyMaterial,
        new: &NewKey<'_>,
        options: &Options,
    ) -> Result<Self> {
        let &NewKey { secret, cost, start, trust_disk } = new;
        let range = start..material.secret().levels().capacity();
        // Known from the start, so that the first signer need not note it.
        let identity = Some(store::identity(&material.public_key().to_bytes())?);
        let new = New { range, material: &material.to_bytes(), identity, secret, cost, trust_disk };
        let mut store = FileStore::create_on(disk, path, &new)?;
        material.keep(&mut store);
        Self::over(material, Box::new(store), options)
    }

    /// The key whose store this process holds.
    ///
    /// # Errors
    /// Those of [`KeyMaterial::load`].
    pub fn of_file<D: Disk + Send + 'static>(
        store: FileStore<D>,
        options: &Options,
    ) -> Result<Self> {
        let mut store = store;
        let material = KeyMaterial::load(&mut store, None)?;
        Self::over(material, Box::new(store), options)
    }
}
