//! The program `quicksalt`.
#![forbid(unsafe_code)]

extern crate alloc;

mod connect;

use std::ffi::OsString;
use std::process::ExitCode;

use quicksalt_cli::{PROGRAM, SPEED_OF_PROGRAMS, SPEED_OF_QUICKSALT};
use quicksalt_command::Program;
use quicksalt_signatures_command::trust::{Outside, provide};

/// The program with all native commands.
static WHOLE: Program = Program {
    tables: &[
        &quicksalt_files_command::TABLE,
        &quicksalt_signatures_command::TABLE,
        &SPEED_OF_PROGRAMS,
        &SPEED_OF_QUICKSALT,
        &quicksalt_command::SHELL,
    ],
    ..PROGRAM
};

fn main() -> ExitCode {
    provide(Outside { fetch: connect::fetch, certifi: || Err(CERTIFI.into()) });
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(quicksalt_command::main(&WHOLE, &words))
}

/// The error text for a request to use certifi. A Python interpreter may find a package in the
/// working directory, so the program never loads trusted roots from a path that the user has not
/// named.
const CERTIFI: &str = "this program does not look for Python's package certifi: \
                       name the file that python3 -m certifi shows";
