//! The credentials of a recoverable key: account, role and passphrase.

use quicksalt::Wiped;
use quicksalt_command::{Call, Failure, Kind, Opt, Terminal, Ways, Word};
use quicksalt_hashsig::recovery::{Cost, Credentials, Stretched};
use unicode_normalization::UnicodeNormalization as _;

use super::refusals::OrRefused as _;

pub(super) const PASSPHRASE_FILE: Opt = Opt::value(
    "--account-passphrase-file",
    "FILE",
    Kind::File,
    "A file with the passphrase of the account; by default the command asks for it.",
);

/// Reads the passphrase of an account from a file, or asks for it.
pub(super) fn passphrase(
    call: &Call,
    terminal: &mut Terminal,
    is_new: bool,
) -> Result<Word, Failure> {
    let file = call.path(PASSPHRASE_FILE.long);
    let found = Ways { file, ..Ways::default() }.passphrase(
        terminal,
        "Passphrase of the account",
        is_new,
    )?;
    found.ok_or_else(|| Failure::usage("the passphrase of the account must be given"))
}

/// Returns the typed bytes as text.
pub(super) fn text(word: &Word) -> Result<&str, Failure> {
    let wrong = |_| Failure::usage("account, role and passphrase must be text in UTF-8");
    core::str::from_utf8(word).map_err(wrong)
}

/// Returns the account and the role if both options are given and neither is empty.
pub(super) fn names(call: &Call) -> Result<Option<(&str, &str)>, Failure> {
    let (account, role) = (call.text("--account")?, call.text("--role")?);
    Ok(account.zip(role).filter(|(account, role)| !account.is_empty() && !role.is_empty()))
}

/// Stretches an account's passphrase. Account, role and passphrase are first normalised to NFC, so
/// that the result does not depend on the keyboard.
pub(super) fn stretched(account: &str, role: &str, word: &Word) -> Result<Stretched, Failure> {
    let (account, role, word) = (normal(account), normal(role), normal(text(word)?));
    let (account, role, passphrase) = (text(&account)?, text(&role)?, text(&word)?);
    let credentials = Credentials { account, role, passphrase };
    Stretched::new(&credentials, Cost::default()).or_refused()
}

/// Returns a text in Unicode's NFC form. The result is at most three times as long as the input.
fn normal(text: &str) -> Word {
    let mut normal = Wiped::new(Vec::with_capacity(3 * text.len()));
    for letter in text.nfc() {
        normal.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn texts_are_normalised() {
        // unicodedata.normalize("NFC", text)
        let cases = [
            ("correct horse", "correct horse"),
            ("u\u{308}", "\u{fc}"),
            ("\u{212b}", "\u{c5}"),
            ("\u{1112}\u{1161}\u{11ab}", "\u{d55c}"),
            ("\u{958}", "\u{915}\u{93c}"),
            ("\u{1d160}", "\u{1d158}\u{1d165}\u{1d16e}"),
            ("\u{1d1c0}", "\u{1d1ba}\u{1d165}\u{1d16f}"),
        ];
        for (text, expected) in cases {
            assert_eq!(*normal(text), expected.as_bytes(), "{text}");
        }
    }
}
