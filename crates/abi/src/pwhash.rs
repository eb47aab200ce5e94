//! `crypto_pwhash`: password hashing with Argon2.

use core::ffi::{c_char, c_int, c_ulonglong};

use quicksalt::Error;
use quicksalt::nacl::pwhash::{self, Algorithm, Limits, SALT_LEN};

#[cfg(feature = "full")]
use crate::boundary::Fault;
use crate::boundary::{Caller, FAILED, Outcome, status};
use crate::exports::abi;

/// The length of a modular string, padded with zeros.
const STR_LEN: usize = 128;
/// The maximum length of a key or a password in bytes.
const LONGEST: u64 = u32::MAX as u64;


const ARGON2I: c_int = 1;
const ARGON2ID: c_int = 2;

fn algorithm(number: c_int) -> Outcome<Algorithm> {
    match number {
        ARGON2I => Ok(Algorithm::Argon2i13),
        ARGON2ID => Ok(Algorithm::Argon2id13),
        other => {
            let (argument, expected) = ("alg", "1 or 2");
            Err(Error::parameter(argument, expected, other as u64).into())
        }
    }
}

fn check(argument: &'static str, len: c_ulonglong) -> Outcome<usize> {
    if len > LONGEST {
        let (expected, actual) = ("at most 2^32 - 1", len as usize);
        return Err(Error::length(argument, expected, actual).into());
    }
    Ok(len as usize)
}

fn password(caller: &Caller, at: *const c_char, len: c_ulonglong) -> Outcome<&[u8]> {
    caller.bytes(at.cast(), check("passwd", len)?)
}

fn derive(
    caller: &Caller,
    (out, out_len): (*mut u8, c_ulonglong),
    (passwd, len): (*const c_char, c_ulonglong),
    salt: *const u8,
    (opslimit, memlimit): (c_ulonglong, usize),
    algorithm: Outcome<Algorithm>,
) -> Outcome {
    // The algorithm is checked first: as in libsodium, the other arguments are irrelevant if it is
    // unknown.
    let algorithm = algorithm?;
    let mut place = caller.place(out, check("out", out_len)?)?;
    let password = caller.input(passwd.cast(), check("passwd", len)?, &place)?;
    let salt: [u8; SALT_LEN] = caller.array(salt)?;
    let limits = Limits { opslimit, memlimit: memlimit as u64 };
    place.bytes().fill(0);
    Ok(pwhash::pwhash(place.bytes(), &password, &salt, limits, algorithm)?)
}

/// Writes a modular string, padded with zeros.
pub(crate) fn put_str<const N: usize>(caller: &Caller, out: *mut c_char, text: &str) -> Outcome {
    let mut whole = [0; N];
    whole.get_mut(..text.len()).ok_or(FAILED)?.copy_from_slice(text.as_bytes());
    caller.put(out.cast(), &whole)
}

/// Reads a modular string; its bytes need not be UTF-8.
pub(crate) fn read_str(caller: &Caller, at: *const c_char) -> Outcome<&str> {
    let text = crate::utils::text(caller, at).and_then(|text| text.to_str().ok());
    text.ok_or(FAILED)
}

fn store(
    caller: &Caller,
    out: *mut c_char,
    (passwd, len): (*const c_char, c_ulonglong),
    (opslimit, memlimit): (c_ulonglong, usize),
    algorithm: Algorithm,
) -> Outcome {
    put_str::<STR_LEN>(caller, out, "")?;
    let password = password(caller, passwd, len)?;
    let mut salt = [0; SALT_LEN];
    crate::random::fill(&mut salt)?;
    let limits = Limits { opslimit, memlimit: memlimit as u64 };
    let text = pwhash::str_with_salt(password, &salt, limits, algorithm)?;
    put_str::<STR_LEN>(caller, out, &text)
}

/// Verifies a modular string of a given algorithm, or of any algorithm.
fn verify(
    caller: &Caller,
    text: *const c_char,
    (passwd, len): (*const c_char, c_ulonglong),
    only: Option<Algorithm>,
) -> Outcome {
    // Like libsodium, every failure sets EINVAL; an out-of-memory error overwrites errno
    // afterwards.
    let told = |fault| {
        #[cfg(all(feature = "std", any(unix, target_os = "wasi")))]
        crate::errno::set(libc::EINVAL);
        fault
    };
    let verdict = || {
        let text = of(read_str(caller, text)?, only)?;
        Ok(pwhash::str_verify(text, password(caller, passwd, len)?)?)
    };
    verdict().map_err(told)
}

