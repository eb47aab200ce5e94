//! Derivation of keys from keys and passphrases: `crypto_kdf`, HKDF and PBKDF2. PyNaCl lacks them.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use quicksalt::nacl::kdf::{self, BYTES_MAX, BYTES_MIN, CONTEXT_LEN, Key};
use quicksalt::nacl::{hkdf, pbkdf2};

use crate::auth::{PICOSECONDS, SHA256_PICOSECONDS};
use quicksalt_binding::buffer::{Arg, Output, estimate, exact, input, length, output};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::interrupt::interruptible;
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("kdf.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_kdf_BYTES_MAX", BYTES_MAX)?;
    module.add("crypto_kdf_BYTES_MIN", BYTES_MIN)?;
    module.add("crypto_kdf_CONTEXTBYTES", CONTEXT_LEN)?;
    module.add("crypto_kdf_KEYBYTES", Key::LEN)?;
    module.add("crypto_kdf_hkdf_sha256_BYTES_MAX", hkdf::SHA256_MAX)?;
    module.add("crypto_kdf_hkdf_sha256_BYTES_MIN", 0)?;
    module.add("crypto_kdf_hkdf_sha256_KEYBYTES", hkdf::SHA256_PRK_LEN)?;
    module.add("crypto_kdf_hkdf_sha512_BYTES_MAX", hkdf::SHA512_MAX)?;
    module.add("crypto_kdf_hkdf_sha512_BYTES_MIN", 0)?;
    module.add("crypto_kdf_hkdf_sha512_KEYBYTES", hkdf::SHA512_PRK_LEN)?;
    module.add_function(wrap_pyfunction!(crypto_kdf_hkdf_sha256_extract, module)?)?;
    module.add_function(wrap_pyfunction!(crypto_kdf_hkdf_sha256_expand, module)?)?;
    module.add_function(wrap_pyfunction!(crypto_kdf_hkdf_sha512_extract, module)?)?;
    module.add_function(wrap_pyfunction!(crypto_kdf_hkdf_sha512_expand, module)?)?;
    add_functions(module)
}

/// Return a new 32-byte key, from which subkeys can be derived.
#[pyfunction]
fn crypto_kdf_keygen(py: Python<'_>) -> Output<'_> {
    let key = Key::generate().map_err(|error| map(py, &error))?;
    Ok(PyBytes::new(py, key.as_bytes()))
}

/// Return subkey number `subkey_id`, of 16 to 64 bytes, in a context of 8 bytes.
#[pyfunction]
fn crypto_kdf_derive_from_key<'py>(
    py: Python<'py>,
    subkey_len: Arg,
    subkey_id: Arg,
    ctx: Arg,
    key: Arg,
) -> Output<'py> {
    let len = length(subkey_len, "subkey_len")?;
    if !(BYTES_MIN..=BYTES_MAX).contains(&len) {
        return Err(raise(py, Kind::Value, format!("subkey_len must be from 16 to 64, not {len}")));
    }
    let id = number(subkey_id, "subkey_id", "from 0 to 2**64 - 1")?;
    let context = exact(ctx, "ctx", CONTEXT_LEN)?;
    let key = exact(key, "key", Key::LEN)?;
    output(py, len, |out| {
        kdf::derive_from_key(out, id, &context, &key).map_err(|error| map(py, &error))
    })
}

/// Converts an integer argument that must be unsigned and in the range of `T`.
pub(crate) fn number<'py, T: FromPyObjectOwned<'py>>(
    object: Arg<'_, 'py>,
    name: &str,
    expected: &str,
) -> PyResult<T> {
    if let Ok(number) = object.extract() {
        return Ok(number);
    }
    if object.is_instance_of::<PyInt>() {
        return Err(raise(object.py(), Kind::Value, format!("{name} must be {expected}")));
    }
    let found = object.get_type().name()?;
    Err(raise(object.py(), Kind::Type, format!("{name} must be an integer, not {found}")))
}

/// Defines the extract and expand functions of HKDF.
macro_rules! hkdf {
    ($extract:ident by $extracts:ident, $expand:ident by $expands:ident,
     $len:expr, $max:expr, $picoseconds:ident) => {
        /// Return a uniform secret extracted from key material with unevenly spread entropy.
        #[pyfunction]
        fn $extract<'py>(py: Python<'py>, salt: Arg, ikm: Arg) -> Output<'py> {
            let (salt, ikm) = (&*input(salt, "salt")?, &*input(ikm, "ikm")?);
            let ns = estimate(salt.len().saturating_add(ikm.len()), $picoseconds);
            let prk = run(py, ns, || hkdf::$extracts(salt, ikm));
            prk.map(|prk| PyBytes::new(py, &*prk)).map_err(|error| map(py, &error))
        }

        /// Return `out_len` bytes derived from an extracted or random secret for the context `ctx`.
        #[pyfunction]
        fn $expand<'py>(py: Python<'py>, out_len: Arg, ctx: Arg, prk: Arg) -> Output<'py> {
            let len = length(out_len, "out_len")?;
            if len > $max {
                let text = format!("out_len must be from 0 to {}, not {len}", $max);
                return Err(raise(py, Kind::Value, text));
            }
            let (ctx, prk) = (&*input(ctx, "ctx")?, &*input(prk, "prk")?);
            let blocks = len.div_ceil($len);
            let each = ctx.len().saturating_add(4 * $len);
            let ns = estimate(blocks.saturating_mul(each), $picoseconds);
            output(py, len, |out| {
                run(py, ns, || hkdf::$expands(out, prk, ctx)).map_err(|error| map(py, &error))
            })
        }
    };
}

hkdf!(
    crypto_kdf_hkdf_sha256_extract by sha256_extract,
    crypto_kdf_hkdf_sha256_expand by sha256_expand,
    hkdf::SHA256_PRK_LEN, hkdf::SHA256_MAX, SHA256_PICOSECONDS
);
hkdf!(
    crypto_kdf_hkdf_sha512_extract by sha512_extract,
    crypto_kdf_hkdf_sha512_expand by sha512_expand,
    hkdf::SHA512_PRK_LEN, hkdf::SHA512_MAX, PICOSECONDS
);

/// Return `size` bytes derived from a passphrase by PBKDF2-HMAC-SHA-256. Ctrl-C interrupts it.
#[pyfunction]
fn pbkdf2_hmac_sha256<'py>(
    py: Python<'py>,
    password: Arg,
    salt: Arg,
    iterations: Arg,
    size: Arg,
) -> Output<'py> {
    stretched(py, pbkdf2::sha256, password, salt, iterations, size)
}

/// Return `size` bytes derived from a passphrase by PBKDF2-HMAC-SHA-512. Ctrl-C interrupts it.
#[pyfunction]
fn pbkdf2_hmac_sha512<'py>(
    py: Python<'py>,
    password: Arg,
    salt: Arg,
    iterations: Arg,
    size: Arg,
) -> Output<'py> {
    stretched(py, pbkdf2::sha512, password, salt, iterations, size)
}

type Stretch = fn(&mut [u8], &[u8], &[u8], u32) -> quicksalt::Result<()>;

fn stretched<'py>(
    py: Python<'py>,
    stretch: Stretch,
    password: Arg,
    salt: Arg,
    iterations: Arg,
    size: Arg,
) -> Output<'py> {
    let (password, salt) = (&*input(password, "password")?, &*input(salt, "salt")?);
    let count = number(iterations, "iterations", "from 1 to 2**32 - 1")?;
    let size = length(size, "size")?;
    output(py, size, |out| {
        interruptible(py, || stretch(out, password, salt, count))?.map_err(|error| map(py, &error))
    })
}
