//! Tests a sample program: parsing of its arguments, and its help.

#![allow(clippy::panic, clippy::unwrap_used)]

use std::ffi::OsString;
use std::sync::Mutex;

use quicksalt_command::{
    Argument, Call, Command, Entry, Failure, Group, Json, Kind, Layout, Opt, Outcome, Program,
    Table, Terminal, exit, pages, run,
};

/// The last call that the command received. The tests share this variable and run one at a time.
static SEEN: Mutex<Option<String>> = Mutex::new(None);
static TURN: Mutex<()> = Mutex::new(());

const SHOW: Command = Command {
    name: "show",
    line: "Show what was given.",
    about: &[
        "Show all values of a post-quantum call, one after the other, in one long line of text.",
    ],
    arguments: &[Argument::one("KEY", Kind::Text), Argument::any("FILE", Kind::Text)],
    options: &[
        Opt::value("--number", "N", Kind::Number(1, 30), "A number.").letter('n').or_shown("22"),
        Opt::value("--name", "TEXT", Kind::Text, "Names; may be repeated.").repeatable(),
        Opt::value("--kind", "", Kind::Choice(&["one", "two"]), "One of two words."),
        Opt::value("--at", "TIME", Kind::Time, "A time."),
        Opt::flag("--force", "A flag.").letter('f'),
        Opt::flag("--armor", "Another flag.").letter('a'),
    ],
    json: Some(Layout { indent: 2 }),
    examples: &["program show --number 7 key file             shows them, and nothing else at all"],
    run: show,
};

const GROUP: Group = Group {
    name: "group",
    line: "Hold a command.",
    about: &["Holds a command."],
    examples: &["program group show key"],
    commands: &[SHOW],
};

static PROGRAM: Program = Program {
    name: "program",
    version: "1.0",
    line: "Show words",
    about: &["Shows words."],
    tables: &[&Table {
        heading: "All",
        entries: &[
            Entry::Command(SHOW),
            Entry::Group(GROUP),
            Entry::Command(Command { name: "panic", run: |_, _| panic!("on purpose"), ..SHOW }),
            Entry::Command(Command {
                name: "fail",
                run: |_, _| Err(Failure::cannot_tell("nobody knows")),
                ..SHOW
            }),
            Entry::Elsewhere { name: "other", line: "Do something else." },
        ],
    }],
    examples: &["program show key"],
    exit_codes: "Exit codes: 0 ok; 2 usage.",
    elsewhere: "see elsewhere",
};

fn show(call: &Call, _: &mut Terminal) -> Result<Outcome, Failure> {
    let flags = ["--force", "--armor"].map(|flag| u8::from(call.has(flag)));
    let seen = format!(
        "{:?} {:?} n={:?} names={:?} kind={:?} at={:?} flags={flags:?}",
        call.text("KEY")?,
        call.texts("FILE")?,
        call.number("--number"),
        call.texts("--name")?,
        call.text("--kind")?,
        call.time("--at"),
    );
    *SEEN.lock().unwrap() = Some(seen);
    Ok(Outcome::ok(Json::Null))
}

/// Returns the call that the command received, or the exit code.
fn seen(words: &str) -> Result<String, Option<u8>> {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    SEEN.lock().unwrap().take();
    let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
    let code = run(&PROGRAM, &words);
    SEEN.lock().unwrap().take().filter(|_| code == Some(exit::OK)).ok_or(code)
}

#[test]
fn words_are_parsed_as_by_click() {
    let nothing = r#"n=Some(22) names=[] kind=None at=None flags=[0, 0]"#;
    let cases = [
        ("show k", format!(r#"Some("k") [] {nothing}"#)),
        ("show k a b", format!(r#"Some("k") ["a", "b"] {nothing}"#)),
        ("show -- -k --force", format!(r#"Some("-k") ["--force"] {nothing}"#)),
        ("show - -", format!(r#"Some("-") ["-"] {nothing}"#)),
        ("group show k", format!(r#"Some("k") [] {nothing}"#)),
        (
            "show k -fan7 a",
            r#"Some("k") ["a"] n=Some(7) names=[] kind=None at=None flags=[1, 1]"#.into(),
        ),
        (
            "show -n 7 --number=8 -n9 k",
            r#"Some("k") [] n=Some(9) names=[] kind=None at=None flags=[0, 0]"#.into(),
        ),
        (
            "show --name -x --name= k --name=a=b",
            r#"Some("k") [] n=Some(22) names=["-x", "", "a=b"] kind=None at=None flags=[0, 0]"#
                .into(),
        ),
        (
            "show --kind two k --at 1970-01-02",
            r#"Some("k") [] n=Some(22) names=[] kind=Some("two") at=Some(86400) flags=[0, 0]"#
                .into(),
        ),
    ];
    for (words, expected) in cases {
        assert_eq!(seen(words), Ok(expected), "{words}");
    }
}

#[test]
fn wrong_words_are_usage_errors() {
    for words in [
        "show",
        "show --number 0 k",
        "show --number 31 k",
        "show --number x k",
        "show k --number",
        "show --force=1 k",
        "show --forc k",
        "show -x k",
        "show --kind three k",
        "show --at noon k",
        "show k --json none/out.json",
        "group",
        "group frob",
        "group help frob",
        "help frob",
        "group -x",
        "frob",
        "--frob",
        "",
    ] {
        assert_eq!(seen(words), Err(Some(exit::USAGE)), "{words}");
    }
}

#[test]
fn other_outcomes_have_their_exit_codes() {
    assert_eq!(seen("other"), Err(None));
    assert_eq!(seen("fail k"), Err(Some(exit::CANNOT_TELL)));
    assert_eq!(seen("panic k"), Err(Some(exit::BROKEN)));
    assert_eq!(seen("help other"), Err(None));
    for words in [
        "show --help",
        "show k -h",
        "group -h",
        "--version",
        "-V",
        "-h",
        "help",
        "help show",
        "help group show",
        "group help show",
        "help help",
    ] {
        assert_eq!(seen(words), Err(Some(exit::OK)), "{words}");
    }
    assert_eq!(seen("show --help --frob"), Err(Some(exit::USAGE)));
}

#[test]
fn the_manual_has_a_page_for_each_command_of_its_own() {
    let pages = pages(&PROGRAM);
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["program", "program-show", "program-group", "program-panic", "program-fail"]
    );
    let page = &pages[1].1;
    for line in [
        ".TH PROGRAM\\-SHOW 1 \"\" \"program 1.0\" \"program\"",
        "program\\-show \\- Show what was given",
        "\\fBprogram show\\fR [OPTIONS] KEY [FILE]...",
        "\\fB\\-n\\fR, \\fB\\-\\-number\\fR N",
        "A number. Default: 22.",
        "\\fB\\-\\-kind\\fR [one|two]",
        ".SH EXAMPLES",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}\n{page}");
    }
}
