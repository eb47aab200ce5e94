//! Declarations of programs. The parser, the help, the manual pages and completion derive from
//! them.

use crate::call::Call;
use crate::failure::{Failure, Outcome};
use crate::json::Layout;
use crate::kind::Kind;
use crate::terminal::Terminal;

/// A program.
pub struct Program {
    /// The name of the program on the command line.
    pub name: &'static str,
    /// The version that `--version` shows after the name.
    pub version: &'static str,
    /// The first paragraphs of `--help`.
    pub about: &'static [&'static str],
    /// The summary line of the manual page, without a full stop.
    pub line: &'static str,
    /// Its commands, in the order of `--help`.
    pub tables: &'static [&'static Table],
    /// Lines of examples.
    pub examples: &'static [&'static str],
    /// The meaning of the exit codes.
    pub exit_codes: &'static str,
    /// The error text for a command that only another program provides; the exit code is 3.
    pub elsewhere: &'static str,
}

/// Commands under one heading of `--help`.
pub struct Table {
    /// The heading, without a colon.
    pub heading: &'static str,
    /// The commands.
    pub entries: &'static [Entry],
}

/// An entry in `--help`, called by its command word.
pub enum Entry {
    /// A command.
    Command(Command),
    /// A group of commands.
    Group(Group),
    /// A command of another program with the same name; `--help` lists it.
    Elsewhere {
        /// The command word.
        name: &'static str,
        /// The summary line, at most [`LINE_MAX`] characters.
        line: &'static str,
    },
}

/// The maximum length of a summary line in `--help`. Together with a command's name, the line fits
/// into 80 columns.
pub const LINE_MAX: usize = 62;

impl Entry {
    /// Returns the command word.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Command(command) => command.name,
            Self::Group(group) => group.name,
            Self::Elsewhere { name, .. } => name,
        }
    }

    /// Returns the summary line of `--help`.
    #[must_use]
    pub const fn line(&self) -> &'static str {
        match self {
            Self::Command(command) => command.line,
            Self::Group(group) => group.line,
            Self::Elsewhere { line, .. } => line,
        }
    }
}

/// A command group: commands that follow a common word.
pub struct Group {
    /// The word.
    pub name: &'static str,
    /// The summary line, at most [`LINE_MAX`] characters.
    pub line: &'static str,
    /// The paragraphs of `--help`.
    pub about: &'static [&'static str],
    /// Lines of examples.
    pub examples: &'static [&'static str],
    /// Its commands.
    pub commands: &'static [Command],
}

/// A command.
pub struct Command {
    /// The command word.
    pub name: &'static str,
    /// The summary line, at most [`LINE_MAX`] characters.
    pub line: &'static str,
    /// The paragraphs of `--help`.
    pub about: &'static [&'static str],
    /// Its arguments, in order. At most one accepts more than one word.
    pub arguments: &'static [Argument],
    /// Its options, in the order of `--help`; `--json` and `--help` are added automatically.
    pub options: &'static [Opt],
    /// The layout of `--json`, or `None` for a command without that option.
    pub json: Option<Layout>,
    /// Lines of examples.
    pub examples: &'static [&'static str],
    /// The function that runs the command.
    pub run: fn(&Call, &mut Terminal) -> Result<Outcome, Failure>,
}

/// The number of words that an argument accepts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Arity {
    /// Exactly one word.
    One,
    /// At most one word.
    Optional,
    /// One or more words.
    Many,
    /// Any number of words.
    Any,
}

/// A positional argument.
#[derive(Clone, Copy)]
pub struct Argument {
    /// The name in help, errors and [`Call`].
    pub name: &'static str,
    /// The number of words.
    pub arity: Arity,
    /// The kind of each word.
    pub kind: Kind,
}

impl Argument {
    /// Declares an argument of one word.
    #[must_use]
    pub const fn one(name: &'static str, kind: Kind) -> Self {
        Self { name, arity: Arity::One, kind }
    }

