//! Invalid files and arguments.

use quicksalt_hashsig::store::{
    AllocatingStore, Cached, Cost, Error, FileStore, MATERIAL_MAX, New, Opening, Result, Secret,
    Store,
};

use super::sim::{SimDisk, path, refused};

const KEY: [u8; 32] = [7; 32];

fn new(secret: Secret<'_>) -> New<'_> {
    let cost = Cost { memory_kib: 16 << 10, passes: 1, lanes: 1 };
    let (range, material) = (10..1 << 20, b"seed and parameters");
    New { range, material, identity: None, secret, cost, trust_disk: false }
}

fn sealed_by(secret: Secret<'_>) -> SimDisk {
    let disk = SimDisk::new();
    let mut store = FileStore::create_on(disk.clone(), &path(), &new(secret)).unwrap();
    let _ = store.allocate("", "mail", 5).unwrap();
    disk
}

fn open(disk: &SimDisk, secret: Secret<'_>) -> Result<FileStore<SimDisk>> {
    disk.open_as(&Opening::new(secret))
}

#[test]
fn a_store_returns_its_contents() {
    for secret in [Secret::None, Secret::Key(&KEY), Secret::Passphrase(b"correct horse")] {
        let disk = sealed_by(secret);
        let mut store = open(&disk, secret).unwrap();
        assert_eq!(store.material(), b"seed and parameters");
        assert_eq!(store.watermark().unwrap().next, 15);
        assert_eq!(store.epoch(), 2);
        assert_eq!(store.reserve(2).unwrap().range(), 15..17);
    }
}

#[test]
fn a_store_opens_only_with_its_secret() {
    let disk = sealed_by(Secret::Passphrase(b"correct horse"));
    let wrong = refused(open(&disk, Secret::Passphrase(b"correct house")));
    assert!(matches!(wrong, Error::WrongSecret(_)));
    for secret in [Secret::None, Secret::Key(&KEY)] {
        assert!(matches!(refused(open(&disk, secret)), Error::SecretKind { .. }));
    }
    let disk = sealed_by(Secret::Key(&KEY));
    assert!(matches!(refused(open(&disk, Secret::Key(&[8; 32]))), Error::WrongSecret(_)));
    assert!(matches!(refused(open(&disk, Secret::None)), Error::SecretKind { .. }));
}

/// With a key or a passphrase, the file does not reveal the state.
#[test]
fn the_state_is_sealed() {
    for secret in [Secret::Key(&KEY), Secret::Passphrase(b"correct horse")] {
        let bytes = sealed_by(secret).world().backup(&path());
        for text in [&b"parameters"[..], b"mail", b"correct horse", &KEY] {
            assert!(!bytes.windows(text.len()).any(|window| window == text));
        }
    }
}

#[test]
fn a_file_cut_at_any_length_is_damaged() {
    let disk = sealed_by(Secret::Key(&KEY));
    let whole = disk.world().backup(&path());
    for len in 0..whole.len() {
        disk.world().restore(&path(), &whole[..len], true);
        let error = refused(open(&disk, Secret::Key(&KEY)));
        assert!(matches!(error, Error::Damaged { .. }), "{len}: {error}");
    }
    let longer = [&whole[..], b"x"].concat();
    disk.world().restore(&path(), &longer, true);
    assert!(matches!(refused(open(&disk, Secret::Key(&KEY))), Error::Damaged { .. }));
    disk.world().restore(&path(), &whole, true);
    assert!(open(&disk, Secret::Key(&KEY)).is_ok());
}

#[test]
fn a_file_with_any_bit_flipped_is_damaged() {
    let disk = sealed_by(Secret::Key(&KEY));
    let whole = disk.world().backup(&path());
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << bit;
            disk.world().restore(&path(), &flipped, true);
            let error = refused(open(&disk, Secret::Key(&KEY)));
            assert!(matches!(error, Error::Damaged { .. }), "byte {at} bit {bit}: {error}");
        }
    }
}

#[test]
fn an_oversized_file_is_refused() {
    let disk = sealed_by(Secret::None);
    disk.world().restore(&path(), &vec![0; (16 << 20) + 1], true);
    assert!(matches!(refused(open(&disk, Secret::None)), Error::Damaged { .. }));
}

