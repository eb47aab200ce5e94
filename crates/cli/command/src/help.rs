//! The text of `--help`, in click's layout.

use core::fmt::Write as _;

use crate::table::{Argument, Command, Entry, Group, HELP, Opt, Program, VERSION};
use crate::wrap::{fold, letters, wrap};

/// The maximum width of a list's first column, including the blanks after it.
const COLUMN_MAX: usize = 30;
const COLUMN_SPACE: usize = 2;

/// The width of the help text.
#[derive(Clone, Copy)]
pub(crate) struct Width(usize);

impl Width {
    /// Returns the width of the help text for a terminal with this number of columns; the default
    /// is 80.
    pub(crate) fn of(columns: Option<usize>) -> Self {
        Self((columns.unwrap_or(80).min(80)).saturating_sub(2).max(50))
    }
}

/// Returns the usage line of a command.
pub(crate) fn usage(path: &str, pieces: &str, width: Width) -> String {
    let prefix = format!("Usage: {path} ");
    let room = width.0.saturating_sub(letters(&prefix));
    let (first, indent) = if room >= 20 {
        (prefix.clone(), letters(&prefix))
    } else {
        (format!("{prefix}\n           "), 11)
    };
    let lines = wrap(pieces, width.0 - indent.min(width.0 - 1));
    let behind = format!("\n{}", " ".repeat(indent));
    format!("{first}{}\n", lines.join(&behind))
}

/// Returns the part of the usage line that follows the command's name.
pub(crate) fn pieces(arguments: &[Argument]) -> String {
    let mut pieces = String::from("[OPTIONS]");
    for argument in arguments {
        // Writing to memory cannot fail.
        let _ = write!(pieces, " {}", argument.shown());
    }
    pieces
}

/// The part of the usage line that follows a command group's name.
pub(crate) const GROUP_PIECES: &str = "[OPTIONS] COMMAND [ARGS]...";

/// Returns a command's help. `path` holds the words that call the command.
pub(crate) fn command(path: &str, command: &Command, width: Width) -> String {
    let mut text = usage(path, &pieces(command.arguments), width);
    text.push_str(&paragraphs(command.about, width));
    text.push_str(&list("Options", &options(command.all_options()), width));
    text.push_str(&examples(command.examples, width));
    text
}

/// Returns the help of a command group.
pub(crate) fn group(path: &str, group: &Group, width: Width) -> String {
    let mut text = usage(path, GROUP_PIECES, width);
    text.push_str(&paragraphs(group.about, width));
    text.push_str(&list("Options", &options([&HELP]), width));
    let longest = group.commands.iter().map(|one| letters(one.name)).max().unwrap_or(0);
    let rows: Vec<_> = group.commands.iter().map(|one| row(one.name, one.line, longest)).collect();
    text.push_str(&list("Commands", &rows, width));
    text.push_str(&examples(group.examples, width));
    text
}

/// Returns the help of a program.
pub(crate) fn program(program: &Program, width: Width) -> String {
    let mut text = usage(program.name, GROUP_PIECES, width);
    text.push_str(&paragraphs(program.about, width));
    text.push_str(&list("Options", &options([&VERSION, &HELP]), width));
    let entries = || program.tables.iter().flat_map(|table| table.entries);
    let longest = entries().map(|entry| letters(entry.name())).max().unwrap_or(0);
    for table in program.tables.iter().filter(|table| !table.entries.is_empty()) {
        let entry = |entry: &Entry| row(entry.name(), entry.line(), longest);
        let rows: Vec<_> = table.entries.iter().map(entry).collect();
        text.push_str(&list(table.heading, &rows, width));
    }
    text.push_str(&examples(program.examples, width));
    text.push_str(&paragraphs(&[program.exit_codes], width));
    text
}

fn row(name: &str, line: &str, width: usize) -> (String, String) {
    (format!("{name:width$}"), line.into())
}

fn options<'a>(options: impl IntoIterator<Item = &'a Opt>) -> Vec<(String, String)> {
    options.into_iter().map(|option| (spelled(option), described(option))).collect()
}

/// Returns an option's forms and the name of its value.
pub(crate) fn spelled(option: &Opt) -> String {
    match option.metavar() {
        Some(metavar) => format!("{} {metavar}", option.forms(", ")),
        None => option.forms(", "),
    }
}

fn described(option: &Opt) -> String {
    match option.remarks() {
        Some(remarks) => format!("{}  [{remarks}]", option.text),
        None => option.text.into(),
    }
}

fn paragraphs(about: &[&str], width: Width) -> String {
    let mut text = String::new();
    for paragraph in about {
        text.push('\n');
        for line in wrap(paragraph, width.0 - 2) {
            // Writing to memory cannot fail.
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

fn examples(examples: &[&str], width: Width) -> String {
    if examples.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n  Examples:\n");
    for example in examples {
        for line in fold(&format!("  {example}"), width.0 - 2) {
            // Writing to memory cannot fail.
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

fn list(heading: &str, rows: &[(String, String)], width: Width) -> String {
    let widest = rows.iter().map(|(first, _)| letters(first)).max().unwrap_or(0);
    let column = widest.min(COLUMN_MAX) + COLUMN_SPACE;
    let mut text = format!("\n{heading}:\n");
    for (first, second) in rows {
        let len = letters(first);
        text.push_str("  ");
        text.push_str(first);
        if len <= column - COLUMN_SPACE {
            text.extend(core::iter::repeat_n(' ', column - len));
        } else {
            text.push('\n');
            text.extend(core::iter::repeat_n(' ', column + 2));
        }
        let lines = wrap(second, width.0.saturating_sub(column + 2).max(10));
        text.push_str(&lines.join(&format!("\n{}", " ".repeat(column + 2))));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Width, command};
    use crate::failure::Outcome;
    use crate::json::{Json, Layout};
    use crate::kind::Kind;
    use crate::table::{Argument, Command, Opt};

    const SIGN: Command = Command {
        name: "sign",
        line: "Sign a file.",
        about: &["Sign FILE with a key that was made before it, and say where the signature is."],
        arguments: &[Argument::one("KEY", Kind::File), Argument::many("FILE", Kind::Stream)],
        options: &[
            Opt::value("--cost", "N", Kind::Number(1, 30), "How much it may cost to open the key.")
                .letter('c')
                .or_shown("22"),
            Opt::value("--a-name-longer-than-a-column", "TEXT", Kind::Text, "Its name.").required(),
            Opt::value("--kdf", "", Kind::Choice(&["one", "two"]), "One of two words."),
        ],
        json: Some(Layout { indent: 2 }),
        examples: &["program sign --cost 7 release.key program.tar.gz     writes a signature"],
        run: |_, _| Ok(Outcome::ok(Json::Null)),
    };

    /// The output of click 8.5 for the same declaration.
    const EXPECTED: &str = "\
Usage: program sign [OPTIONS] KEY FILE...

  Sign FILE with a key that was made before it, and say
  where the signature is.

Options:
  -c, --cost N                    How much it may cost to
                                  open the key.  [default:
                                  22; 1<=x<=30]
  --a-name-longer-than-a-column TEXT
                                  Its name.  [required]
  --kdf [one|two]                 One of two words.
  --json FILE                     Also write the outcome
                                  as JSON to this file; -
                                  is stdout.
  -h, --help                      Show this message and
                                  exit.

  Examples:
    program sign --cost 7 release.key program.tar.gz
        writes a signature
";

    #[test]
    fn help_is_laid_out_as_click_does() {
        let text = command("program sign", &SIGN, Width::of(Some(60)));
        assert_eq!(text, EXPECTED);
    }
}
