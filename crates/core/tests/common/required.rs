//! The candidates that must not be skipped on this machine.
//!
//! `QUICKSALT_REQUIRE` is a list of `primitive/candidate` with commas between them, or the path
//! of a file, relative to the root of the repository, with one on each line and `#` before
//! comments, such as `.ci/require-x86-64-v4`.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The names required on this machine; none if the variable is not set.
pub(crate) fn required() -> Vec<String> {
    let value = env::var("QUICKSALT_REQUIRE").unwrap_or_default();
    let file = root().join(&value);
    if !value.is_empty() && file.is_file() { listed(&file) } else { split(&value, ',') }
}

/// The names in a file of required candidates.
pub(crate) fn listed(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<_> = text.lines().map(|line| line.split('#').next().unwrap_or("")).collect();
    split(&lines.join("\n"), '\n')
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether these sources are those of a package, which has nothing of the repository round it.
pub(crate) fn is_packaged() -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists()
}

fn split(text: &str, separator: char) -> Vec<String> {
    text.split(separator).map(str::trim).filter(|name| !name.is_empty()).map(Into::into).collect()
}
