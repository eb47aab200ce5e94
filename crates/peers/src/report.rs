//! The outcome as a table and as JSON.

use serde_json::{Value, json};

use crate::dice::{Dice, median};
use crate::peer::Peer;
use crate::race::Cell;

/// A row of the table: a peer's median and what ours is of it.
struct Row {
    ns: f64,
    /// Ours through this one's, round by round: low, median, high.
    ratio: [f64; 3],
}

fn rows(cell: &Cell, dice: &mut Dice) -> Vec<Row> {
    let ours = &cell.times[0];
    let row = |times: &Vec<f64>| Row { ns: median(times), ratio: dice.ratio(ours, times) };
    cell.times.iter().map(row).collect()
}

/// A table for readers.
pub fn table(peers: &[Box<dyn Peer>], cells: &[Cell], dice: &mut Dice) -> String {
    let mut text = String::from(
        "| operation | size | implementation | median | quicksalt through it, 95 % |\n\
         | --- | --- | --- | ---: | ---: |\n",
    );
    for cell in cells {
        for (peer, row) in peers.iter().zip(rows(cell, dice)) {
            let (operation, size, name) = (cell.operation, cell.size, peer.name());
            let (ns, [low, middle, high]) = (time(row.ns), row.ratio);
            text += &format!("| {operation} | {size} | {name} | {ns} | ");
            text += &format!("{middle:.3} [{low:.3}..{high:.3}] |\n");
        }
    }
    text
}

fn time(ns: f64) -> String {
    match ns {
        ns if ns >= 1e6 => format!("{:.2} ms", ns / 1e6),
        ns if ns >= 1e3 => format!("{:.2} us", ns / 1e3),
        ns => format!("{ns:.0} ns"),
    }
}

/// The same with every time.
pub fn json(peers: &[Box<dyn Peer>], cells: &[Cell], verdicts: usize, dice: &mut Dice) -> Value {
    let cells: Vec<_> = cells
        .iter()
        .map(|cell| {
            let rows = peers.iter().zip(rows(cell, dice)).zip(&cell.times);
            let rows: Vec<_> = rows
                .map(|((peer, row), times)| {
                    json!({ "name": peer.name(), "median_ns": row.ns, "ratio": row.ratio,
                            "rounds_ns": times })
                })
                .collect();
            json!({ "operation": cell.operation, "height": cell.size.height,
                    "width": cell.size.width, "implementations": rows })
        })
        .collect();
    json!({ "schema": "quicksalt-peers/1", "clock": "thread-cpu", "verdicts": verdicts,
            "cells": cells })
}
