//! Tests that a cancelled load ends early and leaves the store unchanged.
#![allow(clippy::unwrap_used)]

mod common;

use core::cell::Cell;
use std::fs;

use common::{Folder, block, pem, root, skipped};
use quicksalt::Error::Interrupted;
use quicksalt::interrupt::while_wanted;
use quicksalt_trust::{Error, Report, TrustStore};

/// Runs work that is interrupted after this number of checks.
fn asking<T>(times: usize, work: impl FnOnce() -> T) -> T {
    let left = Cell::new(times);
    let is_wanted = move || left.replace(left.get().saturating_sub(1)) > 0;
    while_wanted(is_wanted, work)
}

/// Interrupts a load at each check in turn, until the load completes; returns the number of checks.
fn at_each_question(load: impl Fn(&mut TrustStore) -> Report) -> usize {
    let (mut fresh, old) = (TrustStore::new(), [root("old"), root("older"), root("old")]);
    old.iter().for_each(|der| assert!(fresh.add(der).is_ok()));
    let mut whole = fresh.clone();
    let expected = load(&mut whole);
    assert!(expected.loaded > 0);
    // Indexes that were built before the load must be correct again.
    let fingerprint = fresh.get(1).unwrap().fingerprint().unwrap();
    let find =
        |store: &TrustStore| store.by_fingerprint(&fingerprint).unwrap().map(|c| c.position());
    for times in 0.. {
        let mut store = fresh.clone();
        assert_eq!(find(&store), Some(1));
        let report = asking(times, || load(&mut store));
        if report.loaded > 0 {
            assert!(store.iter().map(|c| c.der()).eq(whole.iter().map(|c| c.der())));
            assert_eq!(skipped(&report), skipped(&expected));
            return times;
        }
        assert_eq!(skipped(&report), [("interrupted", None)]);
        assert!(store.iter().map(|c| c.der()).eq(old.iter().map(|der| &der[..])));
        assert!(store.names().eq(fresh.names()));
        assert_eq!(store.certificate_authorities(), fresh.certificate_authorities());
        assert_eq!(find(&store), Some(1));
        let subject = store.get(0).unwrap().subject();
        let same: Vec<usize> = store.by_subject(subject).map(|c| c.position()).collect();
        assert_eq!(same, [2, 0]);
        // Certificates removed by an interrupt can be loaded again.
        assert_eq!(load(&mut store).loaded, expected.loaded);
    }
    unreachable!()
}

/// Tests that an interrupt restores purposes that a repeated certificate had restricted.
#[test]
fn an_interrupt_restores_trusted_purposes() {
    /// Trust settings that reject serverAuth.
    const REJECTED: [u8; 14] = [0x30, 12, 0xa0, 10, 6, 8, 0x2b, 6, 1, 5, 5, 7, 3, 1];
    /// Trust settings that trust only clientAuth.
    const TRUSTED: [u8; 14] = [0x30, 12, 0x30, 10, 6, 8, 0x2b, 6, 1, 5, 5, 7, 3, 2];
    let (plain, marked) = (root("plain"), root("marked"));
    let trusted = |der: &[u8], settings: &[u8]| {
        block(&[der, settings].concat(), "TRUSTED CERTIFICATE", 64, "\n")
    };
    let mut fresh = TrustStore::new();
    assert_eq!(fresh.load_bytes("old", pem(&plain).as_bytes()).loaded, 1);
    assert_eq!(fresh.load_bytes("old", trusted(&marked, &REJECTED).as_bytes()).loaded, 1);
    let text = trusted(&plain, &REJECTED)
        + &trusted(&marked, &TRUSTED)
        + &"A line of a comment.\n".repeat(100_000)
        + &pem(&root("new"));
    let settings = |store: &TrustStore| -> Vec<_> {
        store.iter().map(|one| (one.trusted_for(), one.rejected_for())).collect()
    };
    let mut whole = fresh.clone();
    assert_eq!(whole.load_bytes("text", text.as_bytes()).loaded, 1);
    assert_eq!(settings(&whole)[0], (None, vec![String::from("serverAuth")]));
    assert_eq!(settings(&whole)[1].0, Some(vec![String::from("clientAuth")]));
    let mut interrupted = 0;
    for times in 0.. {
        let mut store = fresh.clone();
        if asking(times, || store.load_bytes("text", text.as_bytes())).loaded == 1 {
            break;
        }
        assert_eq!(settings(&store), settings(&fresh), "after {times} checks");
        interrupted += 1;
    }
    assert!(interrupted > 1);
}

/// Returns certificates between lines of comments.
fn bundle() -> String {
    let lines = "A line of a comment.\n".repeat(100_000);
    (0..4).map(|i| pem(&root(&i.to_string())) + &lines).collect()
}

#[test]
fn interrupted_load_of_bytes() {
    let text = bundle();
    assert!(
        at_each_question(|store| store.load_bytes("text", text.as_bytes())) >= text.len() >> 20
    );
}

#[test]
fn a_block_longer_than_a_part() {
    let mut der = root(&"x".repeat(450_000));
    let text = "Comment\n".repeat(100_000) + &pem(&der);
    at_each_question(|store| store.load_bytes("text", text.as_bytes()));
    der.truncate(500_000);
    let (store, report) = common::load((text + &pem(&der)).as_bytes());
    let reasons: Vec<&str> = skipped(&report).iter().map(|skipped| skipped.0).collect();
    assert_eq!((store.len(), &reasons[..]), (1, &["long-name", "der"][..]));
}

#[test]
fn interrupted_load_of_a_file() {
    let folder = Folder::new();
    let (path, text) = (folder.path("bundle"), bundle());
    fs::write(&path, &text).unwrap();
    assert!(at_each_question(|store| store.load([&path])) >= text.len() >> 20);
}

#[test]
fn interrupted_load_of_a_directory_and_a_file() {
    let folder = Folder::new();
    let files = 40;
    for i in 0..files {
        fs::write(folder.path(&format!("{i}.pem")), pem(&root(&i.to_string()))).unwrap();
    }
    let paths = [folder.path("."), folder.path("none"), folder.path("0.pem")];
    assert!(at_each_question(|store| store.load(&paths)) >= 2 * files);
}

#[test]
fn interrupted_copies_and_first_look_ups() {
    let mut store = TrustStore::new();
    (0..3).for_each(|i| assert!(store.add(&root(&i.to_string())).is_ok()));
    let interrupted = Error::Primitive(Interrupted);
    assert_eq!(asking(2, || store.to_pem()).unwrap_err(), interrupted);
    assert_eq!(asking(2, || store.subset([0, 1, 2])).unwrap_err(), interrupted);
    let fingerprint = store.get(2).unwrap().fingerprint().unwrap();
    assert_eq!(asking(2, || store.by_fingerprint(&fingerprint)).unwrap_err(), interrupted);
    assert_eq!(store.by_fingerprint(&fingerprint).unwrap().unwrap().position(), 2);
}
