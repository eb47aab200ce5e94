//! How long a signature takes, wall clock, across the boundaries of trees.
//!
//! `cargo run --release -p quicksalt-hashsig --example latency [FOLDER]` signs with keys of two
//! levels and two widths, whose stores lie on the disk of the folder. Beside the signatures stands
//! the time that the disk took to sync, in whichever thread.
//!
//! The ruler of the lab cannot hold this: it pairs and repeats equal batches and judges medians. Here
//! no call can be repeated, since each takes another index and those at a boundary are unlike all
//! others, and what is asked for is the slowest of thousands. So the figures have no A/A row; the rows
//! `all before` show what the machine alone makes of them.
//!
//! Whoever else is at work on the machine interrupts signatures. Linux counts how often a thread came
//! to run, how often its processor was taken away, and how long it was ready and waited for one.
//! A signature is hit if another thread took the processor from its thread; the other signatures have the
//! columns called calm. The rows:
//!
//! - all before: everything is prepared, so that what varies is the machine; as fast as it goes, and
//!   at a third of that, where each signature wakes a processor that rests;
//! - nothing ahead: a sync for each index and a tree at each boundary, when they are needed;
//! - no thread: each signature does its share of the coming trees;
//! - default: a key as it is opened, with nothing prepared: a thread works ahead, while signatures
//!   come as fast as they can, or at a third of the speed, which leaves it the time to be ready before
//!   the middle of a tree.

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

/// Signatures of a lowest tree, and how many are made of each kind.
const TREE: usize = 1024;
const TREES: usize = 12;
const SIGNATURES: usize = TREES * TREE;
/// Of those that wait for a sync and for whole trees fewer must do.
const FEW_SIGNATURES: usize = TREE + TREE / 8;
/// So large that a sync in between is nothing beside the trees.
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

/// Signs with everything done when it is needed: a sync for each index, a tree at each boundary.
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

/// The store of a key that has so many indices.
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
    // Where all is prepared, a key has no more than that: nothing is left to do ahead.
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

/// A folder that goes with its contents.
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
