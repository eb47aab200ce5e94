//! Runs a program: from its arguments to an exit code.

use alloc::borrow::Cow;
use core::panic::AssertUnwindSafe;
use std::ffi::{OsStr, OsString};
use std::panic::catch_unwind;
use std::path::Path;

use crate::call::Call;
use crate::complete;
use crate::failure::{Failure, exit};
use crate::files::save;
use crate::help::{self, GROUP_PIECES, Width};
use crate::json::Json;
use crate::kind::DASH;
use crate::letters::shown;
use crate::near::unknown;
use crate::os;
use crate::parse::{Asked, no_such, parse};
use crate::table::{Command, Entry, Group, HELP, JSON, Program, VERSION};
use crate::terminal::Terminal;
use crate::values::quoted;

/// The word that shows the help of the command that follows.
const HELP_WORD: &str = "help";

/// Runs a program with its arguments, without the program's name: a command, `--help`, `--version`,
/// completion, or the error for an unknown word.
///
/// Returns the exit code, or `None` if the command belongs to another program
/// ([`Entry::Elsewhere`]), so that the caller can run that program.
#[must_use]
pub fn run(program: &Program, words: &[OsString]) -> Option<u8> {
    let words = &without_help(words)[..];
    let asked = std::env::var_os(complete::variable(program));
    let first = match asked {
        Some(_) => complete::first_word().map(OsString::from),
        None => words.first().cloned(),
    };
    let entry = first.as_ref().and_then(|word| find(program, word));
    if matches!(entry, Some(Entry::Elsewhere { .. })) {
        return None;
    }
    Some(guarded(|terminal| match (asked, entry, first) {
        (Some(asked), ..) => complete::answer(program, &asked, terminal),
        (None, Some(entry), _) => called(program, entry, &words[1..], terminal),
        (None, None, Some(word)) => unlisted(program, &word, terminal),
        (None, None, None) => {
            let text = help::program(program, Width::of(terminal.columns()));
            terminal.note(text.trim_end())?;
            Ok(exit::USAGE)
        }
    }))
}

/// Like [`run`], but for a command of another program, names that program and returns exit code 3.
#[must_use]
pub fn main(program: &Program, words: &[OsString]) -> u8 {
    run(program, words).unwrap_or_else(|| {
        let name = without_help(words).first().map_or_else(String::new, shown);
        guarded(|_| {
            Err(Failure::missing(format!("{} {name}: {}", program.name, program.elsewhere)))
        })
    })
}

/// Rewrites `help COMMAND` to `COMMAND --help`.
fn without_help(words: &[OsString]) -> Cow<'_, [OsString]> {
    let further = words.iter().skip_while(|word| *word == HELP_WORD);
    match words.first() {
        Some(word) if word == HELP_WORD => further.cloned().chain([HELP.long.into()]).collect(),
        _ => words.into(),
    }
}

fn find(program: &Program, word: &OsStr) -> Option<&'static Entry> {
    program.tables.iter().flat_map(|table| table.entries).find(|entry| word == entry.name())
}

/// Runs work that needs a terminal; a panic becomes a failure.
fn guarded(work: impl FnOnce(&mut Terminal) -> Result<u8, Failure>) -> u8 {
    let mut terminal = match Terminal::new() {
        Ok(terminal) => terminal,
        Err(error) => {
            // Without file descriptors, this is the only way to report the error.
            eprintln!("Error: cannot begin: {error}");
            return exit::BROKEN;
        }
    };
    let ended = catch_unwind(AssertUnwindSafe(|| work(&mut terminal)));
    if os::is_interrupted() {
        return exit::INTERRUPTED;
    }
    let failure = match ended {
        Ok(Ok(code)) => return code,
        Ok(Err(failure)) => failure,
        Err(_) => Failure::broken("a bug in quicksalt ended the command, see above"),
    };
    if !failure.text.is_empty() {
        // The error output may be closed; the exit code is still correct.
        let _ = terminal.note(&format!("Error: {}", failure.text));
    }
    failure.code
}

/// Handles a first word that is not a command.
fn unlisted(program: &Program, word: &OsStr, terminal: &mut Terminal) -> Result<u8, Failure> {
    if word == HELP.long || word == "-h" {
        terminal.show(&help::program(program, Width::of(terminal.columns())))?;
        return Ok(exit::OK);
    }
    if word == VERSION.long || word == "-V" {
        terminal.say(&format!("{} {}", program.name, program.version))?;
        return Ok(exit::OK);
    }
    let name = shown(word);
    let text = if name.starts_with('-') && name.len() > 1 {
        no_such(&name, &[VERSION.long, HELP.long])
    } else {
        let entries = program.tables.iter().flat_map(|table| table.entries);
        let names: Vec<_> = entries.map(Entry::name).collect();
        return Err(unknown_command(program.name, &name, &names));
    };
    refused(program.name, GROUP_PIECES, Failure::usage(text), terminal)
}

fn unknown_command(path: &str, name: &str, known: &[&str]) -> Failure {
    Failure::usage(unknown("command", name, known, &format!("{path} --help")))
}

