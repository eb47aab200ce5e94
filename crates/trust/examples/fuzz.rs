//! Damages bundles and revocation lists at random and checks the invariants of a store, for the
//! given number of seconds: `cargo run --release -p quicksalt-trust --example fuzz -- 3600 [SEED]`.
//!
//! If a sample panics or runs longer than ten seconds, its seed is printed; pass it as the second
//! argument to run that sample first. Exceeding the memory limit is a failure too.
#![allow(clippy::unwrap_used)]

#[path = "../tests/common/chains.rs"]
mod chains;
#[path = "../tests/common/mutate.rs"]
mod mutate;

use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::process;
use std::thread;
use std::time::{Instant, SystemTime};
use std::{env, fs};

use mutate::{Random, check, check_lists, sample, templates};

/// The memory limit of the process. Samples have only a few kilobytes.
const MEMORY_KB: u64 = 256 << 10;
const SLOWEST: Duration = Duration::from_secs(10);

/// The seed of the current sample.
static SEED: AtomicU64 = AtomicU64::new(0);

fn main() {
    let mut arguments = env::args().skip(1).map(|text| text.parse::<u64>().unwrap());
    let seconds = arguments.next().unwrap_or(60);
    let now = || SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let mut random = Random(arguments.next().unwrap_or_else(now));
    std::panic::set_hook(Box::new(|panic| {
        println!("seed {}: {panic}", SEED.load(Ordering::Relaxed));
    }));
    thread::spawn(watch);
    let file = env::temp_dir().join(format!("quicksalt-fuzz-{}", process::id()));
    let (templates, start) = (templates(), Instant::now());
    let mut samples = 0_u64;
    while start.elapsed().as_secs() < seconds {
        SEED.store(random.0, Ordering::Relaxed);
        let bytes = sample(&mut random, &templates);
        check(&mut random, &bytes, &file);
        check_lists(&mut random, &templates);
        samples += 1;
    }
    let peak = peak().unwrap_or(0);
    println!(
        "{samples} bundles and as many sets of lists, peak memory {peak} KB, last seed {}",
        random.0
    );
    assert!(peak < MEMORY_KB, "more than {MEMORY_KB} KB");
}

/// Ends the process if a sample takes too long.
fn watch() {
    let mut last = None;
    loop {
        let seed = SEED.load(Ordering::Relaxed);
        if last == Some(seed) {
            println!("seed {seed}: still running after {SLOWEST:?}");
            process::exit(1);
        }
        last = Some(seed);
        thread::sleep(SLOWEST);
    }
}

/// Returns the peak memory in KB if the kernel reports it.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
