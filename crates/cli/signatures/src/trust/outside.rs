//! Functions that the program supplies to these commands: network access and Python packages.

use std::path::PathBuf;
use std::sync::OnceLock;

/// A server and the name to request from it. Both names are ASCII; their labels have 1 to 63
/// letters.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The server: a host name, or an address without brackets.
    pub host: String,
    /// The port of the server.
    pub port: u16,
    /// The server name for SNI; for an address, SNI is omitted.
    pub server_name: String,
}

/// Functions that these commands need from the program.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// Returns the DER certificates that a server sends, unverified, the leaf first. Waits at most
    /// 10 s for each answer. The error is one sentence without the address.
    pub fetch: fn(&Asked) -> Result<Vec<Vec<u8>>, String>,
    /// Returns the bundle file of Python's package certifi. The error is one sentence.
    pub certifi: fn() -> Result<PathBuf, String>,
}

static OUTSIDE: OnceLock<Outside> = OnceLock::new();

/// Supplies the functions; only the first call has an effect. Until then, network access is an
/// error.
pub fn provide(outside: Outside) {
    // The functions of a process never change.
    let _ = OUTSIDE.set(outside);
}

/// Returns the supplied functions.
pub(super) fn outside() -> Outside {
    let nothing = Outside {
        fetch: |_| Err("this program has no network access".into()),
        certifi: || Err("this program cannot find Python's package certifi".into()),
    };
    OUTSIDE.get().copied().unwrap_or(nothing)
}
