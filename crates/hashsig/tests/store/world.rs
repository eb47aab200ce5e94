//! An in-memory file system that loses unsynced data.
//!
//! After a power cut, unsynced contents may be complete, partial or lost, and each name in an
//! unsynced folder may have any of its values since the last sync. This is harsher than any real
//! file system, which preserves some order. Inode numbers are reused immediately.

use alloc::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use quicksalt_hashsig::store::{FileMetadata, Host};

use super::choices::Choices;

/// The outcome of a call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Fate {
    Pass,
    /// The call returns an error, but may have taken effect.
    Fail {
        done: bool,
        kind: io::ErrorKind,
    },
    /// The power is cut, or the process killed, before or after the call.
    Crash {
        done: bool,
    },
}

pub(crate) struct World {
    inodes: Vec<Inode>,
    /// For each name, the inodes that it referred to since the folder was synced, oldest first.
    names: BTreeMap<PathBuf, Vec<Option<usize>>>,
    fate: Box<dyn FnMut(&'static str) -> Fate + Send>,
    pub(crate) crashed: bool,
    pub(crate) host: Host,
    pub(crate) device: u64,
    /// The birth time of the next file, and the increment per file.
    pub(crate) clock: i128,
    pub(crate) tick: i128,
    /// The number of clock ticks with the same birth time.
    pub(crate) grain: i128,
    handles: u64,
    /// The identities that the file system reports.
    pub(crate) tells_births: bool,
    pub(crate) tells_generations: bool,
    pub(crate) id: Option<[u8; 16]>,
    /// Whether open files that are removed or replaced survive under a hidden name.
    pub(crate) hides: bool,
    before: Option<(&'static str, Deed)>,
}

/// An action of another process.
type Deed = Box<dyn FnOnce(&mut World) + Send>;

struct Inode {
    number: u64,
    birth: i128,
    mode: u32,
    contents: Vec<u8>,
    durable: Vec<u8>,
    locked_by: Option<u64>,
    open: usize,
}

/// The error of a failed call, and whether the call takes effect anyway.
pub(crate) struct Trouble {
    pub(crate) done: bool,
    pub(crate) error: io::Error,
}

impl World {
    pub(crate) fn new() -> Self {
        Self {
            inodes: Vec::new(),
            names: BTreeMap::new(),
            fate: Box::new(|_| Fate::Pass),
            crashed: false,
            host: Host { machine: [1; 16], boot: [1; 16] },
            device: 7,
            clock: 1000,
            tick: 1,
            grain: 1,
            handles: 0,
            tells_births: true,
            tells_generations: false,
            id: None,
            hides: false,
            before: None,
        }
    }

    pub(crate) fn set_fate(&mut self, fate: impl FnMut(&'static str) -> Fate + Send + 'static) {
        self.fate = Box::new(fate);
    }

    /// Runs an action of another process just before the next call of this name.
    pub(crate) fn set_before(
        &mut self,
        call: &'static str,
        act: impl FnOnce(&mut Self) + Send + 'static,
    ) {
        self.before = Some((call, Box::new(act)));
    }

    /// Decides the outcome of a call; returns `None` if it passes.
    pub(crate) fn ask(&mut self, call: &'static str) -> Option<Trouble> {
        if let Some((_, act)) = self.before.take_if(|before| before.0 == call) {
            act(self);
        }
        if self.crashed {
            return Some(Trouble { done: false, error: io::Error::other("no power") });
        }
        match (self.fate)(call) {
            Fate::Pass => None,
            Fate::Fail { done, kind } => Some(Trouble { done, error: kind.into() }),
            Fate::Crash { done } => {
                self.crashed = true;
                Some(Trouble { done, error: io::Error::other("no power") })
            }
        }
    }

    /// Restarts the system: a power cut loses some unsynced data, a kill loses none. All locks are
    /// released.
    pub(crate) fn restart(&mut self, power_cut: bool, choices: &mut dyn Choices) {
        self.crashed = false;
        self.fate = Box::new(|_| Fate::Pass);
        for inode in &mut self.inodes {
            (inode.locked_by, inode.open) = (None, 0);
        }
        if !power_cut {
            return;
        }
        self.host.boot[0] = self.host.boot[0].wrapping_add(1);
        for inode in &mut self.inodes {
            if inode.contents != inode.durable {
                inode.durable = remains(inode, choices.choose(5));
                inode.contents.clone_from(&inode.durable);
            }
        }
        for history in self.names.values_mut() {
            if history.len() > 1 {
                // Choice 0 is the latest value.
                let at = history.len() - 1 - choices.choose(history.len());
                *history = vec![history[at]];
            }
        }
    }

    pub(crate) fn find(&self, path: &Path) -> io::Result<usize> {
        let current = self.names.get(path).and_then(|history| *history.last().unwrap());
        current.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    pub(crate) fn open(&mut self, path: &Path) -> io::Result<(usize, u64)> {
        let at = self.find(path)?;
        self.inodes[at].open += 1;
        self.handles += 1;
        Ok((at, self.handles))
    }

    pub(crate) fn close(&mut self, at: usize, handle: u64) {
        let inode = &mut self.inodes[at];
        // A restart closes all files that were open before it.
        inode.open = inode.open.saturating_sub(1);
        self.unlock(at, handle);
    }

    pub(crate) fn unlock(&mut self, at: usize, handle: u64) {
        self.inodes[at].locked_by.take_if(|holder| *holder == handle);
    }

    pub(crate) fn create(&mut self, path: &Path) -> io::Result<()> {
        if self.find(path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let number = (10..).find(|number| !self.is_used(*number)).unwrap();
        self.inodes.push(Inode {
            number,
            birth: self.clock / self.grain,
            mode: 0o600,
            contents: Vec::new(),
            durable: Vec::new(),
            locked_by: None,
            open: 0,
        });
        self.clock += self.tick;
        self.point(path, Some(self.inodes.len() - 1));
        Ok(())
    }

    pub(crate) fn lock(&mut self, at: usize, handle: u64) -> bool {
        *self.inodes[at].locked_by.get_or_insert(handle) == handle
    }

    pub(crate) fn metadata(&self, at: usize) -> FileMetadata {
        let inode = &self.inodes[at];
        let names = self.names.values().filter(|h| *h.last().unwrap() == Some(at)).count() as u64;
        let is_hidden = names == 0 && self.hides && inode.open > 0;
        let links = if is_hidden { 1 } else { names };
        FileMetadata {
            device: self.device,
            inode: inode.number,
            birth: self.tells_births.then_some(inode.birth),
            generation: self.tells_generations.then_some(at as u32 + 1),
            file_system: self.id,
            links,
            mode: inode.mode,
            len: inode.contents.len() as u64,
            is_file: true,
        }
    }

    pub(crate) fn contents(&mut self, at: usize) -> &mut Vec<u8> {
        &mut self.inodes[at].contents
    }

    pub(crate) fn sync(&mut self, at: usize) {
        let inode = &mut self.inodes[at];
        inode.durable.clone_from(&inode.contents);
    }

    pub(crate) fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        let at = self.find(from)?;
        self.point(from, None);
        self.point(to, Some(at));
        Ok(())
    }

    /// Returns the path of the store's temporary file.
    pub(crate) fn temporary(&self) -> PathBuf {
        let is_temporary = |path: &&PathBuf| {
            path.to_string_lossy().contains("store.new.") && self.find(path).is_ok()
        };
        self.names.keys().find(is_temporary).unwrap().clone()
    }

    pub(crate) fn link(&mut self, from: &Path, to: &Path) {
        let at = self.find(from).unwrap();
        self.point(to, Some(at));
    }

    pub(crate) fn remove(&mut self, path: &Path) -> io::Result<()> {
        self.find(path)?;
        self.point(path, None);
        Ok(())
    }

    pub(crate) fn sync_names(&mut self) {
        for history in self.names.values_mut() {
            history.drain(..history.len() - 1);
        }
    }

    pub(crate) fn set_mode(&mut self, path: &Path, mode: u32) {
        let at = self.find(path).unwrap();
        self.inodes[at].mode = mode;
    }

    /// Returns the contents at a path, as read by a backup.
    pub(crate) fn backup(&self, path: &Path) -> Vec<u8> {
        self.inodes[self.find(path).unwrap()].contents.clone()
    }

    /// Durably writes to the file at a path, in place or as a new file.
    pub(crate) fn restore(&mut self, path: &Path, bytes: &[u8], in_place: bool) {
        if !in_place {
            let _ = self.remove(path);
            self.create(path).unwrap();
        }
        let at = self.find(path).unwrap();
        self.inodes[at].contents = bytes.to_vec();
        self.sync(at);
        self.sync_names();
    }

    fn point(&mut self, path: &Path, at: Option<usize>) {
        self.names.entry(path.to_owned()).or_insert_with(|| vec![None]).push(at);
    }

    fn is_used(&self, number: u64) -> bool {
        let named = |at| self.names.values().any(|history| history.contains(&Some(at)));
        let used =
            |(at, inode): (usize, &Inode)| inode.number == number && (inode.open > 0 || named(at));
        self.inodes.iter().enumerate().any(used)
    }
}

/// Returns the surviving part of unsynced contents.
fn remains(inode: &Inode, kind: usize) -> Vec<u8> {
    let (contents, half) = (&inode.contents, inode.contents.len() / 2);
    match kind {
        0 => contents.clone(),
        1 => inode.durable.clone(),
        2 => contents[..half].to_vec(),
        3 => [&vec![0; half], &contents[half..]].concat(),
        _ => vec![0; contents.len()],
    }
}
