//! Formats names and texts for a terminal.

use alloc::borrow::Cow;
use core::fmt::Write as _;
use std::ffi::OsStr;

/// Returns a file name; each byte that is not UTF-8 becomes `\udcNN`, as with Python's
/// `backslashreplace`.
#[must_use]
pub fn shown(name: &(impl AsRef<OsStr> + ?Sized)) -> String {
    let mut text = String::new();
    for chunk in name.as_ref().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing to memory cannot fail.
            let _ = write!(text, "\\udc{byte:02x}");
        }
    }
    text
}

/// Returns a count with its noun, such as `1 error` or `2,000 errors`.
#[must_use]
pub fn number(count: u64, noun: &str) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    let ending = if count == 1 { "" } else { "s" };
    format!("{text} {noun}{ending}")
}

/// Returns whether the locale's encoding goes beyond ASCII. The first nonempty variable of
/// `LC_ALL`, `LC_CTYPE` and `LANG` decides. If none is set, and for the locales C and POSIX, UTF-8 is
/// assumed.
pub(crate) fn has_all_letters() -> bool {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"];
    let set = variables.iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    let Some(locale) = set else { return true };
    let locale = locale.to_string_lossy().to_ascii_lowercase();
    match locale.split_once('.') {
        Some((_, encoding)) => encoding.starts_with("utf-8") || encoding.starts_with("utf8"),
        None => true,
    }
}

/// Returns the text with all non-ASCII characters escaped, unless the encoding supports them.
pub(crate) fn encoded(text: &str, has_all: bool) -> Cow<'_, str> {
    if has_all || text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(with_numbers(text, |letter| letter.is_ascii()))
}

/// Returns a text that cannot control the terminal: control characters, line ends and characters
/// that change the writing direction are escaped.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(with_numbers(text, is_printable))
}

fn is_printable(letter: char) -> bool {
    // A combining mark is escaped only if no character precedes it.
    matches!(letter, ' '..='~')
        || ['a', letter].iter().collect::<String>().escape_debug().count() == 2
}

/// Returns the text with all characters escaped except the characters that `stays` accepts.
fn with_numbers(text: &str, stays: impl Fn(char) -> bool) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        let number = u32::from(letter);
        // Writing to memory cannot fail.
        let _ = match (letter, number) {
            _ if stays(letter) => write!(written, "{letter}"),
            ('\n', _) => write!(written, "\\n"),
            ('\r', _) => write!(written, "\\r"),
            ('\t', _) => write!(written, "\\t"),
            (_, 0..0x100) => write!(written, "\\x{number:02x}"),
            (_, 0x100..0x1_0000) => write!(written, "\\u{number:04x}"),
            _ => write!(written, "\\U{number:08x}"),
        };
    }
    written
}

#[cfg(test)]
mod tests {
    use super::{encoded, number, printable, shown};

    #[test]
    fn thousands_are_separated() {
        let shown = [0, 1, 999, 1_000, 1_234_567].map(|count| number(count, "name"));
        assert_eq!(shown, ["0 names", "1 name", "999 names", "1,000 names", "1,234,567 names"]);
    }

    #[test]
    fn printable_text_has_no_control_characters() {
        // quicksalt.printable.printable of the same texts
        assert_eq!(printable("a'\"\\ e\u{301} \u{20ac}"), "a'\"\\ e\u{301} \u{20ac}");
        assert_eq!(printable("\x1b[2J\n\u{202e}\u{a0}"), "\\x1b[2J\\n\\u202e\\xa0");
        assert_eq!(printable("\u{e000}\u{10ffff}"), "\\ue000\\U0010ffff");
    }

    #[cfg(unix)]
    #[test]
    fn invalid_utf8_is_escaped() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;

        assert_eq!(shown(OsStr::from_bytes(b"a\xff\xc3\xa9")), "a\\udcff\u{e9}");
    }

    #[test]
    fn unencodable_characters_are_escaped() {
        assert_eq!(encoded("a\u{e9}\u{20ac}\u{1f511}", false), "a\\xe9\\u20ac\\U0001f511");
        assert_eq!(encoded("\u{e9}", true), "\u{e9}");
    }
}
