//! The commands for hash-based signatures and for the trust store.

// May import: `crates/cli/command/src`, `core/src/*`, `hashsig/src`, `trust/src`.

#![forbid(unsafe_code)]

mod hashsig;
pub mod trust;

use quicksalt_command::{Entry, Table};

/// The commands.
pub static TABLE: Table = Table {
    heading: "Post-quantum signatures and certificates",
    entries: &[Entry::Group(hashsig::GROUP), Entry::Group(trust::GROUP)],
};
