//! Files that were replaced and are not gone, and disks that do not tell.

use std::path::{Path, PathBuf};

use quicksalt_hashsig::store::{Error, FileStore, Opening, Recovery, Secret, Store};

use super::sim::{SimDisk, path, refused};
use super::world::World;

fn beside(name: &str) -> PathBuf {
    path().with_extension(name)
}

fn next(disk: &SimDisk, path: &Path) -> u64 {
    let store = FileStore::open_on(disk.clone(), path, &Opening::new(Secret::None)).unwrap();
    store.watermark().unwrap().next
}

/// Between the look at the present file and the rename that replaces it.
#[test]
fn a_name_made_in_the_middle_of_a_change_stops_the_signer_for_good() {
    let link = |world: &mut World| world.link(&path(), &beside("link"));
    let rename = |world: &mut World| world.rename(&path(), &beside("link")).unwrap();
    let deeds: [fn(&mut World); 2] = [link, rename];
    for deed in deeds {
        for call in ["create", "write", "sync", "rename"] {
            let mut disk = SimDisk::new();
            let mut store = disk.create(1 << 20).unwrap();
            let given = store.reserve(5).unwrap().range().end;
            disk.world().set_before(call, deed);
            for _ in 0..2 {
                assert!(matches!(refused(store.reserve(7)), Error::OldSurvives(_)), "{call}");
            }
            drop(store);
            // Here and after another start.
            disk = disk.another_process();
            assert!(matches!(refused(disk.open()), Error::OldSurvives(_)), "{call}");
            // The old file does not open while the new one exists. Without the new one it goes on where it was.
            let other = disk.another_process();
            let opening = Opening::new(Secret::None);
            let survivor = refused(FileStore::open_on(other, &beside("link"), &opening));
            assert!(matches!(survivor, Error::Moved { .. }), "{call}");
            disk.world().rename(&path(), &beside("away")).unwrap();
            assert_eq!(next(&disk.another_process(), &beside("link")), given, "{call}");
            disk.world().rename(&beside("away"), &path()).unwrap();
            disk.world().remove(&beside("link")).unwrap();
            assert!(matches!(refused(disk.open()), Error::OldSurvives(_)), "{call}");
            drop(disk.recover(100).unwrap());
            assert_eq!(next(&disk, &path()), 12 + 100, "{call}");
        }
    }
}

/// The next change sees it, as ever: the present state has two names.
#[test]
fn a_name_given_to_the_new_file_stops_the_signer_until_it_is_gone() {
    let disk = SimDisk::new();
    let mut store = disk.create(1 << 20).unwrap();
    disk.world().set_before("rename", |world| world.link(&world.temporary(), &beside("copy")));
    assert_eq!(store.reserve(5).unwrap().range(), 0..5);
    assert!(matches!(refused(store.reserve(5)), Error::SecondName(_)));
    disk.world().remove(&beside("copy")).unwrap();
    assert_eq!(store.reserve(5).unwrap().range(), 5..10);
}

/// Something else comes under the name that is renamed.
#[test]
fn nothing_is_given_out_if_the_file_that_stands_there_is_another() {
    let disk = SimDisk::new();
    let mut store = disk.create(1 << 20).unwrap();
    disk.world().set_before("rename", |world| {
        let temporary = world.temporary();
        world.remove(&temporary).unwrap();
        world.create(&temporary).unwrap();
    });
    assert!(matches!(refused(store.reserve(5)), Error::Replaced(_)));
    assert!(matches!(refused(store.reserve(5)), Error::Failed(_)));
}

/// The new file is moved away between the rename and the look at what stands there.
#[test]
fn nothing_is_given_out_if_nothing_stands_there() {
    let disk = SimDisk::new();
    let mut store = disk.create(1 << 20).unwrap();
    disk.world().set_before("rename", |world| {
        world.set_before("metadata", |world| world.rename(&path(), &beside("moved")).unwrap());
    });
    assert!(matches!(refused(store.reserve(5)), Error::Replaced(_)));
    assert!(matches!(refused(store.reserve(5)), Error::Failed(_)));
    drop(store);
    assert_eq!(next(&disk.another_process(), &beside("moved")), 5);
}

#[test]
fn a_disk_that_keeps_what_is_replaced_must_be_trusted() {
    let disk = SimDisk::new();
    disk.world().hides = true;
    assert!(matches!(refused(disk.create(1 << 20)), Error::KeepsReplaced(_)));
    assert!(disk.world().find(&path()).is_err(), "nothing was left");
    let mut store = disk.create_as(1 << 20, true).unwrap();
    for round in 0..3 {
        assert_eq!(store.reserve(5).unwrap().range().start, 5 * round);
    }
    drop(store);
    let store = disk.open().unwrap();
    assert!(store.trusts_disk());
    assert_eq!(store.watermark().unwrap().next, 15);
}

