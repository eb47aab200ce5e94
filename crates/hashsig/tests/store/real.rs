//! The store on the disk of this machine.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::thread;

use quicksalt_hashsig::store::{
    Cached, Cost, Error, FileStore, New, Opening, OsDisk, Recovery, Result, Secret, Store,
};

use super::folder::Folder;
use super::sim::refused;

pub(crate) const NEW: New<'_> = New {
    range: 0..1 << 20,
    material: b"seed",
    identity: None,
    secret: Secret::None,
    cost: Cost { memory_kib: 8, passes: 1, lanes: 1 },
    trust_disk: false,
};

pub(crate) fn create(path: &Path) -> FileStore<OsDisk> {
    FileStore::create(path, &NEW).unwrap()
}

pub(crate) fn open(path: &Path) -> Result<FileStore<OsDisk>> {
    FileStore::open(path, &Opening::new(Secret::None))
}

fn next(path: &Path) -> u64 {
    open(path).unwrap().watermark().unwrap().next
}

#[test]
fn the_store_is_one_file_with_mode_600() {
    let folder = Folder::new("mode");
    let path = folder.join("store");
    let mut store = create(&path);
    for _ in 0..2 {
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o600);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        let _ = store.reserve(5).unwrap();
    }
    store.cache(b"tree").unwrap();
    drop(store);
    let store = open(&path).unwrap();
    assert_eq!(store.watermark().unwrap().next, 10);
    assert_eq!(store.cached().unwrap(), Cached::Found(b"tree".to_vec()));
    let cache = folder.join("store.cache");
    assert_eq!(fs::metadata(cache).unwrap().permissions().mode() & 0o7777, 0o600);
}

#[test]
fn a_new_store_replaces_nothing() {
    let folder = Folder::new("exists");
    let path = folder.join("store");
    fs::write(&path, b"something else").unwrap();
    assert!(matches!(refused(FileStore::create(&path, &NEW)), Error::AlreadyExists(_)));
    assert_eq!(fs::read(&path).unwrap(), b"something else");
    let nowhere = folder.join("missing").join("store");
    assert!(matches!(refused(FileStore::create(&nowhere, &NEW)), Error::Io { .. }));
}

#[test]
fn a_copy_of_the_file_is_refused() {
    let folder = Folder::new("copy");
    let (path, copy) = (folder.join("store"), folder.join("copy"));
    let mut store = create(&path);
    let _ = store.reserve(5).unwrap();
    fs::copy(&path, &copy).unwrap();
    assert!(matches!(refused(open(&copy)), Error::InUse(_)), "one of two in this process");
    let _ = store.reserve(5).unwrap();
    drop(store);
    assert!(matches!(refused(open(&copy)), Error::Copied { .. }));
    // A backup written over the present file, with the same inode number.
    fs::copy(&copy, &path).unwrap();
    assert!(matches!(refused(open(&path)), Error::Copied { .. }));
    let store =
        FileStore::recover(&path, &Opening::new(Secret::None), &Recovery::skip(100)).unwrap();
    assert_eq!(store.watermark().unwrap().next, 105);
}

#[test]
fn a_file_may_be_moved_within_its_file_system() {
    let folder = Folder::new("move");
    let (path, moved) = (folder.join("store"), folder.join("moved"));
    let _ = create(&path).reserve(5).unwrap();
    fs::rename(&path, &moved).unwrap();
    assert_eq!(next(&moved), 5);
}