#[test]
fn invalid_arguments_are_refused() {
    let disk = SimDisk::new();
    let create = |new: &New<'_>| refused(FileStore::create_on(disk.clone(), &path(), new));
    let empty = New { range: 5..5, ..new(Secret::None) };
    assert!(matches!(create(&empty), Error::Range(_)));
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = New { range: 6..5, ..new(Secret::None) };
    assert!(matches!(create(&reversed), Error::Range(_)));
    let material = vec![0; MATERIAL_MAX + 1];
    let large = New { material: &material, ..new(Secret::None) };
    assert!(matches!(create(&large), Error::TooLarge { .. }));
    for (memory_kib, passes, lanes) in [
        (7, 1, 1),
        (8, 1, 1),
        (8191, 2, 1),
        (16383, 1, 1),
        (8, 0, 1),
        (8, 1, 0),
        (u32::MAX, 1, 1),
        (8, u32::MAX, 1),
        (8, 1, u32::MAX),
    ] {
        let cost = Cost { memory_kib, passes, lanes };
        let costly = New { cost, ..new(Secret::Passphrase(b"correct horse")) };
        assert!(matches!(create(&costly), Error::Cost(_)), "{cost:?}");
    }
    assert!(matches!(create(&new(Secret::Passphrase(b""))), Error::EmptyPassphrase));
    assert!(disk.world().find(&path()).is_err(), "a refused store leaves no file");
    let nowhere = refused(FileStore::create_on(disk.clone(), "/".as_ref(), &new(Secret::None)));
    assert!(matches!(nowhere, Error::Io { .. }));
    assert!(matches!(refused(disk.recover(9)), Error::Io { .. }));
}

#[test]
fn exhaustion_is_an_error() {
    let disk = SimDisk::new();
    let range = u64::MAX - 10..u64::MAX;
    let last = New { range, ..new(Secret::None) };
    let mut store = FileStore::create_on(disk.clone(), &path(), &last).unwrap();
    assert!(matches!(refused(store.reserve(0)), Error::Range(_)));
    for asked in [11, u64::MAX] {
        let error = refused(store.reserve(asked));
        assert!(matches!(error, Error::Exhausted { remaining: 10, .. }), "{error}");
    }
    assert_eq!(store.reserve(10).unwrap().range(), u64::MAX - 10..u64::MAX);
    for _ in 0..2 {
        assert!(matches!(refused(store.reserve(1)), Error::Exhausted { remaining: 0, .. }));
        drop(store);
        store = open(&disk, Secret::None).unwrap();
    }
}

#[test]
fn a_cache_may_be_lost_or_damaged() {
    let disk = sealed_by(Secret::None);
    let mut store = open(&disk, Secret::None).unwrap();
    assert_eq!(store.cached().unwrap(), Cached::Missing);
    store.cache(b"tree").unwrap();
    store.cache(b"another tree").unwrap();
    assert_eq!(store.cached().unwrap(), Cached::Found(b"another tree".to_vec()));
    let beside = path().with_file_name("store.cache");
    let whole = disk.world().backup(&beside);
    for at in 0..whole.len() {
        disk.world().restore(&beside, &whole[..at], true);
        assert_eq!(store.cached().unwrap(), Cached::Damaged, "cut at {at}");
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        disk.world().restore(&beside, &flipped, true);
        assert_eq!(store.cached().unwrap(), Cached::Damaged, "flipped at {at}");
        let _ = store.reserve(1).unwrap();
    }
    disk.world().remove(&beside).unwrap();
    assert_eq!(store.cached().unwrap(), Cached::Missing);
}

/// The cache of another store counts as damaged.
#[test]
fn a_cache_belongs_to_its_store() {
    let (one, two) = (sealed_by(Secret::None), sealed_by(Secret::None));
    open(&one, Secret::None).unwrap().cache(b"tree").unwrap();
    let beside = path().with_file_name("store.cache");
    let foreign = one.world().backup(&beside);
    two.world().restore(&beside, &foreign, false);
    assert_eq!(open(&two, Secret::None).unwrap().cached().unwrap(), Cached::Damaged);
}
