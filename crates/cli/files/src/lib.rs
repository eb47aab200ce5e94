//! The commands `encrypt`, `decrypt`, `keygen`, `sign` and `verify`: files in the formats of age, minisign and
//! openssl.

// May import: `crates/files/src`, `crates/cli/command/src`, `core/src/*`.

#![forbid(unsafe_code)]

use quicksalt_command::Table;

/// The commands.
pub static TABLE: Table = Table { heading: "Files", entries: &[] };
