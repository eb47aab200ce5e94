//! `crypto_pwhash_scryptsalsa208sha256`: keys and modular hash strings from passwords, by scrypt.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat};
use quicksalt::nacl::scrypt::{self, Limits};

use crate::generichash::Optional;
use crate::pwhash::{integer, verified, work};
use quicksalt_binding::buffer::{Arg, Output, exact_or, input, output};
use quicksalt_binding::error::{Kind, map, raise};

quicksalt_binding::functions!("scrypt.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_constants(module)?;
    add_functions(module)
}

fn register_constants(module: &Bound<'_, PyModule>) -> PyResult<()> {
    const NAME: &str = "crypto_pwhash_scryptsalsa208sha256";
    let levels = [
        ("MIN", scrypt::MIN),
        ("MAX", scrypt::MAX),
        ("INTERACTIVE", scrypt::INTERACTIVE),
        ("SENSITIVE", scrypt::SENSITIVE),
    ];
    for (level, Limits { opslimit, memlimit }) in levels {
        module.add(format!("{NAME}_OPSLIMIT_{level}").as_str(), opslimit)?;
        module.add(format!("{NAME}_MEMLIMIT_{level}").as_str(), memlimit)?;
    }
    let numbers = [
        ("BYTES_MAX", scrypt::KEY_MAX),
        ("BYTES_MIN", scrypt::BYTES_MIN as u64),
        ("PASSWD_MAX", u64::MAX),
        ("PASSWD_MIN", 0),
        ("SALTBYTES", scrypt::SALT_LEN as u64),
        ("STRBYTES", scrypt::STR_LEN as u64 + 1),
    ];
    for (name, number) in numbers {
        module.add(format!("{NAME}_{name}").as_str(), number)?;
    }
    module.add(
        format!("{NAME}_STRPREFIX").as_str(),
        PyBytes::new(module.py(), scrypt::PREFIX.as_bytes()),
    )?;
    module.add(format!("has_{NAME}").as_str(), true)
}

/// The default length of the key and the default memory limit of `hashlib.scrypt`, in bytes.
const DKLEN: i128 = 64;
const MAXMEM: i128 = 32 << 20;

/// PyNaCl's message for an N that is not a power of two.
const NO_POWER: &str = "Cost factor must be a power of 2";

/// Return a key of `dklen` bytes derived by scrypt, with the parameters named as in RFC 7914.
/// Several lanes run in parallel if `maxmem` allows it.
#[pyfunction]
#[pyo3(
    signature = (passwd, salt, n, r, p, dklen=Optional::Absent, maxmem=Optional::Absent),
    text_signature = "(passwd, salt, n, r, p, dklen=64, maxmem=33554432)"
)]
fn crypto_pwhash_scryptsalsa208sha256_ll<'py>(
    py: Python<'py>,
    passwd: Arg,
    salt: Arg,
    n: Arg,
    r: Arg,
    p: Arg,
    dklen: Optional<'_, 'py>,
    maxmem: Optional<'_, 'py>,
) -> Output<'py> {
    let cost = [integer(n, "n")?, integer(r, "r")?, integer(p, "p")?];
    let passwd = &*input(passwd, "passwd")?;
    let salt = &*input(salt, "salt")?;
    let (dklen, maxmem) = (given(&dklen, "dklen", DKLEN)?, memory(&maxmem)?);
    let params = occupation(py, cost, maxmem)?;
    let most = scrypt::KEY_MAX.min(isize::MAX as u64);
    if dklen < 0 || dklen > most.into() {
        return Err(raise(py, Kind::Value, format!("dklen must be from 0 to {most}")));
    }
    let maxmem = u64::try_from(maxmem).unwrap_or(u64::MAX);
    output(py, dklen as usize, |out| work(py, || scrypt::ll(out, passwd, salt, params, maxmem)))
}

/// Return a modular scrypt string for a password; it contains the salt and the cost parameters.
#[pyfunction]
#[pyo3(
    signature = (
        passwd,
        opslimit=Optional::Absent,
        memlimit=Optional::Absent,
    ),
    text_signature = "(passwd, opslimit=524288, memlimit=16777216)"
)]
fn crypto_pwhash_scryptsalsa208sha256_str<'py>(
    py: Python<'py>,
    passwd: Arg,
    opslimit: Optional<'_, 'py>,
    memlimit: Optional<'_, 'py>,
) -> Output<'py> {
    let passwd = &*input(passwd, "passwd")?;
    let usual = scrypt::INTERACTIVE;
    let opslimit = given(&opslimit, "opslimit", usual.opslimit.into())?;
    let memlimit = given(&memlimit, "memlimit", usual.memlimit.into())?;
    let limits = limits(py, opslimit, memlimit)?;
    let text = work(py, || scrypt::str(passwd, limits))?;
    Ok(PyBytes::new(py, text.as_bytes()))
}

