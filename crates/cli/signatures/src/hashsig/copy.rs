//! Makes a copy of a key file the key that signs.

use quicksalt_command::{Call, Failure, Json, Outcome, Terminal, beside, shown};
use quicksalt_hashsig::store::{FileStore, KnownMinimum, Opening, Recovery, Store as _, identity};

use super::options::{SEEN, SKIP, TRUST_DISK};
use super::refusals::OrRefused as _;
use super::{keys, seen};

pub(super) fn recover(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let key_file = keys::argument(call, "KEY")?;
    let name = shown(key_file);
    if !key_file.exists() {
        return Err(Failure::usage(format!("no file {name}")));
    }
    let signatures = call.all(SEEN.long);
    if !call.has("--yes") {
        terminal.confirm(&question(&name, call.number(SKIP.long), !signatures.is_empty()))?;
    }
    let word = keys::passphrase(call, terminal, key_file)?;
    let (mut indices, mut owner) = (Vec::new(), None);
    if !signatures.is_empty() {
        let public = call.path("--public").map_or_else(|| beside(key_file, ".pub"), Into::into);
        let public = keys::public_key(terminal, &public)?;
        for signature in signatures {
            indices.push(seen::index(terminal, &public, signature)?);
        }
        owner = Some(identity(&public.to_bytes()).or_refused()?);
    }
    let index = call.number("--watermark").unwrap_or_default();
    let opening = Opening {
        known_minimum: KnownMinimum { index, epoch: 0 },
        trust_disk: call.has(TRUST_DISK.long),
        ..Opening::new(keys::secret(word.as_ref()))
    };
    let recovery = Recovery { skip: call.number(SKIP.long), seen: &indices, identity: owner };
    let store =
        terminal.working("recovering", || FileStore::recover(key_file, &opening, &recovery));
    let store = store.or_refused()?;
    let (mark, times) = (store.watermark().or_refused()?, store.recovered().len());
    let (start, end) = (mark.next, mark.end);
    terminal
        .say(&format!("{name} continues at index {start} of {end}, recovered {times} times"))?;
    Ok(Outcome::ok(Json::map([
        ("key", Json::from(key_file)),
        ("next_index", start.into()),
        ("end", end.into()),
        ("recovered", times.into()),
    ])))
}

/// Returns the question by which the user confirms that the original no longer signs.
fn question(name: &str, skip: Option<u64>, has_seen: bool) -> String {
    let mut question = format!("Has the original of the copy {name} stopped signing for good");
    if let Some(skip) = skip {
        question += &format!(", and has it used fewer than {skip} indices since the copy");
        question += ", including earlier recoveries";
    }
    if has_seen {
        question += ", and is the latest signature made since the copy among these";
    }
    question
}
