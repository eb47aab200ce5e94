//! No one-time key signs twice, and each kill loses at most two reservations.

use core::time::Duration;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::{env, process, thread};

use quicksalt::nacl::random;
use quicksalt_hashsig::signing::{KeyMaterial, NewKey, Options, SigningKey};
use quicksalt_hashsig::store::{Error, FileStore, Opening, Secret, Store};

use crate::child::{self, LEVELS, LOST_MAX};
use crate::small;

struct Soak {
    folder: PathBuf,
    log: File,
    /// One past the largest index in the log, which contains indices in ascending order.
    next: u64,
    burnt: u64,
}

impl Soak {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("quicksalt-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let material = KeyMaterial::generate(small::key(LEVELS, 5), None).unwrap();
        let (path, options) = (folder.join("store"), Options::default());
        drop(SigningKey::create(path, material, &NewKey::new(Secret::None), &options).unwrap());
        fs::write(folder.join("log"), b"").unwrap();
        let log = File::open(folder.join("log")).unwrap();
        Self { folder, log, next: 0, burnt: 0 }
    }

    /// Starts a signer and kills it after a random time, sometimes while it opens the store.
    fn kill_one(&mut self) {
        let [early, delay] = random_bytes();
        let mut child = child::start(&self.folder);
        if early % 8 != 0 {
            child::wait_until_ready(&mut child);
        }
        thread::sleep(Duration::from_micros(u64::from(delay) * 80));
        child.kill().unwrap();
        child.wait().unwrap();
        self.check();
    }

    /// Checks the log entries since the last kill and the present state of the store.
    fn check(&mut self) {
        let mut bytes = Vec::new();
        let whole = self.log.stream_position().unwrap() / 8 * 8;
        self.log.seek(SeekFrom::Start(whole)).unwrap();
        self.log.read_to_end(&mut bytes).unwrap();
        for index in bytes.chunks_exact(8) {
            let index = u64::from_le_bytes(index.try_into().unwrap());
            assert!(index >= self.next, "{index} signed before");
            self.next = index + 1;
        }
        let found = next(&self.folder);
        assert!(found >= self.next, "{found} would sign again");
        let burnt = found - self.next;
        assert!(burnt <= LOST_MAX, "{burnt} lost, more than two reservations");
        self.burnt += burnt;
        self.next = found;
    }
}

impl Drop for Soak {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn next(folder: &Path) -> u64 {
    let store = FileStore::open(folder.join("store"), &Opening::new(Secret::None)).unwrap();
    store.watermark().unwrap().next
}

fn random_bytes() -> [u8; 2] {
    let mut bytes = [0; 2];
    random::fill(&mut bytes).unwrap();
    bytes
}

fn soak(name: &str, kills: u32) {
    let mut soak = Soak::new(name);
    for _ in 0..kills {
        soak.kill_one();
    }
    let signed = soak.log.metadata().unwrap().len() / 8;
    println!("{kills} kills, {signed} signatures, {} indices lost, none used twice", soak.burnt);
    assert!(signed > u64::from(kills), "the signers were killed before they signed");
}

/// Kills a hundred signers, or the number in `QUICKSALT_KILLS`.
#[test]
fn no_index_is_given_out_twice() {
    let kills = env::var("QUICKSALT_KILLS").map_or(100, |kills| kills.parse().unwrap());
    soak("kill", kills);
}

/// The kernel releases the lock of a killed signer.
#[test]
fn a_killed_signer_releases_its_lock() {
    let soak = Soak::new("stale");
    let mut child = child::start(&soak.folder);
    child::wait_until_ready(&mut child);
    let held = FileStore::open(soak.folder.join("store"), &Opening::new(Secret::None));
    assert!(matches!(held, Err(Error::InUse(_))));
    child.kill().unwrap();
    child.wait().unwrap();
    next(&soak.folder);
}
