//! Tests that each error message names a remedy.

use std::path::PathBuf;

use super::Error;

/// Each variant has its own text, with a remedy after a colon.
#[test]
fn each_error_says_what_to_do() {
    let path = || PathBuf::from("/keys/store");
    let errors = [
        Error::AlreadyExists(path()),
        Error::Behind { what: "epoch", found: 1, expected: 2 },
        Error::Copied { path: path(), changed: "it was written on another machine" },
        Error::Cost("at least one pass"),
        Error::Damaged { path: path(), what: "wrong checksum" },
        Error::EmptyPassphrase,
        Error::Exhausted { name: "mail".into(), asked: 2, remaining: 1 },
        Error::Failed(path()),
        Error::Forked,
        Error::InUse(path()),
        Error::ClockSetBack(path()),
        Error::Mounted(path()),
        Error::Moved { path: path(), other: path() },
        Error::Unbounded { name: "mail".into(), remaining: 5 },
        Error::OtherKey(path()),
        Error::io("write", &path(), std::io::ErrorKind::StorageFull.into()),
        Error::KeepsReplaced(path()),
        Error::Name("a\nb".into()),
        Error::NameTaken("mail".into()),
        Error::Newer { path: path(), found: 3, known: 2 },
        Error::NoBirth(path()),
        Error::OldSurvives(path()),
        Error::Original { path: path(), original: path() },
        Error::Permissions { path: path(), mode: 0o644 },
        Error::Replaced(path()),
        Error::SecondName(path()),
        Error::SecretKind { sealed_by: "a key" },
        Error::UnknownName("mail".into()),
        Error::Unsupported(path()),
        Error::WrongSecret(path()),
    ];
    for error in errors {
        let (text, debug) = (error.to_string(), format!("{error:?}"));
        assert!(text != debug && text.contains(": "), "{text}");
    }
}
