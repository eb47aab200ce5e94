//! Shell completion: the shell queries the program.
//!
//! The protocol is click's: the environment variable `_PROGRAM_COMPLETE` names the shell and the
//! request, `COMP_WORDS` holds the words typed so far, and `COMP_CWORD` holds the index of the
//! current word. In fish, `COMP_CWORD` holds the current word itself.

use std::ffi::{OsStr, OsString};

use crate::call::Call;
use crate::failure::{Failure, Outcome, exit};
use crate::json::Json;
use crate::kind::Kind;
use crate::parse::split;
use crate::table::{Argument, Arity, Command, Entry, Group, HELP, Opt, Program, Table, VERSION};
use crate::terminal::Terminal;

const SHELLS: &[&str] = &["bash", "zsh", "fish"];

/// The command `completion`.
pub static SHELL: Table = Table {
    heading: "The shell",
    entries: &[Entry::Command(Command {
        name: "completion",
        line: "Print the completion script for a shell.",
        about: &[
            "Print the script that lets SHELL complete commands, options, primitives and files.",
            "The package also installs these scripts in the folders that the shells search, below its own \
             installation folder, such as /usr/local.",
        ],
        arguments: &[Argument::one("SHELL", Kind::Choice(SHELLS))],
        options: &[],
        json: None,
        examples: &[
            "quicksalt completion bash > \\",
            "    ~/.local/share/bash-completion/completions/quicksalt",
            "quicksalt completion zsh > ~/.zfunc/_quicksalt      with ~/.zfunc in fpath",
            "quicksalt completion fish > ~/.config/fish/completions/quicksalt.fish",
            "eval \"$(quicksalt completion bash)\"                 for this shell alone",
        ],
        run: print,
    })],
};

fn print(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    terminal.show(script(call.text("SHELL")?.unwrap_or_default()))?;
    Ok(Outcome::ok(Json::Null))
}

/// Returns the completion script of a shell.
fn script(shell: &str) -> &'static str {
    match shell {
        "bash" => include_str!("completion/bash"),
        "zsh" => include_str!("completion/zsh"),
        _ => include_str!("completion/fish"),
    }
}

/// Returns the first word after the program's name on the queried line, if that word is complete.
pub(crate) fn first_word() -> Option<String> {
    let words = words_of(&std::env::var("COMP_WORDS").ok()?);
    let current = std::env::var("COMP_CWORD").unwrap_or_default();
    let is_whole = match current.trim().parse::<usize>() {
        Ok(number) => number > 1,
        // In fish, `COMP_CWORD` holds the current word.
        Err(_) => words.len() > 2 || current.is_empty(),
    };
    words.into_iter().nth(1).filter(|_| is_whole)
}

/// Returns the environment variable through which a shell queries the program.
pub(crate) fn variable(program: &Program) -> String {
    format!("_{}_COMPLETE", program.name.to_uppercase())
}

/// A completion candidate for the current word.
#[derive(Debug, Eq, PartialEq)]
struct Item {
    /// The type of the candidate: `plain`, or `file` or `dir` if the shell must list the names
    /// itself.
    kind: &'static str,
    value: String,
    help: Option<&'static str>,
}

impl Item {
    fn word(value: impl Into<String>, help: Option<&'static str>) -> Self {
        Self { kind: "plain", value: value.into(), help }
    }
}

/// Answers a query of a shell.
pub(crate) fn answer(
    program: &Program,
    asked: &OsStr,
    terminal: &mut Terminal,
) -> Result<u8, Failure> {
    let (shell, what) = asked.to_str().and_then(|asked| asked.split_once('_')).unwrap_or_default();
    if !SHELLS.contains(&shell) || !["source", "complete"].contains(&what) {
        return Ok(exit::FAILED);
    }
    if what == "source" {
        terminal.show(script(shell))?;
        return Ok(exit::OK);
    }
    let environment = |name| std::env::var(name).unwrap_or_default();
    let words = words_of(&environment("COMP_WORDS"));
    let (words, typed) = place(shell, words, &environment("COMP_CWORD"));
    let found = items(program, &words, typed);
    let lines: Vec<String> = found.iter().map(|item| line(shell, item)).collect();
    terminal.say(&lines.join("\n"))?;
    Ok(exit::OK)
}

