//! Times the trust store beside rustls: thread CPU time, interleaved, medians and ratios.
//!
//! `cargo run --release -- load PATH...` loads each bundle or directory with both; `cargo run
//! --release -- verify` verifies one chain against stores of several sizes.

use std::error::Error;
use std::path::PathBuf;

mod load;
mod verify;

/// The median of some times.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next().as_deref().and_then(|word| word.to_str()) {
        Some("load") => arguments.try_for_each(|path| load::compare(&PathBuf::from(path))),
        Some("verify") => verify::grow(),
        _ => Err("usage: quicksalt-trust-peers load PATH... | verify".into()),
    }
}
