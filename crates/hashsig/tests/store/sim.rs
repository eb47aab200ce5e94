//! A process on a [`World`].

use alloc::sync::Arc;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use quicksalt_hashsig::fork::Process;
use quicksalt_hashsig::store::{
    Cost, Disk, Error, FileMetadata, FileStore, Host, New, Opening, Recovery, Registry, Result,
    Secret,
};

use super::world::World;

/// Returns the path of the store in all tests.
pub(crate) fn path() -> PathBuf {
    PathBuf::from("/keys/store")
}

/// The view of one process on the disk.
#[derive(Clone)]
pub(crate) struct SimDisk {
    world: Arc<Mutex<World>>,
    registry: Registry,
    process: Arc<Mutex<Process>>,
    before_lock: Arc<Mutex<Option<Interruption>>>,
}

/// An action of another process between two calls.
type Interruption = Box<dyn FnOnce() + Send>;

impl SimDisk {
    pub(crate) fn new() -> Self {
        Self::of(Arc::new(Mutex::new(World::new())), 1)
    }

    /// Returns the same disk for another process.
    pub(crate) fn another_process(&self) -> Self {
        static STARTED: AtomicU64 = AtomicU64::new(2);
        let id = STARTED.fetch_add(1, Relaxed);
        Self::of(Arc::clone(&self.world), id)
    }

    fn of(world: Arc<Mutex<World>>, id: u64) -> Self {
        let process = Arc::new(Mutex::new(Process::simulated(id)));
        let before_lock = Arc::default();
        Self { world, registry: Registry::default(), process, before_lock }
    }

    /// Runs an action of another process just before this process locks a file.
    pub(crate) fn interrupt_before_lock(&self, act: impl FnOnce() + Send + 'static) {
        *self.before_lock.lock().unwrap() = Some(Box::new(act));
    }

    /// Makes later calls come from another process.
    pub(crate) fn become_process(&self, id: u64) {
        *self.process.lock().unwrap() = Process::simulated(id);
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    pub(crate) fn create(&self, end: u64) -> Result<FileStore<Self>> {
        self.create_as(end, false)
    }

    pub(crate) fn create_as(&self, end: u64, trust_disk: bool) -> Result<FileStore<Self>> {
        let cost = Cost { memory_kib: 8, passes: 1, lanes: 1 };
        let (material, identity, secret) = (b"seed", None, Secret::None);
        let new = New { range: 0..end, material, identity, secret, cost, trust_disk };
        FileStore::create_on(self.clone(), &path(), &new)
    }

    pub(crate) fn open(&self) -> Result<FileStore<Self>> {
        self.open_as(&Opening::new(Secret::None))
    }

    pub(crate) fn open_as(&self, opening: &Opening<'_>) -> Result<FileStore<Self>> {
        FileStore::open_on(self.clone(), &path(), opening)
    }

    pub(crate) fn recover(&self, skip: u64) -> Result<FileStore<Self>> {
        self.recover_by(&Recovery::skip(skip))
    }

    pub(crate) fn recover_by(&self, recovery: &Recovery<'_>) -> Result<FileStore<Self>> {
        self.recover_as(&Opening::new(Secret::None), recovery)
    }

    pub(crate) fn recover_as(
        &self,
        opening: &Opening<'_>,
        recovery: &Recovery<'_>,
    ) -> Result<FileStore<Self>> {
        FileStore::recover_on(self.clone(), &path(), opening, recovery)
    }

    /// Runs `act` unless the world injects a fault.
    fn call<T>(
        &self,
        name: &'static str,
        act: impl FnOnce(&mut World) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut world = self.world();
        match world.ask(name) {
            None => act(&mut world),
            Some(trouble) => {
                if trouble.done {
                    let _ = act(&mut world);
                }
                Err(trouble.error)
            }
        }
    }

    fn handle(&self, (inode, handle): (usize, u64)) -> SimFile {
        SimFile { world: Arc::clone(&self.world), inode, handle }
    }
}

pub(crate) struct SimFile {
    world: Arc<Mutex<World>>,
    inode: usize,
    handle: u64,
}

impl Drop for SimFile {
    fn drop(&mut self) {
        if let Ok(mut world) = self.world.lock() {
            world.close(self.inode, self.handle);
        }
    }
}

impl Disk for SimDisk {
    type File = SimFile;

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_owned())
    }

    fn open(&self, path: &Path) -> io::Result<SimFile> {
        self.call("open", |world| world.open(path)).map(|opened| self.handle(opened))
    }

    fn create_new(&self, path: &Path) -> io::Result<SimFile> {
        self.call("create", |world| world.create(path))?;
        let opened = self.world().open(path)?;
        Ok(self.handle(opened))
    }

    fn try_lock(&self, file: &SimFile) -> io::Result<bool> {
        let interruption = self.before_lock.lock().unwrap().take();
        if let Some(act) = interruption {
            act();
        }
        self.call("lock", |world| Ok(world.lock(file.inode, file.handle)))
    }

    fn unlock(&self, file: &SimFile) -> io::Result<()> {
        self.call("unlock", |world| {
            world.unlock(file.inode, file.handle);
            Ok(())
        })
    }

    fn metadata(&self, file: &SimFile) -> io::Result<FileMetadata> {
        self.call("metadata", |world| Ok(world.metadata(file.inode)))
    }

    fn metadata_at(&self, path: &Path) -> io::Result<FileMetadata> {
        self.call("metadata", |world| world.find(path).map(|inode| world.metadata(inode)))
    }

    fn read(&self, file: &SimFile, len: usize) -> io::Result<Vec<u8>> {
        self.call("read", |world| {
            let contents = world.contents(file.inode).get(..len).map(<[u8]>::to_vec);
            contents.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
        })
    }

    fn write(&self, file: &SimFile, bytes: &[u8]) -> io::Result<()> {
        let half = bytes.len() / 2;
        // Writes in two parts, so that a full disk or a crash can occur in between.
        for part in [&bytes[..half], &bytes[half..]] {
            self.call("write", |world| {
                world.contents(file.inode).extend_from_slice(part);
                Ok(())
            })?;
        }
        Ok(())
    }

    fn sync(&self, file: &SimFile) -> io::Result<()> {
        self.call("sync", |world| {
            world.sync(file.inode);
            Ok(())
        })
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call("rename", |world| world.rename(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.call("remove", |world| world.remove(path))
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        self.call("sync folder", |world| {
            world.sync_names();
            Ok(())
        })
    }

    fn host(&self) -> quicksalt::Result<Host> {
        Ok(self.world().host)
    }

    fn process(&self) -> Process {
        *self.process.lock().unwrap()
    }

    fn registry(&self) -> &Registry {
        &self.registry
    }
}

/// Returns the error of a call that must fail.
#[track_caller]
pub(crate) fn refused<T>(result: Result<T>) -> Error {
    result.map(|_| "done").unwrap_err()
}
