//! `crypto_sign`: Ed25519 and, for incremental messages, Ed25519ph.
//!
//! A secret key whose halves do not match is rejected, although libsodium signs with it: the
//! signature would reveal the secret.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::Wiped;
use quicksalt::hazmat::family::hash;
use quicksalt::hazmat::{ed25519, ed25519ph, sha512};

use crate::boundary::{Caller, FAILED, Outcome, status};
use crate::exports::abi;
use crate::hash::Sha512;

const SEED_LEN: usize = 32;
const PUBLIC_LEN: usize = 32;
const SIGNATURE_LEN: usize = ed25519::SIGNATURE_LEN;

const MESSAGE_MAX: usize = usize::MAX - SIGNATURE_LEN;

/// The size of libsodium's state, which equals the hash state's.
const STATE_LEN: usize = 208;
const _: () = assert!(size_of::<Sha512>() <= STATE_LEN);

fn keypair(caller: &Caller, pk: *mut u8, sk: *mut u8, seed: &[u8; SEED_LEN]) -> Outcome {
    let public = ed25519::public_key(seed)?;
    caller.put(sk, seed)?;
    caller.put(sk.wrapping_add(SEED_LEN), &public)?;
    caller.put(pk, &public)
}

fn detached(
    caller: &Caller,
    sig: *mut u8,
    len: *mut c_ulonglong,
    m: *const u8,
    mlen: c_ulonglong,
    sk: *const u8,
) -> Outcome {
    let mlen = caller.len(mlen, MESSAGE_MAX as u64)?;
    let signature = ed25519::SigningKey::from_keypair(caller.fixed(sk)?)?.sign(caller.bytes(m, mlen)?)?;
    caller.put(sig, &signature)?;
    caller.tell(len, SIGNATURE_LEN as c_ulonglong);
    Ok(())
}

/// Writes the signature followed by the message.
fn combined(
    caller: &Caller,
    sm: *mut u8,
    len: *mut c_ulonglong,
    m: *const u8,
    mlen: c_ulonglong,
    sk: *const u8,
) -> Outcome {
    let text = sm.wrapping_add(SIGNATURE_LEN);
    caller.tell(len, 0);
    caller.copy(text, m, caller.len(mlen, MESSAGE_MAX as u64)?)?;
    detached(caller, sm, core::ptr::null_mut(), text, mlen, sk)?;
    caller.tell(len, mlen + SIGNATURE_LEN as c_ulonglong);
    Ok(())
}

fn verify(
    caller: &Caller,
    sig: *const u8,
    m: *const u8,
    mlen: c_ulonglong,
    pk: *const u8,
) -> Outcome {
    let message = caller.bytes(m, caller.len(mlen, MESSAGE_MAX as u64)?)?;
    Ok(ed25519::verify(caller.fixed(pk)?, caller.fixed(sig)?, message)?)
}

fn open(
    caller: &Caller,
    m: *mut u8,
    len: *mut c_ulonglong,
    sm: *const u8,
    smlen: c_ulonglong,
    pk: *const u8,
) -> Outcome {
    caller.tell(len, 0);
    let mlen = smlen.checked_sub(SIGNATURE_LEN as c_ulonglong).ok_or(FAILED)?;
    let (text, count) = (sm.wrapping_add(SIGNATURE_LEN), caller.len(mlen, MESSAGE_MAX as u64)?);
    let verdict = verify(caller, sm, text, mlen, pk);
    if !m.is_null() {
        match &verdict {
            Ok(()) => caller.copy(m, text, count)?,
            Err(_) => caller.zero(m, count),
        }
    }
    verdict?;
    caller.tell(len, mlen);
    Ok(())
}

fn final_create(
    caller: &Caller,
    state: *mut Sha512,
    sig: *mut u8,
    len: *mut c_ulonglong,
    sk: *const u8,
) -> Outcome {
    let mut digest = Wiped::new([0; 64]);
    hash::digest(&sha512::PRIMITIVE, caller.state(state)?, &mut digest)?;
    let message = ed25519ph::Prehashed::new(&digest, b"")?;
    let signature = ed25519ph::sign(caller.fixed(sk)?, &message)?;
    // Wiped only after success: with an invalid key, the message can still be signed with another.
    caller.zero(state.cast(), size_of::<Sha512>());
    caller.put(sig, &signature)?;
    caller.tell(len, SIGNATURE_LEN as c_ulonglong);
    Ok(())
}

