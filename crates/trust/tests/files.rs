//! Files without certificates, directories, links and limits.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

#[cfg(unix)]
use std::os::unix::{fs::symlink, net::UnixListener};
use std::path::Path;
#[cfg(unix)]
use std::{fs, io, process::Command};

use common::{Folder, pem, root, skipped};
#[cfg(unix)]
use quicksalt_trust::{Kind, Reason};
use quicksalt_trust::{Limits, Report, TrustStore};

fn load(path: impl AsRef<Path>) -> (TrustStore, Report) {
    let mut store = TrustStore::new();
    let report = store.load([path]);
    (store, report)
}

#[cfg(unix)]
#[track_caller]
fn kind_of(path: impl AsRef<Path>) -> Kind {
    match load(path).1.skipped[..] {
        [ref skipped] => match skipped.reason {
            Reason::NotAFile(kind) => kind,
            ref other => panic!("{other}"),
        },
        ref other => panic!("{other:?}"),
    }
}

fn limited(change: impl FnOnce(&mut Limits)) -> TrustStore {
    let mut limits = Limits::default();
    change(&mut limits);
    TrustStore::with_limits(limits)
}

/// Windows: std has no file identity there, and symbolic links need a privilege.
#[cfg(unix)]
#[test]
fn a_directory_reads_each_file_once_in_order() {
    let folder = Folder::new();
    let [a, b] = ["A", "B"].map(root);
    folder.write("b.pem", pem(&b));
    folder.write("a.crt", &a);
    folder.write("c-bundle.pem", pem(&a) + &pem(&b));
    symlink("b.pem", folder.path("11aa22bb.0")).unwrap();
    symlink(folder.path("b.pem"), folder.path("b-again.pem")).unwrap();
    fs::hard_link(folder.path("a.crt"), folder.path("z.crt")).unwrap();
    let (store, report) = load(&folder);
    assert!(report.is_clean(), "{:?}", report.skipped);
    assert_eq!((report.files, report.links), (3, 3));
    assert_eq!((report.loaded, report.duplicates), (2, 2));
    let order: Vec<&[u8]> = store.iter().map(|certificate| certificate.der()).collect();
    assert_eq!(order, [&b[..], &a[..]]);
}

/// Windows has neither FIFOs nor sockets nor devices in a directory.
#[cfg(unix)]
#[test]
fn other_file_types_are_reported_without_blocking() {
    let folder = Folder::new();
    let fifo = folder.path("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let _socket = UnixListener::bind(folder.path("socket")).unwrap();
    fs::create_dir(folder.path("inside")).unwrap();
    folder.write("root.pem", pem(&root("A")));
    assert_eq!(kind_of(&fifo), Kind::Fifo);
    assert_eq!(kind_of(folder.path("socket")), Kind::Socket);
    for device in ["/dev/zero", "/dev/null", "/dev/tty"] {
        if Path::new(device).exists() {
            assert_eq!(kind_of(device), Kind::Device);
        }
    }
    let (store, report) = load(&folder);
    assert_eq!(store.len(), 1);
    assert_eq!(skipped(&report), [("not-a-file", None); 2]);
    assert_eq!(report.directories, 1);
}

#[test]
fn a_missing_file() {
    let (_, report) = load(Folder::new().path("absent"));
    assert_eq!(skipped(&report), [("unreadable", None)]);
    assert!(report.skipped[0].to_string().contains("absent"));
}

/// Symbolic links need a privilege on Windows.
#[cfg(unix)]
#[test]
fn loops_and_dangling_links() {
    let folder = Folder::new();
    symlink("loop", folder.path("loop")).unwrap();
    symlink("nothing", folder.path("dangling")).unwrap();
    folder.write("root.pem", pem(&root("A")));
    let (store, report) = load(&folder);
    assert_eq!((store.len(), report.skipped.len()), (1, 2));
    let kinds: Vec<bool> = report
        .skipped
        .iter()
        .map(|skipped| {
            matches!(skipped.reason, Reason::Unreadable { kind: io::ErrorKind::NotFound, .. })
        })
        .collect();
    assert_eq!(kinds, [true, false]);
}

/// Tests a regular file for which the kernel returns an error when its start is read.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_read() {
    assert_eq!(skipped(&load("/proc/self/mem").1), [("unreadable", None)]);
}

