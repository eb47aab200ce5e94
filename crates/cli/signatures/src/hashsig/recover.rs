//! `quicksalt hashsig recover`: recovers a key from a copy or from credentials.

use quicksalt_command::{Argument, Call, Command, Failure, Kind, Layout, Opt, Outcome, Terminal};

use super::options::{BURN, INDEX_MAX, PARAMS, SEEN, SKIP, TRUST_DISK};
use super::{account, again, coinzdense, copy, keys};

pub(super) const COMMAND: Command = Command {
    name: "recover",
    line: "Recover a key from a copy, or derive a lost key again.",
    about: &[
        "Recover a key from a copy of its file, or derive a lost key again.",
        "All other commands refuse a copy, such as a restored backup, because its one-time keys may have been \
         used after it was made. A key with 2^40 one-time keys left continues in a block drawn at random. A \
         smaller key continues above the highest signature given with --seen, or skips --skip indices. No check \
         can prove that every signature was given or that --skip is large enough: using an index twice lets \
         others forge signatures.",
        "With --account, --role and the passphrase, the key is derived again into a new file. Its public key \
         must match --published. It continues at --watermark, or after the tree that holds the highest index \
         given with --seen.",
        "With --wif, the recovered key is a key of the package coinzdense, and the file receives its secret as \
         text: QRK... is a one-time key; CZD... is a level key, which needs --otsbits and --height and must not \
         sign.",
    ],
    arguments: &[Argument::one("KEY", Kind::Path)],
    options: &[
        keys::PASSPHRASE_FILE,
        keys::PASSPHRASE_FD,
        keys::NO_PASSPHRASE,
        SKIP,
        Opt::flag("--yes", "Do not ask whether the original has stopped signing."),
        Opt::value(
            "--public",
            "FILE",
            Kind::Path,
            "The public key that verifies the --seen signatures; by default, KEY.pub.",
        ),
        Opt::value(
            "--account",
            "NAME",
            Kind::Text,
            "The account name: derive the key that `keygen` made for it.",
        ),
        Opt::value("--role", "NAME", Kind::Text, "The role given to `keygen`."),
        account::PASSPHRASE_FILE,
        PARAMS,
        Opt::value("--published", "PUBLIC", Kind::File, "The public key of the lost key."),
        Opt::value(
            "--watermark",
            "INDEX",
            Kind::Number(0, INDEX_MAX),
            "The lowest index that is known never to have been reserved.",
        ),
        SEEN,
        BURN,
        Opt::value(
            "--wif",
            "TEXT",
            Kind::Text,
            "Instead of --published: the public key of a coinzdense key, as text.",
        ),
        Opt::value(
            "--otsbits",
            "BITS",
            Kind::Number(4, 16),
            "With --wif, for a level key: the bits per digit, 4 to 16.",
        ),
        Opt::value(
            "--height",
            "H",
            Kind::Number(3, 16),
            "With --wif, for a level key: its height, 3 to 16.",
        ),
        TRUST_DISK,
    ],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt hashsig recover --seen one.zip.sig --seen two.zip.sig release.key",
        "quicksalt hashsig recover --skip 10000 --yes release.key",
        "quicksalt hashsig recover --account alice --role release \\",
        "    --published release.key.pub --watermark 2048 release.key",
        "quicksalt hashsig recover --account alice --role disaster \\",
        "    --wif QRK... disaster.wif",
    ],
    run: recover,
};

fn recover(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let any = |names: &[&str]| names.iter().any(|name| call.has(name));
    let is_lost = call.has("--account");
    if is_lost && any(&["--skip", "--public"]) {
        return Err(Failure::usage("--skip and --public apply to a copy, --account to a lost key"));
    }
    match (is_lost, call.text("--wif")?) {
        (true, Some(published)) => coinzdense::recover(call, terminal, published),
        (_, wif) if wif.is_some() || any(&["--otsbits", "--height"]) => {
            Err(Failure::usage("--otsbits and --height need --wif, which needs --account"))
        }
        (true, None) => again::recover(call, terminal),
        (false, _) => copy::recover(call, terminal),
    }
}
