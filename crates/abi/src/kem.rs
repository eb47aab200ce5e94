//! `crypto_kem`: X-Wing, and ML-KEM-768.

use core::ffi::c_int;

use quicksalt::hazmat::{mlkem768, without_traces};
use quicksalt::nacl::kem::xwing::{self, Ciphertext, PublicKey, Randomness, SecretKey};
use quicksalt::{Error, Wiped};

use crate::boundary::{Caller, Outcome, status};
use crate::exports::abi;
use crate::random::secret;

/// Reports a malformed public key as an invalid key, not as a malformed text.
fn invalid(error: Error) -> Error {
    match error {
        Error::Malformed { .. } => Error::WeakPublicKey,
        other => other,
    }
}

fn mlkem_keypair(
    caller: &Caller,
    pk: *mut u8,
    sk: *mut u8,
    seed: &[u8; mlkem768::SEED_LEN],
) -> Outcome {
    let mut public = [0; mlkem768::PUBLIC_KEY_LEN];
    let mut secret = Wiped::new([0; mlkem768::SECRET_KEY_LEN]);
    mlkem768::keypair(&mut public, &mut secret, seed)?;
    caller.put(pk, &public)?;
    caller.put(sk, &secret)
}

fn mlkem_enc(
    caller: &Caller,
    ct: *mut u8,
    ss: *mut u8,
    pk: *const u8,
    randomness: &[u8; mlkem768::RANDOMNESS_LEN],
) -> Outcome {
    let mut ciphertext = [0; mlkem768::CIPHERTEXT_LEN];
    let mut shared = Wiped::new([0; mlkem768::SHARED_SECRET_LEN]);
    mlkem768::encapsulate(&mut ciphertext, &mut shared, caller.fixed(pk)?, randomness)
        .map_err(invalid)?;
    caller.put(ct, &ciphertext)?;
    caller.put(ss, &shared)
}

abi! {
    fn crypto_kem_mlkem768_seed_keypair(caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int {
        status(without_traces(|| mlkem_keypair(&caller, pk, sk, caller.fixed(seed)?)))
    }
    fn crypto_kem_mlkem768_keypair(caller, pk: *mut u8, sk: *mut u8) -> c_int {
        status(without_traces(|| mlkem_keypair(&caller, pk, sk, &*secret()?)))
    }
    fn crypto_kem_mlkem768_enc(caller, ct: *mut u8, ss: *mut u8, pk: *const u8) -> c_int {
        status(without_traces(|| mlkem_enc(&caller, ct, ss, pk, &*secret()?)))
    }
    fn crypto_kem_mlkem768_enc_deterministic(caller, ct: *mut u8, ss: *mut u8, pk: *const u8, seed: *const u8) -> c_int {
        status(without_traces(|| mlkem_enc(&caller, ct, ss, pk, caller.fixed(seed)?)))
    }
    fn crypto_kem_mlkem768_dec(caller, ss: *mut u8, ct: *const u8, sk: *const u8) -> c_int {
        status(without_traces(|| {
            let (ciphertext, secret) = (caller.fixed(ct)?, caller.fixed(sk)?);
            let mut shared = Wiped::new([0; mlkem768::SHARED_SECRET_LEN]);
            mlkem768::decapsulate(&mut shared, secret, ciphertext)?;
            caller.put(ss, &shared)
        }))
    }
}

fn xwing_keypair(caller: &Caller, pk: *mut u8, sk: *mut u8, secret: &SecretKey) -> Outcome {
    let public = secret.public_key()?;
    caller.put(pk, public.as_bytes())?;
    caller.put(sk, secret.as_bytes())
}

fn xwing_enc(
    caller: &Caller,
    ct: *mut u8,
    ss: *mut u8,
    pk: *const u8,
    randomness: &Randomness,
) -> Outcome {
    let public = PublicKey::from(caller.array(pk)?);
    let (ciphertext, shared) = xwing::encapsulate_with(&public, randomness).map_err(invalid)?;
    caller.put(ct, ciphertext.as_bytes())?;
    caller.put(ss, shared.as_bytes())
}

/// Defines X-Wing under its own names and the generic names.
macro_rules! xwing {
    ($seed_keypair:ident, $keypair:ident, $enc:ident, $dec:ident) => {
        abi! {
            fn $seed_keypair(caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int {
                status(without_traces(|| xwing_keypair(&caller, pk, sk, &SecretKey::from(caller.array(seed)?))))
            }
            fn $keypair(caller, pk: *mut u8, sk: *mut u8) -> c_int {
                status(without_traces(|| xwing_keypair(&caller, pk, sk, &SecretKey::from(*secret()?))))
            }
            fn $enc(caller, ct: *mut u8, ss: *mut u8, pk: *const u8) -> c_int {
                status(without_traces(|| xwing_enc(&caller, ct, ss, pk, &Randomness::from(*secret()?))))
            }
            fn $dec(caller, ss: *mut u8, ct: *const u8, sk: *const u8) -> c_int {
                status(without_traces(|| {
                    let ciphertext = Ciphertext::from(caller.array(ct)?);
                    let secret = SecretKey::from(caller.array(sk)?);
                    caller.put(ss, xwing::decapsulate(&ciphertext, &secret)?.as_bytes())
                }))
            }
        }
    };
}

xwing!(crypto_kem_seed_keypair, crypto_kem_keypair, crypto_kem_enc, crypto_kem_dec);
xwing!(
    crypto_kem_xwing_seed_keypair,
    crypto_kem_xwing_keypair,
    crypto_kem_xwing_enc,
    crypto_kem_xwing_dec
);

abi! {
    fn crypto_kem_xwing_enc_deterministic(caller, ct: *mut u8, ss: *mut u8, pk: *const u8, seed: *const u8) -> c_int {
        status(without_traces(|| xwing_enc(&caller, ct, ss, pk, &Randomness::from(caller.array(seed)?))))
    }
}
