//! The program `quicksalt`.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(quicksalt_command::main(&quicksalt_cli::PROGRAM, &words))
}
