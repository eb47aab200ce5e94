//! Fuzzes the reader of every file format for a given number of seconds: `cargo run --release -p
//! quicksalt-files --example fuzz -- 3600 [SEED]`.
//!
//! A panic prints the seed of its sample; pass that seed as the second argument to reproduce it.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/common/mutate.rs"]
mod mutate;

use core::sync::atomic::{AtomicU64, Ordering};
use std::env;
use std::time::{Instant, SystemTime};

use mutate::{Random, Samples};

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
    let (files, start, mut count) = (Samples::new(), Instant::now(), 0_u64);
    while start.elapsed().as_secs() < seconds {
        SEED.store(random.0, Ordering::Relaxed);
        files.check(&files.damaged(&mut random));
        count += 1;
    }
    println!("{count} damaged files, last seed {}", random.0);
}
