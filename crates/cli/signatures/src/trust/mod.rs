//! `quicksalt trust`: what a store of certificates holds, and what it says of chains.

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

/// The group.
pub const GROUP: Group = Group {
    name: "trust",
    line: "Load trusted certificates, and verify chains by them.",
    about: &[
        "Load, list, compare and export trusted certificates, and verify chains with them.",
        "Where no file, directory, --system or --certifi is given, the system's store is meant.",
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

/// How JSON is laid out.
const JSON: Option<Layout> = Some(Layout { indent: 1 });

/// Lines of what was left out, before the rest is only counted.
const SHOWN: usize = 20;

const MATCH: Opt = Opt::value(
    "--match",
    "TEXT",
    Kind::Text,
    "Only certificates whose subject contains this text or whose fingerprint begins with it.",
);
