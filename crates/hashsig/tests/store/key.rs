//! Signing keys on a disk that loses power, on a real one, and after a fork.

use alloc::collections::BTreeSet;
use core::time::Duration;
use std::fs;
use std::path::Path;

use quicksalt_hashsig::signing::{Cache, Error, Key, Options, Root};
use quicksalt_hashsig::store::{self, Cost, Opening, Secret};
use quicksalt_hashsig::trees::VerifyingKey;

use super::choices::Random;
use super::folder::Folder;
use super::schemes::{Sample, for_each_scheme};
use super::sim::{SimDisk, path};
use super::world::Fate;

for_each_scheme! {
    a_signer_in_trouble_signs_nothing_twice,
    a_key_that_is_opened_again_goes_on_where_it_was,
    a_damaged_tree_beside_the_store_costs_time_only_and_is_told,
    a_store_of_something_else_is_no_key,
}

const LEVELS: usize = 3;
const RESERVATION: u64 = 5;
const OPTIONS: Options = Options { reservation: Some(RESERVATION), ahead: 1, background: true };
const ALONE: Options = Options { background: false, ..OPTIONS };

fn root<S: Sample>() -> Root<S> {
    Root::generate(S::key(LEVELS, 5), None).unwrap()
}

/// Which of the key's signatures a signature is.
fn index<S: Sample>(public: &S::PublicKey, signature: &[u8]) -> u64 {
    assert!(public.verify(b"m", signature).is_ok());
    S::index(LEVELS, signature)
}

/// Signers on one simulated disk, one after another, and what they signed.
struct Signers<S: Sample> {
    disk: SimDisk,
    key: Option<Key<S>>,
    signed: BTreeSet<u64>,
    crashes: u32,
}

impl<S: Sample> Signers<S> {
    fn new() -> Self {
        let (disk, cost) = (SimDisk::new(), Cost::default());
        let key = Key::create_on(disk.clone(), &path(), root::<S>(), Secret::None, cost, &ALONE);
        Self { disk, key: Some(key.unwrap()), signed: BTreeSet::new(), crashes: 0 }
    }

    fn key(&mut self) -> store::Result<&Key<S>> {
        if self.key.is_none() {
            self.key = Some(Key::of_file(self.disk.open()?, &ALONE).unwrap());
        }
        Ok(self.key.as_ref().unwrap())
    }

    /// One signature, or trouble. Nothing that left may leave again.
    fn sign(&mut self, choices: &mut Random) {
        let signed = self.key().map_err(Error::from).and_then(|key| {
            let signature = key.sign(b"m")?;
            let _ = key.step(Duration::ZERO);
            Ok(index::<S>(key.public_key(), &signature))
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

fn a_signer_in_trouble_signs_nothing_twice<S: Sample>() {
    const TROUBLE: [Fate; 4] = [
        Fate::Crash { done: false },
        Fate::Crash { done: true },
        Fate::Fail { done: false, kind: std::io::ErrorKind::StorageFull },
        Fate::Fail { done: true, kind: std::io::ErrorKind::Other },
    ];
    let (mut signed, mut crashes) = (0, 0);
    for seed in 0..25 {
        let (mut choices, mut signers) = (Random(seed), Signers::<S>::new());
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

fn open<S: Sample>(path: &Path, options: &Options) -> Key<S> {
    Key::open(path, &Opening::new(Secret::None), options).unwrap()
}

fn a_key_that_is_opened_again_goes_on_where_it_was<S: Sample>() {
    let folder = Folder::new(&format!("key-{}", S::NAME));
    let path = folder.join("key");
    let (public, cost) = (root::<S>().public_key(), Cost::default());
    drop(Key::create(&path, root::<S>(), Secret::None, cost, &OPTIONS).unwrap());
    let mut next = 0;
    for round in 0..12_u64 {
        let key = open::<S>(&path, &OPTIONS);
        assert_eq!((key.public_key(), key.cache()), (&public, Cache::Used));
        for _ in 0..round {
            let index = index::<S>(&public, &key.sign(b"m").unwrap());
            assert!((next..=next + 2 * RESERVATION).contains(&index), "{index} at {next}");
            next = index + 1;
        }
        assert!(key.remaining().unwrap() <= (1 << 15) - next);
    }
}

fn a_damaged_tree_beside_the_store_costs_time_only_and_is_told<S: Sample>() {
    let folder = Folder::new(&format!("key-cache-{}", S::NAME));
    let (path, cache) = (folder.join("key"), folder.join("key.cache"));
    let public = root::<S>().public_key();
    drop(Key::create(&path, root::<S>(), Secret::None, Cost::default(), &ALONE).unwrap());
    let whole = fs::read(&cache).unwrap();
    let flipped = |at: usize| [&whole[..at], &[whole[at] ^ 1], &whole[at + 1..]].concat();
    for damaged in [&whole[..100], b"", &flipped(5), &flipped(20), &flipped(whole.len() - 1)] {
        fs::write(&cache, damaged).unwrap();
        assert_eq!(open::<S>(&path, &ALONE).cache(), Cache::Damaged);
        assert_eq!(open::<S>(&path, &ALONE).cache(), Cache::Used, "it was put there anew");
    }
    fs::remove_file(&cache).unwrap();
    let key = open::<S>(&path, &ALONE);
    assert_eq!((key.public_key(), key.cache()), (&public, Cache::Missing));
    assert!(public.verify(b"m", &key.sign(b"m").unwrap()).is_ok());
}

fn a_store_of_something_else_is_no_key<S: Sample>() {
    let folder = Folder::new(&format!("key-other-{}", S::NAME));
    drop(super::real::create(&folder.join("store")));
    let opened = Key::<S>::open(folder.join("store"), &Opening::new(Secret::None), &ALONE);
    assert!(matches!(opened, Err(Error::Scheme(_))));
}
