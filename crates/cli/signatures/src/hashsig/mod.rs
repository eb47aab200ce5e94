//! `quicksalt hashsig`: keys of LMS and HSS in files, and signatures by them.

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
    line: "Sign with LMS and HSS; a key counts its use.",
    about: &[
        "Sign with LMS and HSS (RFC 8554), hash-based signatures that outlast quantum computers.",
        "A key file holds the key and which of its one-time keys are used. Never copy it back from a \
         backup without `recover`: a one-time key used twice gives the key away.",
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
