//! Calls like C programs make them: results, NULL, in-place outputs, and copied states.
#![allow(clippy::unwrap_used)]
#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "every pointer refers to a buffer in the same test"
)]

use core::ptr::{null, null_mut};

use quicksalt_abi::*;

const KEY: [u8; 32] = [7; 32];
const NONCE: [u8; 24] = [9; 24];

fn sealed(message: &[u8]) -> Vec<u8> {
    let mut boxed = vec![0; message.len() + 16];
    let (len, to) = (message.len() as u64, boxed.as_mut_ptr());
    let from = if message.is_empty() { null() } else { message.as_ptr() };
    let status = unsafe { crypto_secretbox_easy(to, from, len, NONCE.as_ptr(), KEY.as_ptr()) };
    assert_eq!(status, 0);
    boxed
}

#[test]
fn a_box_equals_that_of_the_rust_library_and_opens() {
    for len in [0, 1, 15, 16, 64, 1000] {
        let message: Vec<u8> = (0..len).map(|i| i as u8).collect();
        let boxed = sealed(&message);
        let key = quicksalt::nacl::secretbox::Key::from(KEY);
        assert_eq!(quicksalt::nacl::secretbox::seal(&message, &NONCE, &key).unwrap(), boxed);
        let mut opened = vec![0; len];
        let (n, k) = (NONCE.as_ptr(), KEY.as_ptr());
        let (m, c, clen) = (opened.as_mut_ptr(), boxed.as_ptr(), boxed.len() as u64);
        assert_eq!(unsafe { crypto_secretbox_open_easy(m, c, clen, n, k) }, 0);
        assert_eq!(opened, message);
        // With a NULL output, the message is only verified.
        assert_eq!(unsafe { crypto_secretbox_open_easy(null_mut(), c, clen, n, k) }, 0);
        let mut forged = boxed.clone();
        forged[len] ^= 1;
        assert_eq!(unsafe { crypto_secretbox_open_easy(m, forged.as_ptr(), clen, n, k) }, -1);
        assert_eq!(unsafe { crypto_secretbox_open_easy(m, c, 15, n, k) }, -1);
    }
}

#[test]
fn input_and_output_may_overlap_at_any_distance() {
    let message: Vec<u8> = (0..200).map(|i| i as u8).collect();
    let boxed = sealed(&message);
    for (from, to) in [(0, 0), (16, 0), (0, 16), (5, 0), (0, 5), (100, 0)] {
        let mut buffer = vec![0; 400];
        buffer[from..from + 200].copy_from_slice(&message);
        let at = buffer.as_mut_ptr();
        let (c, m) = (at.wrapping_add(to), at.wrapping_add(from));
        let (n, k) = (NONCE.as_ptr(), KEY.as_ptr());
        assert_eq!(unsafe { crypto_secretbox_easy(c, m, 200, n, k) }, 0);
        assert_eq!(&buffer[to..to + 216], boxed, "from {from} to {to}");
        let at = buffer.as_mut_ptr();
        let (c, m) = (at.wrapping_add(to), at.wrapping_add(from));
        assert_eq!(unsafe { crypto_secretbox_open_easy(m, c, 216, n, k) }, 0);
        assert_eq!(&buffer[from..from + 200], message, "from {to} to {from}");
    }
}

