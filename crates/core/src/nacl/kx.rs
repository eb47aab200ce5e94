//! `crypto_kx`: two session keys out of a key pair on each side, one for each direction.
//!
//! The keys are the two halves of BLAKE2b-512(X25519 || client's public key || server's public
//! key). A libsodium construction.
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
use crate::wipe::Wiped;

secret! {
    /// The key of one direction of a session.
    SessionKey, 32
}

/// The keys of a session as one side uses them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SessionKeys {
    /// For what comes from the other side.
    pub receive: SessionKey,
    /// For what goes to the other side.
    pub send: SessionKey,
}

/// The secret key of a seed: its BLAKE2b-256, as in libsodium.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn secret_key(seed: &Seed) -> Result<SecretKey> {
    let mut digest = Wiped::new([0; SecretKey::LEN]);
    blake2b::hash(digest.as_mut_slice(), &[], &[0; 16], &[0; 16], &[seed.as_bytes()])?;
    SecretKey::try_from(digest.as_slice())
}

/// The session keys on the client's side.
///
/// # Errors
/// [`crate::Error::WeakPublicKey`] if the server's public key is a point of small order,
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn client(
    client_public: &PublicKey,
    client_secret: &SecretKey,
    server_public: &PublicKey,
) -> Result<SessionKeys> {
    let product = shared(client_secret, server_public)?;
    let [receive, send] = halves(&product, client_public, server_public)?;
    Ok(SessionKeys { receive, send })
}

/// The session keys on the server's side.
///
/// # Errors
/// [`crate::Error::WeakPublicKey`] if the client's public key is a point of small order,
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn server(
    server_public: &PublicKey,
    server_secret: &SecretKey,
    client_public: &PublicKey,
) -> Result<SessionKeys> {
    let product = shared(server_secret, client_public)?;
    let [send, receive] = halves(&product, client_public, server_public)?;
    Ok(SessionKeys { receive, send })
}

fn shared(secret: &SecretKey, public: &PublicKey) -> Result<Wiped<[u8; 32]>> {
    x25519::scalarmult(secret.as_bytes(), public.as_bytes()).map(Wiped::new)
}

fn halves(product: &[u8; 32], client: &PublicKey, server: &PublicKey) -> Result<[SessionKey; 2]> {
    let mut digest = Wiped::new([0; 64]);
    let parts: [&[u8]; 3] = [product, client.as_bytes(), server.as_bytes()];
    blake2b::hash(digest.as_mut_slice(), &[], &[0; 16], &[0; 16], &parts)?;
    Ok([SessionKey::try_from(&digest[..32])?, SessionKey::try_from(&digest[32..])?])
}
