//! All peers timed in random order, round by round.

use std::io::IsTerminal as _;

use crate::dice::Dice;
use crate::peer::{Outcome, Peer, Size, Timed};

/// The times of one operation.
pub struct Cell {
    /// `generate`, `sign` or `verify`.
    pub operation: &'static str,
    /// At what size.
    pub size: Size,
    /// For each peer its nanoseconds in every round.
    pub times: Vec<Vec<f64>>,
}

/// How many rounds an operation runs.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// Of key generation.
    pub generate: usize,
    /// Of signing and of verifying.
    pub others: usize,
}

const MESSAGE: &[u8] = b"what everybody signs";

/// Times all three operations.
pub fn run(
    peers: &mut [Box<dyn Peer>],
    size: Size,
    rounds: Rounds,
    dice: &mut Dice,
) -> Outcome<Vec<Cell>> {
    // About a millisecond a batch, of the fastest.
    let batch = if size.width == 8 { 8 } else { 32 };
    let generate = cell("generate", size, rounds.generate, peers, dice, |peer, _| {
        Ok(peer.generate(size)?.ns)
    })?;
    // Signing needs a key that has not signed yet for each batch that would exceed it.
    let most = (1 << size.height) / batch as usize;
    if rounds.others + 1 > most {
        return Err(format!("at most {} rounds at {size}", most - 1).into());
    }
    let sign = cell("sign", size, rounds.others, peers, dice, |peer, _| {
        Ok(peer.sign(MESSAGE, batch)?.ns)
    })?;
    let mut signed = Vec::new();
    for _ in 0..=rounds.others {
        let Timed { value: public_key, .. } = peers[0].generate(Size { height: 5, ..size })?;
        signed.push((public_key, peers[0].sign(MESSAGE, 1)?.value));
    }
    let small = Size { height: 5, ..size };
    for peer in peers.iter_mut() {
        peer.generate(small)?;
    }
    let verify = cell("verify", small, rounds.others, peers, dice, |peer, round| {
        let (public_key, signature) = &signed[round];
        let verdict = peer.verify(public_key, MESSAGE, signature, batch)?;
        if verdict.value { Ok(verdict.ns) } else { Err(format!("{} refuses", peer.name()).into()) }
    })?;
    Ok(vec![generate, sign, verify])
}

/// Runs an operation once to warm up and then round by round.
fn cell(
    operation: &'static str,
    size: Size,
    rounds: usize,
    peers: &mut [Box<dyn Peer>],
    dice: &mut Dice,
    mut time: impl FnMut(&mut dyn Peer, usize) -> Outcome<f64>,
) -> Outcome<Cell> {
    let mut times = vec![Vec::with_capacity(rounds); peers.len()];
    let mut order: Vec<_> = (0..peers.len()).collect();
    for round in 0..=rounds {
        dice.shuffle(&mut order);
        for &peer in &order {
            let ns = time(peers[peer].as_mut(), round)?;
            if round > 0 {
                times[peer].push(ns);
            }
        }
        if std::io::stderr().is_terminal() {
            eprint!("\r{operation} {size}, round {round} of {rounds}\x1b[K\r");
        }
    }
    Ok(Cell { operation, size, times })
}
