//! How many indices a store gives out in a second, by the size of the reservation.
//!
//! `cargo run --release -p quicksalt-hashsig --example reservations [FOLDER]` measures the disk that
//! the folder lies on. The sizes take turns, round by round; the clock is the wall's, since the
//! time is the disk's.

use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs, process};

use quicksalt_hashsig::store::{Cost, FileStore, New, Result, Secret, Store};

const SIZES: [u64; 4] = [1, 64, 1024, 16_384];
const ROUNDS: usize = 9;
const RESERVATIONS: u32 = 20;

fn main() -> Result<()> {
    let folder = env::args_os().nth(1).map_or_else(env::temp_dir, PathBuf::from);
    let path = folder.join(format!("quicksalt-reservations-{}", process::id()));
    let (secret, cost) = (Secret::None, Cost::default());
    let (range, identity) = (0..1 << 60, None);
    let new = New { range, material: &[0; 64], identity, secret, cost, trust_disk: false };
    let mut store = FileStore::create(&path, &new)?;
    let rates = rates(&mut store);
    drop(store);
    let _ = fs::remove_file(&path);
    let rates = rates?;
    println!("reservation of | indices/s | against 1 | us a reservation (medians of {ROUNDS})");
    for (size, rate) in SIZES.iter().zip(&rates) {
        let us = 1e6 * *size as f64 / rate;
        println!("{size:>14} | {rate:>9.0} | {:>9.1} | {us:>6.0}", rate / rates[0]);
    }
    Ok(())
}

/// The median rate of each size.
fn rates(store: &mut impl Store) -> Result<Vec<f64>> {
    let mut rates = vec![Vec::new(); SIZES.len()];
    for _ in 0..ROUNDS {
        for (rates, &size) in rates.iter_mut().zip(&SIZES) {
            let start = Instant::now();
            for _ in 0..RESERVATIONS {
                let mut reservation = store.reserve(size)?;
                while reservation.take()?.is_some() {}
            }
            let indices = f64::from(RESERVATIONS) * size as f64;
            rates.push(indices / start.elapsed().as_secs_f64());
        }
    }
    let median = |mut rates: Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        rates[ROUNDS / 2]
    };
    Ok(rates.into_iter().map(median).collect())
}
