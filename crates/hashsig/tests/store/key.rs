//! Signing keys on a simulated disk that loses power, and on a real disk.

use alloc::collections::BTreeSet;
use core::time::Duration;
use std::fs;
use std::path::Path;

use quicksalt_hashsig::lms::hss::PublicKey;
use quicksalt_hashsig::signing::{Cache, Error, KeyMaterial, NewKey, Options, SigningKey};
use quicksalt_hashsig::store::{self, Opening, Secret, Store};

use super::choices::Random;
use super::folder::Folder;
use super::sim::{SimDisk, path};
use super::small;
use super::world::Fate;

const LEVELS: usize = 3;
const RESERVATION: u64 = 5;
const OPTIONS: Options = Options { reservation: Some(RESERVATION), ahead: 1, background: true };
const ALONE: Options = Options { background: false, ..OPTIONS };

fn new() -> NewKey<'static> {
    NewKey::new(Secret::None)
}

fn material() -> KeyMaterial {
    KeyMaterial::generate(small::key(LEVELS, 5), None).unwrap()
}

/// Returns the index of a signature.
fn index(public: &PublicKey, signature: &[u8]) -> u64 {
    assert!(public.verify(b"m", signature).is_ok());
    small::index(LEVELS, signature)
}

/// Consecutive signers on one simulated disk, and the indices that they used.
struct Signers {
    disk: SimDisk,
    key: Option<SigningKey>,
    signed: BTreeSet<u64>,
    crashes: u32,
}

impl Signers {
    fn new() -> Self {
        let disk = SimDisk::new();
        let key = SigningKey::create_on(disk.clone(), &path(), material(), &new(), &ALONE);
        Self { disk, key: Some(key.unwrap()), signed: BTreeSet::new(), crashes: 0 }
    }

    fn key(&mut self) -> store::Result<&SigningKey> {
        if self.key.is_none() {
            self.key = Some(SigningKey::of_file(self.disk.open()?, &ALONE).unwrap());
        }
        Ok(self.key.as_ref().unwrap())
    }

    /// Makes one signature or handles a fault. No index may sign twice.
    fn sign(&mut self, choices: &mut Random) {
        let signed = self.key().map_err(Error::from).and_then(|key| {
            let signature = key.sign(b"m")?;
            let _ = key.step(Duration::ZERO);
            Ok(index(key.public_key(), &signature))
        });
        match signed {
            Ok(index) => assert!(self.signed.insert(index), "{index} signed twice"),
            Err(Error::State(store::Error::Failed(_) | store::Error::Io { .. })) => {}
            Err(error) => panic!("{error:?}"),
        }
        if self.disk.world().crashed || choices.below(10) == 0 {
            self.key = None;
            let power_cut = choices.below(2) == 0;
            self.disk.world().restart(power_cut, choices);
            self.disk = self.disk.another_process();
            self.crashes += 1;
        }
    }
}

#[test]
fn a_signer_with_faults_never_reuses_an_index() {
    const TROUBLE: [Fate; 4] = [
        Fate::Crash { done: false },
        Fate::Crash { done: true },
        Fate::Fail { done: false, kind: std::io::ErrorKind::StorageFull },
        Fate::Fail { done: true, kind: std::io::ErrorKind::Other },
    ];
    let (mut signed, mut crashes) = (0, 0);
    for seed in 0..25 {
        let (mut choices, mut signers) = (Random(seed), Signers::new());
        for _ in 0..30 {
            let mut fates = Random(choices.below(u64::MAX));
            signers.disk.world().set_fate(move |_| match fates.below(40) {
                0 => TROUBLE[fates.below(4) as usize],
                _ => Fate::Pass,
            });
            signers.sign(&mut choices);
        }
        signed += signers.signed.len();
        crashes += signers.crashes;
    }
    println!("{signed} signatures, {crashes} crashes");
    assert!(signed > 250 && crashes > 60, "{signed} signatures, {crashes} crashes");
}

fn open(path: &Path, options: &Options) -> SigningKey {
    SigningKey::open(path, &Opening::new(Secret::None), options).unwrap()
}

#[test]
fn a_reopened_key_continues_at_its_next_index() {
    let folder = Folder::new("key");
    let path = folder.join("key");
    let public = material().public_key();
    drop(SigningKey::create(&path, material(), &new(), &OPTIONS).unwrap());
    let mut next = 0;
    for round in 0..12_u64 {
        let key = open(&path, &OPTIONS);
        assert_eq!((key.public_key(), key.cache()), (&public, Cache::Used));
        for _ in 0..round {
            let index = index(&public, &key.sign(b"m").unwrap());
            assert!((next..=next + 2 * RESERVATION).contains(&index), "{index} at {next}");
            next = index + 1;
        }
        assert!(key.remaining().unwrap() <= (1 << 15) - next);
    }
}

#[test]
fn a_damaged_cache_is_reported_and_replaced() {
    let folder = Folder::new("key-cache");
    let (path, cache) = (folder.join("key"), folder.join("key.cache"));
    let public = material().public_key();
    drop(SigningKey::create(&path, material(), &new(), &ALONE).unwrap());
    let whole = fs::read(&cache).unwrap();
    let flipped = |at: usize| [&whole[..at], &[whole[at] ^ 1], &whole[at + 1..]].concat();
    for damaged in [&whole[..100], &flipped(40), &flipped(whole.len() - 1)] {
        fs::write(&cache, damaged).unwrap();
        assert_eq!(open(&path, &ALONE).cache(), Cache::Damaged);
        assert_eq!(open(&path, &ALONE).cache(), Cache::Used, "the cache was rewritten");
    }
    for foreign in [b"", &whole[..20], &flipped(5), &flipped(20)] {
        fs::write(&cache, foreign).unwrap();
        for _ in 0..2 {
            assert_eq!(open(&path, &ALONE).cache(), Cache::Damaged);
            assert_eq!(fs::read(&cache).unwrap(), foreign, "the file lacks the store's id");
        }
    }
    fs::remove_file(&cache).unwrap();
    let key = open(&path, &ALONE);
    assert_eq!((key.public_key(), key.cache()), (&public, Cache::Missing));
    assert!(public.verify(b"m", &key.sign(b"m").unwrap()).is_ok());
}

/// The first commit records the key's identity and the trust in the disk.
#[test]
fn a_new_key_is_one_commit() {
    let disk = SimDisk::new();
    disk.world().hides = true;
    let refused = SigningKey::create_on(disk.clone(), &path(), material(), &new(), &ALONE);
    assert!(matches!(refused, Err(Error::State(store::Error::KeepsReplaced(_)))));
    let new = NewKey { start: 7, trust_disk: true, ..new() };
    let key = SigningKey::create_on(disk.clone(), &path(), material(), &new, &ALONE).unwrap();
    let public = *key.public_key();
    drop(key);
    let mut store = disk.open().unwrap();
    assert_eq!((store.epoch(), store.trusts_disk()), (1, true));
    assert_eq!(store.watermark().unwrap().next, 7);
    let other = store.bind(&[1; 32]);
    assert!(matches!(other, Err(store::Error::OtherKey(_))));
    store.bind(&store::identity(&public.to_bytes()).unwrap()).unwrap();
    assert_eq!(store.epoch(), 1);
}

#[test]
fn a_store_without_key_material_is_refused() {
    let folder = Folder::new("key-other");
    drop(super::real::create(&folder.join("store")));
    let opened = SigningKey::open(folder.join("store"), &Opening::new(Secret::None), &ALONE);
    assert!(matches!(opened, Err(Error::Scheme(_))));
}
