//! The files in `vectors/`.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// One case of a file.
pub(crate) struct Case(Value);

impl Case {
    /// Returns the bytes of a hexadecimal field.
    #[track_caller]
    pub(crate) fn bytes(&self, field: &str) -> Vec<u8> {
        hex::decode(self.text(field)).unwrap()
    }

    #[track_caller]
    pub(crate) fn array<const N: usize>(&self, field: &str) -> [u8; N] {
        self.bytes(field).try_into().unwrap()
    }

    #[track_caller]
    pub(crate) fn text(&self, field: &str) -> &str {
        self.0[field].as_str().unwrap_or_else(|| panic!("no text {field} in {}", self.source()))
    }

    pub(crate) fn number(&self, field: &str) -> Option<u64> {
        self.0[field].as_u64()
    }

    pub(crate) fn boolean(&self, field: &str) -> Option<bool> {
        self.0[field].as_bool()
    }

    /// Returns whether the field exists and is `null`.
    pub(crate) fn is_null(&self, field: &str) -> bool {
        self.0.get(field).is_some_and(Value::is_null)
    }

    /// Returns the document and the position of the case.
    pub(crate) fn source(&self) -> String {
        self.0["source"].to_string()
    }
}

/// Runs a check on each case of `vectors/<name>.json`. Panics unless the number of cases equals the
/// counts in the file and in the table of `vectors/VECTORS.md`.
#[track_caller]
pub(crate) fn each(name: &str, mut check: impl FnMut(&Case)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let text = fs::read_to_string(folder.join(name).with_extension("json")).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let mut executed = 0;
    for case in file["tests"].as_array().unwrap() {
        check(&Case(case.clone()));
        executed += 1;
    }
    assert_eq!(file["count"].as_u64(), Some(executed), "cases executed of {name}.json");
    let table = fs::read_to_string(folder.join("VECTORS.md")).unwrap();
    let row = format!("| `{name}.json` | {executed} |");
    assert!(table.contains(&row), "VECTORS.md has no row that begins with {row}");
}
