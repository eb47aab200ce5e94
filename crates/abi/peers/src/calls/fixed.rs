//! Curves, keys and passwords: functions without a message.

use quicksalt::hazmat::{ed25519, edwards25519, ristretto255, scrypt, x25519, xsalsa20};
use quicksalt::nacl::pwhash::{Algorithm, Limits};
use quicksalt::nacl::{boxes, cores, hkdf, kdf, kx, pwhash};

use super::{Found, call, put};
use crate::Arguments;

/// Builds the calls for group elements of 32 bytes.
macro_rules! group {
    ($name:ident, $a:ident, $group:literal = $of:ident) => {
        match $name.strip_prefix(concat!("crypto_core_", $group, "_")) {
            Some("is_valid_point") => {
                let p = $a.array(0)?;
                return Ok(Some(Box::new(move |_| $of::is_valid_point(&p).map(u8::from))));
            }
            Some("add") => {
                let (p, q) = ($a.array(0)?, $a.array(1)?);
                return Ok(Some(put!($of::add(&p, edwards25519::Sign::Plus, &q))));
            }
            Some("scalar_reduce") => {
                let s = $a.array(0)?;
                return Ok(Some(put!(edwards25519::scalar_reduce(&s))));
            }
            Some("scalar_mul") => {
                let (x, y) = ($a.array(0)?, $a.array(1)?);
                return Ok(Some(put!(edwards25519::scalar_mul(&x, &y))));
            }
            Some("scalar_add") => {
                let (x, y) = ($a.array(0)?, $a.array(1)?);
                return Ok(Some(put!(edwards25519::scalar_add(&x, &y))));
            }
            Some("scalar_invert") => {
                let s = $a.array(0)?;
                return Ok(Some(put!(edwards25519::scalar_invert(&s))));
            }
            _ => {}
        }
    };
}

pub(super) fn curves(name: &str, _: bool, a: &Arguments) -> Found {
    group!(name, a, "ed25519" = edwards25519);
    group!(name, a, "ristretto255" = ristretto255);
    Ok(Some(match name {
        "crypto_scalarmult" => {
            let (n, p) = (a.array(0)?, a.array(1)?);
            put!(x25519::scalarmult(&n, &p))
        }
        "crypto_scalarmult_base" => {
            let n = a.array(0)?;
            put!(x25519::base(&n))
        }
        "crypto_scalarmult_ristretto255" => {
            let (n, p) = (a.array(0)?, a.array(1)?);
            put!(ristretto255::scalarmult(&n, &p))
        }
        "crypto_scalarmult_ristretto255_base" => {
            let n = a.array(0)?;
            put!(ristretto255::base(&n))
        }
        "crypto_core_ristretto255_from_hash" => {
            let uniform = a.array(0)?;
            put!(ristretto255::from_hash(&uniform))
        }
        "crypto_core_ed25519_from_uniform" => {
            let uniform = a.array(0)?;
            put!(edwards25519::from_uniform(&uniform))
        }
        "crypto_sign_ed25519_pk_to_curve25519" => {
            let pk = a.array(0)?;
            put!(ed25519::public_to_x25519(&pk))
        }
        "crypto_box_beforenm" => {
            let (pk, sk) = (a.array(0)?, a.array(1)?);
            call!(outs => {
                let product = x25519::scalarmult(&sk, &pk)?;
                outs[0].copy_from_slice(&xsalsa20::hsalsa20(&product, &[0; 16]));
            })
        }
        "crypto_sign_seed_keypair" => {
            let seed: [u8; 32] = a.array(0)?;
            call!(outs => {
                let public = ed25519::public_key(&seed)?;
                outs[0].copy_from_slice(&public);
                outs[1][..32].copy_from_slice(&seed);
                outs[1][32..].copy_from_slice(&public);
            })
        }
        _ => return Ok(None),
    }))
}

pub(super) fn keys(name: &str, _: bool, a: &Arguments) -> Found {
    Ok(Some(match name {
        "crypto_kdf_derive_from_key" => {
            let (context, key) = (a.array(0)?, kdf::Key::from(a.array::<32>(1)?));
            call!(outs => kdf::derive_from_key(&mut outs[0], 7, &context, &key)?)
        }
        "crypto_kdf_hkdf_sha256_extract" => {
            let (salt, ikm) = (a.bytes(0)?, a.bytes(1)?);
            put!(hkdf::sha256_extract(&salt, &ikm))
        }
        "crypto_kdf_hkdf_sha512_extract" => {
            let (salt, ikm) = (a.bytes(0)?, a.bytes(1)?);
            put!(hkdf::sha512_extract(&salt, &ikm))
        }
        "crypto_kdf_hkdf_sha256_expand" => {
            let (info, prk) = (a.bytes(0)?, a.bytes(1)?);
            call!(outs => hkdf::sha256_expand(&mut outs[0], &prk, &info)?)
        }
        "crypto_kdf_hkdf_sha512_expand" => {
            let (info, prk) = (a.bytes(0)?, a.bytes(1)?);
            call!(outs => hkdf::sha512_expand(&mut outs[0], &prk, &info)?)
        }
        "crypto_kx_client_session_keys" | "crypto_kx_server_session_keys" => {
            let own = boxes::PublicKey::from(a.array::<32>(0)?);
            let secret = boxes::SecretKey::from(a.array::<32>(1)?);
            let other = boxes::PublicKey::from(a.array::<32>(2)?);
            let of = if name.contains("client") { kx::client } else { kx::server };
            call!(outs => {
                let keys = of(&own, &secret, &other)?;
                outs[0].copy_from_slice(keys.receive.as_bytes());
                outs[1].copy_from_slice(keys.send.as_bytes());
            })
        }
        "crypto_core_hchacha20" => {
            let (input, key) = (a.array(0)?, a.array(1)?);
            call!(outs => outs[0].copy_from_slice(&cores::hchacha20(&input, &key, cores::CONSTANTS)[..]))
        }
        "crypto_core_hsalsa20" => {
            let (input, key) = (a.array(0)?, a.array(1)?);
            call!(outs => outs[0].copy_from_slice(&cores::hsalsa20(&input, &key, cores::CONSTANTS)[..]))
        }
        "crypto_core_salsa20" => {
            let (input, key) = (a.array(0)?, a.array(1)?);
            call!(outs => outs[0].copy_from_slice(&cores::salsa20(&input, &key, cores::CONSTANTS)[..]))
        }
        _ => return Ok(None),
    }))
}

pub(super) fn passwords(name: &str, _: bool, a: &Arguments) -> Found {
    Ok(Some(match name {
        "crypto_pwhash_argon2i" | "crypto_pwhash_argon2id" => {
            let (password, salt) = (a.bytes(0)?, a.array(1)?);
            let (opslimit, memlimit) = (a.numbers[2], a.numbers[3]);
            let limits = Limits { opslimit, memlimit };
            let of = if name.ends_with('d') { Algorithm::Argon2id13 } else { Algorithm::Argon2i13 };
            call!(outs => pwhash::pwhash(&mut outs[0], &password, &salt, limits, of)?)
        }
        "crypto_pwhash_scryptsalsa208sha256_ll" => {
            let (password, salt) = (a.bytes(0)?, a.bytes(1)?);
            let params = scrypt::Params::new(4096, 8, 1)?;
            call!(outs => scrypt::hash(params, u64::MAX, &mut outs[0], &password, &salt)?)
        }
        _ => return Ok(None),
    }))
}