/// Splits a line into the current word and the words before it, without the program's name.
fn place(shell: &str, words: Vec<String>, current: &str) -> (Vec<String>, String) {
    let mut words: Vec<String> = words.into_iter().skip(1).collect();
    if shell == "fish" {
        let typed = words_of(current).into_iter().next().unwrap_or_default();
        // `words` includes the current word.
        words.pop_if(|last| !typed.is_empty() && *last == typed);
        return (words, typed);
    }
    let number = current.trim().parse::<usize>().unwrap_or(0).saturating_sub(1);
    let typed = words.get(number).cloned().unwrap_or_default();
    words.truncate(number);
    (words, typed)
}

fn line(shell: &str, item: &Item) -> String {
    let Item { kind, value, help } = item;
    match (shell, help) {
        ("zsh", Some(help)) => format!("{kind}\n{}\n{help}", value.replace(':', "\\:")),
        ("zsh", None) => format!("{kind}\n{value}\n_"),
        ("fish", Some(help)) => format!("{kind},{value}\t{help}"),
        _ => format!("{kind},{value}"),
    }
}

/// Splits a command line into words as a shell does; the last quote may still be open.
fn words_of(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => found.extend(word.take()),
            (None | Some('"'), '\\') => {
                word.get_or_insert_default().extend(letters.next());
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    found.extend(word);
    found
}

/// Returns the completion candidates for the current word.
fn items(program: &Program, words: &[String], typed: String) -> Vec<Item> {
    let entries = || program.tables.iter().flat_map(|table| table.entries);
    let Some((name, rest)) = words.split_first() else {
        let names = entries().map(|entry| (entry.name(), entry.line()));
        return names_or_options(names, &[&VERSION, &HELP], &typed);
    };
    match entries().find(|entry| entry.name() == name) {
        Some(Entry::Command(command)) => of_command(command, rest, typed),
        Some(Entry::Group(group)) => of_group(group, rest, typed),
        Some(Entry::Elsewhere { .. }) | None => Vec::new(),
    }
}

fn of_group(group: &Group, words: &[String], typed: String) -> Vec<Item> {
    let Some((name, rest)) = words.split_first() else {
        let names = group.commands.iter().map(|command| (command.name, command.line));
        return names_or_options(names, &[&HELP], &typed);
    };
    match group.commands.iter().find(|command| command.name == name) {
        Some(command) => of_command(command, rest, typed),
        None => Vec::new(),
    }
}

fn names_or_options(
    names: impl Iterator<Item = (&'static str, &'static str)>,
    options: &[&Opt],
    typed: &str,
) -> Vec<Item> {
    let begun = names.filter(|(name, _)| name.starts_with(typed));
    let mut found: Vec<Item> = begun.map(|(name, help)| Item::word(name, Some(help))).collect();
    found.extend(option_items(options, &[], typed));
    found
}

/// Returns the options that begin with `typed`, except options already given.
fn option_items(options: &[&Opt], given: &[&Opt], typed: &str) -> Vec<Item> {
    if !typed.starts_with('-') {
        return Vec::new();
    }
    let mut found = Vec::new();
    for option in options {
        if !option.is_repeatable && given.iter().any(|one| one.long == option.long) {
            continue;
        }
        let letter = option.letter.map(|letter| format!("-{letter}"));
        let forms = letter.into_iter().chain([String::from(option.long)]);
        let begun = forms.filter(|form| form.starts_with(typed));
        found.extend(begun.map(|form| Item::word(form, Some(option.text))));
    }
    found
}

fn of_command(command: &Command, words: &[String], mut typed: String) -> Vec<Item> {
    let options: Vec<&Opt> = command.all_options().collect();
    let mut words = words.to_vec();
    // Some shells pass `--name=value` as one word, others as two or three words.
    if typed == "=" {
        typed.clear();
    } else if typed.starts_with('-')
        && let Some((name, value)) = typed.split_once('=')
    {
        words.push(name.into());
        typed = value.into();
    }
    let raw: Vec<OsString> = words.iter().map(OsString::from).collect();
    let found = split(&options, &raw).unwrap_or_default();
    let is_open = !words.iter().any(|word| word == "--");
    if is_open && typed.starts_with('-') {
        let given: Vec<&Opt> = found.options.iter().map(|(option, _)| *option).collect();
        return option_items(&options, &given, &typed);
    }
    let last = words.last().filter(|_| is_open);
    let due = options.iter().find(|option| {
        let is_last = |word: &String| {
            word == option.long || option.letter.is_some_and(|letter| *word == format!("-{letter}"))
        };
        option.value.is_some() && last.is_some_and(is_last)
    });
    if let Some((_, kind)) = due.and_then(|option| option.value) {
        return values(kind, &typed);
    }
    let argument = argument_of(command.arguments, found.words.len());
    argument.map_or_else(Vec::new, |argument| values(argument.kind, &typed))
}

/// Returns the argument to which the next word belongs.
fn argument_of(arguments: &[Argument], given: usize) -> Option<&Argument> {
    let many = |argument: &&Argument| matches!(argument.arity, Arity::Many | Arity::Any);
    arguments.get(given).or_else(|| arguments.iter().find(many))
}

fn values(kind: Kind, typed: &str) -> Vec<Item> {
    let names = |kind| vec![Item { kind, value: typed.into(), help: None }];
    match kind {
        Kind::File | Kind::Stream | Kind::Target | Kind::Path | Kind::Anything => names("file"),
        Kind::Folder => names("dir"),
        Kind::Choice(words) => {
            let begun = words.iter().filter(|word| word.starts_with(typed));
            begun.map(|word| Item::word(*word, None)).collect()
        }
        Kind::Text | Kind::Number(..) | Kind::Time | Kind::Checked(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Item, SHELL, items, line, place, words_of};
    use crate::table::Program;

    static PROGRAM: Program = Program {
        name: "program",
        version: "1.0",
        line: "Complete words",
        about: &[],
        tables: &[&SHELL],
        examples: &[],
        exit_codes: "",
        elsewhere: "",
    };

    /// Returns the completion candidates for the last of these words.
    fn offered(words: &[&str]) -> Vec<String> {
        let (typed, words) = words.split_last().unwrap_or((&"", &[]));
        let words: Vec<String> = words.iter().map(|word| String::from(*word)).collect();
        items(&PROGRAM, &words, String::from(*typed)).into_iter().map(|item| item.value).collect()
    }

    #[test]
    fn words_and_options_are_offered() {
        assert_eq!(offered(&[""]), ["completion"]);
        assert_eq!(offered(&["-"]), ["-V", "--version", "-h", "--help"]);
        assert_eq!(offered(&["completion", "z"]), ["zsh"]);
        assert_eq!(offered(&["completion", ""]), ["bash", "zsh", "fish"]);
        assert_eq!(offered(&["completion", "--he"]), ["--help"]);
        assert!(offered(&["completion", "--", "--he"]).is_empty());
        assert!(offered(&["frob", ""]).is_empty());
    }

    #[test]
    fn a_line_is_split_as_by_a_shell() {
        assert_eq!(words_of("a 'b c' d\\ e \"f g"), ["a", "b c", "d e", "f g"]);
        let words = || vec!["program".into(), "completion".into(), "z".into()];
        let expected = (vec!["completion".into()], "z".into());
        assert_eq!(place("bash", words(), "2"), expected);
        assert_eq!(place("fish", words(), "z"), expected);
    }

    #[test]
    fn each_shell_has_its_own_format() {
        let item = Item::word("a:b", Some("what it does"));
        assert_eq!(line("bash", &item), "plain,a:b");
        assert_eq!(line("zsh", &item), "plain\na\\:b\nwhat it does");
        assert_eq!(line("fish", &item), "plain,a:b\twhat it does");
    }
}
