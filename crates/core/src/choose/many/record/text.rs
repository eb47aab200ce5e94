//! The text form of a record. Parsing accepts what formatting produces and skips damaged entries.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::{BUILD_ID, MAX_ENTRIES, MAX_ROWS, Row};

const HEADER: &str = "quicksalt-record 2";

/// The header lines of records that earlier versions wrote.
const OLD_HEADERS: [&str; 1] = ["quicksalt-record 1"];

/// A row as borrowed parts of the text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Line<'a> {
    operation: &'a str,
    size: usize,
    candidate: &'a str,
    /// The row's epochs as text, or an empty string if they are not stored.
    epochs: &'a str,
}

/// A damaged entry: its processor and build, and the line at which it deviates from the format.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Damage<'a> {
    /// The owner, as processor identity and build id; empty if the line with the owner is damaged.
    pub(super) cpu: &'a str,
    pub(super) build: &'a str,
    /// The line number, counted from 1; one more than the number of lines if the end is missing.
    pub(super) line: usize,
}

impl Damage<'_> {
    /// Returns whether the damaged entry may belong to the given processor and this build.
    #[cfg(feature = "std")]
    pub(super) fn may_be_ours(&self, cpu: &str) -> bool {
        self.cpu.is_empty() || (self.cpu == cpu && self.build == BUILD_ID)
    }
}

/// An entry: the measurements of one processor with one build.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Entry<'a> {
    pub(super) cpu: &'a str,
    pub(super) build: &'a str,
    rows: Vec<Line<'a>>,
}

impl<'a> Entry<'a> {
    /// Returns the entry of the given processor and this build.
    pub(super) fn ours(cpu: &'a str, rows: &'a [Row]) -> Self {
        let line = |row: &'a Row| Line {
            operation: &row.operation,
            size: row.size,
            candidate: &row.candidate,
            epochs: &row.epochs,
        };
        Self { cpu, build: BUILD_ID, rows: rows.iter().map(line).collect() }
    }

    /// Returns whether the entry belongs to the given processor and this build.
    pub(super) fn is_ours(&self, cpu: &str) -> bool {
        self.cpu == cpu && self.build == BUILD_ID
    }

    /// Returns an operation's recorded candidates, each with the smallest size of its class.
    pub(super) fn named(&self, operation: &str) -> impl Iterator<Item = (usize, &'a str)> {
        let of_operation = move |line: &&Line<'_>| line.operation == operation;
        self.rows.iter().filter(of_operation).map(|line| (line.size, line.candidate))
    }

    /// Drops all epochs and preserves the choices. Returns whether there were any epochs.
    #[cfg(feature = "std")]
    pub(super) fn thin(&mut self) -> bool {
        let mut thinned = false;
        for line in &mut self.rows {
            thinned |= !core::mem::take(&mut line.epochs).is_empty();
        }
        thinned
    }

    fn damage(self, line: usize) -> Damage<'a> {
        Damage { cpu: self.cpu, build: self.build, line }
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

/// The reason for rejecting a text that is not a record.
pub(super) const NO_RECORD: &str = "it is not a record that this version writes";

const OLD_RECORD: &str = "it is a record of an older format: quicksalt tune writes a new one";

/// The valid entries of a record, in order, and the damaged entries.
pub(super) type Entries<'a> = (Vec<Entry<'a>>, Vec<Damage<'a>>);

/// The entries of a record, or the reason for rejecting the text.
pub(super) fn entries(text: &str) -> Result<Entries<'_>, &'static str> {
    parse(text).ok_or(if is_old(text) { OLD_RECORD } else { NO_RECORD })
}

/// Reports whether the text is a record in a format that this version no longer reads.
fn is_old(text: &str) -> bool {
    text.lines().next().is_some_and(|first| OLD_HEADERS.contains(&first))
}

/// Returns whether the text has the form of a row's epochs: the machine condition of each epoch,
/// and the same number of figures for each candidate.
pub(super) fn tells_epochs(text: &str) -> bool {
    let mut words = text.split(' ');
    let conditions = words.next().unwrap_or_default();
    let epochs = conditions.split(',').count();
    conditions.split(',').all(|condition| matches!(condition, "quiet" | "busy"))
        && words.all(|word| {
            let (name, figures) = word.split_once('=').unwrap_or_default();
            let count = figures.split(',').try_fold(0, |n, word| is_figure(word).then_some(n + 1));
            !name.is_empty() && count == Some(epochs)
        })
}

/// Reports whether a word is a number such as `1.203`, or `-` for a missing figure.
fn is_figure(word: &str) -> bool {
    // Whether a digit has occurred since the beginning of the word or since its decimal point.
    let (mut digit, mut point) = (false, false);
    let figure = word.bytes().all(|byte| {
        let is_point = byte == b'.' && digit && !point;
        point |= is_point;
        digit = byte.is_ascii_digit();
        digit || is_point
    });
    word == "-" || (figure && digit)
}

