//! Recovers from copies any number of times and in any order: no index is given out twice.
//!
//! `QUICKSALT_ROUNDS` sets the number of rounds; the default is small.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use quicksalt_hashsig::store::{
    AllocatingStore, Error, FileStore, New, Opening, OsDisk, RECOVERY_BLOCK, Recovery, Secret,
    Store,
};

use super::choices::Random;
use super::folder::Folder;
use super::issued::Issued;
use super::real::NEW;
use super::sim::{SimDisk, path, refused};
use super::soak::rounds;

fn create(path: &Path, end: u64) -> FileStore<OsDisk> {
    FileStore::create(path, &New { range: 0..end, ..NEW }).unwrap()
}

/// Copies a key, signs with it and recovers it from its copies up to five times.
fn round(random: &mut Random, end: u64) {
    let folder = Folder::new("recoveries");
    let (path, copy) = (folder.join("store"), folder.join("copy"));
    let mut issued = Issued::default();
    let mut store = create(&path, end);
    let (mut copies, mut seen, mut highest) = (Vec::new(), Vec::new(), 0);
    for _ in 0..1 + random.below(5) {
        for _ in 0..1 + random.below(3) {
            if random.below(2) == 0 {
                copies.push((fs::read(&path).unwrap(), store.watermark().unwrap().next));
            }
            let range = issued.take(store.reserve(1 + random.below(4)).unwrap());
            seen.push(range.start + random.below(range.end - range.start));
            highest = highest.max(range.end);
        }
        if copies.is_empty() {
            continue;
        }
        drop(store);
        let (bytes, next) = &copies[random.below(copies.len() as u64) as usize];
        fs::write(&copy, bytes).unwrap();
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o600)).unwrap();
        fs::rename(&copy, &path).unwrap();
        // All signatures, or a valid bound; a large key needs neither.
        let all: Vec<u64> = seen.iter().copied().chain([highest - 1]).collect();
        let recovery = match random.below(if end > 1 << 40 { 3 } else { 2 }) {
            0 => Recovery { seen: &all, ..Recovery::default() },
            1 => Recovery::skip((highest.saturating_sub(*next)).max(4)),
            _ => Recovery::default(),
        };
        store = FileStore::recover(&path, &Opening::new(Secret::None), &recovery).unwrap();
    }
}

#[test]
fn repeated_recoveries_never_repeat_an_index() {
    let rounds = rounds(20);
    let mut random = Random(35);
    for number in 0..rounds {
        round(&mut random, [1 << 10, 1 << 50, 1 << 45, 1 << 62][number as usize % 4]);
    }
    println!("recoveries: {rounds} rounds, no index twice");
}

#[test]
fn recovering_a_small_key_requires_seen_signatures() {
    let disk = SimDisk::new();
    let mut store = disk.create(1 << 20).unwrap();
    let _ = store.reserve(5).unwrap();
    let mail = store.allocate("", "mail", 50).unwrap();
    drop(store);
    let copy = disk.world().backup(&path());
    disk.world().restore(&path(), &copy, false);
    let refusal = refused(disk.recover_by(&Recovery::default()));
    assert!(matches!(refusal, Error::Unbounded { remaining: 1_048_521, .. }), "{refusal}");
    // A signature of the root bounds only the root, and a signature of the allocation only the
    // allocation.
    for index in [3, 90, mail.start + 7] {
        let seen = Recovery { seen: &[index], ..Recovery::default() };
        assert!(matches!(refused(disk.recover_by(&seen)), Error::Unbounded { .. }), "{index}");
    }
    assert_eq!(disk.world().backup(&path()), copy, "a refusal changes nothing");
    let indices = [90, mail.start + 7, 60];
    let seen = Recovery { seen: &indices, ..Recovery::default() };
    let store = disk.recover_by(&seen).unwrap();
    assert_eq!(store.watermark().unwrap().next, 91);
    assert_eq!(store.ledger().allocation("mail").unwrap().next(), mail.start + 8);
    assert_eq!(store.recovered().len(), 1);
    drop(store);
    assert_eq!(disk.open().unwrap().recovered().len(), 1, "the state records the recovery");
}

#[test]
fn a_large_key_continues_in_a_block_of_its_lower_half() {
    let mut blocks = Vec::new();
    for _ in 0..50 {
        let disk = SimDisk::new();
        let _ = disk.create(1 << 40).unwrap().reserve(5).unwrap();
        assert!(matches!(refused(disk.recover_by(&Recovery::default())), Error::Unbounded { .. }));
        let disk = SimDisk::new();
        let _ = disk.create(1 << 41).unwrap().reserve(5).unwrap();
        let store = disk.recover_by(&Recovery::skip(70_000)).unwrap();
        let next = store.watermark().unwrap().next;
        assert!(next.is_multiple_of(RECOVERY_BLOCK) && next > 70_000 && next < 1 << 40, "{next}");
        blocks.push(next);
    }
    blocks.sort_unstable();
    blocks.dedup();
    // With 2^24 blocks, two of 50 draws coincide with probability 2^-14.
    assert!(blocks.len() >= 49, "{}", blocks.len());
}

#[test]
fn an_original_that_was_moved_aside_is_reported() {
    let folder = Folder::new("moved");
    let (path, aside, copy) = (folder.join("store"), folder.join("aside"), folder.join("copy"));
    let mut store = create(&path, 1 << 20);
    let _ = store.reserve(5).unwrap();
    drop(store);
    fs::copy(&path, &copy).unwrap();
    fs::rename(&path, &aside).unwrap();
    fs::rename(&copy, &path).unwrap();
    let opening = Opening::new(Secret::None);
    let error = refused(FileStore::open(&aside, &opening));
    assert!(matches!(error, Error::Moved { .. }), "{error}");
    let mut store = FileStore::recover(&path, &opening, &Recovery::skip(64)).unwrap();
    let _ = store.reserve(5).unwrap();
    // The recovered store is in use.
    for _ in 0..2 {
        let error = refused(FileStore::open(&aside, &opening));
        assert!(matches!(error, Error::Moved { .. } | Error::InUse(_)), "{error}");
    }
    drop(store);
    let error = refused(FileStore::open(&aside, &opening));
    assert!(matches!(error, Error::Moved { .. }), "{error}");
    // No file of the key is at the old path.
    fs::remove_file(&path).unwrap();
    assert_eq!(FileStore::open(&aside, &opening).unwrap().watermark().unwrap().next, 5);
}

/// The clock ticks once per several files, generations are absent, and inode numbers are reused.
#[test]
fn old_states_are_refused_with_a_coarse_clock() {
    let disk = SimDisk::new();
    disk.world().grain = 7;
    let mut store = disk.create(1 << 20).unwrap();
    let mut states = Vec::new();
    for _ in 0..30 {
        let _ = store.reserve(1).unwrap();
        states.push(disk.world().backup(&path()));
    }
    drop(store);
    let present = states.pop().unwrap();
    for old in states {
        disk.world().restore(&path(), &old, true);
        assert!(matches!(refused(disk.open()), Error::Copied { .. }));
    }
    disk.world().restore(&path(), &present, true);
    drop(disk.open().unwrap());
    // A stopped clock.
    disk.world().tick = 0;
    disk.world().clock = 0;
    let mut store = disk.open().unwrap();
    assert!(matches!(refused(store.reserve(1)), Error::ClockSetBack(_)));
    disk.world().clock = 1 << 40;
    assert_eq!(store.reserve(1).unwrap().range(), 30..31);
}
