//! Runs the self-test of every candidate and says how it ended and how many microseconds this first
//! run took: `cargo run --release --package quicksalt --example selftests`. With arguments such as
//! `poly1305/avx2` only theirs. A process has a first run once, so that the ruler of the lab, which
//! repeats and pairs, cannot hold it: the figures are single ones by the wall's clock.
//!
//! Exits 1 if one has failed.

use std::env;
use std::process::ExitCode;
use std::time::Instant;

use quicksalt::choose::State;
use quicksalt::hazmat::PRIMITIVES;

fn main() -> ExitCode {
    let asked: Vec<String> = env::args().skip(1).collect();
    let mut failed = false;
    for &primitive in PRIMITIVES {
        for index in 0..primitive.len() {
            let name = format!("{}/{}", primitive.name(), primitive.meta(index).name);
            if !asked.is_empty() && !asked.contains(&name) {
                continue;
            }
            let begun = Instant::now();
            let state = primitive.prove(index);
            let took = begun.elapsed().as_secs_f64() * 1e6;
            println!("{name} {} {took:.1}", state.name());
            failed |= state == State::Failed;
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
