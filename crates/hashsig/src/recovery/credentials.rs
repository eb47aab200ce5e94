//! What a person remembers.

/// Account, role and passphrase.
#[derive(Clone, Copy)]
pub struct Credentials<'a> {
    /// Whose key it is.
    pub account: &'a str,
    /// What the key is for, so that an account has several.
    pub role: &'a str,
    /// The only secret among them.
    pub passphrase: &'a str,
}

shows!(Credentials<'_>: account, role);
