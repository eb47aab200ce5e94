//! Options that several commands have, and what their values stand for.

use quicksalt_command::{Call, Failure, Kind, Opt};
use quicksalt_hashsig::signing::Options;
use quicksalt_hashsig::trees::Levels;

use super::refusals::OrRefused as _;

/// The greatest index of any key, and the greatest count of them.
pub(super) const INDEX_MAX: u64 = i64::MAX as u64;

/// A key that does no more than it is asked for: it reserves one index a signature and computes nothing ahead.
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
    "Use a disk that cannot tell whether a replaced file is gone, such as NFS.",
);

pub(super) const SKIP: Opt = Opt::value(
    "--skip",
    "N",
    Kind::Number(1, INDEX_MAX),
    "Leave out N indices of a copy. Promise: no signer reached N since the copy was made, earlier recoveries of any \
     copy, and the indices that they left out, included.",
);

pub(super) const SEEN: Opt = Opt::value(
    "--seen",
    "FILE.sig",
    Kind::Text,
    "A signature made since, of FILE beside it; repeat the option. Genuine ones count. With --account, also the \
     highest index of any signature, as a number.",
)
.repeatable();

pub(super) const BURN: Opt = Opt::value(
    "--burn",
    "LEVEL",
    Kind::Number(0, 7),
    "With --seen: the level whose tree is burned, 0 the top; by default the lowest.",
);

/// The parameters of a new key.
pub(super) fn levels(call: &Call) -> Result<Levels, Failure> {
    call.text(PARAMS.long)?.unwrap_or_default().parse::<Levels>().or_refused()
}

fn check_params(text: &str) -> Result<(), String> {
    text.parse::<Levels>().map(drop).map_err(|error| error.to_string())
}
