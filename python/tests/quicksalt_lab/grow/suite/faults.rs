//! Faults of programs in Rust and their repairs: faults NAME N [repaired].
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::hint::black_box;

#[inline(never)]
fn remove_first(queue: &mut Vec<String>) -> usize {
    let mut sum = 0;
    while !queue.is_empty() {
        sum += queue.remove(0).len();
    }
    sum
}

#[inline(never)]
fn pop_first(queue: &mut VecDeque<String>) -> usize {
    let mut sum = 0;
    while let Some(word) = queue.pop_front() {
        sum += word.len();
    }
    sum
}

#[inline(never)]
fn unique(words: &[String]) -> Vec<&String> {
    let mut kept: Vec<&String> = Vec::new();
    for word in words {
        if !kept.contains(&word) {
            kept.push(word);
        }
    }
    kept
}

#[inline(never)]
fn unique_by_set(words: &[String]) -> usize {
    words.iter().collect::<HashSet<_>>().len()
}

#[inline(never)]
fn nth_char(text: &str) -> usize {
    (0..text.len()).map(|at| text.chars().nth(at).unwrap() as usize).sum()
}

#[inline(never)]
fn all_chars(text: &str) -> usize {
    text.chars().map(|c| c as usize).sum()
}

#[inline(never)]
fn prepend(words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        text.insert_str(0, word);
    }
    text
}

#[inline(never)]
fn append(words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        text.push_str(word);
    }
    text
}

#[inline(never)]
fn sort(words: &mut [String]) {
    words.sort();
}

#[inline(never)]
fn index(words: &[String]) -> usize {
    let mut map = BTreeMap::new();
    for (at, word) in words.iter().enumerate() {
        map.insert(word, at);
    }
    map.len()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let n: usize = arguments[2].parse().unwrap();
    let repaired = arguments.len() > 3;
    let mut state = 88172645463325252u64;
    let mut words: Vec<String> = (0..n)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            format!("{:x}", state >> 16)
        })
        .collect();
    let text = "a".repeat(n);
    match (arguments[1].as_str(), repaired) {
        ("remove", false) => drop(black_box(remove_first(&mut words))),
        ("remove", true) => drop(black_box(pop_first(&mut words.into()))),
        ("unique", false) => drop(black_box(unique(&words))),
        ("unique", true) => drop(black_box(unique_by_set(&words))),
        ("nth", false) => drop(black_box(nth_char(&text))),
        ("nth", true) => drop(black_box(all_chars(&text))),
        ("prepend", false) => drop(black_box(prepend(&words))),
        ("prepend", true) => drop(black_box(append(&words))),
        ("sort", _) => sort(&mut words),
        _ => drop(black_box(index(&words))),
    }
}
