//! The cached trees beside a file only save time.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::path::PathBuf;
use std::{env, fs, process};

use super::once::Leaves;
use super::{ALONE, TREE, material};
use crate::signing::{Cache, NewKey, Options, SigningKey};
use crate::store::{FileStore, Opening, Secret};

const SINGLE: Options = Options { reservation: Some(1), ..ALONE };

/// The file of a three-level key, in a folder that is removed with it.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("quicksalt-kept-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("key");
        drop(SigningKey::create(&path, material(3), &NewKey::new(Secret::None), &SINGLE).unwrap());
        Self(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.join("key")
    }

    fn cache(&self) -> PathBuf {
        self.0.join("key.cache")
    }

    fn open(&self) -> SigningKey {
        SigningKey::open(self.path(), &Opening::new(Secret::None), &SINGLE).unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whether all trees for the next signature are present.
fn is_ready(key: &SigningKey, next: u64) -> bool {
    key.inner.state().trees.missing(next).unwrap().is_none()
}

#[test]
fn a_reopened_key_has_its_trees() {
    let file = File::new("again");
    let mut leaves = Leaves::default();
    for number in 0..TREE + 3 {
        let key = file.open();
        assert_eq!(key.cache(), Cache::Used);
        // The first signature of a tree computes the tree; the last one caches no tree for the next
        // index.
        assert_eq!(is_ready(&key, number), number % TREE != 0, "signature {number}");
        leaves.sign(&key, b"m");
    }
}

/// Whatever the cache contains, no leaf of an upper tree signs a second public key.
#[test]
fn a_damaged_or_foreign_cache_is_not_used() {
    let (file, other) = (File::new("own"), File::new("other"));
    let mut leaves = Leaves::default();
    let mut sign = |key: &SigningKey| leaves.sign(key, b"m");
    sign(&file.open());
    other.open().sign(b"m").unwrap();
    let own = fs::read(file.cache()).unwrap();
    let flipped = |at: usize| {
        let mut bytes = own.clone();
        bytes[at] ^= 1;
        bytes
    };
    // Magic, identifier of the store, tag, header of a tree, nodes of the top tree, nodes of the
    // lowest tree.
    let places = [3, 20, 40, 66, 86, 216, own.len() / 2, own.len() - 1];
    let damaged = places.map(|at| (format!("changed at {at}"), flipped(at)));
    let cut = places.map(|at| (format!("cut at {at}"), own[..at].to_vec()));
    let foreign = (String::from("foreign"), fs::read(other.cache()).unwrap());
    for (next, (what, bytes)) in (1..).zip(damaged.into_iter().chain(cut).chain([foreign])) {
        fs::write(file.cache(), &bytes).unwrap();
        let key = file.open();
        assert_eq!(key.cache(), Cache::Damaged, "{what}");
        assert!(!is_ready(&key, next), "{what}");
        sign(&key);
        drop(key);
        let is_own = bytes.get(..32) == own.get(..32);
        let expected = if is_own { &own } else { &bytes };
        assert_eq!(
            &fs::read(file.cache()).unwrap(),
            expected,
            "{what}: rewritten only if it is the store's own"
        );
    }
}

/// An outdated cache of the same key contains correct trees.
#[test]
fn a_stale_cache_holds_right_trees() {
    let file = File::new("stale");
    let mut leaves = Leaves::default();
    let mut old = Vec::new();
    for number in 0..TREE + 2 {
        let key = file.open();
        leaves.sign(&key, b"m");
        drop(key);
        if number == 0 {
            old = fs::read(file.cache()).unwrap();
        }
    }
    fs::write(file.cache(), &old).unwrap();
    let key = file.open();
    assert_eq!(key.cache(), Cache::Used);
    assert!(!is_ready(&key, TREE + 2), "the lowest tree has changed");
    leaves.sign(&key, b"m");
}

/// A version 1 cache contains only the nodes of the top tree.
#[test]
fn a_cache_of_the_first_version_is_used() {
    let file = File::new("first");
    let mut store = FileStore::open(file.path(), &Opening::new(Secret::None)).unwrap();
    store.cache(material(3).top().level()).unwrap();
    drop(store);
    assert_eq!(file.open().cache(), Cache::Used);
}

#[test]
fn an_unreadable_cache_is_ignored() {
    let file = File::new("folder");
    fs::remove_file(file.cache()).unwrap();
    fs::create_dir(file.cache()).unwrap();
    for _ in 0..2 {
        let key = file.open();
        assert_eq!(key.cache(), Cache::Damaged);
        key.sign(b"m").unwrap();
    }
}
