//! What can go wrong with the state of a key, each with what to do about it.

use alloc::boxed::Box;
use alloc::string::String;
use std::io;
use std::path::{Path, PathBuf};

use super::codec::NAME_MAX;

errors! {
    /// What can go wrong with the state of a key. No error uses up an index.
    #[derive(Debug)]
    Error:

    /// Something is already there under the path of a new store.
    AlreadyExists(path: PathBuf) =
        "{path} already exists: open it, or choose another path for the new key";
    /// What the caller knows is ahead of the store: its state was rolled back.
    Behind {
        /// `index` or `epoch`.
        what: &'static str,
        /// What the store says.
        found: u64,
        /// The least that the caller expects.
        expected: u64,
    } =
        "the store was rolled back: its {what} is {found}, expected at least {expected}; recover \
         it, skipping more indices than can have been used since";
    /// The file is not the one that the last signer left: a copy, or a restored backup.
    Copied {
        /// The store's file.
        path: PathBuf,
        /// What gives it away.
        changed: &'static str,
    } =
        "{path} is a copy or a restored backup: {changed}; use the original, or if the original \
         is lost, recover this copy";
    /// Argon2id does not work with such a cost.
    Cost(why: &'static str) = "invalid Argon2id cost: use {why}";
    /// The library could not compute, or had no random bytes.
    Crypto(error: quicksalt::Error) = "{error}";
    /// The file is not whole, or not what was written.
    Damaged {
        /// The store's file.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    } =
        "{path} is damaged: {what}; restore a backup and recover it, skipping more indices than \
         can have been used since. If creation was interrupted, nothing was signed: remove the \
         file and create it again";
    /// A passphrase without letters.
    EmptyPassphrase = "the passphrase is empty: choose one that is hard to guess, or use no passphrase";
    /// There are not that many indices left.
    Exhausted {
        /// The allocation; empty for the root.
        name: Box<str>,
        /// How many were asked for.
        asked: u64,
        /// How many are left.
        remaining: u64,
    } =
        "{asked} signatures requested, {remaining} left in {name}: request fewer, or create a \
         new key";
    /// A write failed in a way after which nobody knows what is on the disk.
    Failed(path: PathBuf) =
        "an earlier write of {path} failed, so the state on disk is unknown: check the disk, then \
         restart this process";
    /// The store or reservation belongs to the process that this one was forked from.
    Forked =
        "the key was opened before this process was forked: sign in one process only, or give \
         each process its own store";
    /// Another signer holds the store.
    InUse(path: PathBuf) =
        "{path} is in use by another signer or its forked child: stop that process, or sign \
         there";
    /// The operating system refused.
    Io {
        /// Such as `write`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Its answer.
        source: io::Error,
    } = "cannot {doing} {path}: {source}; no index was given out: fix the cause and retry";
    /// The file system keeps files that were replaced under a hidden name.
    KeepsReplaced(path: PathBuf) =
        "the file system of {path} retains replaced files under hidden names, as NFS and some \
         FUSE file systems do, so an old state of the key would survive: choose a local disk, or \
         trust this one (trust_disk) and deny others access to the hidden files";
    /// The file is a mount of its own, so that no other can take its place.
    Mounted(path: PathBuf) =
        "{path} is a mount of a single file, as in containers, and cannot be replaced: mount its \
         folder instead";
    /// The file was moved, and another file of the same key is at its old path.
    Moved {
        /// The store's file.
        path: PathBuf,
        /// The other file.
        other: PathBuf,
    } =
        "{path} was moved from {other}, where another file of the same key now exists: if that \
         file was recovered from a copy, sign there and never again with {path}; otherwise move \
         {path} back";
    /// A name of an allocation is empty, too long, or has control characters.
    Name(given: String) =
        "invalid allocation name {given:?}: expected 1 to {NAME_MAX} bytes without control \
         characters";
    /// There is an allocation of this name.
    NameTaken(given: String) = "allocation {given:?} already exists: choose another name";
    /// The clock of the file system is earlier than the birth of the present file, and only births
    /// distinguish files there.
    ClockSetBack(path: PathBuf) =
        "the clock of the file system of {path} was set back, and that file system distinguishes \
         files only by birth time: retry when the clock has passed the time of the last \
         signature, or choose another file system";
    /// The file is of a version that a later release writes.
    Newer {
        /// The store's file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The latest that is read.
        known: u32,
    } =
        "{path} was made by a newer quicksalt (format {found}); this one reads up to {known}: \
         install the newer one";
    /// The file system tells neither birth nor generation of a file.
    NoBirth(path: PathBuf) =
        "the file system of {path} reports neither birth time nor generation of files, so a \
         backup written over the store would go unnoticed: choose another file system, or trust \
         this one (trust_disk)";
    /// A file that the store replaced still has a name: an old state may sign.
    OldSurvives(path: PathBuf) =
        "{path} was hard-linked or renamed while it was being replaced, so an old state survives \
         and signing is refused: find and remove the old file, check that it signed nothing, \
         then recover {path}";
    /// The file that this one was copied from is still in its place.
    Original {
        /// The copy.
        path: PathBuf,
        /// The file it was made of.
        original: PathBuf,
    } =
        "{path} is a copy of {original}, which still exists: use the original, or if it must not \
         sign again, remove it first";
    /// What a place of another kind than those here said, in its own words.
    Other(error: Box<dyn core::error::Error + Send + Sync>) = "{error}";
    /// The store is the state of another key.
    OtherKey(path: PathBuf) =
        "{path} is the state of another key: open it with the material of that key, or create a \
         state for this one";
    /// Others than the owner may read or write the file.
    Permissions {
        /// The store's file.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    } = "{path} has mode {mode:o}, so other users can access the key: run chmod 600";
    /// A range of indices is empty or ends before it begins, or a count is zero.
    Range(what: &'static str) = "{what}";
    /// The file was removed, or another was put in its place, while this signer held it.
    Replaced(path: PathBuf) =
        "{path} was removed or replaced while this signer held it: stop this signer and find the \
         cause before anything signs again";
    /// The file has a second name, under which the present state would survive the next one.
    SecondName(path: PathBuf) =
        "{path} has a second hard link, under which an old state would survive: remove the \
         other link";
    /// The store is sealed by another kind of secret.
    SecretKind {
        /// What it is sealed by.
        sealed_by: &'static str,
    } = "wrong kind of secret: open the store with {sealed_by}";
    /// A recovery must skip at least a whole reservation.
    Skip {
        /// The least that it must be.
        least: u64,
    } =
        "skip at least {least}, the largest reservation so far, and more indices than any signer \
         can have reached since the copy was made";
    /// Something is longer than the store takes.
    TooLarge {
        /// The thing.
        what: &'static str,
        /// The most that it may be.
        most: u64,
    } = "{what} may be at most {most}";
    /// A recovery knows nothing of the indices used since, and too few are left to draw a block at random.
    Unbounded {
        /// The allocation; empty for the root.
        name: Box<str>,
        /// How many are left.
        remaining: u64,
    } =
        "{remaining} one-time keys are left in {name}, too few to choose a block at random \
         (needs 2^40): give all signatures made since the copy (seen), or an upper bound on the \
         indices used since (skip)";
    /// There is no allocation of this name.
    UnknownName(given: String) = "unknown allocation {given:?}: allocate it first";
    /// The operating system is none of those whose files can keep a state.
    Unsupported(path: PathBuf) =
        "{path} cannot hold the state of a key: the store needs Unix files (link counts, a rename \
         that replaces an open file, folders that can be synced): use another store, such as a \
         database, or run on Unix";
    /// A passphrase or key does not open the store.
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
