//! `crypto_box`: X25519, XSalsa20 and Poly1305, and sealed boxes.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::Wiped;
use quicksalt::hazmat::{blake2b, sha512, without_traces, x25519};

use crate::boundary::{Caller, FAILED, Outcome, status};
use crate::exports::abi;
use crate::secretbox::{self, Cipher, XSalsa20};

const KEY_LEN: usize = x25519::KEY_LEN;
const NONCE_LEN: usize = 24;
pub(crate) const TAG_LEN: usize = 16;
const SEAL_LEN: usize = KEY_LEN + TAG_LEN;

/// Writes the secret key to `sk` and its public key to `pk`.
pub(crate) fn keypair(
    caller: &Caller,
    pk: *mut u8,
    sk: *mut u8,
    secret: &[u8; KEY_LEN],
) -> Outcome {
    let public = x25519::base(secret)?;
    caller.put(sk, secret)?;
    caller.put(pk, &public)
}

/// Generates a random key pair.
pub(crate) fn new_keypair(caller: &Caller, pk: *mut u8, sk: *mut u8) -> Outcome {
    keypair(caller, pk, sk, &*crate::random::secret()?)
}

/// Derives a key pair from a seed: the secret key is the first half of its SHA-512 digest.
pub(crate) fn seed_keypair(caller: &Caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> Outcome {
    let seed: Wiped<[u8; KEY_LEN]> = caller.secret(seed)?;
    let digest = Wiped::new(sha512::hash(&[seed.as_slice()])?);
    let secret = Wiped::new(*digest.first_chunk().ok_or(FAILED)?);
    keypair(caller, pk, sk, &secret)
}

/// Computes the shared key of two key pairs.
pub(crate) fn shared<C: Cipher>(
    caller: &Caller,
    pk: *const u8,
    sk: *const u8,
) -> Outcome<Wiped<[u8; KEY_LEN]>> {
    let secret: Wiped<[u8; KEY_LEN]> = caller.secret(sk)?;
    let product = Wiped::new(x25519::scalarmult(&secret, &caller.array(pk)?)?);
    Ok(Wiped::new(C::key(&product)))
}

/// Writes the shared key of two key pairs to `k`.
pub(crate) fn before<C: Cipher>(
    caller: &Caller,
    k: *mut u8,
    pk: *const u8,
    sk: *const u8,
) -> Outcome {
    without_traces(|| caller.put(k, &*shared::<C>(caller, pk, sk)?))
}

/// Derives the nonce of a sealed box from both public keys.
fn seal_nonce(ephemeral: &[u8; KEY_LEN], public: &[u8; KEY_LEN]) -> Outcome<[u8; NONCE_LEN]> {
    let mut nonce = [0; NONCE_LEN];
    blake2b::hash(&[], &[0; 16], &[0; 16], &mut nonce, &[ephemeral, public])?;
    Ok(nonce)
}

/// Seals to a public key with an ephemeral sender key.
pub(crate) fn seal<C: Cipher>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    pk: *const u8,
) -> Outcome {
    caller.len(mlen, u64::MAX - SEAL_LEN as u64)?;
    let secret: Wiped<[u8; KEY_LEN]> = crate::random::secret()?;
    let (ephemeral, public) = (x25519::base(&secret)?, caller.array(pk)?);
    let key = shared::<C>(caller, public.as_ptr(), secret.as_ptr())?;
    let nonce = seal_nonce(&ephemeral, &public)?;
    let boxed = c.wrapping_add(KEY_LEN);
    secretbox::seal::<C>(caller, boxed, m, mlen, nonce.as_ptr(), key.as_ptr())?;
    caller.put(c, &ephemeral)
}