/// Parses a record; `None` for any other text.
fn parse(text: &str) -> Option<Entries<'_>> {
    let mut lines = text.lines();
    if lines.next()? != HEADER {
        return None;
    }
    let (mut whole, mut damaged) = (Vec::new(), Vec::new());
    let mut open: Option<Entry<'_>> = None;
    let (mut begun, mut number) = (0, 1);
    // Whether the lines up to the next entry belong to a damaged entry.
    let mut skip = false;
    for line in lines {
        number += 1;
        // Rejects control characters, so that displaying a name cannot control the terminal.
        let is_plain = line.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
        let mut words = if is_plain { line } else { "" }.splitn(4, ' ');
        let words = [words.next(), words.next(), words.next(), words.next()];
        match (words, &mut open) {
            ([Some("begin"), Some(cpu), Some(build), None], _) => {
                begun += 1;
                damaged.extend(open.take().map(|entry| entry.damage(number)));
                open = Some(Entry { cpu, build, rows: Vec::new() });
                skip = false;
            }
            // A truncated entry, or an entry that lacks a line, is invalid.
            ([Some("end"), Some(count), None, None], Some(entry))
                if count.parse() == Ok(entry.rows.len()) =>
            {
                whole.extend(open.take());
            }
            (words, Some(entry)) => match row(words) {
                Some(row) => entry.rows.push(row),
                None => {
                    damaged.extend(open.take().map(|entry| entry.damage(number)));
                    skip = true;
                }
            },
            (_, None) if skip => {}
            (_, None) => {
                damaged.push(Damage { cpu: "", build: "", line: number });
                skip = true;
            }
        }
        if begun > MAX_ENTRIES || open.as_ref().is_some_and(|e| e.rows.len() > MAX_ROWS) {
            return None;
        }
    }
    damaged.extend(open.map(|entry| entry.damage(number + 1)));
    Some((whole, damaged))
}

/// Parses the words of a line as a row.
fn row(words: [Option<&str>; 4]) -> Option<Line<'_>> {
    let [Some(operation), Some(size), Some(candidate), epochs] = words else { return None };
    let size = size.parse().ok()?;
    epochs.is_none_or(tells_epochs).then(|| Line {
        operation,
        size,
        candidate,
        epochs: epochs.unwrap_or_default(),
    })
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
    use super::{Damage, Entry, Line, MAX_ENTRIES, MAX_ROWS, is_old, print};

    const EPOCHS: &str = "quiet,busy graviola=1.2,- shani=1,1.003";

    /// The valid entries.
    fn parse(text: &str) -> Option<Vec<Entry<'_>>> {
        super::parse(text).map(|(whole, _)| whole)
    }

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
    fn formatted_records_are_parsed_again() {
        assert_eq!(parse(&print(&sample())), Some(sample()));
    }

    #[test]
    fn a_truncated_record_yields_only_whole_entries() {
        let text = print(&sample());
        for cut in 0..text.len() {
            let (entries, damaged) = super::parse(&text[..cut]).unwrap_or_default();
            assert!(entries.len() <= 2 && entries.iter().zip(sample()).all(|(a, b)| *a == b));
            // A text truncated within an entry is reported as damaged, but not a text truncated
            // between two entries.
            let lines =
                text[..cut].matches('\n').count() + usize::from(!text[..cut].ends_with('\n'));
            let ends = [1, 5, 7].contains(&lines)
                && text.lines().nth(lines - 1) == text[..cut].lines().last();
            let header = lines == 1;
            assert_eq!(damaged.is_empty(), ends || header, "{:?}", &text[..cut]);
        }
    }

    #[test]
    fn damage_is_reported_with_owner_and_line() {
        let head = "quicksalt-record 2\n";
        for (body, cpu, line) in [
            ("begin a 1\nsha256.hash 0 shani\nend 2\nbegin b 1\nend 0\n", "a", 4),
            ("begin b 1\nend 0\nbegin a 1\nsha256.hash zero shani\nwhat\nend 2\n", "a", 5),
            ("begin a 1\nsha256.hash 0 shani\n", "a", 4),
            ("begin a 1\nsha256.hash 0 shani\nbegin b 1\nend 0\n", "a", 4),
            ("begin b 1\nend 0\nbegin a", "", 4),
            ("begin \u{1b}[2J 1\nend 0\n", "", 2),
            ("begin a 1\nsha256.hash 0 \u{7}\nend 1\n", "a", 3),
            ("end 0\n", "", 2),
        ] {
            let text = format!("{head}{body}");
            let (_, damaged) = super::parse(&text).unwrap_or_default();
            let build = if cpu.is_empty() { "" } else { "1" };
            assert_eq!(damaged, [Damage { cpu, build, line }], "{body}");
        }
    }

    #[test]
    fn records_above_the_limits_are_rejected() {
        let entry = |rows| Entry { cpu: "a", build: "1", rows: vec![line(0, ""); rows] };
        let entries = |count| print(&vec![entry(1); count]);
        assert_eq!(parse(&entries(MAX_ENTRIES)).map(|all| all.len()), Some(MAX_ENTRIES));
        assert_eq!(parse(&entries(MAX_ENTRIES + 1)), None);
        assert_eq!(parse(&print(&[entry(MAX_ROWS)])), Some(vec![entry(MAX_ROWS)]));
        assert_eq!(parse(&print(&[entry(MAX_ROWS + 1)])), None);
        // Entries without an `end` line also count towards the limit.
        let begun = "begin a 1\n".repeat(MAX_ENTRIES + 1);
        assert_eq!(parse(&format!("quicksalt-record 2\n{begun}")), None);
    }

    #[test]
    fn damaged_entries_are_ignored() {
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
    fn older_formats_are_recognized() {
        assert!(is_old("quicksalt-record 1\nbegin a 1\nend 0\n"));
        assert!(is_old("quicksalt-record 1\r\n"));
        for text in ["quicksalt-record 2\n", "quicksalt-record 3\n", "quicksalt-record 11\n", ""] {
            assert!(!is_old(text), "{text}");
        }
    }
}
