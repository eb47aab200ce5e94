//! The text of a record: what is printed is read back, and what is damaged does not count.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::{BUILD_ID, MAX_ENTRIES, MAX_ROWS, Row};

const HEADER: &str = "quicksalt-record 2";

/// Headers of the formats that earlier versions wrote.
const OLD_HEADERS: [&str; 1] = ["quicksalt-record 1"];

/// A row as the text has it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Line<'a> {
    operation: &'a str,
    size: usize,
    candidate: &'a str,
    /// The epochs; empty if none are kept.
    epochs: &'a str,
}

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
        let line = |row: &'a Row| Line {
            operation: &row.operation,
            size: row.size,
            candidate: &row.candidate,
            epochs: &row.epochs,
        };
        Self { cpu, build: BUILD_ID, rows: rows.iter().map(line).collect() }
    }

    /// Whether it was measured on that processor with this build.
    pub(super) fn is_ours(&self, cpu: &str) -> bool {
        self.cpu == cpu && self.build == BUILD_ID
    }

    /// What it says of an operation: the candidates' names, each with the smallest size of its class.
    pub(super) fn named(&self, operation: &str) -> impl Iterator<Item = (usize, &'a str)> {
        let of_operation = move |line: &&Line<'_>| line.operation == operation;
        self.rows.iter().filter(of_operation).map(|line| (line.size, line.candidate))
    }

    /// Forgets what was measured in each epoch; what follows from it stays.
    #[cfg(feature = "std")]
    pub(super) fn thin(&mut self) {
        for line in &mut self.rows {
            line.epochs = "";
        }
    }

    #[cfg(feature = "std")]
    pub(super) fn rows(&self) -> Vec<Row> {
        let row = |line: &Line<'_>| Row {
            operation: line.operation.into(),
            size: line.size,
            candidate: line.candidate.into(),
            epochs: line.epochs.into(),
        };
        self.rows.iter().map(row).collect()
    }
}

/// Why a text is no record that counts.
pub(super) const NO_RECORD: &str = "it is no record that this version writes";

const OLD_RECORD: &str = "it is a record of an older format: quicksalt tune writes a new one";

/// The whole entries of a record, in order, or why it is none.
pub(super) fn entries(text: &str) -> Result<Vec<Entry<'_>>, &'static str> {
    parse(text).ok_or(if is_old(text) { OLD_RECORD } else { NO_RECORD })
}

/// Whether the text is a record in a format that this version no longer reads.
fn is_old(text: &str) -> bool {
    text.lines().next().is_some_and(|first| OLD_HEADERS.contains(&first))
}

/// Whether the text tells epochs as a row does: their conditions, then for each candidate as many
/// figures.
pub(super) fn tells_epochs(text: &str) -> bool {
    let mut words = text.split(' ');
    let conditions = words.next().unwrap_or_default();
    let epochs = conditions.split(',').count();
    conditions.split(',').all(|condition| matches!(condition, "quiet" | "busy"))
        && words.all(|word| {
            let (name, figures) = word.split_once('=').unwrap_or_default();
            let told = figures.split(',').map(is_figure);
            !name.is_empty() && told.clone().count() == epochs && told.into_iter().all(|is| is)
        })
}

/// Whether a word is a number such as `1.203`, or `-` for none.
fn is_figure(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let (whole, fraction) = word.split_once('.').unwrap_or((word, "0"));
    word == "-" || (digits(whole) && digits(fraction))
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
        let mut words = line.splitn(4, ' ');
        match [words.next(), words.next(), words.next(), words.next()] {
            [Some("begin"), Some(cpu), Some(build), None] => {
                begun += 1;
                open = Some(Entry { cpu, build, rows: Vec::new() });
            }
            [Some("end"), Some(count), None, None] => {
                // An entry cut short or with a line lost does not count.
                entries.extend(open.take().filter(|e| count.parse() == Ok(e.rows.len())));
            }
            [Some(operation), Some(size), Some(candidate), epochs]
                if epochs.is_none_or(tells_epochs) =>
            {
                let epochs = epochs.unwrap_or_default();
                match (&mut open, size.parse()) {
                    (Some(entry), Ok(size)) => {
                        entry.rows.push(Line { operation, size, candidate, epochs });
                    }
                    _ => open = None,
                }
            }
            _ => open = None,
        }
        if begun > MAX_ENTRIES || open.as_ref().is_some_and(|e| e.rows.len() > MAX_ROWS) {
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
        for Line { operation, size, candidate, epochs } in &entry.rows {
            let gap = if epochs.is_empty() { "" } else { " " };
            let _ = writeln!(text, "{operation} {size} {candidate}{gap}{epochs}");
        }
        let _ = writeln!(text, "end {}", entry.rows.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Entry, Line, MAX_ENTRIES, MAX_ROWS, is_old, parse, print};

    const EPOCHS: &str = "quiet,busy graviola=1.2,- shani=1,1.003";

    fn line(size: usize, epochs: &'static str) -> Line<'static> {
        Line { operation: "sha256.hash", size, candidate: "shani", epochs }
    }

    fn sample() -> Vec<Entry<'static>> {
        vec![
            Entry { cpu: "a", build: "1", rows: vec![line(0, EPOCHS), line(128, "")] },
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
        let entry = |rows| Entry { cpu: "a", build: "1", rows: vec![line(0, ""); rows] };
        let entries = |count| print(&vec![entry(1); count]);
        assert_eq!(parse(&entries(MAX_ENTRIES)).map(|all| all.len()), Some(MAX_ENTRIES));
        assert_eq!(parse(&entries(MAX_ENTRIES + 1)), None);
        assert_eq!(parse(&print(&[entry(MAX_ROWS)])), Some(vec![entry(MAX_ROWS)]));
        assert_eq!(parse(&print(&[entry(MAX_ROWS + 1)])), None);
        // Entries that are never ended count too.
        let begun = "begin a 1\n".repeat(MAX_ENTRIES + 1);
        assert_eq!(parse(&format!("quicksalt-record 2\n{begun}")), None);
    }

    #[test]
    fn damaged_entries_do_not_count() {
        let head = "quicksalt-record 2\n";
        for body in [
            "begin a 1\nsha256.hash 0 shani\nend 2\n",
            "begin a 1\nsha256.hash zero shani\nend 1\n",
            "begin a 1\nsha256.hash 0 shani extra\nend 1\n",
            "sha256.hash 0 shani\nend 1\n",
            "begin a 1\nsha256.hash 0 shani \nend 1\n",
            "begin a 1\nsha256.hash 0 shani calm shani=1\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet, shani=1,1\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet shani\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet =1\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet shani=1,1\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet,busy shani=1\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet shani=1.\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet shani=.5\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet shani=-1\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet shani=1.2.3\nend 1\n",
            "begin a 1\nsha256.hash 0 shani quiet shani=1  b=1\nend 1\n",
            "begin a 1 2 3\nend 0\n",
        ] {
            assert_eq!(parse(&format!("{head}{body}")), Some(vec![]), "{body}");
        }
        for text in ["quicksalt-record 3\n", "quicksalt-record 1\n", ""] {
            assert_eq!(parse(text), None);
        }
    }

    #[test]
    fn an_older_format_is_told_from_what_is_no_record() {
        assert!(is_old("quicksalt-record 1\nbegin a 1\nend 0\n"));
        assert!(is_old("quicksalt-record 1\r\n"));
        for text in ["quicksalt-record 2\n", "quicksalt-record 3\n", "quicksalt-record 11\n", ""] {
            assert!(!is_old(text), "{text}");
        }
    }
}
