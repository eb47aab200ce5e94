//! The self-tests of all primitives that a WebAssembly module exports.

use quicksalt::choose::{Contract, State};
use quicksalt::hazmat as prim;

/// The primitives that a profile uses.
static PRIMITIVES: &[&dyn Contract] = &[
    #[cfg(feature = "standard")]
    &prim::chacha20::PRIMITIVE,
    &prim::xsalsa20poly1305::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::aegis128l::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::aegis256::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::argon2::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::blake2b::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::chacha20poly1305::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::ed25519::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::poly1305::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::sha512::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::siphash24::PRIMITIVE,
    #[cfg(feature = "standard")]
    &prim::x25519::PRIMITIVE,
    #[cfg(feature = "full")]
    &prim::edwards25519::PRIMITIVE,
    #[cfg(feature = "full")]
    &prim::ristretto255::PRIMITIVE,
    #[cfg(feature = "full")]
    &prim::scrypt::PRIMITIVE,
    #[cfg(feature = "full")]
    &prim::xsalsa20::PRIMITIVE,
];

/// Runs the self-test of every candidate and returns the number of failures.
#[unsafe(no_mangle)]
pub extern "C" fn quicksalt_selftest() -> u32 {
    let all = PRIMITIVES.iter().flat_map(|primitive| (0..primitive.len()).map(|i| primitive.prove(i)));
    all.filter(|state| matches!(state, State::Failed | State::Unproven)).count() as u32
}
