//! `crypto_pwhash`: keys and modular hash strings from passwords, by Argon2.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use quicksalt::nacl::pwhash::{self, Algorithm, Limits, SALT_LEN};
use quicksalt::{Error, Result};

use quicksalt_binding::buffer::{Arg, Output, exact_or, input, output};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::interrupt::interruptible;

quicksalt_binding::functions!("pwhash.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_pwhash_ALG_ARGON2I13", ARGON2I13)?;
    module.add("crypto_pwhash_ALG_ARGON2ID13", ARGON2ID13)?;
    module.add("crypto_pwhash_ALG_DEFAULT", ARGON2ID13)?;
    module.add("crypto_pwhash_BYTES_MAX", u32::MAX)?;
    module.add("crypto_pwhash_BYTES_MIN", pwhash::BYTES_MIN)?;
    module.add("crypto_pwhash_PASSWD_MAX", u32::MAX)?;
    module.add("crypto_pwhash_PASSWD_MIN", 0)?;
    module.add("crypto_pwhash_SALTBYTES", SALT_LEN)?;
    // Includes the zero that terminates a C string.
    module.add("crypto_pwhash_STRBYTES", STR_MAX + 1)?;
    register_levels(module, "argon2i", Algorithm::Argon2i13)?;
    register_levels(module, "argon2id", Algorithm::Argon2id13)?;
    add_functions(module)
}

fn register_levels(module: &Bound<'_, PyModule>, name: &str, algorithm: Algorithm) -> PyResult<()> {
    let levels = [
        ("MIN", algorithm.min()),
        ("MAX", algorithm.max()),
        ("INTERACTIVE", algorithm.interactive()),
        ("MODERATE", algorithm.moderate()),
        ("SENSITIVE", algorithm.sensitive()),
    ];
    for (level, Limits { opslimit, memlimit }) in levels {
        module.add(format!("crypto_pwhash_{name}_OPSLIMIT_{level}").as_str(), opslimit)?;
        module.add(format!("crypto_pwhash_{name}_MEMLIMIT_{level}").as_str(), memlimit)?;
    }
    let prefix = PyBytes::new(module.py(), algorithm.prefix().as_bytes());
    module.add(format!("crypto_pwhash_{name}_STRPREFIX").as_str(), prefix)
}

/// libsodium's identifiers of the algorithms.
const ARGON2I13: u8 = 1;
const ARGON2ID13: u8 = 2;

/// The longest modular string of Argon2 that libsodium stores, in bytes.
const STR_MAX: usize = 127;

/// PyNaCl's message for a wrong password and for a malformed modular string.
const WRONG: &str = "Wrong password";

/// Raise an exception if the algorithm is unknown or Argon2 does not accept these limits.
#[pyfunction]
fn _check_argon2_limits_alg(opslimit: Arg, memlimit: Arg, alg: Arg) -> PyResult<()> {
    let limits = (integer(opslimit, "opslimit")?, integer(memlimit, "memlimit")?);
    checked(limits, alg).map(drop)
}

/// Return a key of `outlen` bytes derived from a password and a 16-byte salt.
#[pyfunction]
fn crypto_pwhash_alg<'py>(
    py: Python<'py>,
    outlen: Arg,
    passwd: Arg,
    salt: Arg,
    opslimit: Arg,
    memlimit: Arg,
    alg: Arg,
) -> Output<'py> {
    let outlen = own_integer(outlen, "outlen")?;
    let limits = (own_integer(opslimit, "opslimit")?, own_integer(memlimit, "memlimit")?);
    own_integer(alg, "alg")?;
    let passwd = &*input(passwd, "passwd").map_err(|error| own_class(py, error))?;
    let text = format!("salt must be exactly {SALT_LEN} bytes long");
    let salt: [u8; SALT_LEN] = exact_or(salt, "salt", SALT_LEN, &text)?;
    let most = u32::MAX;
    if outlen < pwhash::BYTES_MIN as i128 {
        let text = format!("derived key must be at least {} bytes long", pwhash::BYTES_MIN);
        return Err(raise(py, Kind::Value, text));
    }
    if outlen > most.into() {
        let text = format!("derived key must be at most {most} bytes long");
        return Err(raise(py, Kind::Value, text));
    }
    let (algorithm, limits) = checked(limits, alg)?;
    output(py, outlen as usize, |out| {
        work(py, || pwhash::pwhash(out, passwd, &salt, limits, algorithm))
    })
}

