//! The native program `quicksalt`: what is told of it, and its commands of files. The binary adds the commands of
//! signatures and certificates; the Python packages call the same tables for the same words.

#![forbid(unsafe_code)]

use quicksalt_command::{Entry, Program, Table};

/// Commands that only the Python package has.
pub static SPEED_OF_PROGRAMS: Table = Table {
    heading: "Speed of any program",
    entries: &[
        Entry::Elsewhere { name: "grow", line: "Name the function that is slow on large input." },
        Entry::Elsewhere { name: "profile", line: "Show time, memory, leaks and functions." },
    ],
};

/// Commands that only the Python package has.
pub static SPEED_OF_QUICKSALT: Table = Table {
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

/// Commands that the binary has, and in Python the distribution `quicksalt-signatures`.
static SIGNATURES: Table = Table {
    heading: "Post-quantum signatures and certificates",
    entries: &[
        Entry::Elsewhere { name: "hashsig", line: "Sign with LMS and HSS; a key counts its use." },
        Entry::Elsewhere {
            name: "trust",
            line: "Load trusted certificates, and verify chains by them.",
        },
    ],
};

/// The program with the commands of files.
pub const PROGRAM: Program = Program {
    name: "quicksalt",
    version: env!("CARGO_PKG_VERSION"),
    line: "Cryptography that proves how fast it is",
    about: &[
        "Cryptography that proves how fast it is: files, signatures, certificates, measurements.",
    ],
    tables: &[
        &quicksalt_files_command::TABLE,
        &SIGNATURES,
        &SPEED_OF_PROGRAMS,
        &SPEED_OF_QUICKSALT,
        &quicksalt_command::SHELL,
    ],
    examples: &[
        "quicksalt encrypt -r age1... notes.org      writes notes.org.age",
        "quicksalt grow --sizes 64,128,256 -- ./program {n}",
        "quicksalt race x25519",
        "quicksalt help COMMAND                      all of a command, with examples",
    ],
    exit_codes: "Exit codes: 0 ok; 1 the verdict failed; 2 usage; 3 an outside tool is missing; \
                 4 the command under test failed; 5 cannot tell; 130 interrupted; \
                 141 the reader of a pipe went away.",
    elsewhere: "this command comes with the Python package quicksalt-lab",
};
