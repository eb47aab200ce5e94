//! Maps emptied from the front, deletions one by one, recounted texts: further NAME N [repaired].

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::env::args;
use std::hash::{BuildHasherDefault, DefaultHasher};

type Map = HashMap<usize, usize, BuildHasherDefault<DefaultHasher>>;

/// The search for a hash table's first entry passes all buckets that are already empty.
#[inline(never)]
fn take_any(map: &mut Map) -> Option<usize> {
    let key = *map.keys().next()?;
    map.remove(&key)
}

#[inline(never)]
fn take_first(map: &mut BTreeMap<usize, usize>) -> Option<usize> {
    map.pop_first().map(|(_, value)| value)
}

/// Visits all items to drop one.
#[inline(never)]
fn drop_one(items: &mut Vec<usize>, id: usize) {
    items.retain(|item| *item != id);
}

/// Counts the column from the start of the text.
#[inline(never)]
fn column(text: &str, at: usize) -> usize {
    text[..at].chars().rev().take_while(|c| *c != '\n').count()
}

#[inline(never)]
fn columns(text: &str, repaired: bool) -> usize {
    let mut now = 0;
    let mut sum = 0;
    for (at, c) in text.char_indices() {
        sum += if repaired { now } else { column(text, at) };
        now = if c == '\n' { 0 } else { now + 1 };
    }
    sum
}

/// Later items move up when one leaves the middle.
#[inline(never)]
fn cancel(queue: &mut VecDeque<usize>) -> Option<usize> {
    queue.remove(queue.len() / 2)
}

struct Shape {
    area: f64,
}

trait Overlaps {
    fn overlaps(&self, other: &dyn Overlaps) -> bool;
    fn area(&self) -> f64;
}

impl Overlaps for Shape {
    fn overlaps(&self, other: &dyn Overlaps) -> bool {
        (self.area - other.area()).abs() < 0.5
    }
    fn area(&self) -> f64 {
        self.area
    }
}

/// Compares each item with all later ones.
#[inline(never)]
fn collisions(shapes: &[Box<dyn Overlaps>]) -> usize {
    let behind = |at: usize| shapes[at + 1..].iter();
    (0..shapes.len())
        .map(|at| behind(at).filter(|other| shapes[at].overlaps(other.as_ref())).count())
        .sum()
}

fn main() {
    let words: Vec<String> = args().collect();
    let n: usize = words[2].parse().expect("a number");
    let repaired = words.len() > 3;
    let sum = match words[1].as_str() {
        "any" if repaired => {
            let mut map: BTreeMap<_, _> = (0..n).map(|i| (i, i)).collect();
            std::iter::from_fn(|| take_first(&mut map)).sum::<usize>()
        }
        "any" => {
            let mut map: Map = (0..n).map(|i| (i, i)).collect();
            std::iter::from_fn(|| take_any(&mut map)).sum::<usize>()
        }
        "drop" => {
            let mut items: Vec<usize> = (0..n).collect();
            (0..n).for_each(|i| match repaired {
                true => items.truncate(n - i),
                false => drop_one(&mut items, i),
            });
            items.len()
        }
        "columns" => columns(&"ab".repeat(n / 2), repaired),
        "cancel" => {
            let mut queue: VecDeque<usize> = (0..n).collect();
            std::iter::from_fn(|| if repaired { queue.pop_front() } else { cancel(&mut queue) })
                .count()
        }
        _ => {
            let shape = |i| Box::new(Shape { area: (i * 7919 % n) as f64 }) as Box<dyn Overlaps>;
            collisions(&(0..n).map(shape).collect::<Vec<_>>())
        }
    };
    println!("{sum}");
}
