//! Fetches the chain that a server sends, with rustls over graviola.

use alloc::sync::Arc;
use core::net::IpAddr;
use core::time::Duration;
use std::io;
use std::net::{TcpStream, ToSocketAddrs as _};

use quicksalt::choose;
use quicksalt::hazmat::GRAVIOLA_NEEDS;
use quicksalt_command::reason;
use quicksalt_signatures_command::trust::Asked;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme};

/// The timeout for each answer, as in Python's `quicksalt.trust.fetch_chain`.
const PATIENCE: Duration = Duration::from_secs(10);

/// The prefix that std adds to the operating system's error text if a name does not resolve to an
/// address.
const RESOLVER: &str = "failed to lookup address information: ";

/// Returns the DER certificates that a server sends, the leaf first. The command verifies them
/// later. The client sends nothing but the handshake.
///
/// # Errors
/// One sentence, for example that the connection was refused.
pub(crate) fn fetch(asked: &Asked) -> Result<Vec<Vec<u8>>, String> {
    if !GRAVIOLA_NEEDS.met_by(choose::detected()) {
        return Err("this processor lacks instructions that TLS needs here".into());
    }
    let mut stream = connect(&asked.host, asked.port).map_err(|error| said(&error))?;
    let name = server_name(&asked.server_name)?;
    let refused = |error: Error| error.to_string();
    let config = ClientConfig::builder_with_provider(Arc::new(rustls_graviola::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(refused)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AcceptAll))
        .with_no_client_auth();
    let mut connection = ClientConnection::new(Arc::new(config), name).map_err(refused)?;
    while connection.is_handshaking() {
        connection.complete_io(&mut stream).map_err(|error| said(&error))?;
    }
    let chain = connection.peer_certificates().unwrap_or_default();
    Ok(chain.iter().map(|one| one.to_vec()).collect())
}

/// Parses a server name: a host name (sent as SNI), or an address without its zone (not sent).
fn server_name(name: &str) -> Result<ServerName<'static>, String> {
    let address = name.split('%').next().unwrap_or(name);
    match address.parse() {
        Ok(address) => Ok(ServerName::from(IpAddr::V6(address))),
        Err(_) => ServerName::try_from(String::from(name))
            .map_err(|_| format!("'{name}' is not a valid server name")),
    }
}

/// Connects to the first address that accepts the connection. If all fail, returns the error for
/// the last address.
fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut failed = io::Error::from(io::ErrorKind::NotFound);
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => {
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_write_timeout(Some(PATIENCE))?;
                return Ok(stream);
            }
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

fn said(error: &io::Error) -> String {
    match error.kind() {
        // The operating system decides which of the two error kinds reports a timeout.
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => "timed out".into(),
        io::ErrorKind::UnexpectedEof => "the server ended the connection".into(),
        _ => {
            let text = reason(error);
            text.strip_prefix(RESOLVER).map(String::from).unwrap_or(text)
        }
    }
}

/// Accepts every certificate and every signature: the connection serves only to fetch the chain.
#[derive(Debug)]
struct AcceptAll;

impl ServerCertVerifier for AcceptAll {
    fn verify_server_cert(
        &self,
        _leaf: &CertificateDer<'_>,
        _others: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _leaf: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _message: &[u8],
        _leaf: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    /// Returns all schemes, so that a server with any kind of key answers.
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        use SignatureScheme as S;
        [
            [S::ECDSA_NISTP256_SHA256, S::ECDSA_NISTP384_SHA384, S::ECDSA_NISTP521_SHA512],
            [S::RSA_PSS_SHA256, S::RSA_PSS_SHA384, S::RSA_PSS_SHA512],
            [S::RSA_PKCS1_SHA256, S::RSA_PKCS1_SHA384, S::RSA_PKCS1_SHA512],
        ]
        .into_iter()
        .flatten()
        .chain([S::ED25519, S::ED448])
        .collect()
    }
}
