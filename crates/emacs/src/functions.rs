//! The Lisp functions.

use quicksalt::hazmat::aes::{self, Block};
use quicksalt::hazmat::{Source, scrypt};
use quicksalt::nacl::aead::chacha20poly1305_ietf as aead;
use quicksalt::nacl::{aes as keyed, pbkdf2, random, scalarmult};
use quicksalt::{Error, Wiped, memory};

use crate::env::{Env, Failure, Function, Result};
use crate::kept::Kept;
use crate::raw::Value;

/// All functions that the module defines; their order does not matter.
pub(crate) const ALL: &[Function] = &[
    Function {
        name: b"quicksalt-module-version\0",
        doc: b"Return the version of the module.\0",
        arity: 0,
        run: |env, _| env.string(env!("CARGO_PKG_VERSION").as_bytes()),
    },
    Function {
        name: b"quicksalt-module--aes\0",
        doc: b"Encrypt or decrypt the SIZE bytes of DATA with AES.  KIND is the mode number, plus 8 \
               to decrypt, plus 16 if KEY is a handle.\n\n(fn KIND KEY IV DATA SIZE)\0",
        arity: 5,
        run: run_aes,
    },
    Function {
        name: b"quicksalt-module--pbkdf2\0",
        doc: b"Derive SIZE bytes with PBKDF2 and SHA-2.\n\n(fn BITS PASSPHRASE SALT ITERATIONS SIZE)\0",
        arity: 5,
        run: run_pbkdf2,
    },
    Function {
        name: b"quicksalt-module--scrypt\0",
        doc: b"Derive SIZE bytes with scrypt.\n\n(fn PASSPHRASE SALT LOG-N R P SIZE)\0",
        arity: 6,
        run: run_scrypt,
    },
    Function {
        name: b"quicksalt-module--x25519\0",
        doc: b"Return X25519 of SCALAR and POINT, or nil if it is zero.\n\n(fn SCALAR POINT)\0",
        arity: 2,
        run: run_x25519,
    },
    Function {
        name: b"quicksalt-module--chacha20-poly1305\0",
        doc: b"Seal DATA, or open it; nil if it is not genuine.\n\n(fn OPEN KEY NONCE DATA SIZE)\0",
        arity: 5,
        run: run_aead,
    },
    Function {
        name: b"quicksalt-module--aes-gcm\0",
        doc: b"Seal DATA with AAD, or open it; nil if it is not genuine.\n\n\
               (fn OPEN KEY NONCE DATA SIZE AAD)\0",
        arity: 6,
        run: run_gcm,
    },
    Function {
        name: b"quicksalt-module-random\0",
        doc: b"Return SIZE random bytes for cryptographic use.\n\n(fn SIZE)\0",
        arity: 1,
        run: |env, args| {
            let mut bytes = Wiped::new(memory::zeros(env.integer(args[0], "SIZE")?)?);
            random::fill(&mut bytes)?;
            env.string(&bytes)
        },
    },
    Function {
        name: b"quicksalt-module--key\0",
        doc: b"Return a handle of the key BYTES for functions that need a key.\n\n(fn BYTES)\0",
        arity: 1,
        run: |env, args| env.hold(Kept::Key(env.bytes(args[0])?)),
    },
    Function {
        name: b"quicksalt-module-forget\0",
        doc: b"Wipe the key that HANDLE holds, and make HANDLE invalid.\n\n(fn HANDLE)\0",
        arity: 1,
        run: |env, args| {
            env.forget(args[0])?;
            env.nil()
        },
    },
];

fn array<const N: usize>(bytes: &[u8], argument: &str) -> Result<[u8; N]> {
    bytes
        .try_into()
        .map_err(|_| Failure::Told(format!("{argument} must be {N} bytes, not {}", bytes.len())))
}

/// The modes of operation of AES.
#[derive(Clone, Copy)]
enum Mode {
    Ecb,
    Cbc,
    Cfb,
    Ofb,
    Ctr,
}