    /// Declares an optional argument.
    #[must_use]
    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, arity: Arity::Optional, kind }
    }

    /// Declares an argument of one or more words.
    #[must_use]
    pub const fn many(name: &'static str, kind: Kind) -> Self {
        Self { name, arity: Arity::Many, kind }
    }

    /// Declares an argument of any number of words.
    #[must_use]
    pub const fn any(name: &'static str, kind: Kind) -> Self {
        Self { name, arity: Arity::Any, kind }
    }

    /// Returns the argument's name and arity as the help shows them, such as `FILE...`.
    #[must_use]
    pub fn shown(&self) -> String {
        let name = self.name;
        match (self.arity, self.kind) {
            (Arity::One, Kind::Choice(words)) => format!("{{{}}}", words.join("|")),
            (Arity::One, _) => String::from(name),
            (Arity::Optional, _) => format!("[{name}]"),
            (Arity::Many, _) => format!("{name}..."),
            (Arity::Any, _) => format!("[{name}]..."),
        }
    }
}

/// A command-line option.
#[derive(Clone, Copy)]
pub struct Opt {
    /// The long form, such as `--force`, which is its key in [`Call`].
    pub long: &'static str,
    /// The letter of the short form, such as `f` for `-f`.
    pub letter: Option<char>,
    /// The name that the help shows for the option's value, and the kind of the value; `None` for a
    /// flag.
    pub value: Option<(&'static str, Kind)>,
    /// Whether all values of a repeated option count. Otherwise, only the last value counts.
    pub is_repeatable: bool,
    /// Whether the option is required.
    pub is_required: bool,
    /// The value if the option is not given.
    pub default: Option<&'static str>,
    /// The default as the help shows it.
    pub shown_default: Option<&'static str>,
    /// The help text.
    pub text: &'static str,
}

impl Opt {
    /// Declares an option without a value.
    #[must_use]
    pub const fn flag(long: &'static str, text: &'static str) -> Self {
        Self {
            long,
            letter: None,
            value: None,
            is_repeatable: false,
            is_required: false,
            default: None,
            shown_default: None,
            text,
        }
    }

    /// Declares an option with a value. If `metavar` is empty, the help lists the words that a
    /// choice permits.
    #[must_use]
    pub const fn value(
        long: &'static str,
        metavar: &'static str,
        kind: Kind,
        text: &'static str,
    ) -> Self {
        let value = Some((metavar, kind));
        Self { value, ..Self::flag(long, text) }
    }

    /// Adds a short form.
    #[must_use]
    pub const fn letter(self, letter: char) -> Self {
        Self { letter: Some(letter), ..self }
    }

    /// Allows several values.
    #[must_use]
    pub const fn repeatable(self) -> Self {
        Self { is_repeatable: true, ..self }
    }

    /// Makes the option required.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Adds a default that the help does not show.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// Adds a default that the help shows.
    #[must_use]
    pub const fn or_shown(self, default: &'static str) -> Self {
        Self { default: Some(default), shown_default: Some(default), ..self }
    }

    /// Returns the option's forms as the help shows them, such as `-f, --force`.
    #[must_use]
    pub fn forms(&self, between: &str) -> String {
        match self.letter {
            Some(letter) => format!("-{letter}{between}{}", self.long),
            None => String::from(self.long),
        }
    }

    /// Returns the name of the option's value as the help shows it.
    #[must_use]
    pub fn metavar(&self) -> Option<String> {
        match self.value? {
            ("", Kind::Choice(words)) => Some(format!("[{}]", words.join("|"))),
            (metavar, _) => Some(String::from(metavar)),
        }
    }

    /// Returns the remarks after the help text: the default, the range, and whether the option is
    /// required.
    #[must_use]
    pub fn remarks(&self) -> Option<String> {
        let mut found = Vec::new();
        found.extend(self.shown_default.map(|default| format!("default: {default}")));
        if let Some((_, Kind::Number(least, most))) = self.value {
            found.push(format!("{least}<=x<={most}"));
        }
        if self.is_required {
            found.push(String::from("required"));
        }
        (!found.is_empty()).then(|| found.join("; "))
    }
}

/// The option `--json`.
pub(crate) const JSON: Opt = Opt::value(
    "--json",
    "FILE",
    Kind::Target,
    "Also write the outcome as JSON to this file; - is stdout.",
);

/// The option `--help`.
pub(crate) const HELP: Opt = Opt::flag("--help", "Show this message and exit.").letter('h');

/// The option `--version`.
pub(crate) const VERSION: Opt = Opt::flag("--version", "Show the version and exit.").letter('V');

impl Command {
    /// Returns all options, in the order of `--help`.
    pub(crate) fn all_options(&self) -> impl Iterator<Item = &Opt> {
        self.options.iter().chain(self.json.is_some().then_some(&JSON)).chain([&HELP])
    }
}
