//! Reads the certificate chains that commands examine from files and servers.

use core::time::Duration;
use std::ffi::OsString;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use quicksalt::interrupt;
use quicksalt_command::{Call, Failure, Kind, Opt, Terminal, printable};

use super::open::Opened;
use super::outside::{Asked, outside};
use super::said;

pub(super) const CONNECT: Opt =
    Opt::value("--connect", "HOST[:PORT]", Kind::Text, "The chain that this server sends.")
        .repeatable();
pub(super) const CHAIN: Opt =
    Opt::value("--chain", "FILE", Kind::File, "A chain in PEM, the leaf first.").repeatable();

/// The maximum length of a label of a host name (RFC 1035 section 2.3.4).
const LABEL_MAX: usize = 63;

/// The interval at which interrupts are polled while the program waits for a server.
const PAUSE: Duration = Duration::from_millis(20);

/// A certificate chain and its origin.
pub(super) struct Source {
    pub(super) name: OsString,
    /// The host that sent the chain.
    pub(super) host: Option<String>,
    /// Certificates in DER, the leaf first.
    pub(super) chain: Vec<Vec<u8>>,
}

impl Source {
    /// Returns the chain as slices, as the store expects it.
    pub(super) fn ders(&self) -> Vec<&[u8]> {
        self.chain.iter().map(Vec::as_slice).collect()
    }
}

/// Reads the chains of the files and servers that a call names. `server_name` replaces the host
/// name of a server.
pub(super) fn read(
    call: &Call,
    server_name: Option<&str>,
    terminal: &mut Terminal,
) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for path in call.paths(CHAIN.long) {
        let opened = Opened::file(&path, terminal)?.filled(&path, terminal)?;
        let chain = opened.store.iter().map(|one| one.der().to_vec()).collect();
        sources.push(Source { name: path.into(), host: None, chain });
    }
    for address in call.texts(CONNECT.long)? {
        let (host, port) = split_address(address)?;
        let chain = fetch(address, &host, port, server_name, terminal)?;
        sources.push(Source { name: address.into(), host: Some(host), chain });
    }
    Ok(sources)
}

fn fetch(
    address: &str,
    host: &str,
    port: u16,
    server_name: Option<&str>,
    terminal: &mut Terminal,
) -> Result<Vec<Vec<u8>>, Failure> {
    check_name("host", host, address)?;
    let server_name = server_name.unwrap_or(host);
    check_name("server_name", server_name, address)?;
    let asked = Asked { host: host.into(), port, server_name: server_name.into() };
    // A second thread waits for the server, because a waiting thread cannot check for interrupts.
    let (sender, receiver) = channel();
    let fetch = outside().fetch;
    let fetching = thread::Builder::new().spawn(move || {
        // Sending fails if an interrupt has dropped the receiver.
        let _ = sender.send(fetch(&asked));
    });
    fetching.map_err(|error| Failure::broken(format!("{address}: {error}")))?;
    let answer = terminal.working("connecting", || {
        loop {
            match receiver.recv_timeout(PAUSE) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Ok(Err("no answer".into())),
                Err(RecvTimeoutError::Timeout) => {
                    interrupt::check().map_err(|_| Failure::interrupted())?;
                }
            }
        }
    })?;
    answer.map_err(|text| Failure::broken(format!("{address}: {text}")))
}

/// Rejects a host name that cannot be requested. Names that are not ASCII are rejected, because the
/// resolver would map characters that look like a dot or a letter to other characters, and query a
/// host that the user did not name.
fn check_name(argument: &str, name: &str, address: &str) -> Result<(), Failure> {
    let refused = |text: String| Err(Failure::usage(format!("Invalid value: {text}")));
    if !name.is_ascii() {
        return refused(format!(
            "{argument} must be a name in ASCII, with A-labels (xn--...) for other scripts"
        ));
    }
    if name.is_empty() || name.starts_with('.') {
        return refused(format!("{argument} must be a host name, not '{}'", printable(name)));
    }
    let labels = name.strip_suffix('.').unwrap_or(name).split('.');
    let is_address = name.contains(':');
    if !is_address && labels.into_iter().any(|one| one.is_empty() || one.len() > LABEL_MAX) {
        return refused(format!("'{}' is not a host name", printable(address)));
    }
    Ok(())
}

/// Splits `host`, `host:port` or `[address]:port`.
fn split_address(address: &str) -> Result<(String, u16), Failure> {
    let parts = address.rsplit_once(':').filter(|(host, _)| {
        !address.ends_with(']') && (!host.contains(':') || host.starts_with('['))
    });
    let (host, port) = parts.unwrap_or((address, "443"));
    let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let host = inner.unwrap_or(host);
    let is_number = port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    match port.parse() {
        Ok(port) if port > 0 && is_number && !host.is_empty() && !host.contains(['[', ']']) => {
            Ok((host.into(), port))
        }
        _ => Err(Failure::usage(format!(
            "Invalid value: expected HOST or HOST:PORT, not '{}'",
            printable(address)
        ))),
    }
}

/// Returns the name of a chain's source on one line.
pub(super) fn shown(source: &Source) -> String {
    said::name(&source.name)
}

#[cfg(test)]
mod tests {
    use super::{check_name, split_address};

    #[test]
    fn splits_addresses_and_rejects_malformed_ones() {
        for (address, host, port) in [
            ("a.example", "a.example", 443),
            ("a.example:8443", "a.example", 8443),
            ("[::1]:8443", "::1", 8443),
            ("::1", "::1", 443),
            ("[::1]", "::1", 443),
            ("1:65535", "1", 65535),
        ] {
            assert_eq!(split_address(address), Ok((host.into(), port)));
        }
        for wrong in [
            "", ":443", "a:", "a:0", "a:65536", "a:+1", "a:https", "[::1", "::1]", "a]:1", "[]",
            "a:000001",
        ] {
            let refused = split_address(wrong).map_err(|failure| failure.code);
            assert_eq!(refused, Err(2), "{wrong}");
        }
    }

    #[test]
    fn accepts_host_names_and_rejects_malformed_ones() {
        let long = "a".repeat(64);
        for name in ["a.example", "a.example.", "192.0.2.1", "::1", "a_b", &long[..63]] {
            assert_eq!(check_name("host", name, name), Ok(()));
        }
        for name in ["", ".a", "a..b", "a..", &long, "h\u{f6}st", "b\u{2024}example"] {
            assert_eq!(check_name("host", name, name).map_err(|failure| failure.code), Err(2));
        }
    }
}
