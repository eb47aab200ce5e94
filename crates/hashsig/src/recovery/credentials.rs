//! The credentials that a person remembers.

/// The account, role and passphrase from which a key is derived.
#[derive(Clone, Copy)]
pub struct Credentials<'a> {
    /// The owner of the key.
    pub account: &'a str,
    /// The purpose of the key, so that one account can have several keys.
    pub role: &'a str,
    /// The passphrase, the only secret field.
    pub passphrase: &'a str,
}

shows!(Credentials<'_>: account, role);
