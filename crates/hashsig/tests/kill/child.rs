//! The signer that is killed: this binary once more.

use std::env;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use quicksalt_hashsig::signing::{Options, SigningKey};
use quicksalt_hashsig::store::{Opening, Secret};

use crate::small;

/// What the signer says when it holds the key.
const READY: &str = "the key is held";

/// A key of so many levels of small trees comes across boundaries of trees all the time.
pub(crate) const LEVELS: usize = 5;

/// Reserves in the background, and often.
const RESERVATION: u64 = 16;
const OPTIONS: Options = Options { reservation: Some(RESERVATION), ahead: 1, background: true };
/// The most indices that are lost with a signer.
pub(crate) const LOST_MAX: u64 = 2 * RESERVATION;

/// Starts a signer that logs the index in each signature, in eight bytes, before it makes the next.
pub(crate) fn start(folder: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "child::sign_until_killed"])
        .args(["--ignored", "--nocapture"])
        .env("QUICKSALT_SOAK_FOLDER", folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until it holds the key.
pub(crate) fn wait_until_ready(child: &mut Child) {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains(READY)), "it ended before it held the key");
}

#[test]
#[ignore = "run as a child"]
fn sign_until_killed() {
    let folder = env::var_os("QUICKSALT_SOAK_FOLDER").unwrap();
    let folder = Path::new(&folder);
    let mut log = OpenOptions::new().append(true).open(folder.join("log")).unwrap();
    let opening = Opening::new(Secret::None);
    let key = SigningKey::open(folder.join("store"), &opening, &OPTIONS).unwrap();
    key.prepare(1).unwrap();
    println!("{READY}");
    loop {
        let signature = key.sign(b"message").unwrap();
        // A signature that left is one that stands in the log.
        log.write_all(&small::index(LEVELS, &signature).to_le_bytes()).unwrap();
    }
}
