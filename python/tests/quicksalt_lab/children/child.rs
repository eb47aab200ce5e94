//! A child of the ruler, see docs/children.md: a thousand steps of xorshift64. Rust's standard
//! library lacks a processor-time clock, so this child uses wall-clock time.

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;

fn xorshift(mut state: u64) -> u64 {
    for _ in 0..1000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    state
}

fn main() -> io::Result<()> {
    let mut result = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split(' ');
        let answer = match (words.next(), words.next().and_then(|word| word.parse::<u64>().ok())) {
            (Some("run"), Some(count)) => {
                let start = Instant::now();
                for _ in 0..count {
                    result = xorshift(black_box(1));
                }
                format!("ok {}", start.elapsed().as_nanos())
            }
            (Some("output"), _) => format!("ok {result:016x}"),
            (Some("end"), _) => break,
            _ if line == "hello quicksalt-child/1" => {
                String::from("ok quicksalt-child/1 wall xorshift in Rust")
            }
            _ => String::from("error no such request"),
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
