//! The program `quicksalt`.
#![forbid(unsafe_code)]

extern crate alloc;

mod connect;

use std::ffi::OsString;
use std::process::ExitCode;

use quicksalt_cli::{Outside, provide};

fn main() -> ExitCode {
    provide(Outside { fetch: connect::fetch, certifi: || Err(CERTIFI.into()) });
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(quicksalt_command::main(&quicksalt_cli::PROGRAM, &words))
}

/// A package that an interpreter finds may lie in the folder where the command is called: the program takes roots
/// of trust from no place that the user has not named.
const CERTIFI: &str = "this program does not look for Python's package certifi: \
                       name the file that python3 -m certifi shows";
