//! `quicksalt hashsig`: keys of LMS and HSS in files, and signatures by them.

// May import: `crates/cli/command/src`, `core/src/*`, `hashsig/src`.

mod account;
mod info;
mod keygen;
mod keys;
mod messages;
mod recover;
mod refusals;
mod reserve;
mod sign;
mod verify;

use quicksalt_command::{Group, Kind, Opt};
use quicksalt_hashsig::signing::Options;
use quicksalt_hashsig::trees::Levels;

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

/// The greatest index of any key, and the greatest count of them.
const INDEX_MAX: u64 = i64::MAX as u64;

/// A key that does no more than it is asked for: it reserves one index a signature and computes nothing ahead.
const QUIET: Options = Options { reservation: Some(1), ahead: 1, background: false };

const PARAMS: Opt = Opt::value(
    "--params",
    "H/W,...",
    Kind::Checked(check_params),
    "Height and Winternitz parameter of each level, such as 10/8 or SHAKE256:15/4,10/4. CNSA 2.0 accepts keys of \
     one level only, and recommends SHA-256/192.",
)
.or_shown("10/8,10/8");

const TRUST_DISK: Opt = Opt::flag(
    "--trust-disk",
    "Use a disk that cannot tell whether a replaced file is gone, such as NFS.",
);

fn check_params(text: &str) -> Result<(), String> {
    text.parse::<Levels>().map(drop).map_err(|error| error.to_string())
}
