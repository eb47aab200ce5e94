//! Hard links, renames, folder copies and file system snapshots at random moments of a change, on
//! the disk of this machine: no index is given out twice.
//!
//! `QUICKSALT_ROUNDS` sets the number of rounds; the default is small.

use core::time::Duration;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use quicksalt_hashsig::store::{Error, Store};

use super::choices::Random;
use super::folder::Folder;
use super::issued::Issued;
use super::real::{create, open};

/// Returns the number of rounds from the environment, or the default.
pub(crate) fn rounds(by_default: u64) -> u64 {
    env::var("QUICKSALT_ROUNDS").map_or(by_default, |rounds| rounds.parse().unwrap())
}

/// The outcomes of rounds.
#[derive(Default)]
struct Seen {
    /// The number of signers that stopped early.
    stopped: u64,
    /// The number of files that gave out indices afterwards.
    alive: u64,
    /// The number of files that were refused afterwards.
    refused: u64,
}

/// Reserves in `folder` while another thread runs `deed` there, then takes the indices that the
/// files below `all` still give out.
fn round(all: &Path, folder: &Path, random: &mut Random, deed: impl Fn() + Sync, seen: &mut Seen) {
    let mut issued = Issued::default();
    let mut store = create(&folder.join("store"));
    let delay = Duration::from_micros(random.below(2000));
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            thread::sleep(delay);
            deed();
        });
        // Two more reservations after the deed is done.
        let mut after = 0;
        while after < 2 {
            after += u64::from(other.is_finished());
            match store.reserve(3) {
                Ok(reservation) => drop(issued.take(reservation)),
                Err(error) => {
                    assert!(is_told(&error), "{error:?}");
                    seen.stopped += 1;
                    break;
                }
            }
        }
    });
    drop(store);
    for file in files(all) {
        let given = open(&file).and_then(|mut store| store.reserve(3));
        match given {
            Ok(reservation) => {
                issued.take(reservation);
                seen.alive += 1;
            }
            Err(_) => seen.refused += 1,
        }
    }
}

/// Whether an error may stop a signer in these tests.
const fn is_told(error: &Error) -> bool {
    matches!(error, Error::OldSurvives(_) | Error::Replaced(_) | Error::SecondName(_))
}

/// Returns all files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

impl Seen {
    fn tell(&self, name: &str, rounds: u64) {
        let Self { stopped, alive, refused } = self;
        println!(
            "{name}: {rounds} rounds, {stopped} signers stopped, afterwards {alive} files gave \
             something out and {refused} were refused, no index twice"
        );
    }
}

/// Runs `rounds` rounds in separate folders, each with the store in a folder `keys`.
fn soak(name: &str, rounds: u64, deed: impl Fn(&Path) + Sync) -> Seen {
    let mut seen = Seen::default();
    for number in 0..rounds {
        let folder = Folder::new(&format!("soak-{name}"));
        let (all, keys) = (folder.join("."), folder.join("keys"));
        fs::create_dir(&keys).unwrap();
        round(&all, &keys, &mut Random(number), || deed(&all), &mut seen);
    }
    seen.tell(name, rounds);
    seen
}

/// Runs a program without its output; returns whether it succeeded.
fn run(program: &str, arguments: &[&Path]) -> bool {
    let quiet =
        |command: &mut Command| command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet(Command::new(program).args(arguments)).is_ok_and(|status| status.success())
}

#[test]
fn a_hard_link_never_repeats_an_index() {
    let rounds = rounds(20);
    let seen = soak("link", rounds, |all| {
        // Linking fails if the file disappears meanwhile.
        while fs::hard_link(all.join("keys/store"), all.join("link")).is_err() {}
    });
    assert_eq!(seen.stopped, rounds);
}

#[test]
fn a_rename_never_repeats_an_index() {
    let rounds = rounds(20);
    let seen = soak("rename", rounds, |all| {
        fs::rename(all.join("keys/store"), all.join("moved")).unwrap();
    });
    assert_eq!(seen.stopped, rounds);
}

#[test]
fn a_folder_of_hard_links_never_repeats_an_index() {
    let seen = soak("cp -al", rounds(20), |all| {
        // `cp` fails if a file disappears during the copy; the links made so far remain.
        run("cp", &[Path::new("-al"), &all.join("keys"), &all.join("copy")]);
    });
    assert!(seen.stopped > 0);
}

/// A btrfs image, mounted on a folder until dropped.
#[cfg(target_os = "linux")]
struct Mounted(Folder);

#[cfg(target_os = "linux")]
impl Mounted {
    /// Returns `None`, and prints a note, if btrfs cannot be mounted.
    fn new() -> Option<Self> {
        let folder = Folder::new("btrfs");
        let (image, place) = (folder.join("image"), folder.join("mounted"));
        fs::create_dir(&place).unwrap();
        fs::File::create(&image).unwrap().set_len(400 << 20).unwrap();
        let made = run("mkfs.btrfs", &[Path::new("--quiet"), &image])
            && run("mount", &[Path::new("-o"), Path::new("loop"), &image, &place]);
        if !made {
            println!("skipped: no btrfs can be mounted; install btrfs-progs and run as root");
        }
        made.then_some(Self(folder))
    }

    fn path(&self) -> PathBuf {
        self.0.join("mounted")
    }
}

#[cfg(target_os = "linux")]
impl Drop for Mounted {
    fn drop(&mut self) {
        run("umount", &[&self.path()]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_snapshot_never_repeats_an_index() {
    let Some(mounted) = Mounted::new() else { return };
    let btrfs = |does: &str, on: &[&Path]| {
        run("btrfs", &[&[Path::new("subvolume"), Path::new(does)], on].concat())
    };
    let (rounds, mut seen) = (rounds(3), Seen::default());
    let (keys, snapshot, aside) = (
        mounted.path().join("keys"),
        mounted.path().join("snapshot"),
        mounted.path().join("aside"),
    );
    for number in 0..rounds {
        assert!(btrfs("create", &[&keys]));
        let take = || assert!(btrfs("snapshot", &[&keys, &snapshot]));
        round(&mounted.path(), &keys, &mut Random(number), take, &mut seen);
        // Roll back: the snapshot takes the place of the original.
        fs::rename(&keys, &aside).unwrap();
        fs::rename(&snapshot, &keys).unwrap();
        assert!(open(&keys.join("store")).is_err());
        assert!(btrfs("delete", &[&keys, &aside]));
    }
    seen.tell("snapshot", rounds);
    // The snapshot may also contain the temporary file with the new state.
    assert!(seen.refused >= rounds);
    assert_eq!((seen.stopped, seen.alive), (0, rounds));
}
