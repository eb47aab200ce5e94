//! The cache of a store, a separate file with trees of public values that can be recomputed.
//!
//! The cache is not secret, but it must be authentic: with a modified tree the key would make wrong
//! signatures. The file `<store>.cache` begins with `quicksalt-cache2` and the 16-byte store
//! identifier. A 32-byte BLAKE2b tag follows; it authenticates the rest of the file under a key
//! that only the store knows. Version 1 of the format has a line feed instead of the `2` and lacks
//! the identifier. The file may be deleted at any time. Damage is reported and costs the time to
//! recompute the trees, but never causes an error of the signer. A file with this name but without
//! the store's identifier belongs to a different program and is left unchanged.

use alloc::vec::Vec;
use std::io;
use std::path::{Path, PathBuf};

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b;
use quicksalt::nacl::bytes;

use super::disk::Disk;
use super::error::{Error, Result};
use super::file::FileStore;
use super::paths::{own_name, with_suffix};
use super::seal::{self, SALT_LEN, Sealer};

const MAGIC: &[u8; 16] = b"quicksalt-cache2";
/// The first bytes of a version 1 file.
const FIRST: &[u8; 16] = b"quicksalt-cache\n";
const TAG_LEN: usize = 32;
/// The maximum file size that is read, in bytes.
const CACHE_MAX: u64 = 32 << 20;

/// The contents of a store's cache.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Cached {
    /// The file was not written by this store, or is damaged.
    Damaged,
    /// The bytes that the store cached last.
    Found(Vec<u8>),
    /// The file does not exist.
    Missing,
}

impl<D: Disk> FileStore<D> {
    /// The bytes that the store cached last.
    ///
    /// # Errors
    /// [`Error::Crypto`] if BLAKE2b cannot be computed. An unreadable file is [`Cached::Damaged`].
    pub fn cached(&self) -> Result<Cached> {
        match self.read_cache() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Cached::Missing),
            Err(_) => Ok(Cached::Damaged),
            Ok(whole) => Ok(self.genuine(&whole)?.map_or(Cached::Damaged, Cached::Found)),
        }
    }

    fn read_cache(&self) -> io::Result<Vec<u8>> {
        let file = self.disk.open(&self.cache_path())?;
        let len = self.disk.metadata(&file)?.len.min(CACHE_MAX);
        self.disk.read(&file, len as usize)
    }

    /// Returns the contents of a cache file if this store wrote it.
    fn genuine(&self, whole: &[u8]) -> Result<Option<Vec<u8>>> {
        let own = [MAGIC.as_slice(), &self.sealer.id()].concat();
        let rest = whole.strip_prefix(&*own).or_else(|| whole.strip_prefix(FIRST));
        let Some((tag, contents)) = rest.and_then(|rest| rest.split_at_checked(TAG_LEN)) else {
            return Ok(None);
        };
        let genuine = bytes::equal(tag, &self.cache_tag(contents)?);
        Ok(genuine.then(|| contents.to_vec()))
    }

    /// Returns whether this store may write to its cache path, because the file does not exist or
    /// was written by this store.
    fn may_replace(&self) -> Result<bool> {
        match self.read_cache() {
            Err(error) => Ok(error.kind() == io::ErrorKind::NotFound),
            Ok(whole) => Ok(is_own(&whole, &self.sealer.id()) || self.genuine(&whole)?.is_some()),
        }
    }

    /// Replaces the contents of the cache, which must not be secret.
    ///
    /// # Errors
    /// [`Error::Forked`], [`Error::Io`]; the store remains usable. A file that this store did not
    /// write is left unchanged and causes an [`io::ErrorKind::AlreadyExists`] error.
    pub fn cache(&mut self, contents: &[u8]) -> Result<()> {
        self.check_process()?;
        let path = self.cache_path();
        if !self.may_replace()? {
            return Err(Error::io("write", &path, io::ErrorKind::AlreadyExists.into()));
        }
        let temporary = own_name(&self.paths.path, &self.sealer.id(), ".cache.new");
        let tag = self.cache_tag(contents)?;
        let whole = [MAGIC.as_slice(), &self.sealer.id(), &tag, contents].concat();
        // An interrupted signer may have left a temporary file. If it cannot be removed, creating
        // the new one fails below.
        let _ = self.disk.remove(&temporary);
        let written = self.disk.create_new(&temporary).and_then(|file| {
            self.disk.write(&file, &whole)?;
            self.disk.sync(&file)?;
            self.disk.rename(&temporary, &path)
        });
        written.map_err(|error| {
            let _ = self.disk.remove(&temporary);
            Error::io("write", &path, error)
        })
    }

    fn cache_path(&self) -> PathBuf {
        with_suffix(&self.paths.path, ".cache")
    }

    fn cache_tag(&self, contents: &[u8]) -> Result<[u8; TAG_LEN]> {
        let (salt, mut key) = ([0; blake2b::SALT_LEN], Wiped::new([0; 32]));
        blake2b::hash(&*self.fixed.secret, &salt, b"qs-store-cachkey", &mut *key, &[])?;
        let mut tag = [0; TAG_LEN];
        blake2b::hash(&*key, &salt, b"qs-store-cache\0\0", &mut tag, &[contents])?;
        Ok(tag)
    }
}

/// Returns whether a cache file contains this store identifier.
fn is_own(whole: &[u8], id: &[u8; SALT_LEN]) -> bool {
    whole.strip_prefix(MAGIC).is_some_and(|rest| rest.starts_with(id))
}

/// Removes the cache of the store at `path` if that store wrote it.
pub(super) fn discard<D: Disk>(disk: &D, path: &Path) {
    let begin = |path: &Path, len| disk.open(path).and_then(|file| disk.read(&file, len)).ok();
    let cache = with_suffix(path, ".cache");
    let id = begin(path, Sealer::HEADER_LEN).and_then(|header| seal::id_of(&header));
    let found = begin(&cache, MAGIC.len() + SALT_LEN);
    if id.zip(found).is_some_and(|(id, found)| is_own(&found, &id)) {
        let _ = disk.remove(&cache);
    }
}
