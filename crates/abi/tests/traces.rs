//! Searches the stack for secrets after calls of the C interface. Only optimised code gives a
//! meaningful result: `make traces` runs this with `--release`.
#![allow(clippy::unwrap_used)]
#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "every pointer refers to a buffer in the same test; the dead stack is read as raw memory"
)]

use core::hint::black_box;
use core::mem::MaybeUninit;
use std::thread;

use quicksalt_abi::*;

/// The number of stack bytes below a call that are searched.
const DEPTH: usize = 1 << 16;

/// The longest tolerated run of secret bytes.
const SHORT: usize = 15;

/// Returns the bytes that earlier calls left on the stack below their caller.
#[inline(never)]
fn dead_stack() -> Vec<u8> {
    let stack = [const { MaybeUninit::<u8>::uninit() }; DEPTH];
    let from = black_box(stack.as_ptr()).cast::<u8>();
    (0..DEPTH).map(|at| unsafe { from.add(at).read_volatile() }).collect()
}

/// Runs a call twice in a new thread, since the first run proves candidates, and searches the stack
/// for its secret arguments and results.
fn nothing_is_left(name: &str, call: impl Fn() -> Vec<Vec<u8>> + Send + Sync) {
    thread::scope(|scope| {
        let looked = scope.spawn(|| {
            drop(call());
            let secrets = call();
            let left = dead_stack();
            for secret in secrets {
                for part in secret.windows(SHORT + 1) {
                    let found = left.windows(part.len()).any(|bytes| bytes == part);
                    assert!(!found, "{name} leaves {part:02x?}");
                }
            }
        });
        looked.join().unwrap();
    });
}

/// Returns random bytes on the heap; the same bytes occur nowhere else in memory.
fn drawn<const N: usize>() -> Box<[u8; N]> {
    let mut bytes = Box::new([0; N]);
    unsafe { randombytes_buf(bytes.as_mut_ptr().cast(), N) };
    bytes
}

macro_rules! calls {
    ($($test:ident: $body:expr;)*) => {$(
        #[test]
        #[cfg_attr(debug_assertions, ignore = "unoptimised code leaves copies of moved values")]
        fn $test() {
            nothing_is_left(stringify!($test), || $body);
        }
    )*};
}

/// Returns the secret input, key and output of a function with these three arguments.
fn of_three<const OUT: usize, const IN: usize, const KEY: usize>(
    call: impl Fn(*mut u8, *const u8, *const u8) -> i32,
) -> Vec<Vec<u8>> {
    let (mut out, input, key) = (Box::new([0_u8; OUT]), drawn::<IN>(), drawn::<KEY>());
    assert_eq!(call(out.as_mut_ptr(), input.as_ptr(), key.as_ptr()), 0);
    vec![out.to_vec(), input.to_vec(), key.to_vec()]
}

fn xwing() -> (Box<[u8; 1216]>, Box<[u8; 32]>, Box<[u8; 1120]>, Box<[u8; 32]>) {
    let (mut pk, mut sk) = (Box::new([0; 1216]), Box::new([0; 32]));
    let (mut ct, mut ss) = (Box::new([0; 1120]), Box::new([0; 32]));
    unsafe {
        assert_eq!(crypto_kem_xwing_keypair(pk.as_mut_ptr(), sk.as_mut_ptr()), 0);
        assert_eq!(crypto_kem_xwing_enc(ct.as_mut_ptr(), ss.as_mut_ptr(), pk.as_ptr()), 0);
    }
    (pk, sk, ct, ss)
}