fn called(
    program: &Program,
    entry: &'static Entry,
    words: &[OsString],
    terminal: &mut Terminal,
) -> Result<u8, Failure> {
    let path = format!("{} {}", program.name, entry.name());
    match entry {
        Entry::Command(command) => one(&path, command, words, terminal),
        Entry::Group(group) => of_group(&path, group, words, terminal),
        Entry::Elsewhere { .. } => Err(Failure::missing(format!("{path}: {}", program.elsewhere))),
    }
}

fn of_group(
    path: &str,
    group: &'static Group,
    words: &[OsString],
    terminal: &mut Terminal,
) -> Result<u8, Failure> {
    let width = Width::of(terminal.columns());
    let words = &without_help(words)[..];
    let Some((word, rest)) = words.split_first() else {
        terminal.note(help::group(path, group, width).trim_end())?;
        return Ok(exit::USAGE);
    };
    if word == HELP.long || word == "-h" {
        terminal.show(&help::group(path, group, width))?;
        return Ok(exit::OK);
    }
    if let Some(command) = group.commands.iter().find(|command| word == command.name) {
        return one(&format!("{path} {}", command.name), command, rest, terminal);
    }
    let name = shown(word);
    let text = if name.starts_with('-') && name.len() > 1 {
        no_such(&name, &[HELP.long])
    } else {
        let names: Vec<_> = group.commands.iter().map(|command| command.name).collect();
        return Err(unknown_command(path, &name, &names));
    };
    refused(path, GROUP_PIECES, Failure::usage(text), terminal)
}

fn one(
    path: &str,
    command: &'static Command,
    words: &[OsString],
    terminal: &mut Terminal,
) -> Result<u8, Failure> {
    let ended = match parse(command, words) {
        Ok(Asked::Help) => {
            let width = Width::of(terminal.columns());
            terminal.show(&help::command(path, command, width))?;
            return Ok(exit::OK);
        }
        Ok(Asked::Call(call)) => done(command, &call, terminal),
        Err(failure) => Err(failure),
    };
    ended.or_else(|failure| refused(path, &help::pieces(command.arguments), failure, terminal))
}

/// Shows the usage line above the sentence of a usage error.
fn refused(
    path: &str,
    pieces: &str,
    failure: Failure,
    terminal: &mut Terminal,
) -> Result<u8, Failure> {
    if failure.code == exit::USAGE {
        let usage = help::usage(path, pieces, Width::of(terminal.columns()));
        terminal.note(&format!("{usage}Try '{path} --help' for help.\n"))?;
    }
    Err(failure)
}

/// Runs a command and writes its JSON.
fn done(command: &Command, call: &Call, terminal: &mut Terminal) -> Result<u8, Failure> {
    let json = command.json.and_then(|layout| Some((layout, call.path(JSON.long)?)));
    match json {
        Some((_, path)) if path == Path::new(DASH) => terminal.give_output_to_json()?,
        Some((_, path)) => {
            refuse_place(path)?;
            refuse_named(path, call)?;
        }
        None => {}
    }
    let outcome = (command.run)(call, terminal)?;
    match json {
        Some((layout, path)) if path == Path::new(DASH) => {
            terminal.write_json(&outcome.json.text(layout))?;
        }
        Some((layout, path)) => {
            refuse_named(path, call)?;
            refuse_written(path, &outcome.json)?;
            save(path, outcome.json.text(layout))?;
        }
        None => {}
    }
    Ok(outcome.code)
}

/// Refuses a JSON path that cannot be written.
fn refuse_place(path: &Path) -> Result<(), Failure> {
    let refused = |what: String| Err(Failure::usage(format!("Invalid value for '--json': {what}")));
    if path.exists() && !os::is_writable(path) {
        return refused(format!("File {} is not writable.", quoted(path.as_os_str())));
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.into());
    match absolute.parent() {
        Some(folder) if !folder.is_dir() => refused(format!("no folder {}", shown(folder))),
        _ => Ok(()),
    }
}

/// Refuses to write JSON over a file that another argument names.
fn refuse_named(path: &Path, call: &Call) -> Result<(), Failure> {
    let others = call.values.iter().filter(|(name, _)| *name != JSON.long);
    refuse_any(path, others.flat_map(|(_, values)| values).map(OsString::as_os_str))
}

/// Refuses to write JSON over a file that the command has written.
fn refuse_written(path: &Path, outcome: &Json) -> Result<(), Failure> {
    match outcome {
        Json::Name(name) => refuse_any(path, [name.as_os_str()].into_iter()),
        Json::List(values) => values.iter().try_for_each(|value| refuse_written(path, value)),
        Json::Map(entries) => entries.iter().try_for_each(|(_, value)| refuse_written(path, value)),
        _ => Ok(()),
    }
}

fn refuse_any<'a>(path: &Path, mut names: impl Iterator<Item = &'a OsStr>) -> Result<(), Failure> {
    if !path.is_file() {
        return Ok(());
    }
    let here = os::identity_of(path);
    if names.any(|name| os::identity_of(Path::new(name)) == here) {
        let text = "is named twice, and not overwritten: name another output";
        return Err(Failure::broken(format!("{} {text}", shown(path))));
    }
    Ok(())
}
