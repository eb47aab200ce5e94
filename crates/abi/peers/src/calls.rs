//! The Rust call for each C function.

mod fixed;

use quicksalt::hazmat::aes::aes256gcm;
use quicksalt::hazmat::{
    Source, aegis128l, aegis256, blake2b, chacha20, chacha20poly1305_ietf,
    chacha20poly1305_original, ed25519, ed25519ph, poly1305, sha3_256, sha3_512, sha256, sha512,
    shake128, shake256, siphash24, turboshake128, turboshake256, x25519, xchacha20poly1305,
    xsalsa20, xsalsa20poly1305,
};
use quicksalt::nacl::auth;
use quicksalt::nacl::secretbox::xchacha20poly1305 as xbox;
use quicksalt::nacl::secretstream;
use quicksalt_child::Outcome;

use crate::Arguments;

/// A call that writes to its output buffers and returns a verdict byte.
pub(crate) type Call = Box<dyn FnMut(&mut [Vec<u8>]) -> quicksalt::Result<u8>>;

/// Builds a call from a closure over the arguments; the closure fills the outputs.
macro_rules! call {
    ($outs:ident => $body:expr) => {
        Box::new(move |$outs: &mut [Vec<u8>]| {
            $body;
            Ok(0)
        })
    };
}

/// Builds a call that writes its result to the first output.
macro_rules! put {
    ($made:expr) => {
        call!(outs => outs[0].copy_from_slice(&$made?[..]))
    };
}
use {call, put};

/// Returns the call that a task names.
pub(crate) fn find(name: &str, is_in_pieces: bool, a: &Arguments) -> Outcome<Call> {
    let families = [
        sealing,
        opening,
        hashing,
        tags,
        streams,
        signing,
        fixed::curves,
        fixed::keys,
        fixed::passwords,
    ];
    for family in families {
        if let Some(found) = family(name, is_in_pieces, a)? {
            return Ok(found);
        }
    }
    Err(format!("has no {name}").into())
}

type Found = Outcome<Option<Call>>;

/// Builds the calls of one AEAD cipher: message, nonce and key.
macro_rules! aead {
    ($name:ident, $a:ident, $($prefix:literal = $of:ident;)*) => {$(
        if let Some(form) = $name.strip_prefix($prefix) {
            if matches!(form, "_encrypt" | "_encrypt_detached" | "_decrypt") {
                let (m, n, k) = ($a.bytes(0)?, $a.array(1)?, $a.array(2)?);
                return Ok(Some(match form {
                    "_encrypt" => call!(outs => $of::seal(&k, &n, &[], &mut outs[0], &m)?),
                    "_decrypt" => call!(outs => $of::open(&k, &n, &[], &mut outs[0], &m)?),
                    _ => call!(outs => {
                        let mut tag = [0; $of::TAG_LEN];
                        $of::seal_detached(&k, &n, &[], &mut outs[0], &mut tag, &m)?;
                        outs[1].copy_from_slice(&tag);
                    }),
                }));
            }
        }
    )*};
}

