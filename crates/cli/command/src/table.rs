//! The declaration of a program: what parser, help, manual pages and completion derive from.

use crate::call::Call;
use crate::failure::{Failure, Outcome};
use crate::json::Layout;
use crate::kind::Kind;
use crate::terminal::Terminal;

/// A program.
pub struct Program {
    /// The word that starts it.
    pub name: &'static str,
    /// What `--version` shows behind the name.
    pub version: &'static str,
    /// The first paragraphs of `--help`.
    pub about: &'static [&'static str],
    /// The line of its manual page, without a full stop.
    pub line: &'static str,
    /// Its commands, in the order of `--help`.
    pub tables: &'static [&'static Table],
    /// Lines of examples.
    pub examples: &'static [&'static str],
    /// What its exit codes mean.
    pub exit_codes: &'static str,
    /// What the program says, with exit code 3, of a command that only another program has.
    pub elsewhere: &'static str,
}

/// Some commands under one heading of `--help`.
pub struct Table {
    /// The heading, without a colon.
    pub heading: &'static str,
    /// The commands.
    pub entries: &'static [Entry],
}

/// A word that a program or a group knows.
pub enum Entry {
    /// A command.
    Command(Command),
    /// A group of commands.
    Group(Group),
    /// A command that another program with the same word has; `--help` lists it.
    Elsewhere {
        /// Its word.
        name: &'static str,
        /// What it does, in [`LINE_MAX`] letters.
        line: &'static str,
    },
}

/// Letters of the line of a command in `--help`: with its name they fit a terminal of 80 columns.
pub const LINE_MAX: usize = 62;

impl Entry {
    /// The word.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Command(command) => command.name,
            Self::Group(group) => group.name,
            Self::Elsewhere { name, .. } => name,
        }
    }

    /// The line of `--help`.
    #[must_use]
    pub const fn line(&self) -> &'static str {
        match self {
            Self::Command(command) => command.line,
            Self::Group(group) => group.line,
            Self::Elsewhere { line, .. } => line,
        }
    }
}

/// Commands behind one word.
pub struct Group {
    /// Its word.
    pub name: &'static str,
    /// What it does, in [`LINE_MAX`] letters.
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
    /// Its word.
    pub name: &'static str,
    /// What it does, in [`LINE_MAX`] letters.
    pub line: &'static str,
    /// The paragraphs of `--help`.
    pub about: &'static [&'static str],
    /// Its arguments, in their order. At most one takes more than one word.
    pub arguments: &'static [Argument],
    /// Its options, in the order of `--help`; `--json` and `--help` come by themselves.
    pub options: &'static [Opt],
    /// How `--json` writes, or `None` for a command without that option.
    pub json: Option<Layout>,
    /// Lines of examples.
    pub examples: &'static [&'static str],
    /// Does the work.
    pub run: fn(&Call, &mut Terminal) -> Result<Outcome, Failure>,
}

/// How many words an argument takes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Arity {
    /// One.
    One,
    /// One or none.
    Optional,
    /// One or more.
    Many,
    /// Any number.
    Any,
}

/// An argument.
#[derive(Clone, Copy)]
pub struct Argument {
    /// What help, errors and [`Call`] name it.
    pub name: &'static str,
    /// How many words it takes.
    pub arity: Arity,
    /// What each is.
    pub kind: Kind,
}

impl Argument {
    /// An argument of one word.
    #[must_use]
    pub const fn one(name: &'static str, kind: Kind) -> Self {
        Self { name, arity: Arity::One, kind }
    }

    /// An argument that may be left out.
    #[must_use]
    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, arity: Arity::Optional, kind }
    }

    /// An argument of one word or more.
    #[must_use]
    pub const fn many(name: &'static str, kind: Kind) -> Self {
        Self { name, arity: Arity::Many, kind }
    }

    /// An argument of any number of words.
    #[must_use]
    pub const fn any(name: &'static str, kind: Kind) -> Self {
        Self { name, arity: Arity::Any, kind }
    }

    /// The name with its arity, as help shows it: `FILE...`.
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

/// An option.
#[derive(Clone, Copy)]
pub struct Opt {
    /// Its long form, such as `--force`, by which [`Call`] knows it.
    pub long: &'static str,
    /// Its short form.
    pub letter: Option<char>,
    /// What help calls its value, and what that is; a flag has none.
    pub value: Option<(&'static str, Kind)>,
    /// Whether it may be given several times, and all values count. Of others the last counts.
    pub is_repeatable: bool,
    /// Whether it must be given.
    pub is_required: bool,
    /// Its value where it is not given.
    pub default: Option<&'static str>,
    /// What help shows as the default.
    pub shown_default: Option<&'static str>,
    /// The text of `--help`.
    pub text: &'static str,
}

impl Opt {
    /// An option without a value.
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

    /// An option with a value; an empty `metavar` has help list the words of a choice.
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

    /// With a short form.
    #[must_use]
    pub const fn letter(self, letter: char) -> Self {
        Self { letter: Some(letter), ..self }
    }

    /// With several values.
    #[must_use]
    pub const fn repeatable(self) -> Self {
        Self { is_repeatable: true, ..self }
    }

    /// Not to be left out.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// With a default that help does not show.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// With a default that help shows.
    #[must_use]
    pub const fn or_shown(self, default: &'static str) -> Self {
        Self { default: Some(default), shown_default: Some(default), ..self }
    }

    /// Its forms as help shows them: `-f, --force`.
    #[must_use]
    pub fn forms(&self, between: &str) -> String {
        match self.letter {
            Some(letter) => format!("-{letter}{between}{}", self.long),
            None => String::from(self.long),
        }
    }

    /// What help calls its value.
    #[must_use]
    pub fn metavar(&self) -> Option<String> {
        match self.value? {
            ("", Kind::Choice(words)) => Some(format!("[{}]", words.join("|"))),
            (metavar, _) => Some(String::from(metavar)),
        }
    }

    /// What help says behind the text: default, range, whether it must be given.
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
    /// All options, in the order of `--help`.
    pub(crate) fn all_options(&self) -> impl Iterator<Item = &Opt> {
        self.options.iter().chain(self.json.is_some().then_some(&JSON)).chain([&HELP])
    }
}
