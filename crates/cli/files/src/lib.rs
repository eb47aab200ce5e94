//! The commands `encrypt`, `decrypt`, `keygen`, `sign` and `verify`, which handle files in the
//! formats of age, minisign and openssl.

#![forbid(unsafe_code)]

mod decrypt;
mod encrypt;
mod identities;
mod keygen;
mod refusal;
mod sign;
mod verify;

use quicksalt_command::{Entry, Table};

/// The commands.
pub static TABLE: Table = Table {
    heading: "Files",
    entries: &[
        Entry::Command(encrypt::COMMAND),
        Entry::Command(decrypt::COMMAND),
        Entry::Command(keygen::COMMAND),
        Entry::Command(sign::COMMAND),
        Entry::Command(verify::COMMAND),
    ],
};