/// Nonzero bytes before the message are XORed into the Poly1305 key, as in NaCl, which encrypts the
/// whole buffer and uses its first 32 bytes as the key.
#[test]
fn nonzero_bytes_before_a_message_change_the_key_as_in_nacl() {
    let (n, k) = (NONCE.as_ptr(), KEY.as_ptr());
    for (front, len) in [(0, 0), (0, 100), (1, 0), (0xdb, 1), (0xdb, 100)] {
        let message: Vec<u8> = [front; 32].into_iter().chain((0..len).map(|i| i as u8)).collect();
        let total = message.len() as u64;
        let mut expected = vec![0; message.len()];
        let to = expected.as_mut_ptr();
        assert_eq!(unsafe { crypto_stream_xsalsa20_xor(to, message.as_ptr(), total, n, k) }, 0);
        let (key, text) = expected.split_at(32);
        let mut tag = [0; 16];
        let (at, from) = (tag.as_mut_ptr(), text.as_ptr());
        let authenticated =
            unsafe { crypto_onetimeauth(at, from, text.len() as u64, key.as_ptr()) };
        assert_eq!(authenticated, 0);
        expected[..16].fill(0);
        expected[16..32].copy_from_slice(&tag);
        let mut found = vec![5; message.len()];
        let to = found.as_mut_ptr();
        assert_eq!(unsafe { crypto_secretbox(to, message.as_ptr(), total, n, k) }, 0);
        assert_eq!(found, expected, "{front} in front of {len} bytes");
        let mut in_place = message.clone();
        let at = in_place.as_mut_ptr();
        assert_eq!(unsafe { crypto_secretbox(at, at, total, n, k) }, 0);
        assert_eq!(in_place, expected, "{front} in front of {len} bytes, in place");
        let opens = if front == 0 { 0 } else { -1 };
        assert_eq!(unsafe { crypto_secretbox_open(to, expected.as_ptr(), total, n, k) }, opens);
    }
}

#[test]
fn key_and_nonce_may_overlap_the_box() {
    let boxed = sealed(&[1; 100]);
    let mut buffer = [0; 116];
    buffer[..32].copy_from_slice(&KEY);
    buffer[40..64].copy_from_slice(&NONCE);
    let at = buffer.as_mut_ptr();
    let (m, n) = ([1; 100], at.wrapping_add(40));
    assert_eq!(unsafe { crypto_secretbox_easy(at, m.as_ptr(), 100, n, at) }, 0);
    assert_eq!(buffer, *boxed);
}

#[test]
fn key_nonce_tag_and_associated_data_may_overlap_the_message() {
    let (m, nowhere) = ([1_u8; 100], null_mut());
    let (n, k) = (NONCE.as_ptr(), KEY.as_ptr());
    let mut sealed = [0; 116];
    let to = sealed.as_mut_ptr();
    let ad = b"open";
    let seal = crypto_aead_xchacha20poly1305_ietf_encrypt;
    let open = crypto_aead_xchacha20poly1305_ietf_decrypt_detached;
    assert_eq!(unsafe { seal(to, nowhere, m.as_ptr(), 100, ad.as_ptr(), 4, null(), n, k) }, 0);
    // All arguments share one buffer: the ciphertext, tag and message outputs overlap the key.
    for key_at in [0, 90, 104] {
        let mut buffer = [0; 160];
        buffer[key_at..key_at + 32].copy_from_slice(&KEY);
        buffer[40..64].copy_from_slice(&NONCE);
        buffer[70..74].copy_from_slice(ad);
        let at = buffer.as_mut_ptr();
        let (k, n, ad) = (at.wrapping_add(key_at), at.wrapping_add(40), at.wrapping_add(70));
        assert_eq!(unsafe { seal(at, nowhere, m.as_ptr(), 100, ad, 4, null(), n, k) }, 0);
        assert_eq!(buffer[..116], sealed, "the key at {key_at}");
        buffer[key_at..key_at + 32].copy_from_slice(&KEY);
        buffer[40..64].copy_from_slice(&NONCE);
        buffer[70..74].copy_from_slice(b"open");
        buffer[74..90].copy_from_slice(&sealed[100..]);
        let at = buffer.as_mut_ptr();
        let (c, tag) = (sealed.as_ptr(), at.wrapping_add(74));
        let (k, n, ad) = (at.wrapping_add(key_at), at.wrapping_add(40), at.wrapping_add(70));
        assert_eq!(
            unsafe { open(at, null_mut(), c, 100, tag, ad, 4, n, k) },
            0,
            "the key at {key_at}"
        );
        assert_eq!(buffer[..100], m);
    }
}

