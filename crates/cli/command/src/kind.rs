//! What a value of an argument or an option can be.

/// The path that stands for the standard input where a file is read, for the standard output where one is
/// written.
pub const DASH: &str = "-";

/// What a value is, which is checked before the command runs.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Any text.
    Text,
    /// A file that is there and can be read, no folder.
    File,
    /// As [`Kind::File`]; - is the standard input.
    Stream,
    /// A file to write to, or none yet, no folder; - is the standard output.
    Target,
    /// A file, or none yet, no folder.
    Path,
    /// A file or a folder, or nothing yet.
    Anything,
    /// A folder that is there.
    Folder,
    /// A whole number between two others, both included.
    Number(u64, u64),
    /// One of some words.
    Choice(&'static [&'static str]),
    /// A day or a time in UTC: `2027-01-31` or `2027-01-31T23:59:59`.
    Time,
    /// A text that passes a check, which says what is wrong with it otherwise.
    Checked(fn(&str) -> Result<(), String>),
}
