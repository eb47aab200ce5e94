//! The native program `quicksalt`: the tables of its commands in one. The Python package calls the same tables
//! for the same words.

#![forbid(unsafe_code)]

use std::ffi::OsString;

use quicksalt_command::{Entry, Program, Table};
pub use quicksalt_signatures_command::trust::{Asked, Outside, provide};

/// Commands that only the Python package has.
static SPEED_OF_PROGRAMS: Table = Table {
    heading: "Speed of any program",
    entries: &[
        Entry::Elsewhere { name: "grow", line: "Name the function that is slow on large input." },
        Entry::Elsewhere { name: "profile", line: "Show time, memory, leaks and functions." },
    ],
};

/// Commands that only the Python package has.
static SPEED_OF_QUICKSALT: Table = Table {
    heading: "Speed of quicksalt",
    entries: &[
        Entry::Elsewhere { name: "race", line: "Time every implementation against the others." },
        Entry::Elsewhere { name: "tune", line: "Find the fastest ones here, and remember them." },
        Entry::Elsewhere { name: "doctor", line: "Show what runs on this machine, and why." },
        Entry::Elsewhere {
            name: "lab",
            line: "Measure more: against PyNaCl, OpenSSL, WebAssembly and others.",
        },
    ],
};

/// The program.
pub static PROGRAM: Program = Program {
    name: "quicksalt",
    version: env!("CARGO_PKG_VERSION"),
    line: "Cryptography that proves how fast it is",
    about: &[
        "Cryptography that proves how fast it is: files, signatures, certificates, measurements.",
    ],
    tables: &[
        &quicksalt_files_command::TABLE,
        &quicksalt_signatures_command::TABLE,
        &SPEED_OF_PROGRAMS,
        &SPEED_OF_QUICKSALT,
        &quicksalt_command::SHELL,
    ],
    examples: &[
        "quicksalt encrypt -r age1... notes.org      writes notes.org.age",
        "quicksalt grow --sizes 64,128,256 -- ./program {n}",
        "quicksalt race x25519",
        "quicksalt COMMAND --help                    all of a command, with examples",
    ],
    exit_codes: "Exit codes: 0 ok; 1 the verdict failed; 2 usage; 3 an outside tool is missing; \
                 4 the command under test failed; 5 cannot tell; 130 interrupted; \
                 141 the reader of a pipe went away.",
    elsewhere: "this command comes with the Python package quicksalt, which calls this program's code too",
};

/// Runs the program with some words. Returns the exit code, or `None` if they are for a command that only the
/// Python package has.
#[must_use]
pub fn run(words: &[OsString]) -> Option<u8> {
    quicksalt_command::run(&PROGRAM, words)
}

/// The manual pages of the program and of its own commands: names and texts.
#[must_use]
pub fn manual_pages() -> Vec<(String, String)> {
    quicksalt_command::pages(&PROGRAM)
}