#[test]
fn comparison_is_little_endian() {
    for (a, b, wanted) in [
        ([0, 0], [0, 0], 0),
        ([1, 0], [0, 0], 1),
        ([255, 0], [0, 1], -1),
        ([0, 1], [255, 0], 1),
        ([0, 255], [0, 254], 1),
        ([3, 128], [3, 129], -1),
    ] {
        assert_eq!(unsafe { sodium_compare(a.as_ptr(), b.as_ptr(), 2) }, wanted, "{a:?} {b:?}");
    }
    assert_eq!(unsafe { sodium_memcmp(KEY.as_ptr().cast(), NONCE.as_ptr().cast(), 24) }, -1);
    assert_eq!(unsafe { sodium_memcmp(KEY.as_ptr().cast(), [7_u8; 32].as_ptr().cast(), 32) }, 0);
}

#[test]
fn a_state_may_be_copied_byte_by_byte() {
    let message: Vec<u8> = (0..500).map(|i| i as u8).collect();
    let mut whole = [0; 64];
    assert_eq!(unsafe { crypto_hash(whole.as_mut_ptr(), message.as_ptr(), 500) }, 0);
    let mut state = core::mem::MaybeUninit::<hash::Sha512>::uninit();
    let mut copy = core::mem::MaybeUninit::<hash::Sha512>::uninit();
    let (mut digest, mut other) = ([0; 64], [0; 64]);
    unsafe {
        let at = state.as_mut_ptr();
        assert_eq!(crypto_hash_sha512_init(at), 0);
        assert_eq!(crypto_hash_sha512_update(at, message.as_ptr(), 300), 0);
        copy.as_mut_ptr().copy_from_nonoverlapping(at, 1);
        for state in [at, copy.as_mut_ptr()] {
            assert_eq!(crypto_hash_sha512_update(state, message[300..].as_ptr(), 200), 0);
        }
        assert_eq!(crypto_hash_sha512_final(at, digest.as_mut_ptr()), 0);
        assert_eq!(crypto_hash_sha512_final(copy.as_mut_ptr(), other.as_mut_ptr()), 0);
    }
    assert_eq!((digest, other), (whole, whole));
}

/// Hashes in pieces whose lengths cover all block and word boundaries.
#[cfg(feature = "full")]
#[test]
fn incremental_sha3_equals_one_shot() {
    let message: Vec<u8> = (0..700).map(|i| (i % 251) as u8).collect();
    let (m, mut whole, mut digest) = (message.as_ptr(), [0; 64], [0; 64]);
    let (w, d) = (whole.as_mut_ptr(), digest.as_mut_ptr());
    for piece in [1, 3, 7, 8, 13, 71, 72, 73, 135, 136, 137, 300] {
        for len in [0, 1, 8, 71, 72, 135, 136, 137, 500, 700] {
            let pieces = message[..len].chunks(piece);
            let mut state = core::mem::MaybeUninit::<sha3::Sha3256>::uninit();
            let mut other = core::mem::MaybeUninit::<sha3::Sha3512>::uninit();
            let (s, o) = (state.as_mut_ptr(), other.as_mut_ptr());
            unsafe {
                assert_eq!((crypto_hash_sha3256_init(s), crypto_hash_sha3512_init(o)), (0, 0));
                for piece in pieces {
                    let (at, len) = (piece.as_ptr(), piece.len() as u64);
                    assert_eq!(crypto_hash_sha3256_update(s, at, len), 0);
                    assert_eq!(crypto_hash_sha3512_update(o, at, len), 0);
                }
                assert_eq!(crypto_hash_sha3256(w, m, len as u64), 0);
                assert_eq!(crypto_hash_sha3256_final(s, d), 0);
                assert_eq!(whole[..32], digest[..32], "{len} bytes by {piece}");
                assert_eq!(crypto_hash_sha3512(w, m, len as u64), 0);
                assert_eq!(crypto_hash_sha3512_final(o, d), 0);
                assert_eq!(whole, digest, "{len} bytes by {piece}");
                assert_eq!(crypto_hash_sha3256_final(s, d), -1);
            }
        }
    }
}