/// Return a modular string for a password; it contains the salt and the cost parameters.
#[pyfunction]
fn crypto_pwhash_str_alg<'py>(
    py: Python<'py>,
    passwd: Arg,
    opslimit: Arg,
    memlimit: Arg,
    alg: Arg,
) -> Output<'py> {
    let limits = (integer(opslimit, "opslimit")?, integer(memlimit, "memlimit")?);
    let passwd = &*input(passwd, "passwd")?;
    let (algorithm, limits) = checked(limits, alg)?;
    let text = work(py, || pwhash::str(passwd, limits, algorithm))?;
    Ok(PyBytes::new(py, text.as_bytes()))
}

/// Return `True` if the modular string matches the password, or raise `InvalidkeyError`.
#[pyfunction]
fn crypto_pwhash_str_verify(py: Python<'_>, passwd_hash: Arg, passwd: Arg) -> PyResult<bool> {
    let hash = &*input(passwd_hash, "passwd_hash")?;
    let passwd = &*input(passwd, "passwd")?;
    if hash.len() > STR_MAX {
        let text = format!("Hash must be at most {STR_MAX} bytes long");
        return Err(raise(py, Kind::Value, text));
    }
    verified(py, hash, |hash| pwhash::str_verify(hash, passwd))
}

/// Checks the algorithm's identifier and the limits.
fn checked((opslimit, memlimit): (i128, i128), alg: Arg) -> PyResult<(Algorithm, Limits)> {
    let py = alg.py();
    let algorithm = match alg.extract() {
        Ok(ARGON2I13) => Algorithm::Argon2i13,
        Ok(ARGON2ID13) => Algorithm::Argon2id13,
        _ => return Err(raise(py, Kind::Type, "Unsupported algorithm")),
    };
    let (min, max) = (algorithm.min(), algorithm.max());
    let within = |name: &str, unit: &str, number: i128, min: u64, max: u64| {
        let text = if number < min.into() {
            format!("{name} must be at least {min}{unit}")
        } else if number > max.into() {
            format!("{name} must be at most {max}{unit}")
        } else {
            return Ok(number as u64);
        };
        Err(raise(py, Kind::Value, text))
    };
    let memlimit = within("memlimit", " bytes", memlimit, min.memlimit, max.memlimit)?;
    let opslimit = within("opslimit", "", opslimit, min.opslimit, max.opslimit)?;
    Ok((algorithm, Limits { opslimit, memlimit }))
}

/// Runs `work` with the GIL released; a signal can interrupt it.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T> + Send,
) -> PyResult<T> {
    interruptible(py, work)?.map_err(|error| map(py, &error))
}

/// Returns `True`, or PyNaCl's exception for any string that does not match the password.
pub(crate) fn verified(
    py: Python<'_>,
    hash: &[u8],
    verify: impl FnOnce(&str) -> Result<()> + Send,
) -> PyResult<bool> {
    let verdict = match core::str::from_utf8(hash) {
        Ok(hash) => interruptible(py, || verify(hash))?,
        Err(_) => Err(Error::Verification),
    };
    match verdict {
        Ok(()) => Ok(true),
        Err(Error::Verification | Error::Malformed { .. }) => {
            Err(raise(py, Kind::InvalidKey, WRONG))
        }
        Err(error) => Err(map(py, &error)),
    }
}

/// Converts an integer of any size; values beyond 128 bits are clamped.
///
/// # Errors
/// `TypeError` that names the argument.
pub(crate) fn integer(object: Arg, name: &str) -> PyResult<i128> {
    if !object.is_instance_of::<PyInt>() {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{name} must be an integer, not {found}")));
    }
    match object.extract::<i128>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Ok(if object.lt(0)? { i128::MIN } else { i128::MAX })
        }
        extracted => extracted,
    }
}

/// Like [`integer`], but raises the class of `quicksalt.exceptions`.
fn own_integer(object: Arg, name: &str) -> PyResult<i128> {
    integer(object, name).map_err(|error| own_class(object.py(), error))
}

fn own_class(py: Python<'_>, error: PyErr) -> PyErr {
    if error.is_instance_of::<PyTypeError>(py) {
        return raise(py, Kind::Type, error.value(py).to_string());
    }
    error
}
