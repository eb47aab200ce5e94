//! Faults of programs in Rust and their repairs: foreign NAME N [repaired].
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::hint::black_box;

/// Small enough for the compiler to inline it into its callers.
struct Graph {
    edges: Vec<(u32, u32)>,
}

impl Graph {
    fn successors(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.edges.iter().filter(move |edge| edge.0 == node).map(|edge| edge.1)
    }

    fn reach(&self, n: u32) -> usize {
        let (mut seen, mut work, mut found) = (vec![false; n as usize], vec![0], 0);
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node as usize], true) {
                found += 1;
                work.extend(self.successors(node));
            }
        }
        found
    }
}

fn reach_by_index(edges: &[(u32, u32)], n: u32) -> usize {
    let mut index: HashMap<u32, Vec<u32>> = HashMap::new();
    for &(from, to) in edges {
        index.entry(from).or_default().push(to);
    }
    let (mut seen, mut work, mut found) = (vec![false; n as usize], vec![0], 0);
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut seen[node as usize], true) {
            found += 1;
            work.extend(index.get(&node).into_iter().flatten());
        }
    }
    found
}

#[inline(never)]
fn take_chars(mut text: String) -> usize {
    let mut sum = 0;
    while !text.is_empty() {
        sum += text.remove(0) as usize;
    }
    sum
}

#[inline(never)]
fn chars(text: &str) -> usize {
    text.chars().map(|c| c as usize).sum()
}

#[derive(Clone)]
struct State {
    history: Vec<u64>,
}

#[inline(never)]
fn step(mut state: State, event: u64) -> State {
    state.history.push(event);
    state
}

#[inline(never)]
fn replay(n: u64, repaired: bool) -> usize {
    let mut state = State { history: Vec::new() };
    for event in 0..n {
        state = if repaired { step(state, event) } else { step(state.clone(), event) };
    }
    state.history.len()
}

#[inline(never)]
fn windows(items: &[u64], width: usize) -> u64 {
    items.windows(width).map(|window| window.iter().sum::<u64>()).max().unwrap_or(0)
}

#[inline(never)]
fn ordered(n: u64) -> u64 {
    let mut heap: BinaryHeap<u64> = (0..n).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let mut tree = BTreeMap::new();
    while let Some(item) = heap.pop() {
        *tree.entry(item >> 40).or_insert(0u64) += 1;
    }
    tree.values().sum()
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let n: usize = words[2].parse().expect("a size");
    let repaired = words.len() > 3;
    let found = match words[1].as_str() {
        "reach" => {
            let edges: Vec<(u32, u32)> = (1..n as u32).map(|i| (i - 1, i)).collect();
            if repaired {
                reach_by_index(&edges, n as u32)
            } else {
                black_box(Graph { edges }).reach(n as u32)
            }
        }
        "chars" if repaired => chars(&"ab".repeat(n)),
        "chars" => take_chars("ab".repeat(n)),
        "clone" => replay(n as u64, repaired),
        "windows" => windows(&vec![1; n], if repaired { 8 } else { n / 2 }) as usize,
        "ordered" => ordered(n as u64) as usize,
        _ => std::process::exit(2),
    };
    println!("{found}");
}
