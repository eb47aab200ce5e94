//! Compares the constants of the tables with the functions that return them.
#![cfg(all(feature = "ipcrypt", feature = "kem"))]
#![allow(clippy::wildcard_imports)]

use quicksalt::hazmat::*;
use quicksalt::nacl::kem::xwing;
use quicksalt::nacl::secretbox::xchacha20poly1305 as xsecretbox;
use quicksalt::nacl::{
    auth, cores, ipcrypt, kdf, pwhash, scalarmult, scrypt, sealedbox, secretbox, secretstream,
};
use quicksalt_abi::*;

macro_rules! ciphers {
    ($($of:ident: $key:ident, $nonce:ident, $tag:ident, $longest:ident;)*) => {$(
        assert_eq!([$key(), $nonce(), $tag()], [$of::KEY_LEN, $of::NONCE_LEN, $of::TAG_LEN]);
        assert_eq!($longest() as u64, $of::MESSAGE_MAX.min((usize::MAX - $of::TAG_LEN) as u64));
    )*};
}

#[test]
fn ciphers_have_the_lengths_of_the_tables() {
    use aes::aes256gcm;
    ciphers! {
        aegis128l: crypto_aead_aegis128l_keybytes, crypto_aead_aegis128l_npubbytes,
            crypto_aead_aegis128l_abytes, crypto_aead_aegis128l_messagebytes_max;
        aegis256: crypto_aead_aegis256_keybytes, crypto_aead_aegis256_npubbytes,
            crypto_aead_aegis256_abytes, crypto_aead_aegis256_messagebytes_max;
        aes256gcm: crypto_aead_aes256gcm_keybytes, crypto_aead_aes256gcm_npubbytes,
            crypto_aead_aes256gcm_abytes, crypto_aead_aes256gcm_messagebytes_max;
        chacha20poly1305_original: crypto_aead_chacha20poly1305_keybytes, crypto_aead_chacha20poly1305_npubbytes,
            crypto_aead_chacha20poly1305_abytes, crypto_aead_chacha20poly1305_messagebytes_max;
        chacha20poly1305_ietf: crypto_aead_chacha20poly1305_ietf_keybytes,
            crypto_aead_chacha20poly1305_ietf_npubbytes, crypto_aead_chacha20poly1305_ietf_abytes,
            crypto_aead_chacha20poly1305_ietf_messagebytes_max;
        xchacha20poly1305: crypto_aead_xchacha20poly1305_ietf_keybytes,
            crypto_aead_xchacha20poly1305_ietf_npubbytes, crypto_aead_xchacha20poly1305_ietf_abytes,
            crypto_aead_xchacha20poly1305_ietf_messagebytes_max;
    }
    let longest = usize::MAX - secretbox::TAG_LEN;
    assert_eq!(crypto_secretbox_keybytes(), xsalsa20poly1305::KEY_LEN);
    assert_eq!(crypto_secretbox_noncebytes(), secretbox::NONCE_LEN);
    assert_eq!(crypto_secretbox_macbytes(), secretbox::TAG_LEN);
    assert_eq!(crypto_secretbox_messagebytes_max(), longest);
    assert_eq!(crypto_secretbox_xchacha20poly1305_keybytes(), xsecretbox::Key::LEN);
    assert_eq!(crypto_secretbox_xchacha20poly1305_noncebytes(), xsecretbox::NONCE_LEN);
    assert_eq!(crypto_secretbox_xchacha20poly1305_macbytes(), xsecretbox::TAG_LEN);
    assert_eq!(crypto_secretbox_xchacha20poly1305_messagebytes_max(), longest);
    assert_eq!(crypto_secretstream_xchacha20poly1305_keybytes(), secretstream::Key::LEN);
    assert_eq!(crypto_secretstream_xchacha20poly1305_headerbytes(), secretstream::HEADER_LEN);
    assert_eq!(crypto_secretstream_xchacha20poly1305_abytes(), secretstream::OVERHEAD);
    assert_eq!(crypto_secretstream_xchacha20poly1305_tag_message(), secretstream::TAG_MESSAGE);
    assert_eq!(crypto_secretstream_xchacha20poly1305_tag_push(), secretstream::TAG_PUSH);
    assert_eq!(crypto_secretstream_xchacha20poly1305_tag_rekey(), secretstream::TAG_REKEY);
    assert_eq!(crypto_secretstream_xchacha20poly1305_tag_final(), secretstream::TAG_FINAL);
}

