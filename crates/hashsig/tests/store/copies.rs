//! Copies, restored backups, other machines, second signers.

use alloc::sync::Arc;
use std::sync::Mutex;

use quicksalt_hashsig::store::{
    AllocatingStore, Error, FileStore, KnownMinimum, Opening, Recovery, Secret, Store,
};

use super::choices::Random;
use super::issued::Issued;
use super::sim::{SimDisk, path, refused};

const END: u64 = 1 << 40;

/// Returns a disk with a closed store from which `count` indices were reserved.
fn used(count: u64) -> SimDisk {
    let disk = SimDisk::new();
    let _ = disk.create(END).unwrap().reserve(count).unwrap();
    disk
}

fn next(store: &FileStore<SimDisk>) -> u64 {
    store.watermark().unwrap().next
}

#[test]
fn a_copy_is_refused_in_place_and_elsewhere() {
    for in_place in [false, true] {
        let disk = used(5);
        let backup = disk.world().backup(&path());
        drop(disk.open().unwrap().reserve(5));
        disk.world().restore(&path(), &backup, in_place);
        assert!(matches!(refused(disk.open()), Error::Copied { .. }), "in place: {in_place}");
    }
}

#[test]
fn a_file_overwritten_with_itself_is_accepted() {
    let disk = used(5);
    let backup = disk.world().backup(&path());
    disk.world().restore(&path(), &backup, true);
    assert_eq!(next(&disk.open().unwrap()), 5);
}

#[test]
fn another_machine_is_refused() {
    let disk = used(5);
    disk.world().host.machine = [2; 16];
    assert!(matches!(refused(disk.open()), Error::Copied { .. }));
}

/// Device numbers are drawn anew at each boot.
#[test]
fn another_device_is_refused_within_one_boot() {
    let disk = used(5);
    disk.world().device += 1;
    assert!(matches!(refused(disk.open()), Error::Copied { .. }));
    disk.world().host.boot = [9; 16];
    assert_eq!(next(&disk.open().unwrap()), 5);
}

#[test]
fn another_boot_skips_if_requested() {
    let disk = used(5);
    drop(disk.open().unwrap().allocate("", "mail", 50));
    let opening = Opening { skip_after_boot: 1000, ..Opening::new(Secret::None) };
    assert_eq!(next(&disk.open_as(&opening).unwrap()), 55);
    disk.world().host.boot = [9; 16];
    for _ in 0..2 {
        let store = disk.open_as(&opening).unwrap();
        assert_eq!(next(&store), 1055);
        assert_eq!(store.ledger().allocation("mail").unwrap().remaining(), 0);
    }
}

#[test]
fn a_recovery_skips_in_every_allocation() {
    let disk = used(5);
    let mut store = disk.open().unwrap();
    let mail = store.allocate("", "mail", 50).unwrap();
    drop(store);
    let backup = disk.world().backup(&path());
    disk.world().restore(&path(), &backup, false);
    assert!(matches!(refused(disk.recover(4)), Error::Skip { least: 5 }));
    let store = disk.recover(20).unwrap();
    assert_eq!(next(&store), 55 + 20);
    assert_eq!(store.ledger().allocation("mail").unwrap().next(), mail.start + 20);
    drop(store);
    assert_eq!(next(&disk.open().unwrap()), 75);
}

#[test]
fn a_recovery_past_the_end_leaves_nothing() {
    let disk = used(5);
    let mut store = disk.recover(u64::MAX).unwrap();
    assert!(matches!(refused(store.reserve(1)), Error::Exhausted { remaining: 0, .. }));
    drop(store);
    assert!(matches!(refused(disk.open().unwrap().reserve(1)), Error::Exhausted { .. }));
}

#[test]
fn a_known_minimum_moves_up_and_never_down() {
    let disk = used(5);
    let at = |index, epoch| Opening {
        known_minimum: KnownMinimum { index, epoch },
        ..Opening::new(Secret::None)
    };
    assert_eq!(next(&disk.open_as(&at(3, 0)).unwrap()), 5);
    drop(disk.open_as(&at(90, 0)).unwrap());
    let mut store = disk.open_as(&at(0, 0)).unwrap();
    let mut reservation = store.reserve(1).unwrap();
    assert_eq!(reservation.take().unwrap().unwrap().get(), 90);
    let epoch = store.epoch();
    drop(store);
    assert_eq!(next(&disk.open_as(&at(91, epoch)).unwrap()), 91);
    let behind = refused(disk.open_as(&at(0, epoch + 1)));
    assert!(matches!(behind, Error::Behind { what: "epoch", .. }));
    // The known minimum gives no information about the allocation.
    let _ = disk.open().unwrap().allocate("", "mail", 5).unwrap();
    let behind = refused(disk.open_as(&at(97, 0)));
    assert!(matches!(behind, Error::Behind { what: "index", .. }));
    let known_minimum = KnownMinimum { index: 1000, epoch: 77 };
    let opening = Opening { known_minimum, ..Opening::new(Secret::None) };
    let store = disk.recover_as(&opening, &Recovery::skip(5)).unwrap();
    assert_eq!((next(&store), store.epoch()), (1000, 77));
}