fn sealing(name: &str, _: bool, a: &Arguments) -> Found {
    aead! { name, a,
        "crypto_aead_chacha20poly1305_ietf" = chacha20poly1305_ietf;
        "crypto_aead_chacha20poly1305" = chacha20poly1305_original;
        "crypto_aead_xchacha20poly1305_ietf" = xchacha20poly1305;
        "crypto_aead_aegis128l" = aegis128l;
        "crypto_aead_aegis256" = aegis256;
        "crypto_aead_aes256gcm" = aes256gcm;
    }
    if !matches!(name.split('_').nth(1), Some("secretbox" | "box")) || name.contains("open") {
        return Ok(None);
    }
    let Ok((m, n)) = a.bytes(0).and_then(|m| Ok((m, a.array(1)?))) else { return Ok(None) };
    Ok(Some(match name {
        "crypto_secretbox_easy" | "crypto_box_easy_afternm" => {
            let k = a.array(2)?;
            call!(outs => xsalsa20poly1305::seal(&k, &n, &mut outs[0], &m)?)
        }
        "crypto_secretbox_detached" => {
            let k = a.array(2)?;
            call!(outs => {
                let mut tag = [0; 16];
                xsalsa20poly1305::seal_detached(&k, &n, &mut outs[0], &mut tag, &m)?;
                outs[1].copy_from_slice(&tag);
            })
        }
        "crypto_secretbox_xchacha20poly1305_easy"
        | "crypto_box_curve25519xchacha20poly1305_easy_afternm" => {
            let k = xbox::Key::from(a.array::<32>(2)?);
            call!(outs => xbox::seal_into(&mut outs[0], &m, &n, &k)?)
        }
        "crypto_secretbox_xchacha20poly1305_detached" => {
            let k = xbox::Key::from(a.array::<32>(2)?);
            call!(outs => {
                let mut tag = [0; 16];
                xbox::seal_detached(&mut outs[0], &mut tag, &m, &n, &k)?;
                outs[1].copy_from_slice(&tag);
            })
        }
        "crypto_box_easy" => {
            let (pk, sk) = (a.array(2)?, a.array(3)?);
            call!(outs => {
                let key = xsalsa20::hsalsa20(&x25519::scalarmult(&sk, &pk)?, &[0; 16]);
                xsalsa20poly1305::seal(&key, &n, &mut outs[0], &m)?;
            })
        }
        "crypto_box_curve25519xchacha20poly1305_easy" => {
            let (pk, sk) = (a.array(2)?, a.array(3)?);
            call!(outs => {
                let mut key = [0; 32];
                chacha20::hchacha20(&x25519::scalarmult(&sk, &pk)?, &mut key, &[0; 16]);
                xbox::seal_into(&mut outs[0], &m, &n, &xbox::Key::from(key))?;
            })
        }
        _ => return Ok(None),
    }))
}

fn opening(name: &str, _: bool, a: &Arguments) -> Found {
    Ok(Some(match name {
        "crypto_secretbox_open_easy" => {
            let (c, n, k) = (a.bytes(0)?, a.array(1)?, a.array(2)?);
            call!(outs => xsalsa20poly1305::open(&k, &n, &mut outs[0], &c)?)
        }
        "crypto_box_open_easy" => {
            let (c, n, pk, sk) = (a.bytes(0)?, a.array(1)?, a.array(2)?, a.array(3)?);
            call!(outs => {
                let key = xsalsa20::hsalsa20(&x25519::scalarmult(&sk, &pk)?, &[0; 16]);
                xsalsa20poly1305::open(&key, &n, &mut outs[0], &c)?;
            })
        }
        "crypto_box_seal_open" => {
            let (c, pk, sk): (_, [u8; 32], _) = (a.bytes(0)?, a.array(1)?, a.array(2)?);
            let (ephemeral, boxed) = c.split_first_chunk::<32>().ok_or("too short")?;
            let (ephemeral, boxed) = (*ephemeral, boxed.to_vec());
            call!(outs => {
                let key = xsalsa20::hsalsa20(&x25519::scalarmult(&sk, &ephemeral)?, &[0; 16]);
                let mut nonce = [0; 24];
                blake2b::hash(&[], &[0; 16], &[0; 16], &mut nonce, &[&ephemeral, &pk])?;
                xsalsa20poly1305::open(&key, &nonce, &mut outs[0], &boxed)?;
            })
        }
        _ => return Ok(None),
    }))
}

/// Builds the calls of fixed-length hashes, one-shot and incremental.
macro_rules! hashes {
    ($name:ident, $m:ident, $($whole:literal, $last:literal = $of:ident;)*) => {
        match $name {
            $($whole => return Ok(Some(put!($of::hash(&[&$m])))),
            $last => return Ok(Some(call!(outs => {
                let mut hasher = $of::hasher()?;
                hasher.update(&$m);
                outs[0].copy_from_slice(&hasher.digest());
            }))),)*
            _ => {}
        }
    };
}