calls! {
    base64: {
        let (key, mut text) = (drawn::<32>(), Box::new([0_u8; 64]));
        unsafe { sodium_bin2base64(text.as_mut_ptr().cast(), 64, key.as_ptr(), 32, 1) };
        vec![key.to_vec(), text[..43].to_vec()]
    };
    hexadecimal: {
        let (key, mut text) = (drawn::<32>(), Box::new([0_u8; 65]));
        unsafe { sodium_bin2hex(text.as_mut_ptr().cast(), 65, key.as_ptr(), 32) };
        vec![key.to_vec(), text[..64].to_vec()]
    };
    xwing_enc: {
        let (_, sk, _, ss) = xwing();
        vec![sk.to_vec(), ss.to_vec()]
    };
    xwing_dec: {
        let (_, sk, ct, ss) = xwing();
        let mut again = Box::new([0_u8; 32]);
        unsafe { assert_eq!(crypto_kem_xwing_dec(again.as_mut_ptr(), ct.as_ptr(), sk.as_ptr()), 0) };
        assert_eq!(again, ss);
        vec![sk.to_vec(), ss.to_vec()]
    };
    mlkem: {
        let (mut pk, mut sk) = (Box::new([0_u8; 1184]), Box::new([0_u8; 2400]));
        let (mut ct, mut ss) = (Box::new([0_u8; 1088]), Box::new([0_u8; 32]));
        unsafe {
            crypto_kem_mlkem768_keypair(pk.as_mut_ptr(), sk.as_mut_ptr());
            crypto_kem_mlkem768_enc(ct.as_mut_ptr(), ss.as_mut_ptr(), pk.as_ptr());
            assert_eq!(crypto_kem_mlkem768_dec(ss.as_mut_ptr(), ct.as_ptr(), sk.as_ptr()), 0);
        }
        vec![sk[..1152].to_vec(), ss.to_vec()]
    };
    hkdf_sha256_extract: of_three::<32, 40, 24>(|prk, ikm, salt| unsafe {
        crypto_kdf_hkdf_sha256_extract(prk, salt, 24, ikm, 40)
    });
    hkdf_sha512_extract: of_three::<64, 40, 24>(|prk, ikm, salt| unsafe {
        crypto_kdf_hkdf_sha512_extract(prk, salt, 24, ikm, 40)
    });
    scalarmult: of_three::<32, 32, 32>(|out, scalar, point| unsafe {
        crypto_scalarmult(out, scalar, point)
    });
    auth: of_three::<32, 100, 32>(|tag, message, key| unsafe { crypto_auth(tag, message, 100, key) });
    kdf: of_three::<32, 8, 32>(|out, context, key| unsafe {
        crypto_kdf_derive_from_key(out, 32, 7, context.cast(), key)
    });
    box_beforenm: {
        // The public key is not a secret.
        let mut found = of_three::<32, 32, 32>(|out, pk, sk| unsafe { crypto_box_beforenm(out, pk, sk) });
        found.remove(1);
        found
    };
    box_easy: of_three::<116, 100, 32>(|out, message, sk| unsafe {
        let (pk, nonce) = (drawn::<32>(), drawn::<24>());
        crypto_box_easy(out, message, 100, nonce.as_ptr(), pk.as_ptr(), sk)
    }).into_iter().skip(1).collect();
    seal_open: {
        let (mut pk, mut sk) = (Box::new([0_u8; 32]), Box::new([0_u8; 32]));
        let (message, mut boxed, mut again) = (drawn::<64>(), vec![0_u8; 112], vec![0_u8; 64]);
        unsafe {
            crypto_box_keypair(pk.as_mut_ptr(), sk.as_mut_ptr());
            crypto_box_seal(boxed.as_mut_ptr(), message.as_ptr(), 64, pk.as_ptr());
            let (m, c) = (again.as_mut_ptr(), boxed.as_ptr());
            assert_eq!(crypto_box_seal_open(m, c, 112, pk.as_ptr(), sk.as_ptr()), 0);
        }
        vec![sk.to_vec()]
    };
    sign_detached: {
        let (mut pk, mut sk) = (Box::new([0_u8; 32]), Box::new([0_u8; 64]));
        let (message, mut signature) = (drawn::<64>(), vec![0_u8; 64]);
        unsafe {
            crypto_sign_keypair(pk.as_mut_ptr(), sk.as_mut_ptr());
            let (to, len) = (signature.as_mut_ptr(), core::ptr::null_mut());
            crypto_sign_detached(to, len, message.as_ptr(), 64, sk.as_ptr());
        }
        vec![sk[..32].to_vec()]
    };
    pwhash: {
        let (word, salt, mut key) = (drawn::<20>(), drawn::<16>(), Box::new([0_u8; 32]));
        let (to, from) = (key.as_mut_ptr(), word.as_ptr().cast());
        let status = unsafe { crypto_pwhash(to, 32, from, 20, salt.as_ptr(), 1, 8192, 2) };
        assert_eq!(status, 0);
        vec![word.to_vec(), key.to_vec()]
    };
    // Parts of the message and the digest remain on the stack, as SECURITY.md states.
    generichash: of_three::<32, 100, 32>(|out, message, key| unsafe {
        crypto_generichash(out, 32, message, 100, key, 32)
    }).into_iter().skip(2).collect();
    sign_seed: {
        let (seed, mut pk, mut sk) = (drawn::<32>(), Box::new([0_u8; 32]), Box::new([0_u8; 64]));
        unsafe { crypto_sign_seed_keypair(pk.as_mut_ptr(), sk.as_mut_ptr(), seed.as_ptr()) };
        vec![seed.to_vec()]
    };
    box_seed: {
        let (seed, mut pk, mut sk) = (drawn::<32>(), Box::new([0_u8; 32]), Box::new([0_u8; 32]));
        unsafe { crypto_box_seed_keypair(pk.as_mut_ptr(), sk.as_mut_ptr(), seed.as_ptr()) };
        vec![seed.to_vec(), sk.to_vec()]
    };
    sign_to_curve25519: {
        let (mut pk, mut sk, mut x) = (Box::new([0_u8; 32]), Box::new([0_u8; 64]), Box::new([0_u8; 32]));
        unsafe {
            crypto_sign_keypair(pk.as_mut_ptr(), sk.as_mut_ptr());
            crypto_sign_ed25519_sk_to_curve25519(x.as_mut_ptr(), sk.as_ptr());
        }
        vec![sk[..32].to_vec(), x.to_vec()]
    };
    session_keys: {
        let (mut pk, mut sk) = (Box::new([0_u8; 32]), Box::new([0_u8; 32]));
        let (mut rx, mut tx) = (Box::new([0_u8; 32]), Box::new([0_u8; 32]));
        let (r, t) = (rx.as_mut_ptr(), tx.as_mut_ptr());
        unsafe {
            crypto_kx_keypair(pk.as_mut_ptr(), sk.as_mut_ptr());
            assert_eq!(crypto_kx_client_session_keys(r, t, pk.as_ptr(), sk.as_ptr(), pk.as_ptr()), 0);
        }
        vec![sk.to_vec(), rx.to_vec(), tx.to_vec()]
    };
}