/// Tests files for which the kernel reports the length 0.
#[cfg(target_os = "linux")]
#[test]
fn the_reported_length_is_not_trusted() {
    assert_eq!(skipped(&load("/proc/self/status").1), [("no-certificate", None)]);
    let mut store = limited(|limits| limits.file = 10);
    assert_eq!(skipped(&store.load(["/proc/self/status"])), [("file-too-long", None)]);
}

#[test]
fn too_long_files_and_directories() {
    let folder = Folder::new();
    let text = pem(&root("A"));
    let path = folder.write("root.pem", &text);
    let mut store = limited(|limits| limits.file = text.len() as u64);
    assert_eq!(store.load([&path]).loaded, 1);
    let mut store = limited(|limits| limits.file = text.len() as u64 - 1);
    assert_eq!(skipped(&store.load([&path])), [("file-too-long", None)]);
    for i in 0..9 {
        folder.write(&i.to_string(), "");
    }
    let mut store = limited(|limits| limits.entries = 10);
    assert_eq!(store.load([&folder]).loaded, 1);
    folder.write("one too many", "");
    assert_eq!(skipped(&store.load([&folder])), [("too-many-entries", None)]);
}

#[test]
fn reports_a_full_store() {
    let [a, b] = ["A", "B"].map(root);
    let text = pem(&a) + &pem(&b);
    let second = Some(pem(&a).len() as u64);
    let mut store = limited(|limits| limits.certificates = 1);
    assert_eq!(skipped(&store.load_bytes("two", text.as_bytes())), [("store-full", second)]);
    let mut store = limited(|limits| limits.total = (a.len() + b.len() - 1) as u32);
    assert_eq!(skipped(&store.load_bytes("two", text.as_bytes())), [("store-full", second)]);
    let mut store = limited(|limits| limits.total = (a.len() + b.len()) as u32);
    assert_eq!(store.load_bytes("two", text.as_bytes()).loaded, 2);
}

/// Tests blocks of about the window length, and blocks longer than any certificate may be.
#[test]
fn long_blocks_do_not_affect_other_blocks() {
    let folder = Folder::new();
    let good = pem(&root("A"));
    let middle = pem(&root("B"));
    for len in [90_000, 98_000, 98_304, 200_000] {
        let long = pem(&vec![0xff; len]);
        let path = folder.write("long.pem", format!("{good}{long}{middle}"));
        let offset = Some(good.len() as u64);
        assert_eq!(skipped(&load(&path).1), [("der", offset)]);
        let mut store = limited(|limits| limits.certificate = 80_000);
        let report = store.load([&path]);
        assert_eq!((report.loaded, skipped(&report)), (2, vec![("certificate-too-long", offset)]));
    }
    let path = folder.write("long.der", [&[0x30, 0x83, 3, 0, 0][..], &[0; 0x30000]].concat());
    let mut store = limited(|limits| limits.certificate = 80_000);
    assert_eq!(store.load([&path]).skipped.len(), 1);
    assert_eq!(skipped(&load(&path).1), [("der", Some(0))]);
}

/// Tests that the result does not depend on whether the window ends in a boundary or in a body.
#[test]
fn certificates_across_windows() {
    let folder = Folder::new();
    let bundle: String = (0..4).map(|i| pem(&root(&i.to_string()))).collect();
    let key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
    for shift in (0..800).step_by(7) {
        let text = format!("{}\n{bundle}{key}{bundle}", "x".repeat((128 << 10) - 1500 - shift));
        let report = load(folder.write("shifted.pem", &text)).1;
        assert_eq!((report.loaded, report.duplicates), (4, 4), "shift {shift}");
        let at = text.find("-----BEGIN PRIVATE").unwrap() as u64;
        assert_eq!(skipped(&report), [("label", Some(at))]);
    }
}

#[test]
fn the_report_is_bounded() {
    let text = "-----BEGIN X-----\n".repeat(100);
    let mut store = limited(|limits| limits.skipped = 7);
    let report = store.load_bytes("many", text.as_bytes());
    assert_eq!((report.skipped.len(), report.unlisted), (7, 93));
    assert!(!report.is_clean());
}
