//! Derivation of a key from account, role and password.

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::hazmat::sha256;

use super::kdf::Key;
use crate::error::{Error, Result};

/// Derives the key of an account: SHA-256 of account, role and password in ISO 8859-1, without
/// separators and without key stretching. Use it only for existing keys, because it does not slow
/// down guessing.
///
/// # Errors
/// [`Error::Parameter`] if a character is above U+00FF, which ISO 8859-1 cannot encode;
/// [`Error::Primitive`] if no candidate of SHA-256 is usable.
pub fn key_from_creds(account: &str, role: &str, password: &str) -> Result<Key> {
    let fields = [("account", account), ("role", role), ("password", password)];
    let room = fields.iter().map(|(_, text)| text.len()).sum();
    let mut bytes = Wiped::new(Vec::with_capacity(room));
    for (argument, text) in fields {
        for letter in text.chars() {
            let code = u32::from(letter);
            let expected = "made of characters up to U+00FF";
            // The error does not reveal the character, which may belong to the password.
            let foreign = Error::Parameter { argument, expected, actual: 0x100 };
            bytes.push(u8::try_from(code).map_err(|_| foreign)?);
        }
    }
    Ok(Key::new(sha256::hash(&[&bytes])?))
}
