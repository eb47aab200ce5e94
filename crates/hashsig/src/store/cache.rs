//! The cache beside a store: trees of public values, which can be computed again.
//!
//! It is not secret, but it must be authentic: with a changed tree the key would sign wrongly. The file
//! `<store>.cache` begins with `quicksalt-cache` and a line feed; then come 32 bytes of keyed BLAKE2b
//! over the rest, under a key that only the store knows. The file may be deleted at any time. Damage
//! costs the time to compute the trees again and is reported; it is never an error of the signer.

use alloc::vec::Vec;
use std::io;
use std::path::{Path, PathBuf};

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b;
use quicksalt::nacl::bytes;

use super::disk::Disk;
use super::error::{Error, Result};
use super::file::FileStore;

const MAGIC: &[u8; 16] = b"quicksalt-cache\n";
const TAG_LEN: usize = 32;
/// The longest file that is read, in bytes.
const CACHE_MAX: u64 = 32 << 20;

/// The contents of a store's cache.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Cached {
    /// The file is not what this store wrote.
    Damaged,
    /// The bytes that were cached last.
    Found(Vec<u8>),
    /// There is no file.
    Missing,
}

impl<D: Disk> FileStore<D> {
    /// The bytes that were cached last.
    ///
    /// # Errors
    /// [`Error::Crypto`] if BLAKE2b cannot be computed. A file that cannot be read is
    /// [`Cached::Damaged`].
    pub fn cached(&self) -> Result<Cached> {
        let file = match self.disk.open(&self.cache_path()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Cached::Missing),
            file => file,
        };
        let whole = file.and_then(|file| {
            let len = self.disk.metadata(&file)?.len.min(CACHE_MAX);
            self.disk.read(&file, len as usize)
        });
        let Ok(whole) = whole else {
            return Ok(Cached::Damaged);
        };
        let fields = whole.strip_prefix(MAGIC).and_then(|rest| rest.split_at_checked(TAG_LEN));
        let Some((tag, contents)) = fields else {
            return Ok(Cached::Damaged);
        };
        let genuine = bytes::equal(tag, &self.cache_tag(contents)?);
        Ok(if genuine { Cached::Found(contents.to_vec()) } else { Cached::Damaged })
    }

    /// Replaces the contents of the cache. They must not be secret.
    ///
    /// # Errors
    /// [`Error::Forked`], [`Error::Io`]; the store can be used after them.
    pub fn cache(&mut self, contents: &[u8]) -> Result<()> {
        self.check_process()?;
        let path = self.cache_path();
        let temporary = with_suffix(&path, ".new");
        let tag = self.cache_tag(contents)?;
        let whole = [MAGIC.as_slice(), &tag, contents].concat();
        // An interrupted signer may have left one. If it cannot be removed, creating it fails below.
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

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
