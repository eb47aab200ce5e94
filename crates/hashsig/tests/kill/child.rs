//! The signer that is killed: this binary once more.

use std::env;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use quicksalt_hashsig::store::{FileStore, Opening, Secret, Store};

/// What the signer says when it holds the store.
const READY: &str = "the store is held";

/// The largest reservation that it makes.
pub(crate) const LARGEST: u64 = 64;

/// Starts a signer that logs each index it gives out, in eight bytes, before it takes the next.
pub(crate) fn start(folder: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "child::sign_until_killed", "--nocapture"])
        .env("QUICKSALT_SOAK_FOLDER", folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until it holds the store.
pub(crate) fn wait_until_ready(child: &mut Child) {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains(READY)), "it ended before it held the store");
}

/// The whole of a child; nothing where no folder is given.
#[test]
fn sign_until_killed() {
    let Some(folder) = env::var_os("QUICKSALT_SOAK_FOLDER") else {
        return;
    };
    let folder = Path::new(&folder);
    let mut log = OpenOptions::new().append(true).open(folder.join("log")).unwrap();
    let opening = Opening::new(Secret::None);
    let mut store = FileStore::open(folder.join("store"), &opening).unwrap();
    println!("{READY}");
    for turn in 0.. {
        let mut reservation = store.reserve(1 + turn * 37 % LARGEST).unwrap();
        while let Some(index) = reservation.take().unwrap() {
            // A signature that left is one that stands in the log.
            log.write_all(&index.get().to_le_bytes()).unwrap();
        }
    }
}
