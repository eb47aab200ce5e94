//! Functions that the program supplies to these commands: network access and Python packages.

use std::path::PathBuf;
use std::sync::OnceLock;

/// A server and the name to request from it. Both names are ASCII, and each label has 1 to 63
/// letters.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The server, as a host name or as an address without brackets.
    pub host: String,
    /// The port of the server.
    pub port: u16,
    /// The server name to send in SNI. SNI is omitted for an address.
    pub server_name: String,
}

/// Functions that these commands need from the program.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// Returns the unverified DER certificates that a server sends, the leaf first. Waits at most
    /// 10 s for each answer. The error is one sentence without the address.
    pub fetch: fn(&Asked) -> Result<Vec<Vec<u8>>, String>,
    /// Returns the path of the certificate bundle in Python's package certifi. The error is one
    /// sentence.
    pub certifi: fn() -> Result<PathBuf, String>,
}

static OUTSIDE: OnceLock<Outside> = OnceLock::new();

/// Supplies the functions; only the first call has an effect. Before this call, network access is
/// an error.
pub fn provide(outside: Outside) {
    // The functions cannot change while the process runs.
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
