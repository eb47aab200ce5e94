//! ChaCha20-Poly1305 in its three variants, which differ in the nonce length. The selected
//! candidate of the primitive does the computation.

/// Defines the module of a variant from its name, its nonce length, and the length of its longest
/// message in bytes and in words.
macro_rules! variant {
    (
        $(#[$doc:meta])*
        $name:ident, $variant:ident, $nonce_len:literal, $longest:expr, $longest_in_words:literal
    ) => {
        $(#[$doc])*
        pub mod $name {
            pub use crate::prim::chacha20poly1305::{KEY_LEN, PRIMITIVE, TAG_LEN};
            use crate::prim::chacha20poly1305::{self, Data, Variant};
            use crate::prim::family::aead;

            /// Length of the nonce in bytes.
            pub const NONCE_LEN: usize = $nonce_len;
            /// The longest message in bytes.
            pub const MESSAGE_MAX: u64 = $longest;

            aead::calls!(
                MESSAGE_MAX, $longest_in_words, "16";
                nonce -> [u8; chacha20poly1305::NONCE_LEN]: core::array::from_fn(|i| {
                    if i < NONCE_LEN { nonce[i] } else { 0 }
                }), &filled(nonce);
                aad -> Data<'_>: Data { variant: Variant::$variant, aad }
            );
        }
    };
}

/// The longest message of the variants with a cipher limit of 2^70 bytes, which is out of reach.
/// The length of ciphertext and tag must fit into `usize`.
const LENGTH_MAX: u64 = (usize::MAX - crate::prim::chacha20poly1305::TAG_LEN) as u64;

variant! {
    /// The original construction, for compatibility: an 8-byte nonce, and a tag over data and
    /// ciphertext without padding (draft-agl-tls-chacha20poly1305-04 section 5).
    original, Original, 8, super::LENGTH_MAX, "at most usize::MAX - 16"
}
variant! {
    /// RFC 8439 section 2.8. The block counter has 32 bits, and the first block yields the Poly1305
    /// key.
    ietf, Ietf, 12, (1 << 38) - 64, "at most 2^38 - 64"
}
variant! {
    /// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03 section 2). Beyond the draft's 2^38 - 64
    /// bytes the block counter carries, as in libsodium.
    extended, Extended, 24, super::LENGTH_MAX, "at most usize::MAX - 16"
}