#[test]
fn null_is_valid_for_a_text_without_output() {
    let (text, nowhere) = (c"a=".as_ptr(), null_mut());
    let (len, end) = (null_mut(), null_mut());
    assert_eq!(unsafe { sodium_base642bin(nowhere, 10, text, 2, null(), len, end, 5) }, -1);
    let text = c"g0".as_ptr();
    assert_eq!(unsafe { sodium_hex2bin(nowhere, 10, text, 2, null(), len, end) }, -1);
}

#[test]
fn a_digest_is_returned_once() {
    let mut state = core::mem::MaybeUninit::<generichash::Generichash>::uninit();
    let (mut digest, mut whole) = ([0; 32], [0; 32]);
    unsafe {
        let at = state.as_mut_ptr();
        assert_eq!(crypto_generichash_init(at, null(), 0, 65), -1);
        assert_eq!(crypto_generichash_init(at, KEY.as_ptr(), 32, 32), 0);
        assert_eq!(crypto_generichash_update(at, NONCE.as_ptr(), 24), 0);
        assert_eq!(crypto_generichash_final(at, digest.as_mut_ptr(), 32), 0);
        assert_eq!(crypto_generichash_final(at, digest.as_mut_ptr(), 32), -1);
        let (out, key) = (whole.as_mut_ptr(), KEY.as_ptr());
        assert_eq!(crypto_generichash(out, 32, NONCE.as_ptr(), 24, key, 32), 0);
    }
    assert_eq!(digest, whole);
}

#[test]
fn a_pair_of_keys_signs_and_a_changed_message_is_refused() {
    let (mut public, mut secret, mut signed) = ([0; 32], [0; 64], [0; 64 + 5]);
    let (mut len, mut opened) = (0, [0; 5]);
    unsafe {
        assert_eq!(crypto_sign_keypair(public.as_mut_ptr(), secret.as_mut_ptr()), 0);
        let (sm, m, sk) = (signed.as_mut_ptr(), b"hello".as_ptr(), secret.as_ptr());
        assert_eq!(crypto_sign(sm, &mut len, m, 5, sk), 0);
        assert_eq!(len, 69);
        let (out, pk) = (opened.as_mut_ptr(), public.as_ptr());
        assert_eq!(crypto_sign_open(out, &mut len, signed.as_ptr(), 69, pk), 0);
        assert_eq!((len, &opened), (5, b"hello"));
        signed[68] ^= 1;
        assert_eq!(crypto_sign_open(out, &mut len, signed.as_ptr(), 69, pk), -1);
    }
    assert_eq!((len, opened), (0, [0; 5]));
}

/// Tests X-Wing and ML-KEM-768 with a secret that overlaps the ciphertext.
#[cfg(feature = "kem")]
#[test]
fn only_the_key_owner_decapsulates() {
    let (mut pk, mut sk, mut ct) = ([0; 1216], [0; 2400], [0; 1120]);
    let (mut there, mut here) = ([0; 32], [0; 32]);
    let [p, s, c] = [pk.as_mut_ptr(), sk.as_mut_ptr(), ct.as_mut_ptr()];
    let (t, h) = (there.as_mut_ptr(), here.as_mut_ptr());
    for (keypair, enc, dec) in [
        (
            crypto_kem_keypair as unsafe extern "C" fn(_, _) -> _,
            crypto_kem_enc as unsafe extern "C" fn(_, _, _) -> _,
            crypto_kem_dec as unsafe extern "C" fn(_, _, _) -> _,
        ),
        (crypto_kem_mlkem768_keypair, crypto_kem_mlkem768_enc, crypto_kem_mlkem768_dec),
    ] {
        unsafe {
            assert_eq!(keypair(p, s), 0);
            assert_eq!(enc(c, t, p), 0);
            assert_eq!(dec(h, c, s), 0);
            assert_eq!(there, here);
            *c ^= 1;
            assert_eq!(dec(c, c, s), 0);
            assert_ne!(core::slice::from_raw_parts(c, 32), there);
            // An unreduced coefficient in ML-KEM's public key.
            (*p, *p.add(1)) = (0xff, 0xff);
            assert_eq!(enc(c, t, p), -1);
        }
    }
}

