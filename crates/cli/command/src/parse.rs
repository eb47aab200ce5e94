//! Parses the words of a call according to the declaration of a command.

use std::ffi::{OsStr, OsString};

use crate::call::Call;
use crate::failure::Failure;
use crate::letters::shown;
use crate::near::near;
use crate::table::{Argument, Arity, Command, Opt};
use crate::values::{check, quoted};

/// The request that the words of a call express.
#[derive(Debug)]
pub(crate) enum Asked {
    /// A request for the help text.
    Help,
    /// A call of the command.
    Call(Call),
}

/// The words of a call, separated into options (in the given order) and all other words.
#[derive(Default)]
pub(crate) struct Split<'a> {
    pub(crate) options: Vec<(&'a Opt, OsString)>,
    pub(crate) words: Vec<OsString>,
}

/// Parses the words that follow the command's name.
///
/// # Errors
/// A usage error.
pub(crate) fn parse(command: &Command, words: &[OsString]) -> Result<Asked, Failure> {
    let options: Vec<&Opt> = command.all_options().collect();
    let split = split(&options, words)?;
    if split.options.iter().any(|(option, _)| option.long == "--help") {
        return Ok(Asked::Help);
    }
    let mut call = Call::default();
    for option in &options {
        let given = split.options.iter().filter(|(one, _)| one.long == option.long);
        let mut values: Vec<OsString> = given.map(|(_, value)| value.clone()).collect();
        if !option.is_repeatable {
            values.drain(..values.len().saturating_sub(1));
        }
        for value in &values {
            check_option(option, value)?;
        }
        if values.is_empty() {
            values.extend(option.default.map(OsString::from));
        }
        call.values.push((option.long, values));
    }
    place(command.arguments, split.words, &mut call)?;
    match options.iter().find(|option| option.is_required && !call.has(option.long)) {
        Some(option) => Err(Failure::usage(format!("Missing option '{}'.", option.forms("' / '")))),
        None => Ok(Asked::Call(call)),
    }
}

fn check_option(option: &Opt, value: &OsStr) -> Result<(), Failure> {
    let Some((_, kind)) = option.value else { return Ok(()) };
    check(kind, value).map_err(|wrong| {
        Failure::usage(format!("Invalid value for '{}': {wrong}", option.forms("' / '")))
    })
}

/// Separates options from all other words. A flag gets an empty value.
pub(crate) fn split<'a>(options: &[&'a Opt], words: &[OsString]) -> Result<Split<'a>, Failure> {
    let mut found = Split::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let bytes = word.as_encoded_bytes();
        if bytes == b"--" {
            found.words.extend(rest.cloned());
            break;
        }
        if bytes.len() < 2 || bytes[0] != b'-' {
            found.words.push(word.clone());
            continue;
        }
        if bytes[1] == b'-' {
            let (name, value) = cut(word);
            found.options.push(long(options, &name, value, || rest.next().cloned())?);
        } else {
            letters(options, word, || rest.next().cloned(), &mut found)?;
        }
    }
    Ok(found)
}

/// Splits `--name=value` into name and value.
fn cut(word: &OsStr) -> (OsString, Option<OsString>) {
    let bytes = word.as_encoded_bytes();
    match bytes.iter().position(|byte| *byte == b'=') {
        Some(place) => (part(word, 0, place), Some(part(word, place + 1, bytes.len()))),
        None => (word.into(), None),
    }
}

/// Returns part of a word. The word must be cut before or after an ASCII character.
fn part(word: &OsStr, from: usize, to: usize) -> OsString {
    crate::os::word_of(&word.as_encoded_bytes()[from..to])
}

fn long<'a>(
    options: &[&'a Opt],
    name: &OsStr,
    value: Option<OsString>,
    next: impl FnOnce() -> Option<OsString>,
) -> Result<(&'a Opt, OsString), Failure> {
    let Some(option) = options.iter().find(|option| name == option.long) else {
        let names: Vec<&str> = options.iter().map(|option| option.long).collect();
        return Err(Failure::usage(no_such(&shown(name), &names)));
    };
    match (option.value, value) {
        (Some(_), Some(value)) => Ok((option, value)),
        (Some(_), None) => Ok((option, next().ok_or_else(|| requires(option.long))?)),
        (None, None) => Ok((option, OsString::new())),
        (None, Some(_)) => {
            Err(Failure::usage(format!("Option '{}' does not take a value.", option.long)))
        }
    }
}

fn letters<'a>(
    options: &[&'a Opt],
    word: &OsStr,
    next: impl FnOnce() -> Option<OsString>,
    found: &mut Split<'a>,
) -> Result<(), Failure> {
    let bytes = word.as_encoded_bytes();
    for (place, byte) in bytes.iter().enumerate().skip(1) {
        let is_form = |option: &&&Opt| option.letter == Some(char::from(*byte));
        let Some(option) = options.iter().find(is_form) else {
            // The rest starts after the first character, which may have several bytes.
            let rest = shown(&part(word, 1, bytes.len()));
            let letter = rest.chars().nth(place - 1).unwrap_or_default();
            return Err(Failure::usage(no_such(&format!("-{letter}"), &[])));
        };
        if option.value.is_none() {
            found.options.push((option, OsString::new()));
            continue;
        }
        let value = if place + 1 < bytes.len() {
            part(word, place + 1, bytes.len())
        } else {
            next().ok_or_else(|| requires(&format!("-{}", char::from(*byte))))?
        };
        found.options.push((option, value));
        break;
    }
    Ok(())
}

fn requires(name: &str) -> Failure {
    Failure::usage(format!("Option '{name}' requires an argument."))
}

/// Returns the error for an unknown option.
pub(crate) fn no_such(name: &str, known: &[&str]) -> String {
    let mut meant = near(name, known);
    meant.sort_unstable();
    let listed: Vec<String> = meant.iter().map(|name| format!("'{name}'")).collect();
    let name = quoted(OsStr::new(name));
    match listed.as_slice() {
        [] => format!("No such option {name}."),
        [one] => format!("No such option {name}. Did you mean {one}?"),
        several => {
            let several = several.join(", ");
            format!("No such option {name}. (Did you mean one of: {several}?)")
        }
    }
}

/// Assigns the words that are not options to the arguments.
fn place(
    arguments: &'static [Argument],
    words: Vec<OsString>,
    call: &mut Call,
) -> Result<(), Failure> {
    let single = |argument: &&Argument| matches!(argument.arity, Arity::One | Arity::Optional);
    let singles = arguments.iter().filter(single).count();
    let mut spare = words.len().saturating_sub(singles);
    let mut rest = words.into_iter();
    for argument in arguments {
        let values: Vec<OsString> = match argument.arity {
            Arity::One | Arity::Optional => rest.by_ref().take(1).collect(),
            Arity::Many | Arity::Any => rest.by_ref().take(core::mem::take(&mut spare)).collect(),
        };
        if values.is_empty() && matches!(argument.arity, Arity::One | Arity::Many) {
            return Err(Failure::usage(format!("Missing argument '{}'.", argument.shown())));
        }
        for value in &values {
            check(argument.kind, value).map_err(|wrong| {
                Failure::usage(format!("Invalid value for '{}': {wrong}", argument.shown()))
            })?;
        }
        call.values.push((argument.name, values));
    }
    let extra: Vec<String> = rest.map(|word| shown(&word)).collect();
    if extra.is_empty() {
        return Ok(());
    }
    let noun = if extra.len() == 1 { "argument" } else { "arguments" };
    Err(Failure::usage(format!("Got unexpected extra {noun} ({})", extra.join(" "))))
}
