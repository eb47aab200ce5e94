//! The trees that lie beside a file: they save time, and no more than that.

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

/// A file of a key of three levels, in a folder that goes with it.
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

/// Whether the next signature has all its trees.
fn is_ready(key: &SigningKey, next: u64) -> bool {
    key.inner.state().trees.missing(next).unwrap().is_none()
}

#[test]
fn a_key_that_is_opened_again_has_its_trees() {
    let file = File::new("again");
    let mut leaves = Leaves::default();
    for number in 0..TREE + 3 {
        let key = file.open();
        assert_eq!(key.cache(), Cache::Used);
        // The first signature of a tree computes it; the last one leaves nothing for the next.
        assert_eq!(is_ready(&key, number), number % TREE != 0, "signature {number}");
        leaves.sign(&key, b"m");
    }
}

/// Whatever lies there, no leaf of an upper tree signs another tree than before.
#[test]
fn a_cache_that_is_not_our_own_is_computed_again() {
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
    // Heading, identifier of the store, tag, head of a tree, nodes of the top tree, of the lowest one.
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
        assert_eq!(&fs::read(file.cache()).unwrap(), expected, "{what}: put there anew if its own");
    }
}

/// An old one of the same key holds trees that are as right as ever.
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
    assert!(!is_ready(&key, TREE + 2), "the lowest tree is another one");
    leaves.sign(&key, b"m");
}

/// The nodes of the top tree and nothing else.
#[test]
fn a_cache_of_the_first_version_is_used() {
    let file = File::new("first");
    let mut store = FileStore::open(file.path(), &Opening::new(Secret::None)).unwrap();
    store.cache(material(3).top().level()).unwrap();
    drop(store);
    assert_eq!(file.open().cache(), Cache::Used);
}

#[test]
fn a_cache_that_cannot_be_reached_changes_nothing() {
    let file = File::new("folder");
    fs::remove_file(file.cache()).unwrap();
    fs::create_dir(file.cache()).unwrap();
    for _ in 0..2 {
        let key = file.open();
        assert_eq!(key.cache(), Cache::Damaged);
        key.sign(b"m").unwrap();
    }
}
