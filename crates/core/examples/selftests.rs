//! Runs the self-test of every candidate and prints its outcome and the duration of this first run
//! in microseconds: `cargo run --release --package quicksalt --example selftests`. Arguments such
//! as `poly1305/avx2` select candidates. Each process has only one first run, so the lab's repeated
//! and paired measurements do not apply: each figure is a single wall-clock time.
//!
//! Exits with status 1 if a self-test failed.

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