/// The modes, indexed by the number that Lisp passes. Symbols instead of numbers would require a
/// look-up by name in every call.
const MODES: [Mode; 5] = [Mode::Ecb, Mode::Cbc, Mode::Cfb, Mode::Ofb, Mode::Ctr];
/// Lisp adds this value to the mode number for decryption.
const DECRYPT: usize = 8;
/// Lisp adds this value to the mode number if the key is a handle.
const HANDLE: usize = 16;

fn run_aes(env: &Env, args: &[Value]) -> Result<Value> {
    let kind: usize = env.integer(args[0], "KIND")?;
    let mode = MODES.get(kind % DECRYPT).ok_or_else(|| Failure::Told("unknown mode".into()))?;
    let iv = match mode {
        Mode::Ecb => [0; 16],
        _ => array(&env.short(args[2], "IV")?, "IV")?,
    };
    let mut data = env.bytes_of(args[3], env.integer(args[4], "SIZE")?)?;
    if matches!(mode, Mode::Ecb | Mode::Cbc) && data.len() % 16 != 0 {
        return Err(Failure::Told("data for this mode must be a multiple of 16 bytes".into()));
    }
    let decrypt = kind & DECRYPT != 0;
    let mut run = |key: &[u8]| Ok(apply(*mode, decrypt, aes::Key::new(key)?, iv, &mut data)?);
    if kind & HANDLE == 0 {
        run(&env.short(args[1], "KEY")?)
    } else {
        env.with_handle(args[1], run)
    }?;
    if decrypt { env.string(&data) } else { env.string(&core::mem::take(&mut *data)) }
}

/// Encrypts or decrypts in place. For ECB and CBC, `data` must consist of whole blocks.
fn apply(
    mode: Mode,
    decrypt: bool,
    key: aes::Key<'_>,
    mut iv: Block,
    data: &mut [u8],
) -> quicksalt::Result<()> {
    match (mode, decrypt) {
        (Mode::Cbc, false) => {
            aes::cbc_encrypt(key, &mut iv, data.as_chunks_mut().0, Source::InPlace)
        }
        (Mode::Cbc, true) => {
            aes::cbc_decrypt(key, &mut iv, data.as_chunks_mut().0, Source::InPlace)
        }
        (Mode::Ctr, _) => aes::ctr(key, &mut iv, data, Source::InPlace),
        (Mode::Ecb, _) => data.as_chunks_mut::<16>().0.iter_mut().try_for_each(|block| {
            // For a single block, ECB equals CBC with a zero initialisation vector.
            let one = core::slice::from_mut(block);
            let call = if decrypt { aes::cbc_decrypt } else { aes::cbc_encrypt };
            call(key, &mut [0; 16], one, Source::InPlace)
        }),
        (Mode::Ofb | Mode::Cfb, _) => data.chunks_mut(16).try_for_each(|part| {
            let mut stream = [iv];
            aes::cbc_encrypt(key, &mut [0; 16], &mut stream, Source::InPlace)?;
            let mut input = [0; 16];
            input[..part.len()].copy_from_slice(part);
            part.iter_mut().zip(stream[0]).for_each(|(byte, with)| *byte ^= with);
            match mode {
                Mode::Ofb => iv = stream[0],
                _ if decrypt => iv = input,
                _ => iv[..part.len()].copy_from_slice(part),
            }
            Ok(())
        }),
    }
}

fn run_pbkdf2(env: &Env, args: &[Value]) -> Result<Value> {
    let derive = match env.integer(args[0], "BITS")? {
        256 => pbkdf2::sha256,
        512 => pbkdf2::sha512,
        other => return Err(Failure::Told(format!("BITS must be 256 or 512, not {other}"))),
    };
    let (passphrase, salt) = (env.bytes(args[1])?, env.bytes(args[2])?);
    let iterations = env.integer(args[3], "ITERATIONS")?;
    let mut out = Wiped::new(memory::zeros(env.integer(args[4], "SIZE")?)?);
    env.interruptible(|| derive(&mut out, &passphrase, &salt, iterations))?;
    env.string(&out)
}

