//! `quicksalt hashsig reserve`: reserves signatures of a key, under a name or permanently.

use quicksalt_command::{
    Argument, Call, Command, Failure, Json, Kind, Layout, Opt, Outcome, Terminal,
};
use quicksalt_hashsig::keyspace::KeySpace;
use quicksalt_hashsig::store::{self, FileStore, Opening, Store as _};

use super::options::INDEX_MAX;
use super::refusals::OrRefused as _;
use super::{info, keys};

pub(super) const COMMAND: Command = Command {
    name: "reserve",
    line: "Reserve signatures, under a name or permanently.",
    about: &[
        "Reserve the next N signatures of KEY permanently.",
        "With --name, they become a separate part of the key, which `sign --name` uses. Without it, this key \
         never signs with them: another signer uses them, or they have been used already.",
    ],
    arguments: &[Argument::one("KEY", Kind::File), Argument::one("N", Kind::Number(1, INDEX_MAX))],
    options: &[
        keys::PASSPHRASE_FILE,
        keys::PASSPHRASE_FD,
        keys::NO_PASSPHRASE,
        Opt::value(
            "--name",
            "NAME",
            Kind::Text,
            "Give the indices to a new allocation with this name, for `sign --name`.",
        ),
        Opt::value("--source", "NAME", Kind::Text, "The allocation that provides the indices.")
            .or(""),
    ],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt hashsig reserve --name nightly release.key 365",
        "quicksalt hashsig reserve release.key 1000",
    ],
    run: reserve,
};

fn reserve(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let (key, count) = (keys::argument(call, "KEY")?, call.number("N").unwrap_or_default());
    let (name, source) = (call.text("--name")?, call.text("--source")?.unwrap_or_default());
    let word = keys::passphrase(call, terminal, key)?;
    let opening = Opening::new(keys::secret(word.as_ref()));
    let work = || {
        let space = KeySpace::new(FileStore::open(key, &opening)?);
        let given = match name {
            Some(name) => space.split(source, name, count)?,
            None => space.allocation(source)?.reserve(count)?.range(),
        };
        store::Result::Ok((given, space.remaining()?))
    };
    let (given, remaining) = terminal.working("reserving", work).or_refused()?;
    let last = given.end - 1;
    let to = name.map_or_else(|| "used up".into(), |name| format!("given to '{name}'"));
    terminal.say(&format!("indices {} to {last}: {to}", given.start))?;
    Ok(Outcome::ok(Json::map([
        ("start", given.start.into()),
        ("stop", given.end.into()),
        ("name", name.into()),
        ("remaining", info::remaining(remaining)),
    ])))
}