#[test]
fn a_second_signer_is_refused() {
    let disk = used(5);
    let mut store = disk.open().unwrap();
    let other = disk.another_process();
    for _ in 0..3 {
        assert!(matches!(refused(disk.open()), Error::InUse(_)));
        assert!(matches!(refused(other.open()), Error::InUse(_)));
        assert!(matches!(refused(other.recover(100)), Error::InUse(_)));
        assert!(matches!(refused(other.create(9)), Error::AlreadyExists(_)));
        // Each reservation makes a new file.
        let _ = store.reserve(1).unwrap();
    }
    drop(store);
    assert_eq!(next(&other.open().unwrap()), 8);
}

/// The other process gets the lock of the replaced file.
#[test]
fn opening_during_a_reservation_is_refused() {
    let disk = used(5);
    let store = Arc::new(Mutex::new(disk.open().unwrap()));
    let (other, holder) = (disk.another_process(), Arc::clone(&store));
    other.interrupt_before_lock(move || drop(holder.lock().unwrap().reserve(1).unwrap()));
    assert!(matches!(refused(other.open()), Error::InUse(_)));
    let (other, holder) = (disk.another_process(), Arc::clone(&store));
    other.interrupt_before_lock(move || {
        let mut holder = holder.lock().unwrap();
        let _ = holder.reserve(1).unwrap();
        // The holder stops and leaves the new file.
        *holder = SimDisk::new().create(1).unwrap();
    });
    assert_eq!(next(&other.open().unwrap()), 7);
}

/// Checks the table of the process: the copy is refused before its origin is examined.
#[test]
fn two_copies_in_one_process_are_refused() {
    let disk = used(5);
    let _store = disk.open().unwrap();
    let backup = disk.world().backup(&path());
    let beside = path().with_extension("copy");
    disk.world().restore(&beside, &backup, false);
    let opening = Opening::new(Secret::None);
    let copy = FileStore::recover_on(disk.clone(), &beside, &opening, &Recovery::skip(100));
    assert!(matches!(refused(copy), Error::InUse(_)));
}

#[test]
fn replacing_the_held_file_stops_the_signer() {
    let disk = used(5);
    let mut store = disk.open().unwrap();
    let backup = disk.world().backup(&path());
    disk.world().restore(&path(), &backup, false);
    assert!(matches!(refused(store.reserve(1)), Error::Replaced(_)));
    disk.world().remove(&path()).unwrap();
    assert!(matches!(refused(store.reserve(1)), Error::Replaced(_)));
}

#[test]
fn a_second_name_stops_the_signer() {
    let disk = used(5);
    let mut store = disk.open().unwrap();
    let second = path().with_extension("link");
    disk.world().link(&path(), &second);
    assert!(matches!(refused(store.reserve(1)), Error::SecondName(_)));
    disk.world().remove(&second).unwrap();
    let mut reservation = store.reserve(1).unwrap();
    assert_eq!(reservation.take().unwrap().unwrap().get(), 5);
}

#[test]
fn another_process_than_the_opener_is_refused() {
    let disk = used(5);
    let mut store = disk.open().unwrap();
    disk.become_process(2);
    assert!(matches!(refused(store.reserve(1)), Error::Forked));
    assert!(matches!(refused(store.watermark()), Error::Forked));
    assert!(matches!(refused(store.cache(b"tree")), Error::Forked));
    disk.become_process(1);
    assert!(store.reserve(1).is_ok());
}

#[test]
fn a_file_accessible_to_others_is_refused() {
    for mode in [0o640, 0o604, 0o620, 0o601, 0o666] {
        let disk = used(5);
        disk.world().set_mode(&path(), mode);
        assert!(matches!(refused(disk.open()), Error::Permissions { .. }), "{mode:o}");
    }
}

/// Takes backups at random and restores them over the store or in its place, on this or another
/// machine. A backup opens only if nothing was signed since; recovery yields only unused indices.
#[test]
fn random_restores() {
    let (mut stale, mut fresh) = (0, 0);
    for seed in 0..3000 {
        let mut random = Random(seed);
        let (mut disk, mut issued) = (SimDisk::new(), Issued::default());
        let mut store = disk.create(END).unwrap();
        let mut backup = (disk.world().backup(&path()), 0);
        for _ in 0..20 {
            match random.below(8) {
                0 => backup = (disk.world().backup(&path()), next(&store)),
                1 => {
                    let signed = next(&store);
                    let is_same = backup.0 == disk.world().backup(&path());
                    drop(store);
                    disk = disk.another_process();
                    let in_place = random.one_in(2);
                    let moved = random.one_in(4);
                    disk.world().restore(&path(), &backup.0, in_place);
                    disk.world().host.machine[0] ^= u8::from(moved);
                    store = match disk.open() {
                        Ok(store) => {
                            assert!(is_same && in_place && !moved);
                            fresh += 1;
                            store
                        }
                        Err(Error::Copied { .. }) => {
                            stale += 1;
                            disk.recover(100 + signed - backup.1).unwrap()
                        }
                        Err(error) => panic!("{error:?}"),
                    };
                }
                2 => {
                    drop(store);
                    store = disk.open().unwrap();
                }
                _ => {
                    issued.take(store.reserve(1 + random.below(100)).unwrap());
                }
            }
        }
    }
    assert!(stale > 1000 && fresh > 100, "{stale} stale, {fresh} fresh");
}
