//! The commands of hash-based signatures and of the trust store.

#![forbid(unsafe_code)]

pub mod trust;

use quicksalt_command::{Entry, Table};

/// The commands. `hashsig` is the Python package's as yet.
pub static TABLE: Table = Table {
    heading: "Post-quantum signatures and certificates",
    entries: &[
        Entry::Elsewhere { name: "hashsig", line: "Sign with LMS and HSS; a key counts its use." },
        Entry::Group(trust::GROUP),
    ],
};
