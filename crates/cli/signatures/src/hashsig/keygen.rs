//! `quicksalt hashsig keygen`: generates a key.

use std::path::Path;

use quicksalt::Wiped;
use quicksalt_command::{
    Argument, Call, Command, Failure, Json, Kind, Layout, NEVER, Opt, Outcome, Terminal, beside,
    refuse_existing, shown, write_new,
};
use quicksalt_hashsig::pool::Pool;
use quicksalt_hashsig::signing::{KeyMaterial, NewKey, SigningKey};
use quicksalt_hashsig::store::FileStore;
use quicksalt_hashsig::trees::{Levels, SEED_LEN, SecretKey};

use super::options::{self, PARAMS, QUIET, TRUST_DISK};
use super::refusals::OrRefused as _;
use super::{account, keys};

pub(super) const COMMAND: Command = Command {
    name: "keygen",
    line: "Make a key and its public key.",
    about: &[
        "Make a key in the file KEY, and its public key in KEY.pub.",
        "Existing files are never overwritten. The key file records which one-time keys are used, so only \
         one instance may sign: a copy is not a backup (see `recover`).",
    ],
    arguments: &[Argument::one("KEY", Kind::Path)],
    options: &[
        PARAMS,
        keys::PASSPHRASE_FILE,
        keys::PASSPHRASE_FD,
        keys::NO_PASSPHRASE,
        Opt::value(
            "--public",
            "FILE",
            Kind::Path,
            "The file for the public key; by default, KEY.pub.",
        ),
        Opt::value(
            "--account",
            "NAME",
            Kind::Text,
            "The account name: make a key that `recover` can derive again.",
        ),
        Opt::value("--role", "NAME", Kind::Text, "The role of the key within the account."),
        account::PASSPHRASE_FILE,
        TRUST_DISK,
    ],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt hashsig keygen release.key",
        "quicksalt hashsig keygen --params 20/4 --passphrase-file word release.key",
        "quicksalt hashsig keygen --account alice --role release release.key",
    ],
    run: keygen,
};

fn keygen(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let key_file = keys::argument(call, "KEY")?;
    let public = call.path("--public").map_or_else(|| beside(key_file, ".pub"), Into::into);
    refuse_existing(key_file, NEVER)?;
    refuse_existing(&public, NEVER)?;
    let levels = options::levels(call)?;
    let seed = seed(call, terminal)?;
    let word = keys::new_passphrase(call, terminal)?;
    let secret = keys::secret(word.as_ref());
    let new = NewKey { trust_disk: call.has("--trust-disk"), ..NewKey::new(secret) };
    let material = |levels| {
        let secret = match &seed {
            Some(seed) => SecretKey::from_seed(levels, seed)?,
            None => SecretKey::generate(levels)?,
        };
        KeyMaterial::generate(secret, Some(&Pool::new(0)))
    };
    let made = terminal.working("generating", || {
        SigningKey::create(key_file, material(levels.clone())?, &new, &QUIET)
    });
    let key = made.or_refused()?;
    let public_key = key.public_key().to_bytes();
    // If the public key cannot be written, the key is discarded too.
    if let Err(failure) = write_new(&public, &public_key, false, false) {
        drop(key);
        FileStore::discard(key_file);
        return Err(failure);
    }
    drop(key);
    told(terminal, key_file, &public, &levels)?;
    Ok(Outcome::ok(Json::map([
        ("key", Json::from(key_file)),
        ("public", public.as_path().into()),
        ("public_key", keys::hexadecimal(&public_key).into()),
        ("params", levels.to_string().into()),
        ("signatures", levels.capacity().into()),
    ])))
}

/// Returns the seed that account, role and passphrase determine; `None` if the call does not name
/// an account.
fn seed(call: &Call, terminal: &mut Terminal) -> Result<Option<Wiped<[u8; SEED_LEN]>>, Failure> {
    let options = ["--account", "--role", account::PASSPHRASE_FILE.long];
    if !options.iter().any(|option| call.has(option)) {
        return Ok(None);
    }
    let Some((account, role)) = account::names(call)? else {
        return Err(Failure::usage("--account and --role must be given together and not be empty"));
    };
    let word = account::passphrase(call, terminal, true)?;
    let stretched = terminal.working("generating", || account::stretched(account, role, &word))?;
    stretched.hss_seed().or_refused().map(Some)
}

fn told(
    terminal: &mut Terminal,
    key_file: &Path,
    public: &Path,
    levels: &Levels,
) -> Result<(), Failure> {
    let (key, count) = (shown(key_file), levels.capacity());
    terminal.say(&format!("{key}: a key of {count} signatures, parameters {levels}"))?;
    terminal.say(&format!("{}: its public key", shown(public)))?;
    let cache = shown(&beside(key_file, ".cache"));
    terminal.note(&format!("{cache}: makes opening fast, holds no secret, may be deleted"))
}
