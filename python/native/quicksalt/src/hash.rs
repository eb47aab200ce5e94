//! `crypto_hash`: SHA-256, SHA-512, SHA3-256 and SHA3-512.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::hash::{
    SHA3_256_LEN, SHA3_512_LEN, SHA256_LEN, SHA512_LEN, sha3_256, sha3_512, sha256, sha512,
};

use quicksalt_binding::buffer::{Arg, Output, estimate, input};
use quicksalt_binding::error::map;
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("hash.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_hash_BYTES", SHA512_LEN)?;
    module.add("crypto_hash_sha256_BYTES", SHA256_LEN)?;
    module.add("crypto_hash_sha512_BYTES", SHA512_LEN)?;
    module.add("crypto_hash_sha3256_BYTES", SHA3_256_LEN)?;
    module.add("crypto_hash_sha3512_BYTES", SHA3_512_LEN)?;
    add_hashes(module)?;
    add_functions(module)
}

pub(crate) const SHA256_PICOSECONDS: usize = 600;
pub(crate) const SHA512_PICOSECONDS: usize = 1700;
pub(crate) const SHA3_256_PICOSECONDS: usize = 2400;
pub(crate) const SHA3_512_PICOSECONDS: usize = 4500;

/// Return the SHA-512 digest of a message.
#[pyfunction]
fn crypto_hash<'py>(py: Python<'py>, message: Arg) -> Output<'py> {
    crypto_hash_sha512(py, message)
}

/// Defines each hash function: the name, the library's function, picoseconds per byte.
macro_rules! hashes {
    ($($name:literal, $function:ident by $hash:ident, $picoseconds:ident;)*) => {
        fn add_hashes(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($function, module)?)?;)*
            Ok(())
        }

        $(
            #[doc = concat!("Return the ", $name, " digest of a message.")]
            #[pyfunction]
            fn $function<'py>(py: Python<'py>, message: Arg) -> Output<'py> {
                let message = &*input(message, "message")?;
                let digest = run(py, estimate(message.len(), $picoseconds), || $hash(message));
                digest.map(|digest| PyBytes::new(py, &digest)).map_err(|error| map(py, &error))
            }
        )*
    };
}

hashes! {
    "SHA-256", crypto_hash_sha256 by sha256, SHA256_PICOSECONDS;
    "SHA-512", crypto_hash_sha512 by sha512, SHA512_PICOSECONDS;
    "SHA3-256", crypto_hash_sha3256 by sha3_256, SHA3_256_PICOSECONDS;
    "SHA3-512", crypto_hash_sha3512 by sha3_512, SHA3_512_PICOSECONDS;
}
