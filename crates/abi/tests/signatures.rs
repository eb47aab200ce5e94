//! Compares every function with its row of the tables, from which the headers are generated, and
//! every state with its size in the headers.
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

// The types that the tables use for secrets and for results.
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

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// The compiler has checked the tables as items; this test checks that all were read.
#[test]
fn every_table_is_read() {
    let all = include_str!(concat!(env!("OUT_DIR"), "/tables.rs"));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/table");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(all.contains(&std::fs::read_to_string(&path).unwrap()), "{}", path.display());
    }
}
