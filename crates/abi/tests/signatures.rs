//! Every function against its row of the tables, from which the headers are made, and every state
//! against the size that the headers give it.
#![cfg(all(feature = "ipcrypt", feature = "kem"))]
#![allow(clippy::unwrap_used)]
#![allow(non_camel_case_types, unused_imports, clippy::wildcard_imports)]

use core::ffi::{c_char, c_int, c_ulonglong, c_void};

use quicksalt_abi::random::randombytes_implementation;
use quicksalt_abi::*;

use quicksalt_abi::generichash::Generichash as crypto_generichash_blake2b_state;
use quicksalt_abi::hash::{
    Sha256 as crypto_hash_sha256_state, Sha512 as crypto_hash_sha512_state,
    Sha512 as crypto_sign_ed25519ph_state,
};

use quicksalt_abi::aead::Aes256Gcm as crypto_aead_aes256gcm_state;
use quicksalt_abi::macs::{
    HmacSha256 as crypto_auth_hmacsha256_state, HmacSha256 as crypto_kdf_hkdf_sha256_state,
    HmacSha512 as crypto_auth_hmacsha512_state, HmacSha512 as crypto_kdf_hkdf_sha512_state,
    Poly1305 as crypto_onetimeauth_poly1305_state,
};
use quicksalt_abi::secretstream::Secretstream as crypto_secretstream_xchacha20poly1305_state;
use quicksalt_abi::sha3::{
    Keccak as crypto_core_keccak1600_state, Sha3256 as crypto_hash_sha3256_state,
    Sha3512 as crypto_hash_sha3512_state, Xof128 as crypto_xof_shake128_state,
    Xof128 as crypto_xof_turboshake128_state, Xof256 as crypto_xof_shake256_state,
    Xof256 as crypto_xof_turboshake256_state,
};

// Types of the tables: secrets, and what results tell.
type secret = u8;
type secret_char = c_char;
type secret_void = c_void;
type status = c_int;
type verdict = c_int;
type opened = c_int;
type agreed = c_int;
type checked = c_int;
type flag = c_int;

