//! Constructions over the selected candidates of primitives. The code of a construction exists once
//! and works with every candidate of its primitive. Self-tests, policies and forced choices apply
//! to the primitive.
// May import: `prim`, `choose`, `error`, `interrupt`, `memory`, `wipe`.

pub(crate) mod chacha20poly1305;
mod functions;
pub mod hmac;
#[cfg(feature = "scrypt")]
pub mod scrypt;
pub mod sponge;
#[cfg(test)]
mod tests;

use functions::{sha3, xof};

sha3! {
    /// SHA3-256 (FIPS 202, section 6.1).
    sha3_256, 32
}
sha3! {
    /// SHA3-512 (FIPS 202, section 6.1).
    sha3_512, 64
}
xof! {
    /// SHAKE128 (FIPS 202, section 6.2): output of any length.
    shake128, 168, All
}
xof! {
    /// SHAKE256 (FIPS 202, section 6.2): output of any length.
    ///
    /// ```
    /// use quicksalt::hazmat::shake256;
    ///
    /// let mut hasher = shake256::hasher()?;
    /// hasher.update(b"a mess");
    /// hasher.update(b"age");
    /// let (mut output, mut reader) = ([0; 300], hasher.finish());
    /// reader.read(&mut output[..32]);
    /// reader.read(&mut output[32..]);
    /// let mut whole = [0; 300];
    /// shake256::hash(&mut whole, &[b"a message"])?;
    /// assert_eq!(output, whole);
    /// # Ok::<(), quicksalt::Error>(())
    /// ```
    shake256, 136, All
}
xof! {
    /// TurboSHAKE128 (RFC 9861): SHAKE128 with half the rounds and a domain separation byte from 1
    /// to 0x7f.
    turboshake128, 168, Twelve, domain
}
xof! {
    /// TurboSHAKE256 (RFC 9861): SHAKE256 with half the rounds and a domain separation byte from 1
    /// to 0x7f.
    turboshake256, 136, Twelve, domain
}