fn hashing(name: &str, is_in_pieces: bool, a: &Arguments) -> Found {
    let Ok(m) = a.bytes(0) else { return Ok(None) };
    hashes! { name, m,
        "crypto_hash_sha256", "crypto_hash_sha256_final" = sha256;
        "crypto_hash_sha512", "crypto_hash_sha512_final" = sha512;
        "crypto_hash_sha3256", "crypto_hash_sha3256_final" = sha3_256;
        "crypto_hash_sha3512", "crypto_hash_sha3512_final" = sha3_512;
    }
    const NONE: &[u8; 16] = &[0; 16];
    Ok(Some(match name {
        "crypto_generichash" => call!(outs => blake2b::hash(&[], NONE, NONE, &mut outs[0], &[&m])?),
        "crypto_generichash_final" if is_in_pieces => call!(outs => {
            let mut hasher = blake2b::hasher(32, &blake2b::Params::new(&[], NONE, NONE)?)?;
            hasher.update(&m);
            hasher.digest_into(&mut outs[0]);
        }),
        "crypto_xof_shake128" => call!(outs => shake128::hash(&mut outs[0], &[&m])?),
        "crypto_xof_shake256" => call!(outs => shake256::hash(&mut outs[0], &[&m])?),
        "crypto_xof_turboshake128" => {
            call!(outs => turboshake128::hash(0x1f, &mut outs[0], &[&m])?)
        }
        "crypto_xof_turboshake256" => {
            call!(outs => turboshake256::hash(0x1f, &mut outs[0], &[&m])?)
        }
        _ => return Ok(None),
    }))
}

/// Passes a message in one piece to an incremental authenticator.
macro_rules! pieces {
    ($init:expr, $k:ident, $m:ident, $len:literal) => {
        call!(outs => {
            let mut mac = $init(&$k)?;
            mac.update(&$m);
            outs[0].copy_from_slice(&mac.finish()[..$len]);
        })
    };
}

fn tags(name: &str, _: bool, a: &Arguments) -> Found {
    let is_one = ["crypto_auth", "crypto_onetime", "crypto_short"]
        .iter()
        .any(|start| name.starts_with(start));
    if !is_one {
        return Ok(None);
    }
    // For incremental functions, the key is the first argument.
    let is_last = name.ends_with("_final");
    let (m, key) = (a.bytes(usize::from(is_last))?, usize::from(!is_last));
    if name.starts_with("crypto_short") {
        let k = a.array(key)?;
        return Ok(Some(match name {
            "crypto_shorthash" => put!(siphash24::tag(&k, &m)),
            _ => put!(siphash24::long_tag(&k, &m)),
        }));
    }
    if name == "crypto_onetimeauth_verify" {
        let (tag, m, k) = (a.array(0)?, a.bytes(1)?, a.array(2)?);
        return Ok(Some(call!(_outs => poly1305::verify(&k, &tag, &m)?)));
    }
    let k: [u8; 32] = a.array(key)?;
    Ok(Some(match name {
        "crypto_auth_hmacsha256" => put!(auth::hmac_sha256(&m, &k)),
        "crypto_auth_hmacsha512" => put!(auth::hmac_sha512(&m, &k)),
        "crypto_auth_hmacsha512256" => put!(auth::tag(&m, &k.into())),
        "crypto_auth_hmacsha256_final" => pieces!(auth::hmac_sha256_init, k, m, 32),
        "crypto_auth_hmacsha512_final" => pieces!(auth::hmac_sha512_init, k, m, 64),
        "crypto_auth_hmacsha512256_final" => pieces!(auth::hmac_sha512_init, k, m, 32),
        "crypto_onetimeauth" => put!(poly1305::tag(&k, &m)),
        "crypto_onetimeauth_final" => pieces!(poly1305::init, k, m, 16),
        _ => return Ok(None),
    }))
}

