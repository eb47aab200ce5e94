//! Recovers a lost key from account, role and passphrase.

use std::path::Path;

use quicksalt_command::{
    Call, Failure, Json, NEVER, Outcome, Terminal, Word, refuse_existing, shown,
};
use quicksalt_hashsig::lms::hss::PublicKey;
use quicksalt_hashsig::pool::Pool;
use quicksalt_hashsig::recovery::{Resume, check_published};
use quicksalt_hashsig::signing::{KeyMaterial, NewKey, SigningKey};
use quicksalt_hashsig::trees::Levels;

use super::options::{self, BURN, QUIET, TRUST_DISK};
use super::refusals::OrRefused as _;
use super::{account, keys, seen};

pub(super) fn recover(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let key_file = keys::argument(call, "KEY")?;
    let (Some((account, role)), Some(published)) =
        (account::names(call)?, call.path("--published"))
    else {
        return Err(Failure::usage("--account needs --role and --published"));
    };
    let watermark = call.number("--watermark");
    if watermark.is_some() == call.has("--seen") {
        return Err(Failure::usage("give --watermark, or the highest index with --seen"));
    }
    refuse_existing(key_file, NEVER)?;
    let public = keys::public_key(terminal, published)?;
    let highest = seen::highest(call, terminal, Some(&public))?;
    let levels = options::levels(call)?;
    let lowest = levels.as_slice().len() - 1;
    let level = call.number(BURN.long).map_or(lowest, |level| level as usize);
    let resume = match (watermark, highest) {
        (Some(index), _) => Resume::From(index),
        (None, seen) => Resume::AfterTree { seen: seen.unwrap_or_default(), level },
    };
    let remembered = account::passphrase(call, terminal, false)?;
    let word = keys::new_passphrase(call, terminal)?;
    let (key, start) = terminal.working("generating", || {
        let material = material((account, role, &remembered), &levels, &public)?;
        let start = resume.next_index(&levels).or_refused()?;
        let trust_disk = call.has(TRUST_DISK.long);
        let new = NewKey { start, trust_disk, ..NewKey::new(keys::secret(word.as_ref())) };
        Ok((SigningKey::create(key_file, material, &new, &QUIET).or_refused()?, start))
    })?;
    let left = key.remaining().or_refused()?;
    drop(key);
    told(terminal, key_file, start)?;
    Ok(Outcome::ok(Json::map([
        ("key", Json::from(key_file)),
        ("next_index", start.into()),
        ("remaining", left.into()),
    ])))
}

/// Derives a key from credentials, and checks that its public key is the published one.
fn material(
    (account, role, word): (&str, &str, &Word),
    levels: &Levels,
    published: &PublicKey,
) -> Result<KeyMaterial, Failure> {
    let secret = account::stretched(account, role, word)?.hss(levels.clone()).or_refused()?;
    let material = KeyMaterial::generate(secret, Some(&Pool::new(0))).or_refused()?;
    check_published(&material.public_key(), published).or_refused()?;
    Ok(material)
}

fn told(terminal: &mut Terminal, key_file: &Path, start: u64) -> Result<(), Failure> {
    let key = shown(key_file);
    terminal.say(&format!("{key} is the published key and continues at index {start}"))
}
