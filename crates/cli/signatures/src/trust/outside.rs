//! What the program gives that is around these commands: the network and Python's packages.

use std::path::PathBuf;
use std::sync::OnceLock;

/// A server that is asked for its chain. Both names are in ASCII; their labels are neither empty nor longer
/// than 63 letters.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The server: a name, or an address without brackets.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The name that the server is asked for (SNI); an address is asked for without one.
    pub server_name: String,
}

/// What these commands need from the program around them.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// Returns the certificates in DER that a server sends, the leaf first, unverified. It waits 10 s at most
    /// for each answer. The error is one sentence without the address.
    pub fetch: fn(&Asked) -> Result<Vec<Vec<u8>>, String>,
    /// Returns the file that Python's package certifi holds. The error is one sentence.
    pub certifi: fn() -> Result<PathBuf, String>,
}

static OUTSIDE: OnceLock<Outside> = OnceLock::new();

/// Gives these commands what they need; the first call counts. Until then they say that they have no network.
pub fn provide(outside: Outside) {
    // What a process gives once does not change.
    let _ = OUTSIDE.set(outside);
}

/// What was given.
pub(super) fn outside() -> Outside {
    let nothing = Outside {
        fetch: |_| Err("this program has no network".into()),
        certifi: || Err("this program does not know Python's package certifi".into()),
    };
    OUTSIDE.get().copied().unwrap_or(nothing)
}