/// The maximum memory for lanes that are computed in parallel.
const LANES_MOST: u64 = 1 << 30;

fn run_scrypt(env: &Env, args: &[Value]) -> Result<Value> {
    let (passphrase, salt) = (env.bytes(args[0])?, env.bytes(args[1])?);
    let log_n: u32 = env.integer(args[2], "LOG-N")?;
    let n =
        1_u64.checked_shl(log_n).ok_or_else(|| Failure::Told("LOG-N must be below 64".into()))?;
    let params = scrypt::Params::new(n, env.integer(args[3], "R")?, env.integer(args[4], "P")?)?;
    let mut out = Wiped::new(memory::zeros(env.integer(args[5], "SIZE")?)?);
    env.interruptible(|| scrypt::hash(params, LANES_MOST, &mut out, &passphrase, &salt))?;
    env.string(&out)
}

fn run_x25519(env: &Env, args: &[Value]) -> Result<Value> {
    let point = array(&env.short(args[1], "POINT")?, "POINT")?;
    let shared = env.with_key(args[0], |scalar| {
        let scalar = Wiped::new(array(scalar, "SCALAR")?);
        Ok(scalarmult::scalarmult(&scalar, &point))
    })?;
    match shared {
        Ok(shared) => env.string(&*Wiped::new(shared)),
        Err(Error::WeakPublicKey) => env.nil(),
        Err(other) => Err(other.into()),
    }
}

fn run_aead(env: &Env, args: &[Value]) -> Result<Value> {
    let is_open = env.is_true(args[0]);
    let nonce = array(&env.short(args[2], "NONCE")?, "NONCE")?;
    let data = env.bytes_of(args[3], env.integer(args[4], "SIZE")?)?;
    let outcome = env.with_key(args[1], |key| {
        let key = aead::Key::from(array(key, "KEY")?);
        Ok(if is_open {
            aead::open(&data, &[], &nonce, &key)
        } else {
            aead::seal(&data, &[], &nonce, &key)
        })
    })?;
    answer(env, outcome)
}

fn run_gcm(env: &Env, args: &[Value]) -> Result<Value> {
    let is_open = env.is_true(args[0]);
    let nonce = array(&env.short(args[2], "NONCE")?, "NONCE")?;
    let data = env.bytes_of(args[3], env.integer(args[4], "SIZE")?)?;
    let aad = env.bytes(args[5])?;
    let outcome = env.with_key(args[1], |key| {
        let key = keyed::Key::try_from(key)?;
        let call = if is_open { keyed::gcm_open } else { keyed::gcm_seal };
        Ok(call(&data, &aad, &nonce, &key))
    })?;
    answer(env, outcome)
}

/// Returns the sealed or opened bytes, or nil.
fn answer(env: &Env, outcome: quicksalt::Result<Vec<u8>>) -> Result<Value> {
    match outcome {
        Ok(out) => env.string(&Wiped::new(out)),
        Err(Error::Verification) => env.nil(),
        Err(other) => Err(other.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that decryption inverts encryption in each mode at every length. The Lisp tests
    /// compare OFB and CFB (SP 800-38A, sections 6.3 and 6.4) with OpenSSL.
    #[test]
    fn modes_invert_themselves() -> quicksalt::Result<()> {
        let bytes: [u8; 32] = core::array::from_fn(|i| i as u8);
        for key in [&bytes[..16], &bytes[..24], &bytes[..]] {
            let key = aes::Key::new(key)?;
            for mode in [Mode::Ecb, Mode::Cbc, Mode::Cfb, Mode::Ofb, Mode::Ctr] {
                for len in [0, 16, 48, 33] {
                    if len == 33 && matches!(mode, Mode::Ecb | Mode::Cbc) {
                        continue;
                    }
                    let message = vec![0x5a; len];
                    let mut data = message.clone();
                    apply(mode, false, key, [3; 16], &mut data)?;
                    assert!(len == 0 || data != message);
                    apply(mode, true, key, [3; 16], &mut data)?;
                    assert_eq!(data, message);
                }
            }
        }
        Ok(())
    }
}
