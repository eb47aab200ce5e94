//! The child process runs an operation, wipes its own copies of the secrets, and sleeps while the
//! parent searches its memory.

use core::hint::black_box;
use std::env;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};

use quicksalt::choose::from_env;
use quicksalt::hazmat::PRIMITIVES;
use zeroize::Zeroize as _;

use crate::Case;
use crate::known::is_known;
use crate::scan::{Found, search};
use crate::{constructions, control, primitives};

/// The line that announces the end of the operation, followed by the address below which its stack
/// was.
const READY: &str = "ready ";

/// More stack than the child uses after the operation, so that only the operation itself overwrites
/// its remnants.
const DEEP: usize = 1 << 16;

#[test]
#[ignore = "run as a child"]
fn sleeper() {
    let (name, candidate) = (env::var("CASE").unwrap(), env::var("CANDIDATE").unwrap());
    let mut cases = primitives::cases().chain(constructions::cases()).chain(control::CASES);
    let case = cases.find(|case| case.name == name).unwrap();
    // Unbuffered, because a buffer would contain the secrets.
    let mut pipe = File::open("/proc/self/fd/0").unwrap();
    assert!(from_env(PRIMITIVES).is_empty());
    let mut length = [0; 8];
    pipe.read_exact(&mut length).unwrap();
    let mut input = vec![0; usize::from_le_bytes(length)];
    pipe.read_exact(&mut input).unwrap();
    let below = deep(case.run, &candidate, &input);
    input.zeroize();
    println!("\n{READY}{below}");
    // Sleeps until the parent closes the pipe.
    assert_eq!(pipe.read(&mut [0]).unwrap(), 0);
}

/// Runs an operation deep in the stack; returns the address below which its stack is.
#[inline(never)]
pub(crate) fn deep(run: fn(&str, &[u8]), candidate: &str, input: &[u8]) -> usize {
    let room = black_box([0_u8; DEEP]);
    run(candidate, input);
    black_box(&room).as_ptr() as usize
}

/// Creates a key without leaving a second copy of it.
pub(crate) fn made<'a, T: TryFrom<&'a [u8]>>(bytes: &'a [u8]) -> Box<T> {
    let key = moved_to_the_heap(bytes);
    wipe_stack();
    key
}

#[inline(never)]
fn moved_to_the_heap<'a, T: TryFrom<&'a [u8]>>(bytes: &'a [u8]) -> Box<T> {
    Box::new(T::try_from(bytes).ok().unwrap())
}

#[inline(never)]
fn wipe_stack() {
    black_box([0_u8; 1 << 12]).zeroize();
}

/// Returns the secrets that a case leaves in a child's memory.
pub(crate) fn left_by(case: &Case, candidate: &str, uses: &str, len: usize) -> Vec<Found> {
    let (input, secrets) = (case.prepare)(len);
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "child::sleeper", "--ignored", "--nocapture", "--test-threads=1"]);
    for variable in ["QUICKSALT_POLICY", "QUICKSALT_RECORD", "XDG_CACHE_HOME"] {
        command.env_remove(variable);
    }
    command.env("HOME", "/nonexistent").env("QUICKSALT_USE", uses);
    command.env("CASE", case.name).env("CANDIDATE", candidate);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(&input.len().to_le_bytes()).unwrap();
    pipe.write_all(&input).unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let below = said.find_map(|line| line.strip_prefix(READY).map(|at| at.parse().unwrap()));
    let below = below.unwrap_or_else(|| panic!("{} by {candidate} did not run", case.name));
    let found = search(child.id(), below, &secrets);
    drop(pipe);
    said.for_each(drop);
    assert!(child.wait().unwrap().success(), "{} by {candidate}", case.name);
    found
}

/// A run: a case, its candidate, the forced candidates for other primitives (as in
/// `QUICKSALT_USE`), and the message length.
pub(crate) type Run = (&'static Case, String, String, usize);

/// Fails with a list of all unknown secret remnants of these runs.
#[track_caller]
pub(crate) fn nothing_is_left(runs: impl Iterator<Item = Run>) {
    let (mut count, mut report) = (0, String::new());
    for (case, candidate, uses, len) in runs {
        count += 1;
        for found in left_by(case, &candidate, &uses, len) {
            if !is_known(case.name, &candidate, &found.secret) {
                report += &format!("\n{} by {candidate}, {len} bytes: {found}", case.name);
            }
        }
    }
    assert!(count > 0 && report.is_empty(), "after {count} runs:{report}");
}
