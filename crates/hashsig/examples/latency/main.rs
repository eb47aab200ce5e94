//! Measures the wall-clock time of signatures across tree boundaries.
//!
//! `cargo run --release -p quicksalt-hashsig --example latency [FOLDER]` signs with two-level keys
//! of two widths, with their stores in the given folder. Each row also shows the time that the disk
//! took to sync, in any thread.
//!
//! The lab's benchmark method does not apply here: it pairs and repeats equal batches and compares
//! medians. Here no call can be repeated, because each uses a new index and calls at a tree
//! boundary differ from all others, and the result of interest is the slowest of thousands of
//! calls. The figures therefore lack an A/A row; the rows `all before` show the effect of the
//! machine itself.
//!
//! Other work on the machine interrupts signatures. Linux counts how often a thread was scheduled
//! and preempted, and how long it was ready but waiting for a processor. A signature is a hit if
//! its thread was preempted; the other signatures have the columns called calm. The rows:
//!
//! - all before: everything is prepared, so only the machine causes variation; at full speed, and
//!   at a third of it, where each signature wakes an idle processor;
//! - nothing ahead: a sync for each index and a tree at each boundary, when needed;
//! - no thread: each signature computes its share of the upcoming trees;
//! - default: a newly opened key with nothing prepared: a thread works ahead, while signatures run
//!   at full speed, or at a third of it, which gives the thread time to finish before the middle of
//!   a tree.

extern crate alloc;

mod disk;
mod queue;
mod report;

use core::time::Duration;
use std::path::{Path, PathBuf};
use std::{env, fs, process, thread};

use quicksalt_hashsig::lms::{Family, Height, Params, Width};
use quicksalt_hashsig::signing::{KeyMaterial, Options, Result, SigningKey};
use quicksalt_hashsig::store::{Cost, FileStore, New, Secret, Store};
use quicksalt_hashsig::trees::{Levels, SecretKey, Signer};

use disk::Timed;
use report::Run;

/// The number of signatures per lowest tree, and per run.
const TREE: usize = 1024;
const TREES: usize = 12;
const SIGNATURES: usize = TREES * TREE;
/// A smaller number for signatures that wait for syncs and whole trees.
const FEW_SIGNATURES: usize = TREE + TREE / 8;
/// Large enough that the time of a sync is negligible beside the trees.
const RESERVATION: u64 = 4096;

fn main() -> Result<()> {
    let folder = env::args_os().nth(1).map_or_else(env::temp_dir, PathBuf::from);
    report::heading();
    for width in [Width::W4, Width::W8] {
        let levels =
            [Height::H10; 2].map(|height| Params { family: Family::Sha256N32, height, width });
        let secret = SecretKey::generate(Levels::new(&levels)?)?;
        measure(&format!("{width:?}"), secret, &folder)?;
    }
    Ok(())
}

/// Prints all rows of a key.
fn measure(kind: &str, secret: SecretKey, folder: &Path) -> Result<()> {
    let material = KeyMaterial::generate(secret, None)?;
    let name = |what: &str| format!("{kind} {what}");
    let folder = Folder::new(folder);
    let run = |what: &str, options: &Options, pause| {
        ahead(name(what), &folder.0, &material, options, pause)
    };
    let none = Duration::ZERO;
    let alone = Options { reservation: Some(RESERVATION), ahead: 1, background: false };
    let before = Options { reservation: Some(SIGNATURES as u64), ahead: TREES, ..alone };
    let default = Options::default();
    let floor = run("all before", &before, none)?;
    floor.print();
    run("all before, third of it", &before, 2 * floor.mean())?.print();
    when_needed(name("nothing ahead"), &folder.0, &material)?.print();
    run("no thread", &alone, none)?.print();
    let full = run("default, full speed", &default, none)?;
    full.print();
    run("default, third of it", &default, 2 * full.mean())?.print();
    Ok(())
}

/// Signs with everything done when needed: a sync for each index, a tree at each boundary.
fn when_needed(name: String, folder: &Path, material: &KeyMaterial) -> Result<Run> {
    let (disk, mut run) = (Timed::default(), Run::new(name));
    let path = folder.join(run.name());
    let mut store = store(&disk, &path, material, material.secret().levels().capacity())?;
    let mut signer = Signer::new(material.secret().clone(), material.top().clone())?;
    disk.take();
    for number in 0..FEW_SIGNATURES {
        let message = number.to_le_bytes();
        run.time(|| -> Result<()> {
            let mut reservation = store.reserve(1)?;
            while let Some(index) = reservation.take()? {
                signer.sign(index, &message)?;
            }
            Ok(())
        })?;
    }
    run.set_syncs(disk.take());
    Ok(run)
}

/// Creates the store of a key with `end` indices.
fn store(disk: &Timed, path: &Path, material: &KeyMaterial, end: u64) -> Result<FileStore<Timed>> {
    let (secret, cost) = (Secret::None, Cost::default());
    let (range, material, identity) = (0..end, material.to_bytes(), None);
    let new = New { range, material: &material, identity, secret, cost, trust_disk: false };
    Ok(FileStore::create_on(disk.clone(), path, &new)?)
}

/// Signs with a key that works ahead, with a pause after each signature.
fn ahead(
    name: String,
    folder: &Path,
    material: &KeyMaterial,
    options: &Options,
    pause: Duration,
) -> Result<Run> {
    let (disk, mut run) = (Timed::default(), Run::new(name));
    // If everything is prepared, the key has only this number of indices, so nothing is left to do
    // ahead.
    let all = ((TREES + 1) * TREE) as u64;
    let end = if options.ahead == TREES { all } else { material.secret().levels().capacity() };
    let store = store(&disk, &folder.join(run.name()), material, end)?;
    let key = SigningKey::over(material.clone(), Box::new(store), options)?;
    if let Some(reservation) = options.reservation {
        key.prepare(options.ahead)?;
        key.reserve(reservation)?;
    }
    disk.take();
    for number in 0..SIGNATURES {
        let message = number.to_le_bytes();
        run.time(|| key.sign(&message))?;
        if key.progress()?.tree == 1.0 {
            run.ready();
        }
        if !pause.is_zero() {
            thread::sleep(pause);
        }
    }
    run.set_syncs(disk.take());
    Ok(run)
}

/// A folder that is removed with its contents when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(parent: &Path) -> Self {
        let path = parent.join(format!("quicksalt-latency-{}", process::id()));
        let _ = fs::create_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
