//! `quicksalt hashsig`: LMS and HSS keys in files, and their signatures.

// May import: `crates/cli/command/src`, `core/src/*`, `hashsig/src`.

mod account;
mod again;
mod coinzdense;
mod copy;
mod info;
mod keygen;
mod keys;
mod messages;
mod options;
mod recover;
mod refusals;
mod reserve;
mod seen;
mod sign;
mod verify;

use quicksalt_command::Group;

/// The commands.
pub(crate) const GROUP: Group = Group {
    name: "hashsig",
    line: "Sign with LMS and HSS, stateful hash-based signatures.",
    about: &[
        "Sign with LMS and HSS (RFC 8554), hash-based signatures that resist quantum computers.",
        "A key file holds the key and records which one-time keys are used. Never restore it from a backup \
         without `recover`: using a one-time key twice lets others forge signatures.",
    ],
    examples: &[
        "quicksalt hashsig keygen --params SHA-256/192:10/8 release.key",
        "quicksalt hashsig sign release.key program.tar.gz",
        "quicksalt hashsig verify release.key.pub program.tar.gz",
    ],
    commands: &[
        keygen::COMMAND,
        sign::COMMAND,
        verify::COMMAND,
        info::COMMAND,
        reserve::COMMAND,
        recover::COMMAND,
    ],
};
