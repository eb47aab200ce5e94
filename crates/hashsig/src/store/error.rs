//! The errors of the state store. Each message names a remedy.

use alloc::boxed::Box;
use alloc::string::String;
use std::io;
use std::path::{Path, PathBuf};

use super::codec::NAME_MAX;

errors! {
    /// An error of the state store. No error uses up an index.
    #[derive(Debug)]
    Error:

    /// The path of a new store already exists.
    AlreadyExists(path: PathBuf) =
        "{path} already exists: open it, or choose another path for the new key";
    /// The store is older than the caller's known minimum: its state was rolled back.
    Behind {
        /// The name of the rolled-back value: `index` or `epoch`.
        what: &'static str,
        /// The value in the store.
        found: u64,
        /// The minimum that the caller expects.
        expected: u64,
    } =
        "the store was rolled back: its {what} is {found}, expected at least {expected}; recover \
         it, skipping more indices than can have been used since";
    /// The file is not the one that the last signer wrote, but a copy or a restored backup.
    Copied {
        /// The store's file.
        path: PathBuf,
        /// The evidence that the file is a copy.
        changed: &'static str,
    } =
        "{path} is a copy or a restored backup: {changed}; use the original, or if the original \
         is lost, recover this copy";
    /// Argon2id cannot run with the given cost.
    Cost(why: &'static str) = "invalid Argon2id cost: use {why}";
    /// A cryptographic primitive or the random generator failed.
    Crypto(error: quicksalt::Error) = "{error}";
    /// The file is truncated or corrupted.
    Damaged {
        /// The store's file.
        path: PathBuf,
        /// The kind of damage.
        what: &'static str,
    } =
        "{path} is damaged: {what}; restore a backup and recover it, skipping more indices than \
         can have been used since. If creation was interrupted, nothing was signed: remove the \
         file and create it again";
    /// The passphrase is empty.
    EmptyPassphrase = "the passphrase is empty: choose one that is hard to guess, or use no passphrase";
    /// Fewer indices are left than requested.
    Exhausted {
        /// The allocation; empty for the root.
        name: Box<str>,
        /// The number of indices requested.
        asked: u64,
        /// The number of indices left.
        remaining: u64,
    } =
        "{asked} signatures requested, {remaining} left in {name}: request fewer, or create a \
         new key";
    /// An earlier write failed, so the state on disk is unknown.
    Failed(path: PathBuf) =
        "an earlier write of {path} failed, so the state on disk is unknown: check the disk, then \
         restart this process";
    /// The store or reservation belongs to a process from which this process was forked.
    Forked =
        "the key was opened before this process was forked: sign in one process only, or give \
         each process its own store";
    /// Another signer holds the store.
    InUse(path: PathBuf) =
        "{path} is in use by another signer or its forked child: stop that process, or sign \
         there";
    /// A system call failed.
    Io {
        /// The operation, such as `write`.
        doing: &'static str,
        /// The path of the file or folder.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    } = "cannot {doing} {path}: {source}; no index was given out: fix the cause and retry";
    /// The file system retains replaced files under a hidden name.
    KeepsReplaced(path: PathBuf) =
        "the file system of {path} retains replaced files under hidden names, as NFS and some \
         FUSE file systems do, so an old state of the key would survive: choose a local disk, or \
         trust this one (trust_disk) and deny others access to the hidden files";
    /// The file is a mount point, so it cannot be replaced by a rename.
    Mounted(path: PathBuf) =
        "{path} is a mount of a single file, as in containers, and cannot be replaced: mount its \
         folder instead";
    /// The file was moved, and a different file of the same key is at its old path.
    Moved {
        /// The store's file.
        path: PathBuf,
        /// The file at the old path.
        other: PathBuf,
    } =
        "{path} was moved from {other}, where another file of the same key now exists: if that \
         file was recovered from a copy, sign there and never again with {path}; otherwise move \
         {path} back";
    /// The name of an allocation is empty, too long, or contains control characters.
    Name(given: String) =
        "invalid allocation name {given:?}: expected 1 to {NAME_MAX} bytes without control \
         characters";
    /// An allocation with this name already exists.
    NameTaken(given: String) = "allocation {given:?} already exists: choose another name";
    /// The clock of the file system is earlier than the birth time of the present file, and that
    /// file system distinguishes files only by birth time.
    ClockSetBack(path: PathBuf) =
        "the clock of the file system of {path} was set back, and that file system distinguishes \
         files only by birth time: retry when the clock has passed the time of the last \
         signature, or choose another file system";
    /// The file has a format version from a later release.
    Newer {
        /// The store's file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The latest version that this release reads.
        known: u32,
    } =
        "{path} was made by a newer quicksalt (format {found}); this one reads up to {known}: \
         install the newer one";
    /// The file system reports neither birth time nor generation of files.
    NoBirth(path: PathBuf) =
        "the file system of {path} reports neither birth time nor generation of files, so a \
         backup written over the store would go unnoticed: choose another file system, or trust \
         this one (trust_disk)";
    /// A replaced file still has a name, so it could sign from an old state.
    OldSurvives(path: PathBuf) =
        "{path} was hard-linked or renamed while it was being replaced, so an old state survives \
         and signing is refused: find and remove the old file, check that it signed nothing, \
         then recover {path}";
    /// The file is a copy, and its original still exists.
    Original {
        /// The copy.
        path: PathBuf,
        /// The original file.
        original: PathBuf,
    } =
        "{path} is a copy of {original}, which still exists: use the original, or if it must not \
         sign again, remove it first";
    /// An error from an application's own implementation of [`super::Store`].
    Other(error: Box<dyn core::error::Error + Send + Sync>) = "{error}";
    /// The store holds the state of a different key.
    OtherKey(path: PathBuf) =
        "{path} is the state of another key: open it with the material of that key, or create a \
         state for this one";
    /// Users other than the owner may read or write the file.
    Permissions {
        /// The store's file.
        path: PathBuf,
        /// The permission bits of the file.
        mode: u32,
    } = "{path} has mode {mode:o}, so other users can access the key: run chmod 600";
    /// A range of indices is empty or reversed, or a count is zero.
    Range(what: &'static str) = "{what}";
    /// The file was removed or replaced while this signer held it.
    Replaced(path: PathBuf) =
        "{path} was removed or replaced while this signer held it: stop this signer and find the \
         cause before anything signs again";
    /// The file has a second hard link, under which the present state would survive the next
    /// change.
    SecondName(path: PathBuf) =
        "{path} has a second hard link, under which an old state would survive: remove the \
         other link";
    /// The store is sealed with a kind of secret that differs from the given one.
    SecretKind {
        /// The kind of secret that seals the store.
        sealed_by: &'static str,
    } = "wrong kind of secret: open the store with {sealed_by}";
    /// A recovery skips fewer indices than the largest reservation.
    Skip {
        /// The minimum.
        least: u64,
    } =
        "skip at least {least}, the largest reservation so far, and more indices than any signer \
         can have reached since the copy was made";
    /// A value exceeds a limit of the store.
    TooLarge {
        /// The name of the value.
        what: &'static str,
        /// The limit.
        most: u64,
    } = "{what} may be at most {most}";
    /// The caller of a recovery gave no bound on the indices used since the copy, and too few
    /// indices are left to choose a block at random.
    Unbounded {
        /// The allocation; empty for the root.
        name: Box<str>,
        /// The number of indices left.
        remaining: u64,
    } =
        "{remaining} one-time keys are left in {name}, too few to choose a block at random \
         (needs 2^40): give all signatures made since the copy (seen), or an upper bound on the \
         indices used since (skip)";
    /// The name of the allocation is unknown.
    UnknownName(given: String) = "unknown allocation {given:?}: allocate it first";
    /// The store does not support files of this operating system.
    Unsupported(path: PathBuf) =
        "{path} cannot hold the state of a key: the store needs Unix files (link counts, a rename \
         that replaces an open file, folders that can be synced): use another store, such as a \
         database, or run on Unix";
    /// The passphrase or key does not open the store.
    WrongSecret(path: PathBuf) =
        "wrong passphrase or key for {path}: nothing was changed, try another";
}

impl Error {
    pub(super) fn io(doing: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { doing, path: path.to_owned(), source }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Crypto(error) => Some(error),
            Self::Io { source, .. } => Some(source),
            Self::Other(error) => Some(&**error),
            _ => None,
        }
    }
}

impl From<quicksalt::Error> for Error {
    fn from(error: quicksalt::Error) -> Self {
        Self::Crypto(error)
    }
}

/// The result of every fallible call of the store.
pub type Result<T> = core::result::Result<T, Error>;

#[cfg(test)]
mod tests;
