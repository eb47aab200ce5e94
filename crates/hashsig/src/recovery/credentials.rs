//! What a person remembers.

use core::fmt;

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

impl fmt::Debug for Credentials<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Credentials");
        debug.field("account", &self.account).field("role", &self.role).finish_non_exhaustive()
    }
}