#[test]
fn keys_points_and_ciphertexts_have_the_lengths_of_the_tables() {
    assert_eq!(crypto_scalarmult_bytes(), scalarmult::LEN);
    assert_eq!(crypto_box_publickeybytes(), x25519::KEY_LEN);
    assert_eq!(crypto_box_secretkeybytes(), x25519::KEY_LEN);
    assert_eq!(crypto_box_noncebytes(), secretbox::NONCE_LEN);
    assert_eq!(crypto_box_sealbytes(), sealedbox::OVERHEAD);
    assert_eq!(crypto_sign_bytes(), ed25519::SIGNATURE_LEN);
    assert_eq!(crypto_kem_publickeybytes(), xwing::PublicKey::LEN);
    assert_eq!(crypto_kem_secretkeybytes(), xwing::SecretKey::LEN);
    assert_eq!(crypto_kem_seedbytes(), xwing::SecretKey::LEN);
    assert_eq!(crypto_kem_ciphertextbytes(), xwing::Ciphertext::LEN);
    assert_eq!(crypto_kem_sharedsecretbytes(), xwing::SharedSecret::LEN);
    assert_eq!(crypto_kem_mlkem768_publickeybytes(), mlkem768::PUBLIC_KEY_LEN);
    assert_eq!(crypto_kem_mlkem768_secretkeybytes(), mlkem768::SECRET_KEY_LEN);
    assert_eq!(crypto_kem_mlkem768_seedbytes(), mlkem768::SEED_LEN);
    assert_eq!(crypto_kem_mlkem768_ciphertextbytes(), mlkem768::CIPHERTEXT_LEN);
    assert_eq!(crypto_kem_mlkem768_sharedsecretbytes(), mlkem768::SHARED_SECRET_LEN);
    assert_eq!(crypto_ipcrypt_bytes(), ipcrypt::BYTES);
    assert_eq!(crypto_ipcrypt_keybytes(), ipcrypt::Key::LEN);
    assert_eq!(crypto_ipcrypt_nd_keybytes(), ipcrypt::NdKey::LEN);
    assert_eq!(crypto_ipcrypt_nd_tweakbytes(), ipcrypt::ND_TWEAK_LEN);
    assert_eq!(crypto_ipcrypt_nd_outputbytes(), ipcrypt::ND_OUTPUT_LEN);
    assert_eq!(crypto_ipcrypt_ndx_keybytes(), ipcrypt::NdxKey::LEN);
    assert_eq!(crypto_ipcrypt_ndx_tweakbytes(), ipcrypt::NDX_TWEAK_LEN);
    assert_eq!(crypto_ipcrypt_ndx_outputbytes(), ipcrypt::NDX_OUTPUT_LEN);
    assert_eq!(crypto_ipcrypt_pfx_keybytes(), ipcrypt::PfxKey::LEN);
}

#[test]
fn hashes_macs_and_derived_keys_have_the_lengths_of_the_tables() {
    assert_eq!(crypto_hash_sha256_bytes(), sha256::DIGEST_LEN);
    assert_eq!(crypto_hash_bytes(), sha512::DIGEST_LEN);
    assert_eq!(crypto_generichash_bytes_max(), blake2b::DIGEST_MAX);
    assert_eq!(crypto_generichash_keybytes_max(), blake2b::DIGEST_MAX);
    assert_eq!(crypto_generichash_blake2b_saltbytes(), blake2b::SALT_LEN);
    assert_eq!(crypto_generichash_blake2b_personalbytes(), blake2b::PERSONAL_LEN);
    assert_eq!(crypto_auth_bytes(), auth::TAG_LEN);
    assert_eq!(crypto_onetimeauth_bytes(), poly1305::TAG_LEN);
    assert_eq!(crypto_onetimeauth_keybytes(), poly1305::KEY_LEN);
    assert_eq!(crypto_shorthash_bytes(), siphash24::TAG_LEN);
    assert_eq!(crypto_shorthash_keybytes(), siphash24::KEY_LEN);
    assert_eq!(crypto_shorthash_siphashx24_bytes(), siphash24::LONG_TAG_LEN);
    assert_eq!(crypto_kdf_bytes_min(), kdf::BYTES_MIN);
    assert_eq!(crypto_kdf_bytes_max(), kdf::BYTES_MAX);
    assert_eq!(crypto_kdf_contextbytes(), kdf::CONTEXT_LEN);
    assert_eq!(crypto_core_salsa20_outputbytes(), cores::BLOCK_LEN);
    assert_eq!(crypto_core_salsa20_keybytes(), cores::KEY_LEN);
    assert_eq!(crypto_core_salsa20_inputbytes(), cores::INPUT_LEN);
    assert_eq!(crypto_core_salsa20_constbytes(), cores::CONSTANTS_LEN);
    assert_eq!(crypto_pwhash_saltbytes(), pwhash::SALT_LEN);
    assert_eq!(crypto_pwhash_bytes_min(), pwhash::BYTES_MIN);
    assert_eq!(crypto_pwhash_scryptsalsa208sha256_saltbytes(), scrypt::SALT_LEN);
    assert_eq!(crypto_pwhash_scryptsalsa208sha256_strbytes(), scrypt::STR_LEN + 1);
    assert_eq!(crypto_pwhash_scryptsalsa208sha256_bytes_min(), scrypt::BYTES_MIN);
}
