//! `quicksalt hashsig recover`: makes a copy the key, or a lost key again.

use quicksalt_command::{Argument, Call, Command, Failure, Kind, Layout, Opt, Outcome, Terminal};

use super::options::{BURN, INDEX_MAX, PARAMS, SEEN, SKIP, TRUST_DISK};
use super::{account, again, coinzdense, copy, keys};

pub(super) const COMMAND: Command = Command {
    name: "recover",
    line: "Go on with a restored copy, or make a lost key again.",
    about: &[
        "Make a copy of a key file the key, or make a lost key again.",
        "A copy, such as a restored backup, is refused by all other commands, since its one-time keys may have been \
         used after it was made. A key with 2^40 of them left goes on in a block drawn at random. A smaller key \
         goes on above the highest signature that is --seen, or leaves out --skip indices. Nothing can check that \
         all signatures were shown or that --skip is large enough: an index that is used twice gives the key away.",
        "With --account, --role and the passphrase, the key is made again in a new file. It must be the one that was \
         --published, and it goes on at the --watermark, or after the tree that holds the highest index --seen.",
        "With --wif, what is made again is a key of the package coinzdense, and the file gets its secret as text: \
         QRK... is a one-time key, CZD... a level key, which needs --otsbits and --height and must not sign.",
    ],
    arguments: &[Argument::one("KEY", Kind::Path)],
    options: &[
        keys::PASSPHRASE_FILE,
        keys::PASSPHRASE_FD,
        keys::NO_PASSPHRASE,
        SKIP,
        Opt::flag("--yes", "Do not ask whether the original file is gone."),
        Opt::value(
            "--public",
            "FILE",
            Kind::Path,
            "The public key that verifies what is --seen; by default KEY.pub.",
        ),
        Opt::value(
            "--account",
            "NAME",
            Kind::Text,
            "The account's name: make again the key that `keygen` made for it.",
        ),
        Opt::value("--role", "NAME", Kind::Text, "The role that was given to `keygen`."),
        account::PASSPHRASE_FILE,
        PARAMS,
        Opt::value("--published", "PUBLIC", Kind::File, "The public key of the key."),
        Opt::value(
            "--watermark",
            "INDEX",
            Kind::Number(0, INDEX_MAX),
            "The least index that is known, from elsewhere, never to have been reserved.",
        ),
        SEEN,
        BURN,
        Opt::value(
            "--wif",
            "TEXT",
            Kind::Text,
            "Instead of --published: a key of coinzdense, as text.",
        ),
        Opt::value(
            "--otsbits",
            "BITS",
            Kind::Number(4, 16),
            "With --wif, of a level key: the bits of a digit, 4 to 16.",
        ),
        Opt::value(
            "--height",
            "H",
            Kind::Number(3, 16),
            "With --wif, of a level key: its height, 3 to 16.",
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
        return Err(Failure::usage(
            "--skip and --public are for a copy, --account is for a lost key",
        ));
    }
    match (is_lost, call.text("--wif")?) {
        (true, Some(published)) => coinzdense::recover(call, terminal, published),
        (_, wif) if wif.is_some() || any(&["--otsbits", "--height"]) => {
            Err(Failure::usage("--otsbits and --height belong to --wif, and that to --account"))
        }
        (true, None) => again::recover(call, terminal),
        (false, _) => copy::recover(call, terminal),
    }
}
