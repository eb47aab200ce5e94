//! Runs the self-test of every candidate and says how it ended and how many microseconds this first
//! run took: `cargo run --release --package quicksalt --example selftests`.
//!
//! Exits 1 if one has failed.

use std::process::ExitCode;
use std::time::Instant;

use quicksalt::choose::State;
use quicksalt::hazmat::PRIMITIVES;

fn main() -> ExitCode {
    let mut failed = false;
    for &primitive in PRIMITIVES {
        for index in 0..primitive.len() {
            let begun = Instant::now();
            let state = primitive.prove(index);
            let took = begun.elapsed().as_secs_f64() * 1e6;
            let (name, candidate) = (primitive.name(), primitive.meta(index).name);
            println!("{name}/{candidate} {} {took:.1}", state.name());
            failed |= state == State::Failed;
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