/// A store that comes from a disk which forgets to one that keeps, or that does not tell births.
#[test]
fn a_store_is_recovered_onto_a_disk_that_is_trusted() {
    let hides = |world: &mut World| world.hides = true;
    let silent = |world: &mut World| world.tells_births = false;
    let disks: [fn(&mut World); 2] = [hides, silent];
    for make in disks {
        let disk = SimDisk::new();
        drop(disk.create(1 << 20).unwrap().reserve(5).unwrap());
        let disk = disk.another_process();
        make(&mut disk.world());
        let before = disk.world().backup(&path());
        for _ in 0..2 {
            let error = refused(disk.recover(100));
            assert!(matches!(error, Error::KeepsReplaced(_) | Error::NoBirth(_)), "{error}");
            assert!(disk.world().backup(&path()) == before, "a refusal changes nothing");
        }
        let opening = Opening { trust_disk: true, ..Opening::new(Secret::None) };
        let mut store = disk.recover_as(&opening, &Recovery::skip(100)).unwrap();
        assert_eq!(store.reserve(5).unwrap().range(), 105..110);
        drop(store);
        let store = disk.open().unwrap();
        assert!(store.trusts_disk() && store.watermark().unwrap().next == 110);
    }
}

/// A backup of the state before is written over the present file, and numbers are all there is.
#[test]
fn a_disk_that_does_not_tell_files_apart_must_be_trusted() {
    let disk = SimDisk::new();
    disk.world().tells_births = false;
    assert!(matches!(refused(disk.create(1 << 20)), Error::NoBirth(_)));
    assert!(disk.world().find(&path()).is_err(), "nothing was left");
    let mut store = disk.create_as(1 << 20, true).unwrap();
    let _ = store.reserve(5).unwrap();
    drop(store);
    assert!(disk.open().unwrap().trusts_disk());

    let disk = SimDisk::new();
    disk.world().tells_births = false;
    disk.world().tells_generations = true;
    let mut store = disk.create(1 << 20).unwrap();
    let mut refusals = 0;
    for _ in 0..6 {
        let backup = disk.world().backup(&path());
        let _ = store.reserve(5).unwrap();
        drop(store);
        let present = disk.world().backup(&path());
        disk.world().restore(&path(), &backup, true);
        let disk = disk.another_process();
        assert!(matches!(refused(disk.open()), Error::Copied { .. }));
        refusals += 1;
        disk.world().restore(&path(), &present, true);
        store = disk.open().unwrap();
    }
    assert_eq!(refusals, 6);
}

/// As a snapshot of a btrfs that is mounted in place of the original, whose files have the numbers
/// and births of those they are of.
#[test]
fn a_snapshot_of_the_file_system_is_refused_after_another_start() {
    let disk = SimDisk::new();
    disk.world().id = Some([1; 16]);
    drop(disk.create(1 << 20).unwrap().reserve(5).unwrap());
    disk.world().host.boot = [9; 16];
    assert_eq!(next(&disk, &path()), 5, "the same file system, another boot");
    disk.world().id = Some([2; 16]);
    assert!(matches!(refused(disk.open()), Error::Copied { .. }));
    // A kernel that does not tell.
    disk.world().id = None;
    assert_eq!(next(&disk, &path()), 5);
}

#[test]
fn a_copy_is_not_recovered_beside_its_original() {
    let disk = SimDisk::new();
    let mut store = disk.create(1 << 20).unwrap();
    let _ = store.reserve(5).unwrap();
    let copy = disk.world().backup(&path());
    let _ = store.reserve(5).unwrap();
    disk.world().restore(&beside("copy"), &copy, false);
    let recover = |disk: &SimDisk| {
        let opening = Opening::new(Secret::None);
        FileStore::recover_on(disk.clone(), &beside("copy"), &opening, &Recovery::skip(2000))
    };
    // Held or not.
    let other = disk.another_process();
    assert!(matches!(refused(recover(&other)), Error::Original { .. }));
    drop(store);
    assert!(matches!(refused(recover(&disk)), Error::Original { .. }));
    // Another store in its place is none of this.
    disk.world().remove(&path()).unwrap();
    drop(disk.create(9).unwrap());
    let store = recover(&disk).unwrap();
    assert_eq!(store.watermark().unwrap().next, 2005);
    drop(store);
    assert_eq!(next(&disk, &beside("copy")), 2005);
}