/// Encrypts in place; some keys have two equal halves.
#[cfg(feature = "ipcrypt")]
#[test]
fn addresses_round_trip() {
    let mut key = [0x44; 32];
    for change in [0, 1] {
        key[31] ^= change;
        let address: [u8; 16] = core::array::from_fn(|i| i as u8 | change);
        let (mut block, mut wide) = ([address; 2], [0; 32]);
        let (b, w, k) = (block.as_mut_ptr().cast::<u8>(), wide.as_mut_ptr(), key.as_ptr());
        unsafe {
            crypto_ipcrypt_encrypt(b, b, k);
            crypto_ipcrypt_decrypt(b, b, k);
            crypto_ipcrypt_pfx_encrypt(b.add(16), b.add(16), k);
            assert_ne!(*b.add(16).cast::<[u8; 16]>(), address);
            crypto_ipcrypt_pfx_decrypt(b.add(16), b.add(16), k);
            assert_eq!(block, [address; 2]);
            crypto_ipcrypt_nd_encrypt(w, b, k, k);
            crypto_ipcrypt_nd_decrypt(w, w, k);
            assert_eq!(wide[..16], address);
            crypto_ipcrypt_ndx_encrypt(w, b, k, k);
            crypto_ipcrypt_ndx_decrypt(w, w, k);
        }
        assert_eq!(wide[..16], address);
    }
}

type OfString = unsafe extern "C" fn(*mut u8, *const u8, usize, *const u8, usize, i32) -> i32;

/// Returns the result of hashing a string in hexadecimal, or `None` if the call fails.
fn of_string(of: OfString, context: &str, message: &str, hash: i32) -> Option<String> {
    let mut out = [0_u8; 32];
    let (ctx, msg) = (context.as_ptr(), message.as_ptr());
    let (ctx_len, msg_len) = (context.len(), message.len());
    let status = unsafe { of(out.as_mut_ptr(), ctx, ctx_len, msg, msg_len, hash) };
    (status == 0).then(|| out.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Known answers from libsodium's own test and, for points, from RFC 9380, appendix J.5.
#[test]
fn strings_become_scalars_and_points() {
    for of in [crypto_core_ed25519_scalar_from_string, crypto_core_ristretto255_scalar_from_string]
    {
        let scalar = |context, message, hash| of_string(of, context, message, hash);
        let known = "28dae5fcb05a81163b41a90fc54e3e815613194ddd44b1e718bfab7457536705";
        assert_eq!(scalar("test-dst", "", 1).as_deref(), Some(known));
        let known = "cc954e2d86fdba2af74270642bd6375bdf13e485077bb56a648aaf243d4a8007";
        assert_eq!(scalar("test-dst", "abc", 2).as_deref(), Some(known));
        let known = "c9fb227ffae5fa378f3e6cbbafe054989748daae21c9ebe907f7b68d14093a06";
        assert_eq!(scalar("", "", 2).as_deref(), Some(known));
        assert_eq!((scalar("", "", 0), scalar("", "", 3)), (None, None));
    }
    let suite = "QUUX-V01-CS02-with-edwards25519_XMD:SHA-512_ELL2_RO_";
    let known = "31558a26887f23fb8218f143e69d5f0af2e7831130bd5b432ef23883b895839a";
    let point = of_string(crypto_core_ed25519_from_string, suite, "abc", 2);
    assert_eq!(point.as_deref(), Some(known));
    assert_ne!(of_string(crypto_core_ed25519_from_string_nu, suite, "abc", 2), point);
    assert_ne!(of_string(crypto_core_ristretto255_from_string, suite, "abc", 2), point);
    assert_eq!(of_string(crypto_core_ed25519_from_string, suite, "abc", 99), None);
}

#[test]
fn a_scalar_is_canonical_below_the_order() {
    for of in
        [crypto_core_ed25519_scalar_is_canonical, crypto_core_ristretto255_scalar_is_canonical]
    {
        assert_eq!(unsafe { of([0; 32].as_ptr()) }, 1);
        assert_eq!(unsafe { of([0xff; 32].as_ptr()) }, 0);
    }
}
