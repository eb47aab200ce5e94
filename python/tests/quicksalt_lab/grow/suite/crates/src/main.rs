//! Crates on inputs that some releases handle too slowly: NAME N.

use std::env::args;

fn tag(n: usize) -> String {
    let attributes: String = (0..n).map(|i| format!(" a{i:05}=\"\"")).collect();
    format!("<a{attributes}/>")
}

macro_rules! attributes {
    ($xml:ident, $text:expr) => {{
        let text = $text;
        let mut reader = $xml::Reader::from_str(&text);
        match reader.read_event() {
            Ok($xml::events::Event::Empty(tag)) => tag.attributes().flatten().count(),
            _ => 0,
        }
    }};
}

fn shift(n: usize) -> usize {
    let mut map: indexmap::IndexMap<usize, usize> = (0..n).map(|i| (i, i)).collect();
    (0..n).filter_map(|i| map.shift_remove(&i)).count()
}

fn swap(n: usize) -> usize {
    let mut map: indexmap::IndexMap<usize, usize> = (0..n).map(|i| (i, i)).collect();
    (0..n).filter_map(|i| map.swap_remove(&i)).count()
}

fn front(n: usize) -> usize {
    let mut items = arrayvec::ArrayVec::<u32, 8192>::new();
    (0..n.min(8192)).for_each(|i| items.insert(0, i as u32));
    items.len()
}

fn back(n: usize) -> usize {
    let mut items = arrayvec::ArrayVec::<u32, 8192>::new();
    (0..n.min(8192)).for_each(|i| items.push(i as u32));
    items.len()
}

fn chain(n: usize) -> petgraph::graph::UnGraph<(), f64> {
    petgraph::graph::UnGraph::from_edges((1..n as u32).map(|i| (i - 1, i, 1.0)))
}

fn cells(n: usize) -> usize {
    let text: String = (0..n).map(|i| format!("{i},some,words\n")).collect();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().flatten().count()
}

fn numbers(n: usize) -> usize {
    let text = format!("[{}0]", "1, ".repeat(n));
    let items: Vec<u64> = serde_json::from_str(&text).unwrap_or_default();
    items.len()
}

fn iterate(n: usize) -> usize {
    let pattern = regex::Regex::new(".*[^A-Z]|[A-Z]");
    pattern.map_or(0, |p| p.find_iter(&"A".repeat(n)).count())
}

fn difference(n: usize) -> usize {
    let items: Vec<usize> = (0..n).collect();
    let others: Vec<usize> = (0..n).rev().collect();
    similar::capture_diff_slices(similar::Algorithm::Myers, &items, &others).len()
}

fn normalise(n: usize) -> usize {
    use unicode_normalization::UnicodeNormalization;
    "a\u{301}\u{323}".repeat(n).nfc().count()
}

fn main() {
    let (name, n) = (args().nth(1).unwrap_or_default(), args().nth(2));
    let n: usize = n.and_then(|text| text.parse().ok()).unwrap_or_default();
    let found = match name.as_str() {
        "attributes" => attributes!(quick_xml, tag(n)),
        "attributes-repaired" => attributes!(quick_xml_repaired, tag(n)),
        "document" => roxmltree::Document::parse(&tag(n)).map_or(0, |d| d.descendants().count()),
        "shift" => shift(n),
        "swap" => swap(n),
        "front" => front(n),
        "back" => back(n),
        "distance" => strsim::levenshtein(&"ab".repeat(n), &"ba".repeat(n)),
        "paths" => {
            petgraph::algo::floyd_warshall(&chain(n), |e| *e.weight()).map_or(0, |p| p.len())
        }
        "components" => petgraph::algo::connected_components(&chain(n)),
        "cells" => cells(n),
        "numbers" => numbers(n),
        "iterate" => iterate(n),
        "difference" => difference(n),
        "normalise" => normalise(n),
        _ => std::process::exit(2),
    };
    println!("{found}");
}
