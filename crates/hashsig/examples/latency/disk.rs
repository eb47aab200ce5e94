//! The disk of the operating system, with timed syncs.

use alloc::sync::Arc;
use core::time::Duration;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use quicksalt_hashsig::store::{Disk, FileMetadata, OsDisk};

/// The disk of the operating system; clones share the recorded times.
#[derive(Clone, Default)]
pub(crate) struct Timed(Arc<Mutex<Vec<Duration>>>);

impl Timed {
    /// Returns the duration of each sync since the last call.
    pub(crate) fn take(&self) -> Vec<Duration> {
        core::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn time(&self, sync: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let start = Instant::now();
        let done = sync();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(start.elapsed());
        done
    }
}

/// Declares calls that are forwarded to the operating system's disk.
macro_rules! as_they_are {
    ($($call:ident($($name:ident: $type:ty),*) -> $returned:ty;)*) => {
        $(fn $call(&self, $($name: $type),*) -> io::Result<$returned> {
            OsDisk.$call($($name),*)
        })*
    };
}

impl Disk for Timed {
    type File = <OsDisk as Disk>::File;

    as_they_are! {
        resolve(path: &Path) -> PathBuf;
        open(path: &Path) -> Self::File;
        create_new(path: &Path) -> Self::File;
        try_lock(file: &Self::File) -> bool;
        unlock(file: &Self::File) -> ();
        metadata(file: &Self::File) -> FileMetadata;
        metadata_at(path: &Path) -> FileMetadata;
        read(file: &Self::File, len: usize) -> Vec<u8>;
        write(file: &Self::File, bytes: &[u8]) -> ();
        rename(from: &Path, to: &Path) -> ();
        remove(path: &Path) -> ();
    }

    fn sync(&self, file: &Self::File) -> io::Result<()> {
        self.time(|| OsDisk.sync(file))
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.time(|| OsDisk.sync_folder(path))
    }
}
