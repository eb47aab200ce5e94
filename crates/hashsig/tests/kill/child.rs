//! The signer that is killed, run as a child process of this test binary.

use std::env;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use quicksalt_hashsig::signing::{Options, SigningKey};
use quicksalt_hashsig::store::{Opening, Secret};

use crate::small;

/// The line that the signer prints when it holds the key.
const READY: &str = "the key is held";

/// With this number of small levels, a key crosses tree boundaries frequently.
pub(crate) const LEVELS: usize = 5;

/// Small reservations, made frequently in the background.
const RESERVATION: u64 = 16;
const OPTIONS: Options = Options { reservation: Some(RESERVATION), ahead: 1, background: true };
/// The maximum number of indices lost with one signer.
pub(crate) const LOST_MAX: u64 = 2 * RESERVATION;

/// Starts a signer that logs the index of each signature, in eight bytes, before it makes the next
/// signature.
pub(crate) fn start(folder: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "child::sign_until_killed"])
        .args(["--ignored", "--nocapture"])
        .env("QUICKSALT_SOAK_FOLDER", folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until the signer holds the key.
pub(crate) fn wait_until_ready(child: &mut Child) {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(
        lines.any(|line| line.unwrap().contains(READY)),
        "the signer ended before it held the key"
    );
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
        // A signature counts as published once it is in the log.
        log.write_all(&small::index(LEVELS, &signature).to_le_bytes()).unwrap();
    }
}
