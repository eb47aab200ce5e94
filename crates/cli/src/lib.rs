//! The program `quicksalt`: its description and its file commands. The binary adds the commands for
//! signatures and certificates; the Python packages use the same tables.

#![forbid(unsafe_code)]

use quicksalt_command::{Entry, Program, Table};

/// Commands that exist only in the Python package.
pub static SPEED_OF_PROGRAMS: Table = Table {
    heading: "Speed of any program",
    entries: &[
        Entry::Elsewhere { name: "grow", line: "Find the function that is slow on large input." },
        Entry::Elsewhere { name: "profile", line: "Show time, memory, leaks and functions." },
    ],
};

/// Commands that exist only in the Python package.
pub static SPEED_OF_QUICKSALT: Table = Table {
    heading: "Speed of quicksalt",
    entries: &[
        Entry::Elsewhere { name: "race", line: "Time all implementations against each other." },
        Entry::Elsewhere {
            name: "tune",
            line: "Find the fastest implementations and record them.",
        },
        Entry::Elsewhere { name: "doctor", line: "Show which implementations run here, and why." },
        Entry::Elsewhere {
            name: "lab",
            line: "Compare with PyNaCl, OpenSSL, WebAssembly and others.",
        },
    ],
};

/// Commands that the binary and the Python distribution `quicksalt-signatures` provide.
static SIGNATURES: Table = Table {
    heading: "Post-quantum signatures and certificates",
    entries: &[
        Entry::Elsewhere {
            name: "hashsig",
            line: "Sign with LMS and HSS, stateful hash-based signatures.",
        },
        Entry::Elsewhere {
            name: "trust",
            line: "Load trusted certificates, and verify chains with them.",
        },
    ],
};

/// The program with the file commands.
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