macro_rules! header {
    (@) => {};
    (@ const $name:ident = $($rest:tt)*) => { header! { @skip $($rest)* } };
    (@ c $text:literal; $($rest:tt)*) => { header! { @ $($rest)* } };
    (@ type $name:ident = $other:ident; $($rest:tt)*) => {
        type $name = $other;
        header! { @ $($rest)* }
    };
    (@ struct $name:ident = $size:literal, $align:literal; $($rest:tt)*) => {
        const _: () = assert!(size_of::<$name>() <= $size && align_of::<$name>() <= $align);
        header! { @ $($rest)* }
    };
    (@ #[$($attribute:tt)*] $($rest:tt)*) => { header! { @ $($rest)* } };
    (@ fn $name:ident($($arg:ident: $type:ty),*) $(-> $ret:ty)?; $($rest:tt)*) => {
        const _: unsafe extern "C" fn($($type),*) $(-> $ret)? = $name;
        header! { @ $($rest)* }
    };
    (@skip ; $($rest:tt)*) => { header! { @ $($rest)* } };
    (@skip $token:tt $($rest:tt)*) => { header! { @skip $($rest)* } };
    ($($table:tt)*) => { header! { @ $($table)* } };
}
macro_rules! missing {
    ($($table:tt)*) => {};
}

include!("../table/core.rs");
include!("../table/crypto_aead_aegis128l.rs");
include!("../table/crypto_aead_aegis256.rs");
include!("../table/crypto_aead_aes256gcm.rs");
include!("../table/crypto_aead_chacha20poly1305.rs");
include!("../table/crypto_aead_xchacha20poly1305.rs");
include!("../table/crypto_auth.rs");
include!("../table/crypto_auth_hmacsha256.rs");
include!("../table/crypto_auth_hmacsha512.rs");
include!("../table/crypto_auth_hmacsha512256.rs");
include!("../table/crypto_box.rs");
include!("../table/crypto_box_curve25519xchacha20poly1305.rs");
include!("../table/crypto_box_curve25519xsalsa20poly1305.rs");
include!("../table/crypto_core_ed25519.rs");
include!("../table/crypto_core_hchacha20.rs");
include!("../table/crypto_core_hsalsa20.rs");
include!("../table/crypto_core_keccak1600.rs");
include!("../table/crypto_core_ristretto255.rs");
include!("../table/crypto_core_salsa20.rs");
include!("../table/crypto_core_salsa2012.rs");
include!("../table/crypto_core_salsa208.rs");
include!("../table/crypto_generichash.rs");
include!("../table/crypto_generichash_blake2b.rs");
include!("../table/crypto_hash.rs");
include!("../table/crypto_hash_sha256.rs");
include!("../table/crypto_hash_sha3.rs");
include!("../table/crypto_hash_sha512.rs");
include!("../table/crypto_ipcrypt.rs");
include!("../table/crypto_kdf.rs");
include!("../table/crypto_kdf_blake2b.rs");
include!("../table/crypto_kdf_hkdf_sha256.rs");
include!("../table/crypto_kdf_hkdf_sha512.rs");
include!("../table/crypto_kem.rs");
include!("../table/crypto_kem_mlkem768.rs");
include!("../table/crypto_kem_xwing.rs");
include!("../table/crypto_kx.rs");
include!("../table/crypto_onetimeauth.rs");
include!("../table/crypto_onetimeauth_poly1305.rs");
include!("../table/crypto_pwhash.rs");
include!("../table/crypto_pwhash_argon2i.rs");
include!("../table/crypto_pwhash_argon2id.rs");
include!("../table/crypto_pwhash_scryptsalsa208sha256.rs");
include!("../table/crypto_scalarmult.rs");
include!("../table/crypto_scalarmult_curve25519.rs");
include!("../table/crypto_scalarmult_ed25519.rs");
include!("../table/crypto_scalarmult_ristretto255.rs");
include!("../table/crypto_secretbox.rs");
include!("../table/crypto_secretbox_xchacha20poly1305.rs");
include!("../table/crypto_secretbox_xsalsa20poly1305.rs");
include!("../table/crypto_secretstream_xchacha20poly1305.rs");
include!("../table/crypto_shorthash.rs");
include!("../table/crypto_shorthash_siphash24.rs");
include!("../table/crypto_sign.rs");
include!("../table/crypto_sign_ed25519.rs");
include!("../table/crypto_sign_edwards25519sha512batch.rs");
include!("../table/crypto_stream.rs");
include!("../table/crypto_stream_chacha20.rs");
include!("../table/crypto_stream_salsa20.rs");
include!("../table/crypto_stream_salsa2012.rs");
include!("../table/crypto_stream_salsa208.rs");
include!("../table/crypto_stream_xchacha20.rs");
include!("../table/crypto_stream_xsalsa20.rs");
include!("../table/crypto_verify_16.rs");
include!("../table/crypto_verify_32.rs");
include!("../table/crypto_verify_64.rs");
include!("../table/crypto_xof_shake128.rs");
include!("../table/crypto_xof_shake256.rs");
include!("../table/crypto_xof_turboshake128.rs");
include!("../table/crypto_xof_turboshake256.rs");
include!("../table/quicksalt.rs");
include!("../table/randombytes.rs");
include!("../table/randombytes_internal_random.rs");
include!("../table/randombytes_sysrandom.rs");
include!("../table/runtime.rs");
include!("../table/utils.rs");
include!("../table/version.rs");

/// The tables are items, which the compiler has checked; this says that all of them were read.
#[test]
fn every_table_is_read() {
    let own = include_str!("signatures.rs");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/table");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(own.contains(&format!("\"../table/{name}\"")), "{name}");
    }
}