/// Opens a sealed box.
pub(crate) fn seal_open<C: Cipher>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    clen: c_ulonglong,
    pk: *const u8,
    sk: *const u8,
) -> Outcome {
    let len = clen.checked_sub(KEY_LEN as c_ulonglong).ok_or(FAILED)?;
    if len < TAG_LEN as c_ulonglong {
        return Err(FAILED);
    }
    let ephemeral = caller.array(c)?;
    let key = shared::<C>(caller, ephemeral.as_ptr(), sk)?;
    let nonce = seal_nonce(&ephemeral, &caller.array(pk)?)?;
    let boxed = c.wrapping_add(KEY_LEN);
    secretbox::open::<C>(caller, m, boxed, len, nonce.as_ptr(), key.as_ptr())
}

/// Defines both forms of an operation: with a precomputed shared key, and with the two keys from
/// which it is computed.
macro_rules! forms {
    ($cipher:ident; $($of:path: $both:ident($($arg:ident: $type:ty),*; $len:ident), $after:ident;)*) => {
        abi! {$(
            fn $both(caller, $($arg: $type,)* $len: c_ulonglong, n: *const u8, pk: *const u8, sk: *const u8) -> c_int {
                // An impossible length is misuse even if the keys are invalid or NULL, so it is
                // checked first.
                let done = caller
                    .len($len, u64::MAX - $crate::boxes::TAG_LEN as u64)
                    .and_then(|_| shared::<$cipher>(&caller, pk, sk))
                    .and_then(|key| $of(&caller, $($arg,)* $len, n, key.as_ptr()));
                status(done)
            }
            fn $after(caller, $($arg: $type,)* $len: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
                status($of(&caller, $($arg,)* $len, n, k))
            }
        )*}
    };
}
#[cfg(feature = "full")]
pub(crate) use forms;

forms! { XSalsa20;
    secretbox::seal::<XSalsa20>: crypto_box_easy(c: *mut u8, m: *const u8; mlen), crypto_box_easy_afternm;
    secretbox::open::<XSalsa20>: crypto_box_open_easy(m: *mut u8, c: *const u8; clen), crypto_box_open_easy_afternm;
    secretbox::seal_detached::<XSalsa20>:
        crypto_box_detached(c: *mut u8, mac: *mut u8, m: *const u8; mlen), crypto_box_detached_afternm;
    secretbox::open_detached::<XSalsa20>:
        crypto_box_open_detached(m: *mut u8, c: *const u8, mac: *const u8; clen), crypto_box_open_detached_afternm;
}

abi! {
    fn crypto_box_keypair(caller, pk: *mut u8, sk: *mut u8) -> c_int {
        status(new_keypair(&caller, pk, sk))
    }
    fn crypto_box_seed_keypair(caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int {
        status(seed_keypair(&caller, pk, sk, seed))
    }
    #[cfg(feature = "full")]
    fn crypto_box_curve25519xsalsa20poly1305_keypair(caller, pk: *mut u8, sk: *mut u8) -> c_int {
        status(new_keypair(&caller, pk, sk))
    }
    #[cfg(feature = "full")]
    fn crypto_box_curve25519xsalsa20poly1305_seed_keypair(caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int {
        status(seed_keypair(&caller, pk, sk, seed))
    }
    fn crypto_box_beforenm(caller, k: *mut u8, pk: *const u8, sk: *const u8) -> c_int {
        status(before::<XSalsa20>(&caller, k, pk, sk))
    }
    #[cfg(feature = "full")]
    fn crypto_box_curve25519xsalsa20poly1305_beforenm(caller, k: *mut u8, pk: *const u8, sk: *const u8) -> c_int {
        status(before::<XSalsa20>(&caller, k, pk, sk))
    }
    fn crypto_box_seal(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, pk: *const u8) -> c_int {
        status(seal::<XSalsa20>(&caller, c, m, mlen, pk))
    }
    fn crypto_box_seal_open(caller, m: *mut u8, c: *const u8, clen: c_ulonglong, pk: *const u8, sk: *const u8) -> c_int {
        status(seal_open::<XSalsa20>(&caller, m, c, clen, pk, sk))
    }
}
