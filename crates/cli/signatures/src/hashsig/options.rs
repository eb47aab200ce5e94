//! Options that several commands share, and their values.

use quicksalt_command::{Call, Failure, Kind, Opt};
use quicksalt_hashsig::signing::Options;
use quicksalt_hashsig::trees::Levels;

use super::refusals::OrRefused as _;

/// The greatest index in any key, which is also the greatest number of indices that a call can
/// request.
pub(super) const INDEX_MAX: u64 = i64::MAX as u64;

/// The options with which a single command opens a key: reserve one index per signature, and
/// compute nothing in advance.
pub(super) const QUIET: Options = Options { reservation: Some(1), ahead: 1, background: false };

pub(super) const PARAMS: Opt = Opt::value(
    "--params",
    "H/W,...",
    Kind::Checked(check_params),
    "Height and Winternitz parameter of each level, such as 10/8 or SHAKE256:15/4,10/4. CNSA 2.0 accepts keys of \
     one level only, and recommends SHA-256/192.",
)
.or_shown("10/8,10/8");

pub(super) const TRUST_DISK: Opt = Opt::flag(
    "--trust-disk",
    "Accept a disk that cannot prove that a replaced file is deleted, such as NFS.",
);

pub(super) const SKIP: Opt = Opt::value(
    "--skip",
    "N",
    Kind::Number(1, INDEX_MAX),
    "Skip N indices of the copy. You promise that no signer has used N indices since the copy was made; \
     earlier recoveries of any copy, and the indices that they skipped, count too.",
);

pub(super) const SEEN: Opt = Opt::value(
    "--seen",
    "FILE.sig",
    Kind::Text,
    "A signature made since the copy, with its FILE beside it; may be repeated. Only genuine signatures \
     count. With --account, the highest index of any signature may be given as a number.",
)
.repeatable();

pub(super) const BURN: Opt = Opt::value(
    "--burn",
    "LEVEL",
    Kind::Number(0, 7),
    "With --seen: continue after the tree of this level (0 is the top; by default, the lowest).",
);

/// The parameters of a new key.
pub(super) fn levels(call: &Call) -> Result<Levels, Failure> {
    call.text(PARAMS.long)?.unwrap_or_default().parse::<Levels>().or_refused()
}

fn check_params(text: &str) -> Result<(), String> {
    text.parse::<Levels>().map(drop).map_err(|error| error.to_string())
}
