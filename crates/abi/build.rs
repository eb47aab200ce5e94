//! Generates the C functions that return a constant from the rows of `table/`:
//! `crypto_box_keybytes()` returns `crypto_box_KEYBYTES`, and a `statebytes()` function returns the
//! size in the row of its state. Also writes all tables as one file for `tests/signatures.rs`.

extern crate alloc;

use alloc::collections::BTreeMap;
use core::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

/// A function that is written by hand, because the smaller modules contain it too.
const BY_HAND: &str = "sodium_version_string";

/// Headers that depend on a separate feature.
const FEATURES: [(&str, &str); 2] = [("crypto_ipcrypt", "ipcrypt"), ("crypto_kem", "kem")];

/// The rows of all tables.
#[derive(Default)]
struct Rows {
    /// The value of each constant, by name.
    constants: BTreeMap<String, String>,
    /// The size of each state type, or the state type that it aliases.
    states: BTreeMap<String, String>,
    /// The functions without arguments; each entry holds a name, a result type and a Cargo feature.
    functions: Vec<(String, String, &'static str)>,
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=table");
    let mut rows = Rows::default();
    // Sorted: directory order differs between machines and would change the library.
    let mut paths =
        fs::read_dir("table")?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let mut tables = String::new();
    for path in &paths {
        let table = fs::read_to_string(path)?;
        let header = path.file_stem().unwrap_or_default().to_string_lossy();
        read(&header, &table, &mut rows);
        tables += &table;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    fs::write(out.join("tables.rs"), tables)?;
    fs::write(out.join("constants.rs"), written(&rows))
}

/// Adds the rows of one header's table.
fn read(header: &str, table: &str, rows: &mut Rows) {
    let feature = FEATURES.iter().find(|(name, _)| header.starts_with(name));
    for line in table.lines() {
        let line = line.trim().trim_end_matches(';');
        if let Some((name, value)) = row(line, "const ", " = ") {
            // A `_implementation` function returns a pointer to a function table.
            if name.ends_with("_implementation") {
                continue;
            }
            // A conditional expression: Rust needs braces instead of the outer parentheses.
            let inner = value.strip_prefix('(').and_then(|value| value.strip_suffix(')'));
            let value = inner.filter(|inner| inner.contains(" ? ")).unwrap_or(value);
            rows.constants.insert(name.into(), value.into());
        } else if let Some((name, size)) = row(line, "struct ", " = ") {
            let size = size.split(',').next().unwrap_or_default();
            rows.states.insert(name.into(), size.into());
        } else if let Some((name, other)) = row(line, "type ", " = ") {
            rows.states.insert(name.into(), other.into());
        } else if let Some((name, result)) = row(line, "fn ", "() -> ") {
            let feature = feature.map_or("full", |(_, feature)| feature);
            rows.functions.push((name.into(), result.into(), feature));
        }
    }
}

/// Splits a table row that begins with `kind` into the parts on both sides of `between`.
fn row<'a>(line: &'a str, kind: &str, between: &str) -> Option<(&'a str, &'a str)> {
    line.strip_prefix(kind)?.split_once(between)
}

/// Returns Rust code for the constants and the functions that return them.
fn written(rows: &Rows) -> String {
    let mut text = String::new();
    for (name, value) in &rows.constants {
        match value.strip_prefix('"') {
            Some(_) => writeln!(text, "const {name}: &core::ffi::CStr = c{value};"),
            None if is_text(rows, value) => {
                writeln!(text, "const {name}: &core::ffi::CStr = {value};")
            }
            None => writeln!(text, "const {name}: u64 = {};", expression(value)),
        }
        .unwrap_or_default();
    }
    for (name, result, feature) in rows.functions.iter().filter(|(name, ..)| name != BY_HAND) {
        let Some(value) = value(rows, name) else { continue };
        let (result, value) = match result.as_str() {
            "*const c_char" => ("*const core::ffi::c_char", format!("{value}.as_ptr()")),
            "c_int" => ("core::ffi::c_int", format!("{value} as core::ffi::c_int")),
            other => (other, format!("{value} as {other}")),
        };
        let lines = [
            &format!("/// libsodium's `{name}`."),
            &format!("#[cfg(feature = \"{feature}\")]"),
            "#[unsafe(no_mangle)]",
            "#[must_use]",
            &format!("pub extern \"C\" fn {name}() -> {result} {{"),
            &format!("    {value}"),
            "}\n",
        ];
        text += &lines.join("\n");
    }
    text
}

/// Returns the constant or size that a function without arguments returns, if a table row defines
/// it.
fn value(rows: &Rows, function: &str) -> Option<String> {
    if let Some(name) = rows.constants.keys().rfind(|name| name.to_lowercase() == function) {
        return Some(name.clone());
    }
    let mut state = format!("{}_state", function.strip_suffix("_statebytes")?);
    while let Some(next) = rows.states.get(&state) {
        state.clone_from(next);
    }
    state.parse::<u64>().is_ok().then_some(state)
}

/// Returns whether a value is the name of a text constant.
fn is_text(rows: &Rows, value: &str) -> bool {
    let named = rows.constants.get(value);
    named.is_some_and(|value| value.starts_with('"') || is_text(rows, value))
}

/// Translates a C expression to Rust: removes number suffixes, and converts `?` to `if`.
fn expression(c: &str) -> String {
    if let Some((condition, (then, other))) =
        c.split_once(" ? ").and_then(|(condition, rest)| Some((condition, rest.split_once(" : ")?)))
    {
        let parts = [condition, then, other].map(expression);
        return format!("if {} {{ {} }} else {{ {} }}", parts[0], parts[1], parts[2]);
    }
    let mut rust = String::new();
    let (mut in_word, mut in_number) = (false, false);
    for letter in c.chars() {
        let is_inside = letter.is_ascii_alphanumeric() || letter == '_';
        in_number = is_inside && (in_number || !in_word && letter.is_ascii_digit());
        in_word = is_inside;
        if !(in_number && matches!(letter, 'U' | 'L')) {
            rust.push(letter);
        }
    }
    rust
}
