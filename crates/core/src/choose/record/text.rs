//! The text of a record: what is printed is read back, and what is damaged does not count.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::{BUILD_ID, Row};
use crate::choose::cpu;

const HEADER: &str = "quicksalt-record 1";

/// An entry: what was measured on one processor with one build.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Entry {
    pub(super) cpu: String,
    pub(super) build: String,
    pub(super) rows: Vec<Row>,
}

impl Entry {
    pub(super) fn is_ours(&self) -> bool {
        self.cpu == cpu::identity() && self.build == BUILD_ID
    }
}

/// The whole entries of a record, in order; `None` if the text is no record at all.
pub(super) fn parse(text: &str) -> Option<Vec<Entry>> {
    let mut lines = text.lines();
    if lines.next()? != HEADER {
        return None;
    }
    let mut entries = Vec::new();
    let mut open: Option<Entry> = None;
    for line in lines {
        let words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["begin", cpu, build] => {
                open = Some(Entry { cpu: cpu.into(), build: build.into(), rows: Vec::new() });
            }
            ["end", count] => {
                // An entry cut short or with a line lost does not count.
                entries.extend(open.take().filter(|e| count.parse() == Ok(e.rows.len())));
            }
            [operation, size, candidate] => match (&mut open, size.parse()) {
                (Some(entry), Ok(size)) => entry.rows.push(Row {
                    operation: operation.into(),
                    size,
                    candidate: candidate.into(),
                }),
                _ => open = None,
            },
            _ => open = None,
        }
    }
    Some(entries)
}

pub(super) fn print(entries: &[Entry]) -> String {
    let mut text = format!("{HEADER}\n");
    for entry in entries {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "begin {} {}", entry.cpu, entry.build);
        for row in &entry.rows {
            let _ = writeln!(text, "{} {} {}", row.operation, row.size, row.candidate);
        }
        let _ = writeln!(text, "end {}", entry.rows.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Entry, Row, parse, print};

    fn sample() -> Vec<Entry> {
        let row = |operation: &str, size, candidate: &str| Row {
            operation: operation.into(),
            size,
            candidate: candidate.into(),
        };
        vec![
            Entry {
                cpu: "a".into(),
                build: "1".into(),
                rows: vec![row("sha256.hash", 0, "shani")],
            },
            Entry { cpu: "b".into(), build: "1".into(), rows: vec![] },
        ]
    }

    #[test]
    fn what_is_printed_is_read_back() {
        assert_eq!(parse(&print(&sample())), Some(sample()));
    }

    #[test]
    fn a_record_cut_anywhere_yields_only_whole_entries() {
        let text = print(&sample());
        for cut in 0..text.len() {
            let entries = parse(&text[..cut]).unwrap_or_default();
            assert!(entries.len() <= 2 && entries.iter().zip(sample()).all(|(a, b)| *a == b));
        }
    }

    #[test]
    fn damaged_entries_do_not_count() {
        let head = "quicksalt-record 1\n";
        for body in [
            "begin a 1\nsha256.hash 0 shani\nend 2\n",
            "begin a 1\nsha256.hash zero shani\nend 1\n",
            "begin a 1\nsha256.hash 0 shani extra\nend 1\n",
            "sha256.hash 0 shani\nend 1\n",
        ] {
            assert_eq!(parse(&format!("{head}{body}")), Some(vec![]), "{body}");
        }
        assert_eq!(parse("quicksalt-record 2\n"), None);
        assert_eq!(parse(""), None);
    }
}
