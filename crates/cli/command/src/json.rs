//! JSON values, and their text in the layout of Python's `json.dumps`.

use core::fmt::Write as _;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The layout of JSON text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Layout {
    /// The number of blanks per nesting level.
    pub indent: usize,
}

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// The value `null`.
    Null,
    /// The value `true` or `false`.
    Bool(bool),
    /// A whole number.
    Number(i128),
    /// A floating-point number.
    Float(f64),
    /// A text.
    Text(String),
    /// A file name, which may contain bytes that are not UTF-8.
    Name(OsString),
    /// A list.
    List(Vec<Json>),
    /// An object: names and values, in order.
    Map(Vec<(OsString, Json)>),
}

impl Json {
    /// Returns an object with these names and values.
    pub fn map<K: Into<OsString>, const N: usize>(entries: [(K, Self); N]) -> Self {
        Self::Map(entries.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    /// Returns a list with these values.
    pub fn list<T: Into<Self>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }

    /// Returns the text, with a line end.
    #[must_use]
    pub fn text(&self, layout: Layout) -> String {
        let mut out = String::new();
        self.write(&mut out, layout.indent, 0);
        out.push('\n');
        out
    }

    fn write(&self, out: &mut String, indent: usize, depth: usize) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            // Writing to memory cannot fail.
            Self::Number(value) => drop(write!(out, "{value}")),
            Self::Float(value) if value.is_finite() => drop(write!(out, "{value:?}")),
            Self::Float(_) => out.push_str("null"),
            Self::Text(text) => quoted(out, text.as_bytes()),
            Self::Name(name) => quoted(out, name.as_encoded_bytes()),
            Self::List(values) => {
                let items = values.iter().map(|value| (None, value));
                Self::nested(out, ('[', ']'), items, indent, depth);
            }
            Self::Map(entries) => {
                let items = entries.iter().map(|(name, value)| (Some(name.as_os_str()), value));
                Self::nested(out, ('{', '}'), items, indent, depth);
            }
        }
    }

    fn nested<'a>(
        out: &mut String,
        (open, close): (char, char),
        items: impl ExactSizeIterator<Item = (Option<&'a OsStr>, &'a Self)>,
        indent: usize,
        depth: usize,
    ) {
        let is_empty = items.len() == 0;
        out.push(open);
        for (number, (name, value)) in items.enumerate() {
            out.push_str(if number == 0 { "\n" } else { ",\n" });
            out.extend(core::iter::repeat_n(' ', indent * (depth + 1)));
            if let Some(name) = name {
                quoted(out, name.as_encoded_bytes());
                out.push_str(": ");
            }
            value.write(out, indent, depth + 1);
        }
        if !is_empty {
            out.push('\n');
            out.extend(core::iter::repeat_n(' ', indent * depth));
        }
        out.push(close);
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Self {
        Self::Number(value.into())
    }
}

impl From<u32> for Json {
    fn from(value: u32) -> Self {
        Self::Number(value.into())
    }
}

impl From<usize> for Json {
    fn from(value: usize) -> Self {
        Self::Number(value as i128)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&Path> for Json {
    fn from(path: &Path) -> Self {
        Self::Name(path.into())
    }
}

impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// Writes a quoted text in ASCII, with other characters as UTF-16 units. A byte that is not UTF-8
/// becomes a lone surrogate, as in Python's file names.
fn quoted(out: &mut String, text: &[u8]) {
    out.push('"');
    for chunk in text.utf8_chunks() {
        chunk.valid().chars().for_each(|letter| escaped(out, letter));
        for byte in chunk.invalid() {
            // Writing to memory cannot fail.
            let _ = write!(out, "\\udc{byte:02x}");
        }
    }
    out.push('"');
}

fn escaped(out: &mut String, letter: char) {
    match letter {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        ' '..='~' => out.push(letter),
        _ => {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to memory cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, Layout};

    #[test]
    fn the_layout_equals_pythons() {
        let value = Json::map([
            ("a", Json::list(["x", "\u{e9}\u{1f511}\n\"\\\u{7f}\u{1}"])),
            ("empty", Json::List(Vec::new())),
            ("none", Json::Null),
            ("map", Json::map([("n", Json::from(7_u64))])),
        ]);
        // json.dumps({"a": [...], "empty": [], "none": None, "map": {"n": 7}}, indent=2)
        let expected = concat!(
            "{\n  \"a\": [\n    \"x\",\n    \"\\u00e9\\ud83d\\udd11\\n\\\"\\\\\\u007f\\u0001\"\n  ],\n",
            "  \"empty\": [],\n  \"none\": null,\n  \"map\": {\n    \"n\": 7\n  }\n}\n"
        );
        assert_eq!(value.text(Layout { indent: 2 }), expected);
    }
}