/// Builds the calls of one stream cipher: keystream and encryption.
macro_rules! stream {
    ($name:ident, $a:ident, $($stream:literal, $xor:literal = $of:expr;)*) => {
        match $name {
            $($stream => {
                let (n, k) = ($a.array(0)?, $a.array(1)?);
                return Ok(Some(call!(outs => $of(&k, &n, 0, &mut outs[0], Source::Zero)?)));
            }
            $xor => {
                let (m, n, k) = ($a.bytes(0)?, $a.array(1)?, $a.array(2)?);
                return Ok(Some(call!(outs => $of(&k, &n, 0, &mut outs[0], Source::From(&m))?)));
            })*
            _ => {}
        }
    };
}

fn streams(name: &str, _: bool, a: &Arguments) -> Found {
    stream! { name, a,
        "crypto_stream", "crypto_stream_xor" = xsalsa20::xor;
        "crypto_stream_salsa20", "crypto_stream_salsa20_xor" = xsalsa20::xor_salsa20;
        "crypto_stream_salsa2012", "crypto_stream_salsa2012_xor" = xsalsa20::xor_salsa2012;
        "crypto_stream_salsa208", "crypto_stream_salsa208_xor" = xsalsa20::xor_salsa208;
        "crypto_stream_chacha20", "crypto_stream_chacha20_xor" = chacha20::xor_original;
        "crypto_stream_chacha20_ietf", "crypto_stream_chacha20_ietf_xor" = chacha20::xor;
        "crypto_stream_xchacha20", "crypto_stream_xchacha20_xor" = chacha20::xor_extended;
    }
    if name != "crypto_secretstream_xchacha20poly1305_push" {
        return Ok(None);
    }
    let (header, key, m) = (a.array(0)?, secretstream::Key::from(a.array::<32>(1)?), a.bytes(2)?);
    Ok(Some(call!(outs => {
        secretstream::Push::with_header(&header, &key)?.push_into(&mut outs[0], &m, &[], 0)?;
    })))
}

fn signing(name: &str, _: bool, a: &Arguments) -> Found {
    let sign = |sk: &[u8; 64], m: &[u8]| ed25519::SigningKey::from_keypair(sk)?.sign(m);
    Ok(Some(match name {
        "crypto_sign" => {
            let (m, sk) = (a.bytes(0)?, a.array(1)?);
            call!(outs => {
                outs[0][64..].copy_from_slice(&m);
                outs[0][..64].copy_from_slice(&sign(&sk, &m)?);
            })
        }
        "crypto_sign_detached" => {
            let (m, sk) = (a.bytes(0)?, a.array(1)?);
            put!(sign(&sk, &m))
        }
        "crypto_sign_open" => {
            let (signed, pk) = (a.bytes(0)?, a.array(1)?);
            let (signature, m) = signed.split_first_chunk().ok_or("too short")?;
            let (signature, m) = (*signature, m.to_vec());
            call!(outs => {
                ed25519::verify(&pk, &signature, &m)?;
                outs[0].copy_from_slice(&m);
            })
        }
        "crypto_sign_verify_detached" => {
            let (signature, m, pk) = (a.array(0)?, a.bytes(1)?, a.array(2)?);
            call!(_outs => ed25519::verify(&pk, &signature, &m)?)
        }
        "crypto_sign_final_create" => {
            let (m, sk) = (a.bytes(0)?, a.array(1)?);
            call!(outs => {
                let mut hasher = sha512::hasher()?;
                hasher.update(&m);
                let message = hasher.digest();
                let signature = ed25519ph::sign(&sk, &ed25519ph::Prehashed::new(&message, b"")?)?;
                outs[0].copy_from_slice(&signature);
            })
        }
        _ => return Ok(None),
    }))
}
