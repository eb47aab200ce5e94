//! Replaced files that survive, and disks without file identities.

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

/// Another process names the file between the check of the present file and the rename that
/// replaces it.
#[test]
fn a_name_made_during_a_change_stops_the_signer_permanently() {
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
            // After a restart as well.
            disk = disk.another_process();
            assert!(matches!(refused(disk.open()), Error::OldSurvives(_)), "{call}");
            // The old file does not open while the new file exists. Without the new file it
            // continues at its watermark.
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

/// The next change detects the second name of the present state.
#[test]
fn a_second_name_of_the_new_file_stops_the_signer_until_removed() {
    let disk = SimDisk::new();
    let mut store = disk.create(1 << 20).unwrap();
    disk.world().set_before("rename", |world| world.link(&world.temporary(), &beside("copy")));
    assert_eq!(store.reserve(5).unwrap().range(), 0..5);
    assert!(matches!(refused(store.reserve(5)), Error::SecondName(_)));
    disk.world().remove(&beside("copy")).unwrap();
    assert_eq!(store.reserve(5).unwrap().range(), 5..10);
}

/// Another file appears under the temporary name before the rename.
#[test]
fn a_foreign_file_at_the_path_stops_the_signer() {
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

/// The new file is moved away between the rename and the check of the path.
#[test]
fn a_missing_file_at_the_path_stops_the_signer() {
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
fn a_disk_that_retains_replaced_files_must_be_trusted() {
    let disk = SimDisk::new();
    disk.world().hides = true;
    assert!(matches!(refused(disk.create(1 << 20)), Error::KeepsReplaced(_)));
    assert!(disk.world().find(&path()).is_err(), "no file remains");
    let mut store = disk.create_as(1 << 20, true).unwrap();
    for round in 0..3 {
        assert_eq!(store.reserve(5).unwrap().range().start, 5 * round);
    }
    drop(store);
    let store = disk.open().unwrap();
    assert!(store.trusts_disk());
    assert_eq!(store.watermark().unwrap().next, 15);
}

/// Moves a store to a disk that retains replaced files, or that does not report birth times.
#[test]
fn recovery_onto_an_unsafe_disk_requires_trust() {
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

/// A backup of the previous state is written over the present file, and only inode numbers identify
/// files.
#[test]
fn a_disk_without_file_identities_must_be_trusted() {
    let disk = SimDisk::new();
    disk.world().tells_births = false;
    assert!(matches!(refused(disk.create(1 << 20)), Error::NoBirth(_)));
    assert!(disk.world().find(&path()).is_err(), "no file remains");
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

/// Simulates a btrfs snapshot mounted in place of the original: its files have the inode numbers
/// and births of the original files.
#[test]
fn a_snapshot_of_the_file_system_is_refused_after_another_start() {
    let disk = SimDisk::new();
    disk.world().id = Some([1; 16]);
    drop(disk.create(1 << 20).unwrap().reserve(5).unwrap());
    disk.world().host.boot = [9; 16];
    assert_eq!(next(&disk, &path()), 5, "the same file system, another boot");
    disk.world().id = Some([2; 16]);
    assert!(matches!(refused(disk.open()), Error::Copied { .. }));
    // A kernel that does not report the file system's identifier.
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
    // Refused whether or not the original is in use.
    let other = disk.another_process();
    assert!(matches!(refused(recover(&other)), Error::Original { .. }));
    drop(store);
    assert!(matches!(refused(recover(&disk)), Error::Original { .. }));
    // Another store at the original's path does not prevent recovery.
    disk.world().remove(&path()).unwrap();
    drop(disk.create(9).unwrap());
    let store = recover(&disk).unwrap();
    assert_eq!(store.watermark().unwrap().next, 2005);
    drop(store);
    assert_eq!(next(&disk, &beside("copy")), 2005);
}
