//! The text of a record: what is printed is read back, and what is damaged does not count.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::{BUILD_ID, MOST_ENTRIES, MOST_ROWS, Row};

const HEADER: &str = "quicksalt-record 1";

/// Operation, smallest size of the class, candidate.
type Line<'a> = (&'a str, usize, &'a str);

/// An entry: what was measured on one processor with one build.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Entry<'a> {
    cpu: &'a str,
    build: &'a str,
    rows: Vec<Line<'a>>,
}

impl<'a> Entry<'a> {
    /// What this build measured on that processor.
    pub(super) fn ours(cpu: &'a str, rows: &'a [Row]) -> Self {
        let line = |row: &'a Row| (row.operation.as_str(), row.size, row.candidate.as_str());
        Self { cpu, build: BUILD_ID, rows: rows.iter().map(line).collect() }
    }

    /// Whether it was measured on that processor with this build.
    pub(super) fn is_ours(&self, cpu: &str) -> bool {
        self.cpu == cpu && self.build == BUILD_ID
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let row = |&(operation, size, candidate): &Line<'_>| Row {
            operation: operation.into(),
            size,
            candidate: candidate.into(),
        };
        self.rows.iter().map(row).collect()
    }
}

/// The whole entries of a record, in order; `None` if the text is no record of ours.
pub(super) fn parse(text: &str) -> Option<Vec<Entry<'_>>> {
    let mut lines = text.lines();
    if lines.next()? != HEADER {
        return None;
    }
    let mut begun = 0;
    let mut entries = Vec::new();
    let mut open: Option<Entry<'_>> = None;
    for line in lines {
        let mut words = line.split(' ');
        match [words.next(), words.next(), words.next(), words.next()] {
            [Some("begin"), Some(cpu), Some(build), None] => {
                begun += 1;
                open = Some(Entry { cpu, build, rows: Vec::new() });
            }
            [Some("end"), Some(count), None, None] => {
                // An entry cut short or with a line lost does not count.
                entries.extend(open.take().filter(|e| count.parse() == Ok(e.rows.len())));
            }
            [Some(operation), Some(size), Some(candidate), None] => {
                match (&mut open, size.parse()) {
                    (Some(entry), Ok(size)) => entry.rows.push((operation, size, candidate)),
                    _ => open = None,
                }
            }
            _ => open = None,
        }
        if begun > MOST_ENTRIES || open.as_ref().is_some_and(|e| e.rows.len() > MOST_ROWS) {
            return None;
        }
    }
    Some(entries)
}

pub(super) fn print(entries: &[Entry<'_>]) -> String {
    let mut text = format!("{HEADER}\n");
    for entry in entries {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "begin {} {}", entry.cpu, entry.build);
        for (operation, size, candidate) in &entry.rows {
            let _ = writeln!(text, "{operation} {size} {candidate}");
        }
        let _ = writeln!(text, "end {}", entry.rows.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Entry, MOST_ENTRIES, MOST_ROWS, parse, print};

    fn sample() -> Vec<Entry<'static>> {
        vec![
            Entry { cpu: "a", build: "1", rows: vec![("sha256.hash", 0, "shani")] },
            Entry { cpu: "b", build: "1", rows: vec![] },
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
    fn more_entries_or_rows_than_we_write_are_no_record() {
        let entry = |rows| Entry { cpu: "a", build: "1", rows: vec![("x.y", 0, "z"); rows] };
        let entries = |count| print(&vec![entry(1); count]);
        assert_eq!(parse(&entries(MOST_ENTRIES)).map(|all| all.len()), Some(MOST_ENTRIES));
        assert_eq!(parse(&entries(MOST_ENTRIES + 1)), None);
        assert_eq!(parse(&print(&[entry(MOST_ROWS)])), Some(vec![entry(MOST_ROWS)]));
        assert_eq!(parse(&print(&[entry(MOST_ROWS + 1)])), None);
        // Entries that are never ended count too.
        let begun = "begin a 1\n".repeat(MOST_ENTRIES + 1);
        assert_eq!(parse(&format!("quicksalt-record 1\n{begun}")), None);
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
