//! `quicksalt hashsig info`: shows the properties of a key file or a public key.

use std::path::Path;

use quicksalt_command::{
    Argument, Call, Command, Failure, Json, Kind, Layout, Outcome, Terminal, utc,
};
use quicksalt_hashsig::keyspace::KeySpace;
use quicksalt_hashsig::pool::Pool;
use quicksalt_hashsig::signing::{Cache, KeyMaterial, SigningKey};
use quicksalt_hashsig::store::{FileStore, Opening, Store as _, Watermark};
use quicksalt_hashsig::trees::Levels;

use super::keys;
use super::options::QUIET;
use super::refusals::OrRefused as _;

pub(super) const COMMAND: Command = Command {
    name: "info",
    line: "Show the properties of a key and the signatures left.",
    about: &[
        "Show the properties of a key file or a public key, and the number of signatures left.",
    ],
    arguments: &[Argument::one("FILE", Kind::File)],
    options: &[keys::PASSPHRASE_FILE, keys::PASSPHRASE_FD, keys::NO_PASSPHRASE],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt hashsig info release.key",
        "quicksalt hashsig info release.key.pub --json key.json",
    ],
    run: info,
};

fn info(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let file = keys::argument(call, "FILE")?;
    if !keys::is_key_file(terminal, file)? {
        return of_public_key(terminal, file);
    }
    let word = keys::passphrase(call, terminal, file)?;
    let opening = Opening::new(keys::secret(word.as_ref()));
    let found = terminal.working("opening", || Found::of(file, &opening))?;
    found.show(terminal)?;
    Ok(Outcome::ok(found.json()))
}

fn of_public_key(terminal: &mut Terminal, file: &Path) -> Result<Outcome, Failure> {
    let key = keys::public_key(terminal, file)?;
    let (levels, top) =
        (key.levels(), Levels::new(&[key.top().params()]).or_refused()?.to_string());
    terminal.show(&format!("kind: public key\nlevels: {levels}\ntop level: {top}\n"))?;
    let kind = ("kind", Json::from("public key"));
    Ok(Outcome::ok(Json::map([kind, ("levels", levels.into()), ("top level", top.into())])))
}

/// Returns the properties of a key file.
struct Found {
    params: String,
    public_key: String,
    mark: Watermark,
    epoch: u64,
    recovered: Vec<String>,
    trusts_disk: bool,
    top_tree: &'static str,
    remaining: Vec<(String, u64)>,
}

impl Found {
    fn of(file: &Path, opening: &Opening<'_>) -> Result<Self, Failure> {
        let space = KeySpace::new(FileStore::open(file, opening).or_refused()?);
        let pool = Pool::new(0);
        let material = space.with(|store| KeyMaterial::load(store, Some(&pool))).or_refused()?;
        let line = space.allocation("").or_refused()?;
        let mark = line.watermark().or_refused()?;
        let key = SigningKey::over(material.or_refused()?, Box::new(line), &QUIET).or_refused()?;
        let state = space.with(|store| {
            (store.epoch(), store.trusts_disk(), store.recovered().iter().map(time).collect())
        });
        let (epoch, trusts_disk, recovered) = state.or_refused()?;
        Ok(Self {
            params: key.levels().to_string(),
            public_key: keys::hexadecimal(&key.public_key().to_bytes()),
            mark,
            epoch,
            recovered,
            trusts_disk,
            top_tree: match key.cache() {
                Cache::Used => "used",
                Cache::Missing => "missing",
                Cache::Damaged => "damaged",
            },
            remaining: space.remaining().or_refused()?,
        })
    }

    fn show(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let recovered = match self.recovered.last() {
            Some(last) => format!("{} times, last {last}", self.recovered.len()),
            None => "never".into(),
        };
        let trusts_disk = if self.trusts_disk { "yes" } else { "no" };
        terminal.say("kind: key file")?;
        terminal.say(&format!("parameters: {}", self.params))?;
        terminal.say(&format!("public key: {}", self.public_key))?;
        terminal.say(&format!("next index: {}", self.mark.next))?;
        terminal.say(&format!("number of indices: {}", self.mark.end))?;
        terminal.say(&format!("epoch: {}", self.epoch))?;
        terminal.say(&format!("recovered from a copy: {recovered}"))?;
        terminal.say(&format!("trusts the disk: {trusts_disk}"))?;
        terminal.say(&format!("cache of the top tree: {}", self.top_tree))?;
        terminal.say("signatures left:")?;
        self.remaining.iter().try_for_each(|(name, left)| {
            let name = if name.is_empty() { "(the key itself)" } else { name };
            terminal.say(&format!("  {name}: {left}"))
        })
    }

    fn json(self) -> Json {
        Json::map([
            ("kind", "key file".into()),
            ("params", self.params.into()),
            ("public_key", self.public_key.into()),
            ("next_index", self.mark.next.into()),
            ("end", self.mark.end.into()),
            ("epoch", self.epoch.into()),
            ("recovered", Json::list(self.recovered)),
            ("trusts_disk", self.trusts_disk.into()),
            ("top_tree", self.top_tree.into()),
            ("remaining", remaining(self.remaining)),
        ])
    }
}

/// Returns the number of signatures that each allocation has left.
pub(super) fn remaining(lines: Vec<(String, u64)>) -> Json {
    Json::Map(lines.into_iter().map(|(name, left)| (name.into(), left.into())).collect())
}

/// Formats a time in seconds since 1970, such as `2026-01-31T23:59:59+00:00`.
fn time(seconds: &u64) -> String {
    utc((*seconds).cast_signed()) + "+00:00"
}