#[test]
fn a_symbolic_link_leads_to_the_file() {
    let folder = Folder::new("link");
    let (path, link) = (folder.join("store"), folder.join("link"));
    drop(create(&path));
    symlink(&path, &link).unwrap();
    let mut store = open(&link).unwrap();
    let _ = store.reserve(5).unwrap();
    assert_eq!(store.path(), path.canonicalize().unwrap());
    assert!(matches!(refused(open(&path)), Error::InUse(_)));
    drop(store);
    assert_eq!(next(&path), 5);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn a_hard_link_stops_the_signer() {
    let folder = Folder::new("hard-link");
    let (path, link) = (folder.join("store"), folder.join("link"));
    let mut store = create(&path);
    fs::hard_link(&path, &link).unwrap();
    assert!(matches!(refused(store.reserve(5)), Error::SecondName(_)));
    assert!(matches!(refused(open(&link)), Error::InUse(_)));
    fs::remove_file(&link).unwrap();
    assert!(store.reserve(5).is_ok());
}

#[test]
fn replacing_or_removing_the_held_file_stops_the_signer() {
    let folder = Folder::new("replace");
    let (path, copy) = (folder.join("store"), folder.join("copy"));
    let mut store = create(&path);
    fs::copy(&path, &copy).unwrap();
    fs::rename(&copy, &path).unwrap();
    assert!(matches!(refused(store.reserve(5)), Error::Replaced(_)));
    fs::remove_file(&path).unwrap();
    assert!(matches!(refused(store.reserve(5)), Error::Replaced(_)));
}

/// Simulates a crash between two calls: the next signer cleans up.
#[test]
fn files_of_an_interrupted_signer_are_removed() {
    let folder = Folder::new("left");
    let path = folder.join("store");
    let mut store = create(&path);
    let header = fs::read(&path).unwrap();
    let id: String = header[32..40].iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(folder.join(format!("store.new.{id}")), b"half").unwrap();
    fs::write(folder.join(format!("store.cache.new.{id}")), b"half").unwrap();
    let _ = store.reserve(5).unwrap();
    store.cache(b"tree").unwrap();
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2);
}

/// Keys and files with names like temporary files and caches remain unchanged.
#[test]
fn files_of_others_remain_unchanged() {
    let folder = Folder::new("neighbours");
    let neighbours = [".new", ".cache", ".cache.new", ".pub", ".new.0123456789abcdef"]
        .map(|suffix| folder.join(format!("store{suffix}")));
    let keys = Folder::new("neighbour-keys");
    for is_key in [true, false] {
        for (number, path) in neighbours.iter().enumerate() {
            let _ = fs::remove_file(path);
            let made = keys.join(number.to_string());
            let _ = fs::remove_file(&made);
            drop(create(&made));
            if is_key {
                drop(create(path));
            } else {
                fs::write(path, b"precious").unwrap();
            }
        }
        let before = neighbours.each_ref().map(|path| fs::read(path).unwrap());
        let path = folder.join("store");
        let mut store = create(&path);
        let _ = store.reserve(5).unwrap();
        assert!(matches!(refused(store.cache(b"tree")), Error::Io { .. }));
        drop(store);
        let _ = open(&path).unwrap().reserve(5).unwrap();
        fs::copy(&path, folder.join("copy")).unwrap();
        fs::rename(folder.join("copy"), &path).unwrap();
        let opening = Opening::new(Secret::None);
        drop(FileStore::recover(&path, &opening, &Recovery::skip(100)).unwrap());
        FileStore::discard(&path);
        assert!(!path.exists());
        assert_eq!(neighbours.each_ref().map(|path| fs::read(path).unwrap()), before);
    }
}

/// A cache of an earlier release is used, and replaced by a cache with the store's identifier.
#[test]
fn a_cache_of_the_first_version_is_replaced() {
    let folder = Folder::new("first-cache");
    let (path, cache) = (folder.join("store"), folder.join("store.cache"));
    let mut store = create(&path);
    store.cache(b"tree").unwrap();
    let present = fs::read(&cache).unwrap();
    fs::write(&cache, [b"quicksalt-cache\n", &present[32..]].concat()).unwrap();
    assert_eq!(store.cached().unwrap(), Cached::Found(b"tree".to_vec()));
    store.cache(b"tree").unwrap();
    assert_eq!(fs::read(&cache).unwrap(), present);
}

#[test]
fn a_path_without_a_regular_file_is_refused() {
    let folder = Folder::new("kind");
    let path = folder.join("store");
    fs::create_dir(&path).unwrap();
    assert!(matches!(refused(open(&path)), Error::Io { .. }));
    let missing = refused(open(&folder.join("missing")));
    assert!(matches!(missing, Error::Io { doing: "find", .. }));
}

#[test]
fn a_file_readable_by_others_is_refused() {
    let folder = Folder::new("others");
    let path = folder.join("store");
    drop(create(&path));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let error = refused(open(&path));
    assert!(error.to_string().contains("mode 644") && error.to_string().contains("chmod 600"));
}

/// A process that opens the store during a replacement gets the old or the new file, both locked.
#[test]
fn opening_during_replacements_is_refused() {
    let folder = Folder::new("between");
    let path = folder.join("store");
    let mut store = create(&path);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Relaxed) {
                assert!(matches!(refused(open(&path)), Error::InUse(_)));
            }
        });
        for _ in 0..100 {
            let _ = store.reserve(1).unwrap();
        }
        stop.store(true, Relaxed);
    });
}