fn of(text: &str, only: Option<Algorithm>) -> Outcome<&str> {
    let is_of = only.is_none_or(|algorithm| text.starts_with(algorithm.prefix()));
    if is_of { Ok(text) } else { Err(Error::malformed("str", "of this algorithm").into()) }
}

/// Returns 1 if the string needs rehashing, 0 if not, -1 if it is malformed.
fn needs_rehash(
    caller: &Caller,
    text: *const c_char,
    (opslimit, memlimit): (c_ulonglong, usize),
    only: Option<Algorithm>,
) -> c_int {
    let asked = Limits { opslimit, memlimit: memlimit as u64 };
    let wanted = read_str(caller, text)
        .and_then(|text| of(text, only))
        .and_then(|text| {
            // No string was made with limits below the minimum.
            let least = if text.starts_with(Algorithm::Argon2i13.prefix()) {
                Algorithm::Argon2i13.min()
            } else {
                Algorithm::Argon2id13.min()
            };
            let opslimit = asked.opslimit.max(least.opslimit);
            let limits = Limits { opslimit, memlimit: asked.memlimit.max(least.memlimit) };
            Ok(pwhash::str_needs_rehash(text, limits)? || limits != asked)
        });
    match wanted {
        Ok(is_wanted) => c_int::from(is_wanted),
        Err(fault) => status(Err(fault)),
    }
}

/// Defines the C functions for one variant of Argon2.
macro_rules! functions {
    ($only:expr, $number:expr; $derive:ident, $store:ident, $verify:ident, $needs_rehash:ident) => {
        abi! {
            fn $derive(
                caller, out: *mut u8, outlen: c_ulonglong, passwd: *const c_char, passwdlen: c_ulonglong,
                salt: *const u8, opslimit: c_ulonglong, memlimit: usize, alg: c_int,
            ) -> c_int {
                let only: Option<c_int> = $number;
                let number = if only.is_none_or(|number| number == alg) { alg } else { -1 };
                let (out, passwd) = ((out, outlen), (passwd, passwdlen));
                status(derive(&caller, out, passwd, salt, (opslimit, memlimit), algorithm(number)))
            }
            fn $store(
                caller, out: *mut c_char, passwd: *const c_char, passwdlen: c_ulonglong,
                opslimit: c_ulonglong, memlimit: usize,
            ) -> c_int {
                let of: Option<Algorithm> = $only;
                let of = of.unwrap_or(Algorithm::DEFAULT);
                status(store(&caller, out, (passwd, passwdlen), (opslimit, memlimit), of))
            }
            fn $verify(caller, str: *const c_char, passwd: *const c_char, passwdlen: c_ulonglong) -> c_int {
                status(verify(&caller, str, (passwd, passwdlen), $only))
            }
            fn $needs_rehash(caller, str: *const c_char, opslimit: c_ulonglong, memlimit: usize) -> c_int {
                needs_rehash(&caller, str, (opslimit, memlimit), $only)
            }
        }
    };
}

functions! {
    None, None;
    crypto_pwhash, crypto_pwhash_str, crypto_pwhash_str_verify, crypto_pwhash_str_needs_rehash
}
#[cfg(feature = "full")]
functions! {
    Some(Algorithm::Argon2i13), Some(ARGON2I);
    crypto_pwhash_argon2i, crypto_pwhash_argon2i_str, crypto_pwhash_argon2i_str_verify,
    crypto_pwhash_argon2i_str_needs_rehash
}
#[cfg(feature = "full")]
functions! {
    Some(Algorithm::Argon2id13), Some(ARGON2ID);
    crypto_pwhash_argon2id, crypto_pwhash_argon2id_str, crypto_pwhash_argon2id_str_verify,
    crypto_pwhash_argon2id_str_needs_rehash
}

abi! {
    #[cfg(feature = "full")]
    fn crypto_pwhash_str_alg(
        caller, out: *mut c_char, passwd: *const c_char, passwdlen: c_ulonglong,
        opslimit: c_ulonglong, memlimit: usize, alg: c_int,
    ) -> c_int {
        let limits = (opslimit, memlimit);
        status(algorithm(alg)
                .map_err(|_| Fault::misuse("unknown password hashing algorithm"))
            .and_then(|of| store(&caller, out, (passwd, passwdlen), limits, of)))
    }
}

