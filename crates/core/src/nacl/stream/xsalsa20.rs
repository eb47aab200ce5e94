//! `crypto_stream_xsalsa20`: XSalsa20 (D. J. Bernstein, "Extending the Salsa20 nonce", 2011), 2^64
//! blocks with 24-byte nonces, which are long enough to be chosen at random.

pub use crate::prim::xsalsa20::Stream;

super::cipher!(24, u64, crate::prim::xsalsa20::xor);

/// Starts an incremental stream at its first block.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Stream> {
    crate::prim::xsalsa20::init(key.as_bytes(), nonce)
}
