//! Names and texts as a terminal can show them.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;

/// A name of a file. A byte that is no letter stands as `\udcNN`, the way Python's
/// `backslashreplace` shows it.
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

/// Whether the locale's encoding has more letters than ASCII: the first of `LC_ALL`, `LC_CTYPE` and `LANG`
/// that is set names it. Without one, and for the locales C and POSIX, UTF-8 is taken.
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

/// The text with letters outside of ASCII as their numbers, unless the encoding has them.
pub(crate) fn encoded(text: &str, has_all: bool) -> Cow<'_, str> {
    if has_all || text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut written = String::new();
    for letter in text.chars() {
        let number = u32::from(letter);
        // Writing to memory cannot fail.
        let _ = match number {
            0..0x80 => write!(written, "{letter}"),
            0x80..0x100 => write!(written, "\\x{number:02x}"),
            0x100..0x1_0000 => write!(written, "\\u{number:04x}"),
            _ => write!(written, "\\U{number:08x}"),
        };
    }
    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use super::{encoded, shown};

    #[test]
    fn a_byte_that_is_no_letter_stands_as_its_number() {
        assert_eq!(shown(OsStr::from_bytes(b"a\xff\xc3\xa9")), "a\\udcff\u{e9}");
    }

    #[test]
    fn letters_that_an_encoding_lacks_stand_as_their_numbers() {
        assert_eq!(encoded("a\u{e9}\u{20ac}\u{1f511}", false), "a\\xe9\\u20ac\\U0001f511");
        assert_eq!(encoded("\u{e9}", true), "\u{e9}");
    }
}
