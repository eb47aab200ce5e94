//! `crypto_secretbox_xchacha20poly1305` and `crypto_box_curve25519xchacha20poly1305`: NaCl's boxes over
//! XChaCha20.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::Result;
use quicksalt::hazmat::chacha20;
use quicksalt::nacl::secretbox::xchacha20poly1305::{self, Key, NONCE_LEN, TAG_LEN};

use crate::boundary::status;
use crate::exports::abi;
use crate::boxes::{before, forms, new_keypair, seal, seal_open, seed_keypair, shared};
use crate::secretbox::{self, Cipher};

/// XChaCha20-Poly1305, the alternative cipher of libsodium's boxes.
struct XChaCha20;

impl Cipher for XChaCha20 {
    fn seal(
        key: &[u8; Key::LEN],
        nonce: &[u8; NONCE_LEN],
        out: &mut [u8],
        tag: &mut [u8; TAG_LEN],
        message: &[u8],
    ) -> Result<()> {
        xchacha20poly1305::seal_detached(out, tag, message, nonce, &Key::from(*key))
    }

    fn open(
        key: &[u8; Key::LEN],
        nonce: &[u8; NONCE_LEN],
        out: &mut [u8],
        tag: &[u8; TAG_LEN],
        ciphertext: &[u8],
    ) -> Result<()> {
        xchacha20poly1305::open_detached(out, tag, ciphertext, nonce, &Key::from(*key))
    }

    fn key(product: &[u8; 32]) -> [u8; Key::LEN] {
        let mut key = [0; Key::LEN];
        chacha20::hchacha20(product, &mut key, &[0; 16]);
        key
    }
}

abi! {
    fn crypto_secretbox_xchacha20poly1305_easy(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(secretbox::seal::<XChaCha20>(&caller, c, m, mlen, n, k))
    }
    fn crypto_secretbox_xchacha20poly1305_open_easy(caller, m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(secretbox::open::<XChaCha20>(&caller, m, c, clen, n, k))
    }
    fn crypto_secretbox_xchacha20poly1305_detached(caller, c: *mut u8, mac: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(secretbox::seal_detached::<XChaCha20>(&caller, c, mac, m, mlen, n, k))
    }
    fn crypto_secretbox_xchacha20poly1305_open_detached(caller, m: *mut u8, c: *const u8, mac: *const u8, clen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(secretbox::open_detached::<XChaCha20>(&caller, m, c, mac, clen, n, k))
    }
}

forms! { XChaCha20;
    secretbox::seal::<XChaCha20>:
        crypto_box_curve25519xchacha20poly1305_easy(c: *mut u8, m: *const u8; mlen),
        crypto_box_curve25519xchacha20poly1305_easy_afternm;
    secretbox::open::<XChaCha20>:
        crypto_box_curve25519xchacha20poly1305_open_easy(m: *mut u8, c: *const u8; clen),
        crypto_box_curve25519xchacha20poly1305_open_easy_afternm;
    secretbox::seal_detached::<XChaCha20>:
        crypto_box_curve25519xchacha20poly1305_detached(c: *mut u8, mac: *mut u8, m: *const u8; mlen),
        crypto_box_curve25519xchacha20poly1305_detached_afternm;
    secretbox::open_detached::<XChaCha20>:
        crypto_box_curve25519xchacha20poly1305_open_detached(m: *mut u8, c: *const u8, mac: *const u8; clen),
        crypto_box_curve25519xchacha20poly1305_open_detached_afternm;
}

abi! {
    fn crypto_box_curve25519xchacha20poly1305_keypair(caller, pk: *mut u8, sk: *mut u8) -> c_int {
        status(new_keypair(&caller, pk, sk))
    }
    fn crypto_box_curve25519xchacha20poly1305_seed_keypair(caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int {
        status(seed_keypair(&caller, pk, sk, seed))
    }
    fn crypto_box_curve25519xchacha20poly1305_beforenm(caller, k: *mut u8, pk: *const u8, sk: *const u8) -> c_int {
        status(before::<XChaCha20>(&caller, k, pk, sk))
    }
    fn crypto_box_curve25519xchacha20poly1305_seal(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, pk: *const u8) -> c_int {
        status(seal::<XChaCha20>(&caller, c, m, mlen, pk))
    }
    fn crypto_box_curve25519xchacha20poly1305_seal_open(caller, m: *mut u8, c: *const u8, clen: c_ulonglong, pk: *const u8, sk: *const u8) -> c_int {
        status(seal_open::<XChaCha20>(&caller, m, c, clen, pk, sk))
    }
}
