//! Creates and opens signing keys that are stored in files.

use alloc::boxed::Box;
use std::path::Path;

use super::error::Result;
use super::key::SigningKey;
use super::material::KeyMaterial;
use super::options::Options;
use crate::store::{self, Cost, Disk, FileStore, New, Opening, OsDisk, Secret};

/// The options for creating the file of a new key.
#[derive(Clone, Copy, Debug)]
pub struct NewKey<'a> {
    /// The secret that seals the file.
    pub secret: Secret<'a>,
    /// The Argon2id cost for a passphrase; ignored for other secrets.
    pub cost: Cost,
    /// The first usable index. If the file replaces the lost file of an existing key, this index
    /// must be past all indices that may have been used.
    pub start: u64,
    /// See [`Opening::trust_disk`].
    pub trust_disk: bool,
}

impl<'a> NewKey<'a> {
    /// Returns options for a key without used indices on an untrusted disk.
    #[must_use]
    pub fn new(secret: Secret<'a>) -> Self {
        Self { secret, cost: Cost::default(), start: 0, trust_disk: false }
    }
}

impl SigningKey {
    /// Creates the store of a new key in a file, and writes the key's top tree to a cache in the
    /// same folder.
    ///
    /// # Errors
    /// Same errors as [`FileStore::create`].
    pub fn create(
        path: impl AsRef<Path>,
        material: KeyMaterial,
        new: &NewKey<'_>,
        options: &Options,
    ) -> Result<Self> {
        Self::create_on(OsDisk, path.as_ref(), material, new, options)
    }

    /// Opens a key in the state in which the last signer left it.
    ///
    /// # Errors
    /// Same errors as [`FileStore::open`] and [`KeyMaterial::load`].
    pub fn open(path: impl AsRef<Path>, opening: &Opening<'_>, options: &Options) -> Result<Self> {
        Self::of_file(FileStore::open(path, opening)?, options)
    }

    /// Creates a key like [`SigningKey::create`], on a given disk.
    ///
    /// # Errors
    /// Same errors as [`FileStore::create_on`].
    pub fn create_on<D: Disk + Send + 'static>(
        disk: D,
        path: &Path,
        material: KeyMaterial,
        new: &NewKey<'_>,
        options: &Options,
    ) -> Result<Self> {
        let &NewKey { secret, cost, start, trust_disk } = new;
        let range = start..material.secret().levels().capacity();
        // The key's identity is recorded at creation, so that the first signer need not record it.
        let identity = Some(store::identity(&material.public_key().to_bytes())?);
        let new = New { range, material: &material.to_bytes(), identity, secret, cost, trust_disk };
        let mut store = FileStore::create_on(disk, path, &new)?;
        material.keep(&mut store);
        Self::over(material, Box::new(store), options)
    }

    /// Opens the key in a store that this process already holds.
    ///
    /// # Errors
    /// Same errors as [`KeyMaterial::load`].
    pub fn of_file<D: Disk + Send + 'static>(
        store: FileStore<D>,
        options: &Options,
    ) -> Result<Self> {
        let mut store = store;
        let material = KeyMaterial::load(&mut store, None)?;
        Self::over(material, Box::new(store), options)
    }
}
