//! The disk of the operating system, with a clock on what makes things durable.

use alloc::sync::Arc;
use core::time::Duration;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use quicksalt_hashsig::fork::Process;
use quicksalt_hashsig::store::{Disk, FileMetadata, Host, OsDisk, Registry};

/// The disk of the operating system; clones share the clock.
#[derive(Clone, Default)]
pub(crate) struct Timed(Arc<Mutex<Vec<Duration>>>);

impl Timed {
    /// How long each sync took since the last call.
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

impl Disk for Timed {
    type File = <OsDisk as Disk>::File;

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        OsDisk.resolve(path)
    }

    fn open(&self, path: &Path) -> io::Result<Self::File> {
        OsDisk.open(path)
    }

    fn create_new(&self, path: &Path) -> io::Result<Self::File> {
        OsDisk.create_new(path)
    }

    fn try_lock(&self, file: &Self::File) -> io::Result<bool> {
        OsDisk.try_lock(file)
    }

    fn unlock(&self, file: &Self::File) -> io::Result<()> {
        OsDisk.unlock(file)
    }

    fn metadata(&self, file: &Self::File) -> io::Result<FileMetadata> {
        OsDisk.metadata(file)
    }

    fn metadata_at(&self, path: &Path) -> io::Result<FileMetadata> {
        OsDisk.metadata_at(path)
    }

    fn read(&self, file: &Self::File, len: usize) -> io::Result<Vec<u8>> {
        OsDisk.read(file, len)
    }

    fn write(&self, file: &Self::File, bytes: &[u8]) -> io::Result<()> {
        OsDisk.write(file, bytes)
    }

    fn sync(&self, file: &Self::File) -> io::Result<()> {
        self.time(|| OsDisk.sync(file))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        OsDisk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        OsDisk.remove(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.time(|| OsDisk.sync_folder(path))
    }

    fn host(&self) -> quicksalt::Result<Host> {
        OsDisk.host()
    }

    fn process(&self) -> Process {
        OsDisk.process()
    }

    fn registry(&self) -> &Registry {
        OsDisk.registry()
    }
}
