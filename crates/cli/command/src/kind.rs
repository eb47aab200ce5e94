//! The kinds of values that arguments and options accept.

/// The path that means the standard input when reading, and the standard output when writing.
pub const DASH: &str = "-";

/// The kind of a value, which is checked before the command runs.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Any text.
    Text,
    /// An existing, readable file; not a folder.
    File,
    /// A [`Kind::File`], or - for the standard input.
    Stream,
    /// A file to write, existing or not, but not a folder; - is the standard output.
    Target,
    /// A file, existing or not, but not a folder.
    Path,
    /// Any path: of a file, of a folder, or of nothing that exists yet.
    Anything,
    /// An existing folder.
    Folder,
    /// A whole number in a range, both ends included.
    Number(u64, u64),
    /// A word from a list.
    Choice(&'static [&'static str]),
    /// A day or a time in UTC: `2027-01-31` or `2027-01-31T23:59:59`.
    Time,
    /// A text that passes a check; the check returns the error text otherwise.
    Checked(fn(&str) -> Result<(), String>),
}
