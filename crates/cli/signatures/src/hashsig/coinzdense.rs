//! Recovers keys that the package coinzdense made, and writes the secret as text.

use quicksalt::{Wiped, interrupt};
use quicksalt_command::{
    Call, Failure, Json, NEVER, Outcome, Terminal, refuse_existing, shown, write_new,
};
use quicksalt_hashsig::Error;
use quicksalt_hashsig::czd0::wif::{self, KeyType};
use quicksalt_hashsig::czd0::{Key, LevelKey, LevelParams, Params, key_from_creds};
use quicksalt_hashsig::recovery::{DISASTER_OTSBITS, LevelSearch, disaster_key};

use super::refusals::OrRefused as _;
use super::{account, keys, seen};

/// A recovered key that matches the published public key.
struct Found {
    private: KeyType,
    /// The derivation's parameters, as names and values.
    how: Vec<(&'static str, &'static str)>,
    /// The first index that may still sign; `None` if it is unknown or if the key must not sign.
    next_index: Option<u64>,
    advice: &'static str,
}

/// Finds the key that matches a published text, and writes the key's secret as text to a new file.
pub(super) fn recover(
    call: &Call,
    terminal: &mut Terminal,
    published: &str,
) -> Result<Outcome, Failure> {
    let key_file = keys::argument(call, "KEY")?;
    let highest = seen::highest(call, terminal, None)?;
    let (Some((account, role)), false) = (account::names(call)?, call.has("--published")) else {
        return Err(Failure::usage("--wif needs --account and --role, and replaces --published"));
    };
    refuse_existing(key_file, NEVER)?;
    let remembered = account::passphrase(call, terminal, false)?;
    let (key_type, public) = wif::parse(published).or_refused()?;
    let secret = key_from_creds(account, role, account::text(&remembered)?).or_refused()?;
    let (otsbits, height) = (call.number("--otsbits"), call.number("--height"));
    let found = match key_type {
        KeyType::RecoveryPublic => {
            let signed = if highest.is_some() { Some(1) } else { call.number("--watermark") };
            disaster(terminal, &secret, &public, otsbits, signed)?
        }
        KeyType::CoinzdensePublic => {
            let (Some(otsbits), Some(height)) = (otsbits, height) else {
                return Err(Failure::usage("--otsbits and --height must be given for a CZD key"));
            };
            level(terminal, &secret, &public, (otsbits, height))?
        }
        other => {
            let text = format!("--wif must be a QRK or CZD key, not a {}", other.name());
            return Err(Failure::usage(text));
        }
    };
    let text = wif::encode(found.private, secret.as_slice()).or_refused()?;
    let text = Wiped::new([text.as_slice(), b"\n"].concat());
    write_new(key_file, &text, false, true)?;
    let how: Vec<String> =
        found.how.iter().map(|(name, value)| format!("{name} {value}")).collect();
    terminal.say(&format!(
        "{} holds the secret of the published key ({}): {}",
        shown(key_file),
        how.join(", "),
        found.advice
    ))?;
    let mut entries =
        vec![("key".into(), Json::from(key_file)), ("next_index".into(), found.next_index.into())];
    entries.extend(found.how.iter().map(|(name, value)| (name.into(), Json::from(*value))));
    Ok(Outcome::ok(Json::Map(entries)))
}

/// Finds the one-time key that coinzdense's recovery tool made. `signed` is the number of
/// signatures that the key has made, if known.
fn disaster(
    terminal: &Terminal,
    secret: &Key,
    public: &[u8],
    otsbits: Option<u64>,
    signed: Option<u64>,
) -> Result<Found, Failure> {
    let otsbits = otsbits.map_or(DISASTER_OTSBITS, |bits| bits as usize);
    let params = Params::new(public.len(), otsbits).or_refused()?;
    let key =
        terminal.working("searching", || disaster_key(params, secret, public)).or_refused()?;
    let advice = match signed {
        None => "it may sign only if it never has: confirm this with --watermark 0",
        Some(0) => "it may sign once",
        Some(_) => {
            return Err(Failure::broken("a one-time key that has signed must not sign again"));
        }
    };
    let how = vec![("ctx_mode", key.contexts().name())];
    Ok(Found { private: KeyType::RecoveryPrivate, how, next_index: signed, advice })
}

fn level(
    terminal: &Terminal,
    secret: &Key,
    public: &[u8],
    (otsbits, height): (u64, u64),
) -> Result<Found, Failure> {
    let params = LevelParams::new(public.len(), otsbits as usize, height as usize).or_refused()?;
    let search = LevelSearch::new(params, secret.clone(), 0, public).or_refused()?;
    let key = terminal.working("searching", || searched(search)).or_refused()?;
    let how = vec![("ctx_mode", key.contexts().name()), ("layout", key.layout().name())];
    let advice = "a level key of coinzdense must not sign: its signatures can be forged";
    Ok(Found { private: KeyType::CoinzdensePrivate, how, next_index: None, advice })
}

/// Runs the search to its end and reports the progress.
fn searched(mut search: LevelSearch) -> Result<LevelKey, Error> {
    loop {
        interrupt::check()?;
        if let Some(key) = search.step()? {
            return Ok(key);
        }
        interrupt::tell(search.progress());
    }
}