fn final_verify(caller: &Caller, state: *mut Sha512, sig: *const u8, pk: *const u8) -> Outcome {
    let mut digest = Wiped::new([0; 64]);
    crate::hash::finish_sha512(caller, state, &mut digest)?;
    let message = ed25519ph::Prehashed::new(&digest, b"")?;
    Ok(ed25519ph::verify(caller.fixed(pk)?, &message, caller.fixed(sig)?)?)
}

/// Defines the functions under both of their names.
macro_rules! twice {
    ($($of:path: $a:ident, $b:ident($($arg:ident: $type:ty),*);)*) => {
        abi! {$(
            fn $a(caller, $($arg: $type),*) -> c_int { status($of(&caller, $($arg),*)) }
            #[cfg(feature = "full")]
            fn $b(caller, $($arg: $type),*) -> c_int { status($of(&caller, $($arg),*)) }
        )*}
    };
}

fn new_keypair(caller: &Caller, pk: *mut u8, sk: *mut u8) -> Outcome {
    keypair(caller, pk, sk, &*crate::random::secret()?)
}

fn seed_keypair(caller: &Caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> Outcome {
    keypair(caller, pk, sk, &*caller.secret(seed)?)
}

fn update(caller: &Caller, state: *mut Sha512, m: *const u8, mlen: c_ulonglong) -> Outcome {
    crate::hash::update_sha512(caller, state, m, mlen)
}

twice! {
    new_keypair: crypto_sign_keypair, crypto_sign_ed25519_keypair(pk: *mut u8, sk: *mut u8);
    seed_keypair: crypto_sign_seed_keypair, crypto_sign_ed25519_seed_keypair(pk: *mut u8, sk: *mut u8, seed: *const u8);
    combined: crypto_sign, crypto_sign_ed25519(sm: *mut u8, smlen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, sk: *const u8);
    open: crypto_sign_open, crypto_sign_ed25519_open(m: *mut u8, mlen_p: *mut c_ulonglong, sm: *const u8, smlen: c_ulonglong, pk: *const u8);
    detached: crypto_sign_detached, crypto_sign_ed25519_detached(sig: *mut u8, siglen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, sk: *const u8);
    verify: crypto_sign_verify_detached, crypto_sign_ed25519_verify_detached(sig: *const u8, m: *const u8, mlen: c_ulonglong, pk: *const u8);
    crate::hash::init_sha512: crypto_sign_init, crypto_sign_ed25519ph_init(state: *mut Sha512);
    update: crypto_sign_update, crypto_sign_ed25519ph_update(state: *mut Sha512, m: *const u8, mlen: c_ulonglong);
    final_create: crypto_sign_final_create, crypto_sign_ed25519ph_final_create(state: *mut Sha512, sig: *mut u8, siglen_p: *mut c_ulonglong, sk: *const u8);
    final_verify: crypto_sign_final_verify, crypto_sign_ed25519ph_final_verify(state: *mut Sha512, sig: *const u8, pk: *const u8);
}

abi! {
    fn crypto_sign_ed25519_pk_to_curve25519(caller, curve25519_pk: *mut u8, ed25519_pk: *const u8) -> c_int {
        status((|| caller.put(curve25519_pk, &ed25519::public_to_x25519(caller.fixed(ed25519_pk)?)?))())
    }
    fn crypto_sign_ed25519_sk_to_curve25519(caller, curve25519_sk: *mut u8, ed25519_sk: *const u8) -> c_int {
        status((|| {
            let mut secret = Wiped::new([0; 32]);
            ed25519::secret_to_x25519_at(caller.fixed(ed25519_sk)?, &mut secret)?;
            caller.put(curve25519_sk, &secret)
        })())
    }
    fn crypto_sign_ed25519_sk_to_seed(caller, seed: *mut u8, sk: *const u8) -> c_int {
        status(caller.copy(seed, sk, SEED_LEN))
    }
    fn crypto_sign_ed25519_sk_to_pk(caller, pk: *mut u8, sk: *const u8) -> c_int {
        status(caller.copy(pk, sk.wrapping_add(SEED_LEN), PUBLIC_LEN))
    }
}
