//! `quicksalt trust`: shows the certificates of a store and verifies chains against it.

// May import: `crates/cli/command/src`, `core/src/*`, `trust/src`.

mod chains;
mod diff;
mod export;
mod facts;
mod load;
mod open;
mod outside;
mod said;
mod show;
mod verify;

use quicksalt_command::{Group, Kind, Layout, Opt};

pub use outside::{Asked, Outside, provide};

/// The command group `trust`.
pub const GROUP: Group = Group {
    name: "trust",
    line: "Load trusted certificates, and verify chains with them.",
    about: &[
        "Load, list, compare and export trusted certificates, and verify chains with them.",
        "Without a file, a directory, --system or --certifi, the system's store is used.",
    ],
    examples: &[
        "quicksalt trust load /etc/ssl/certs",
        "quicksalt trust verify --connect example.org",
        "quicksalt trust export --connect example.org --out few.pem",
    ],
    commands: &[
        load::COMMAND,
        show::LIST,
        show::SHOW,
        verify::COMMAND,
        diff::COMMAND,
        export::COMMAND,
    ],
};

/// The layout of JSON output.
const JSON: Option<Layout> = Some(Layout { indent: 1 });

/// The maximum number of skipped entries to list; further entries are only counted.
const SHOWN: usize = 20;

const MATCH: Opt = Opt::value(
    "--match",
    "TEXT",
    Kind::Text,
    "Only certificates if the subject contains this text or the fingerprint begins with it.",
);
