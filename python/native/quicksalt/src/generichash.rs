//! `crypto_generichash`: BLAKE2b.

use core::convert::Infallible;

use pyo3::Borrowed;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use quicksalt::nacl::generichash::{self, BYTES_MAX, Params, SALT_LEN};

use quicksalt_binding::buffer::{Arg, Input, Output, estimate, input_or, output};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("generichash.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_generichash_BYTES", DEFAULT)?;
    module.add("crypto_generichash_BYTES_MIN", DEFAULT / 2)?;
    module.add("crypto_generichash_BYTES_MAX", BYTES_MAX)?;
    module.add("crypto_generichash_KEYBYTES", DEFAULT)?;
    module.add("crypto_generichash_KEYBYTES_MIN", DEFAULT / 2)?;
    module.add("crypto_generichash_KEYBYTES_MAX", BYTES_MAX)?;
    module.add("crypto_generichash_SALTBYTES", SALT_LEN)?;
    module.add("crypto_generichash_PERSONALBYTES", SALT_LEN)?;
    add_functions(module)
}

/// The default length of a digest and of a key; the recommended minimum is half of it.
const DEFAULT: usize = 32;
const BYTES_MAX_SIGNED: isize = BYTES_MAX as isize;
pub(crate) const PICOSECONDS: usize = 1000;

/// An optional argument; `None` is not the same as leaving it out.
pub(crate) enum Optional<'a, 'py> {
    Absent,
    Given(Borrowed<'a, 'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Optional<'a, 'py> {
    type Error = Infallible;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Self::Given(object))
    }
}

/// Return the BLAKE2b digest of `data`, of 1 to 64 bytes. `key` has at most 64 bytes; `salt` and
/// `person` have at most 16 bytes and are padded with zeros.
#[pyfunction]
#[pyo3(
    signature = (
        data,
        digest_size=Optional::Absent,
        key=Optional::Absent,
        salt=Optional::Absent,
        person=Optional::Absent,
    ),
    text_signature = "(data, digest_size=32, key=b'', salt=b'', person=b'')"
)]
fn crypto_generichash_blake2b_salt_personal<'py>(
    py: Python<'py>,
    data: Arg,
    digest_size: Optional<'_, 'py>,
    key: Optional<'_, 'py>,
    salt: Optional<'_, 'py>,
    person: Optional<'_, 'py>,
) -> Output<'py> {
    let arguments = Arguments::of(py, &digest_size, &key, &salt, &person)?;
    let data = &*sequence(data, "data", "Input data must be a bytes sequence")?;
    let params = arguments.params();
    output(py, arguments.digest_size(py)?, |out| {
        let work = || generichash::hash_into(out, data, &params);
        run(py, estimate(data.len(), PICOSECONDS), work).map_err(|error| map(py, &error))
    })
}

/// The parameters of a BLAKE2b function.
pub(crate) struct Arguments<'a> {
    digest_size: isize,
    key: Input<'a>,
    salt: Input<'a>,
    person: Input<'a>,
}

impl<'a> Arguments<'a> {
    /// Checks the types and the maximum lengths of the arguments.
    pub(crate) fn of<'py>(
        py: Python<'py>,
        digest_size: &Optional<'_, 'py>,
        key: &'a Optional<'_, 'py>,
        salt: &'a Optional<'_, 'py>,
        person: &'a Optional<'_, 'py>,
    ) -> PyResult<Self> {
        let key = bytes(key, "key", "Key must be a bytes sequence")?;
        let salt = bytes(salt, "salt", "Salt must be a bytes sequence")?;
        let person = bytes(person, "person", "Person must be a bytes sequence")?;
        let digest_size = at_most(py, digest_size)?;
        for (name, given, most) in
            [("Key", &key, BYTES_MAX), ("Salt", &salt, SALT_LEN), ("Person", &person, SALT_LEN)]
        {
            if given.len() > most {
                let text = format!("{name} length greater than {most} bytes");
                return Err(raise(py, Kind::Value, text));
            }
        }
        Ok(Self { digest_size, key, salt, person })
    }

    pub(crate) fn params(&self) -> Params<'_> {
        Params { key: &self.key, salt: &self.salt, person: &self.person }
    }

    /// Returns the length of the digest, if it is valid.
    fn digest_size(&self, py: Python<'_>) -> PyResult<usize> {
        at_least_one(py, self.digest_size)
    }

    /// Like [`Self::digest_size`], for a state: there, PyNaCl raises `OverflowError` for a negative
    /// size.
    pub(crate) fn state_digest_size(&self, py: Python<'_>) -> PyResult<usize> {
        if self.digest_size < 0 {
            return Err(PyOverflowError::new_err("digest_size must not be negative"));
        }
        self.digest_size(py)
    }
}

/// Checks the maximum of the digest size, which PyNaCl checks before all other lengths. Returns -1
/// for any negative size too small for `isize`.
fn at_most(py: Python<'_>, digest_size: &Optional<'_, '_>) -> PyResult<isize> {
    let Optional::Given(object) = digest_size else { return Ok(DEFAULT as isize) };
    if !object.is_instance_of::<PyInt>() {
        return Err(raise(py, Kind::Type, "Digest size must be an integer number"));
    }
    match object.extract() {
        Ok(size @ ..=BYTES_MAX_SIGNED) => Ok(size),
        Err(_) if object.lt(0)? => Ok(-1),
        _ => Err(raise(py, Kind::Value, format!("Digest_size greater than {BYTES_MAX}"))),
    }
}

/// Checks the minimum of the digest size. PyNaCl lets libsodium refuse 0, hence the exception class
/// and message.
fn at_least_one(py: Python<'_>, digest_size: isize) -> PyResult<usize> {
    match usize::try_from(digest_size) {
        Ok(0) => Err(raise(py, Kind::Runtime, "Unexpected failure")),
        Ok(size) => Ok(size),
        Err(_) => Err(raise(py, Kind::Value, format!("Digest_size must be from 1 to {BYTES_MAX}"))),
    }
}

fn bytes<'a>(
    argument: &'a Optional<'_, '_>,
    name: &str,
    text: &'static str,
) -> PyResult<Input<'a>> {
    match argument {
        Optional::Absent => Ok(Input::Borrowed(&[])),
        Optional::Given(object) => sequence(object, name, text),
    }
}

/// Returns the bytes of a buffer; another type raises `TypeError` with PyNaCl's message.
fn sequence<'a>(
    object: &'a Bound<'_, PyAny>,
    name: &str,
    text: &'static str,
) -> PyResult<Input<'a>> {
    input_or(object, name, || raise(object.py(), Kind::Type, text))
}
