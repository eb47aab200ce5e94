//! Runs a test of this binary in a separate process, where environment variables can be set.

use core::fmt;
use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// The prefix of every line that a child reports; the test runner prints other lines around them.
const MARK: &str = "child: ";

/// Reports a value to the parent.
pub(crate) fn report(value: impl fmt::Display) {
    for line in value.to_string().lines() {
        println!("\n{MARK}{line}");
    }
}

/// Runs the ignored test `name` with only these variables of ours and returns its reported lines.
#[track_caller]
pub(crate) fn run<V: AsRef<OsStr>>(name: &str, variables: &[(&str, V)]) -> Vec<String> {
    run_by(&env::current_exe().unwrap(), name, variables)
}

/// Like [`run`], with a copy of this binary.
#[track_caller]
pub(crate) fn run_by<V: AsRef<OsStr>>(
    binary: &Path,
    name: &str,
    variables: &[(&str, V)],
) -> Vec<String> {
    let mut command = Command::new(binary);
    command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]);
    for variable in ["QUICKSALT_USE", "QUICKSALT_POLICY", "QUICKSALT_RECORD", "XDG_CACHE_HOME"] {
        command.env_remove(variable);
    }
    // Only the record that the test names is read.
    command.env("HOME", "/nonexistent").env_remove("LOCALAPPDATA");
    command.envs(variables.iter().map(|(name, value)| (name, value.as_ref())));
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {}\n{text}\n{errors}", output.status);
    assert!(text.contains("1 passed"), "{name} did not run:\n{text}");
    text.lines().filter_map(|line| line.strip_prefix(MARK)).map(Into::into).collect()
}
