//! `crypto_kx`: derives two session keys, one for each direction, from the key pairs of client and
//! server.
//!
//! The keys are the two halves of BLAKE2b-512(X25519 || client's public key || server's public
//! key). This is a construction of libsodium, not of NaCl.
//!
//! ```
//! use quicksalt::nacl::{boxes::SecretKey, kx};
//!
//! let (client, server) = (SecretKey::generate()?, SecretKey::generate()?);
//! let (client_pk, server_pk) = (client.public_key()?, server.public_key()?);
//! let at_client = kx::client(&client_pk, &client, &server_pk)?;
//! let at_server = kx::server(&server_pk, &server, &client_pk)?;
//! assert_eq!(at_client.receive, at_server.send);
//! assert_eq!(at_client.send, at_server.receive);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::Result;
use crate::nacl::boxes::{PublicKey, SecretKey, Seed};
use crate::nacl::key::secret;
use crate::prim::{blake2b, x25519};
use crate::wipe::{Wiped, without_traces};

secret! {
    /// The key for one direction of a session.
    SessionKey, 32
}

/// The session keys of one side.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SessionKeys {
    /// The key for receiving.
    pub receive: SessionKey,
    /// The key for sending.
    pub send: SessionKey,
}

/// Derives the secret key of a seed: its BLAKE2b-256, as in libsodium.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn secret_key(seed: &Seed) -> Result<SecretKey> {
    without_traces(|| {
        let mut digest = Wiped::new([0; SecretKey::LEN]);
        blake2b::hash(&[], &[0; 16], &[0; 16], digest.as_mut_slice(), &[seed.as_bytes()])?;
        SecretKey::try_from(digest.as_slice())
    })
}

/// Computes the client's session keys.
///
/// # Errors
/// [`crate::Error::WeakPublicKey`] if the server's public key has small order,
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn client(
    client_public: &PublicKey,
    client_secret: &SecretKey,
    server_public: &PublicKey,
) -> Result<SessionKeys> {
    without_traces(|| {
        let digest = session(client_secret, server_public, client_public, server_public)?;
        let (receive, send) = digest.split_at(SessionKey::LEN);
        Ok(SessionKeys { receive: receive.try_into()?, send: send.try_into()? })
    })
}

/// Computes the server's session keys.
///
/// # Errors
/// [`crate::Error::WeakPublicKey`] if the client's public key has small order,
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn server(
    server_public: &PublicKey,
    server_secret: &SecretKey,
    client_public: &PublicKey,
) -> Result<SessionKeys> {
    without_traces(|| {
        let digest = session(server_secret, client_public, client_public, server_public)?;
        let (send, receive) = digest.split_at(SessionKey::LEN);
        Ok(SessionKeys { receive: receive.try_into()?, send: send.try_into()? })
    })
}

/// The client's receiving key followed by its sending key.
fn session(
    secret: &SecretKey,
    other: &PublicKey,
    client: &PublicKey,
    server: &PublicKey,
) -> Result<Wiped<[u8; 64]>> {
    let product = Wiped::new(x25519::scalarmult(secret.as_bytes(), other.as_bytes())?);
    let mut digest = Wiped::new([0; 64]);
    let parts: [&[u8]; 3] = [product.as_slice(), client.as_bytes(), server.as_bytes()];
    blake2b::hash(&[], &[0; 16], &[0; 16], digest.as_mut_slice(), &parts)?;
    Ok(digest)
}