/// Return `True` if the modular scrypt string matches the password, or raise `InvalidkeyError`.
#[pyfunction]
fn crypto_pwhash_scryptsalsa208sha256_str_verify(
    py: Python<'_>,
    passwd_hash: Arg,
    passwd: Arg,
) -> PyResult<bool> {
    const LEN: usize = scrypt::STR_LEN;

    let hash: [u8; LEN] = exact_or(passwd_hash, "passwd_hash", LEN, "Invalid password hash")?;
    let passwd = &*input(passwd, "passwd")?;
    verified(py, &hash, |hash| scrypt::str_verify(hash, passwd))
}

/// Return the parameters that libsodium chooses for these limits: log2(N), r and p.
#[pyfunction]
fn nacl_bindings_pick_scrypt_params(
    py: Python<'_>,
    opslimit: Arg,
    memlimit: Arg,
) -> PyResult<(u32, u32, u32)> {
    let (opslimit, memlimit) = (integer(opslimit, "opslimit")?, integer(memlimit, "memlimit")?);
    Ok(scrypt::pick_params(limits(py, opslimit, memlimit)?))
}

/// Raise an exception if scrypt does not accept these parameters or needs more than `maxmem` bytes.
#[pyfunction]
#[pyo3(
    signature = (n, r, p, maxmem=Optional::Absent),
    text_signature = "(n, r, p, maxmem=33554432)"
)]
fn _check_memory_occupation<'py>(
    py: Python<'py>,
    n: Arg,
    r: Arg,
    p: Arg,
    maxmem: Optional<'_, 'py>,
) -> PyResult<()> {
    let cost = [integer(n, "n")?, integer(r, "r")?, integer(p, "p")?];
    occupation(py, cost, memory(&maxmem)?).map(drop)
}

/// Converts an optional integer.
fn given(argument: &Optional<'_, '_>, name: &str, absent: i128) -> PyResult<i128> {
    match argument {
        Optional::Absent => Ok(absent),
        Optional::Given(object) => integer(object, name),
    }
}

/// Converts the memory limit. PyNaCl only compares it, so any real number is valid there, and NaN
/// admits no memory size.
fn memory(argument: &Optional<'_, '_>) -> PyResult<i128> {
    match argument {
        // The conversion truncates, so the same memory sizes are within the limit.
        Optional::Given(limit) if limit.is_instance_of::<PyFloat>() => {
            limit.extract::<f64>().map(|limit| limit as i128)
        }
        _ => given(argument, "maxmem", MAXMEM),
    }
}

/// Checks the parameters and that scrypt needs at most `maxmem` bytes for them.
fn occupation(py: Python<'_>, [n, r, p]: [i128; 3], maxmem: i128) -> PyResult<scrypt::Params> {
    /// The maximum of p * r.
    const PR_MAX: i128 = (1 << 30) - 1;

    let refuse = |text: &str| Err(raise(py, Kind::Value, text));
    if r == 0 {
        return refuse("Invalid block size");
    }
    if p == 0 {
        return refuse("Invalid parallelization factor");
    }
    if n & n.wrapping_sub(1) != 0 {
        return refuse(NO_POWER);
    }
    if n <= 1 {
        return refuse("Cost factor must be at least 2");
    }
    if r < 0 || p < 0 || p.saturating_mul(r) > PR_MAX {
        return refuse(&format!("p*r is greater than {PR_MAX}"));
    }
    let Ok(n) = u64::try_from(n) else { return refuse(NO_POWER) };
    let params = scrypt::Params::new(n, r as u32, p as u32).map_err(|error| map(py, &error))?;
    if i128::try_from(params.memory()).is_ok_and(|memory| memory <= maxmem) {
        return Ok(params);
    }
    refuse("Memory limit would be exceeded with the chosen n, r, p")
}

/// Checks that the limits of scrypt are from 0 to 2**64 - 1.
fn limits(py: Python<'_>, opslimit: i128, memlimit: i128) -> PyResult<Limits> {
    let number = |name: &str, number: i128| {
        let refuse = |_| raise(py, Kind::Value, format!("{name} must be from 0 to 2**64 - 1"));
        u64::try_from(number).map_err(refuse)
    };
    Ok(Limits { opslimit: number("opslimit", opslimit)?, memlimit: number("memlimit", memlimit)? })
}
