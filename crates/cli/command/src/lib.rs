//! A framework for command-line programs, independent of any program's purpose.
//!
//! A program is a table of declarations, [`Program`], from which the parser, `--help`, manual pages
//! ([`manual`]) and completion derive. A command is a function: its parameters are a checked
//! [`Call`] and a [`Terminal`]; it returns an [`Outcome`] (exit code and JSON) or a [`Failure`]
//! (exit code and one sentence):
//!
//! ```
//! use quicksalt_command::{
//!     Argument, Call, Command, Entry, FORCE, Failure, Json, Kind, Layout, OUTPUT, Opt, Outcome, Program, Table,
//!     Target, Terminal, refuse_source, Source,
//! };
//! use std::io::{Read as _, Write as _};
//!
//! const COPY: Command = Command {
//!     name: "copy",
//!     line: "Copy a file.",
//!     about: &["Copy FILE, or the standard input."],
//!     arguments: &[Argument::one("FILE", Kind::Stream)],
//!     options: &[
//!         Opt::value("--times", "N", Kind::Number(1, 9), "How often.").letter('n').or_shown("1"),
//!         OUTPUT.required(),
//!         FORCE,
//!     ],
//!     json: Some(Layout { indent: 2 }),
//!     examples: &["program copy -o copy.txt text.txt"],
//!     run: copy,
//! };
//!
//! fn copy(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
//!     let (Some(source), Some(place)) = (call.path("FILE"), call.path("--output")) else {
//!         return Err(Failure::usage("FILE and --output must be given"));
//!     };
//!     refuse_source(place, [Source::Path(source)])?;
//!     let content = terminal.read(source)?;
//!     let mut target = Target::open(place, call.has("--force"), true, terminal)?;
//!     let times = call.number("--times").unwrap_or(1);
//!     terminal.working("copying", || {
//!         (0..times).try_for_each(|_| target.write_all(&content)).map_err(Failure::of_stream)
//!     })?;
//!     target.finish()?;
//!     terminal.note("copied")?;
//!     Ok(Outcome::ok(Json::map([("output", Json::from(place)), ("times", Json::from(times))])))
//! }
//!
//! static PROGRAM: Program = Program {
//!     name: "program",
//!     version: "1.0",
//!     line: "Copy files",
//!     about: &["Copies files."],
//!     tables: &[&Table { heading: "Files", entries: &[Entry::Command(COPY)] }],
//!     examples: &[],
//!     exit_codes: "Exit codes: 0 ok; 2 usage; 4 a file refuses.",
//!     elsewhere: "",
//! };
//!
//! assert_eq!(quicksalt_command::run(&PROGRAM, &["other".into()]), Some(2));
//! assert_eq!(quicksalt_command::run(&PROGRAM, &["copy".into(), "--help".into()]), Some(0));
//! ```
//!
//! An interrupt sets a flag. Code that waits or calls [`quicksalt::interrupt::check`] then returns
//! an error. The command returns normally: [`Target`] and [`Made`] remove incomplete files, and the
//! exit code is 130. Commands need no interrupt handling, and an interrupt cannot stop an operation
//! that must complete as a whole.

extern crate alloc;

mod ask;
mod call;
mod complete;
mod failure;
mod files;
mod help;
mod json;
mod kind;
mod letters;
mod listing;
mod manual;
mod near;
mod os;
mod parse;
mod passphrases;
mod progress;
mod run;
mod streams;
mod table;
mod terminal;
mod values;
mod wrap;

pub use ask::Word;
pub use call::Call;
pub use complete::SHELL;
pub use failure::{Failure, Outcome, exit, reason};
pub use files::{
    FORCE, FORCE_HINT, Made, NEVER, OUTPUT, Source, Target, beside, refuse_existing, refuse_source,
    save, write_new,
};
pub use json::{Json, Layout};
pub use kind::{DASH, Kind};
pub use letters::{number, printable, shown};
pub use manual::pages;
pub use passphrases::{
    PASSPHRASE_FD, PASSPHRASE_FILE, PASSPHRASE_MAX, Ways, descriptor_option, file_option,
};
pub use run::{main, run};
pub use streams::{Input, Output};
pub use table::{Argument, Arity, Command, Entry, Group, LINE_MAX, Opt, Program, Table};
pub use terminal::Terminal;
pub use values::utc;
