//! Manual pages in the markup of man(7).

use crate::help::{GROUP_PIECES, pieces};
use crate::table::{Command, Entry, Group, HELP, Opt, Program, VERSION};

/// Returns the names and texts of the manual pages: one page for the program, and one for each
/// command and each command group.
#[must_use]
pub fn pages(program: &Program) -> Vec<(String, String)> {
    let entries = || program.tables.iter().flat_map(|table| table.entries);
    let mut found = vec![(String::from(program.name), of_program(program))];
    for entry in entries() {
        let name = format!("{}-{}", program.name, entry.name());
        let path = format!("{} {}", program.name, entry.name());
        let mut page = Page::begin(program, &name, entry.line());
        match entry {
            Entry::Command(command) => page.command(&path, command, Level::Page),
            Entry::Group(group) => page.group(&path, group),
            Entry::Elsewhere { .. } => continue,
        }
        found.push((name, page.end(Some(program.name))));
    }
    found
}

fn of_program(program: &Program) -> String {
    let mut page = Page::begin(program, program.name, program.line);
    page.line(".SH SYNOPSIS");
    page.usage(program.name, GROUP_PIECES);
    page.line(".SH DESCRIPTION");
    page.paragraphs(program.about);
    page.options([&VERSION, &HELP].into_iter(), ".SH OPTIONS");
    page.line(".SH COMMANDS");
    for entry in program.tables.iter().flat_map(|table| table.entries) {
        page.line(".TP");
        page.line(&format!(".BR {}\\-{} (1)", escaped(program.name), escaped(entry.name())));
        page.text(entry.line());
    }
    page.examples(program.examples, Level::Page);
    page.paragraphs(&[program.exit_codes]);
    page.end(None)
}

/// Whether a command has its own page or is described on the page of its command group.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Level {
    Page,
    Part,
}

struct Page(String);

impl Page {
    fn begin(program: &Program, name: &str, line: &str) -> Self {
        let mut page = Self(String::new());
        let (title, version) = (escaped(&name.to_uppercase()), program.version);
        let source = program.name;
        page.line(&format!(".TH {title} 1 \"\" \"{source} {version}\" \"{source}\""));
        page.line(".SH NAME");
        page.line(&format!("{} \\- {}", escaped(name), escaped(line.trim_end_matches('.'))));
        page
    }

    fn end(mut self, above: Option<&str>) -> String {
        self.line(".SH SEE ALSO");
        let above = above.map_or_else(String::new, |above| format!(".BR {above} (1), "));
        self.line(&format!("{above}the folder docs of the sources."));
        self.0
    }

    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn text(&mut self, text: &str) {
        self.line(&escaped(text));
    }

    fn usage(&mut self, path: &str, pieces: &str) {
        self.line(".nf");
        self.line(&format!("\\fB{}\\fR {}", escaped(path), escaped(pieces)));
        self.line(".fi");
    }

    fn paragraphs(&mut self, paragraphs: &[&str]) {
        for paragraph in paragraphs {
            self.line(".PP");
            self.text(paragraph);
        }
    }

    fn options<'a>(&mut self, options: impl Iterator<Item = &'a Opt>, heading: &str) {
        self.line(heading);
        for option in options {
            let letter = option.letter.map(|letter| format!("-{letter}"));
            let forms = letter.into_iter().chain([String::from(option.long)]);
            let forms: Vec<String> =
                forms.map(|form| format!("\\fB{}\\fR", escaped(&form))).collect();
            let metavar = option.metavar().map(|metavar| format!(" {}", escaped(&metavar)));
            self.line(".TP");
            self.line(&format!("{}{}", forms.join(", "), metavar.unwrap_or_default()));
            match option.shown_default {
                Some(default) => self.text(&format!("{} Default: {default}.", option.text)),
                None => self.text(option.text),
            }
        }
    }

    fn examples(&mut self, examples: &[&str], level: Level) {
        if examples.is_empty() {
            return;
        }
        self.line(if level == Level::Page { ".SH EXAMPLES" } else { ".PP\nExamples" });
        self.line(".nf");
        for example in examples {
            self.text(example);
        }
        self.line(".fi");
    }

    fn command(&mut self, path: &str, command: &Command, level: Level) {
        let heading = match level {
            Level::Page => {
                self.line(".SH SYNOPSIS");
                ".SH OPTIONS"
            }
            Level::Part => {
                self.line(&format!(".SS {}", escaped(path)));
                ".PP\nOptions:"
            }
        };
        self.usage(path, &pieces(command.arguments));
        if level == Level::Page {
            self.line(".SH DESCRIPTION");
        }
        self.paragraphs(command.about);
        self.options(command.all_options(), heading);
        self.examples(command.examples, level);
    }

    fn group(&mut self, path: &str, group: &Group) {
        self.line(".SH SYNOPSIS");
        self.usage(path, GROUP_PIECES);
        self.line(".SH DESCRIPTION");
        self.paragraphs(group.about);
        self.options([&HELP].into_iter(), ".SH OPTIONS");
        self.line(".SH COMMANDS");
        for command in group.commands {
            self.command(&format!("{path} {}", command.name), command, Level::Part);
        }
        self.examples(group.examples, Level::Page);
    }
}

/// Escapes a line so that roff shows it literally.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
