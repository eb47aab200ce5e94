//! `crypto_auth`: message authentication with HMAC-SHA-512-256, HMAC-SHA-256 and HMAC-SHA-512; and
//! `crypto_onetimeauth`, Poly1305.
//!
//! PyNaCl lacks these functions. The order of arguments is libnacl's, and `_verify` returns `True`
//! or raises, like PyNaCl's verifying functions.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::auth::{self, HMAC_SHA256_LEN, HMAC_SHA512_LEN, Key, TAG_LEN};
use quicksalt::nacl::onetimeauth;

use quicksalt_binding::buffer::{Arg, Output, estimate, exact, input};
use quicksalt_binding::error::{map, unopened};
use quicksalt_binding::turn::run;

pub(crate) const PICOSECONDS: usize = 1800;
pub(crate) const SHA256_PICOSECONDS: usize = 600;
pub(crate) const POLY1305_PICOSECONDS: usize = 250;
const FORGED: &str = "Authenticator failed verification";

/// Defines the functions of each MAC from: the name, the two functions, the type of the key, the
/// length of the tag, picoseconds per byte, and the library's functions to make and verify a tag.
macro_rules! macs {
    ($(
        $name:literal, $mac:ident, $verify:ident: $key:ty, $len:expr, $picoseconds:expr,
        $make:expr, $check:expr;
    )*) => {
        pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add(concat!(stringify!($mac), "_BYTES"), $len)?;
                module.add(concat!(stringify!($mac), "_KEYBYTES"), <$key>::LEN)?;
                module.add_function(wrap_pyfunction!($mac, module)?)?;
                module.add_function(wrap_pyfunction!($verify, module)?)?;
            )*
            Ok(())
        }

        $(
            #[doc = concat!("Return the tag of a message: ", $name, ".")]
            #[pyfunction]
            fn $mac<'py>(py: Python<'py>, message: Arg, key: Arg) -> Output<'py> {
                let make: fn(&[u8], &$key) -> quicksalt::Result<[u8; $len]> = $make;
                let key = exact(key, "key", <$key>::LEN)?;
                let message = &*input(message, "message")?;
                let tag = run(py, estimate(message.len(), $picoseconds), || make(message, &key));
                tag.map(|tag| PyBytes::new(py, &tag)).map_err(|error| map(py, &error))
            }

            /// Return `True` if the tag of a message is valid, otherwise raise `CryptoError`.
            #[pyfunction]
            fn $verify(py: Python<'_>, token: Arg, message: Arg, key: Arg) -> PyResult<bool> {
                let check: fn(&[u8; $len], &[u8], &$key) -> quicksalt::Result<()> = $check;
                let key = exact(key, "key", <$key>::LEN)?;
                let tag = exact(token, "token", $len)?;
                let message = &*input(message, "message")?;
                let work = || check(&tag, message, &key);
                let verdict = run(py, estimate(message.len(), $picoseconds), work);
                verdict.map(|()| true).map_err(|error| unopened(py, &error, FORGED))
            }
        )*
    };
}

macs! {
    "HMAC-SHA-512 truncated to 32 bytes", crypto_auth, crypto_auth_verify:
        Key, TAG_LEN, PICOSECONDS, auth::tag, auth::verify;
    "HMAC-SHA-256", crypto_auth_hmacsha256, crypto_auth_hmacsha256_verify:
        Key, HMAC_SHA256_LEN, SHA256_PICOSECONDS,
        |message, key| auth::hmac_sha256(message, key.as_bytes()),
        |tag, message, key| auth::hmac_sha256_verify(tag, message, key.as_bytes());
    "HMAC-SHA-512", crypto_auth_hmacsha512, crypto_auth_hmacsha512_verify:
        Key, HMAC_SHA512_LEN, PICOSECONDS,
        |message, key| auth::hmac_sha512(message, key.as_bytes()),
        |tag, message, key| auth::hmac_sha512_verify(tag, message, key.as_bytes());
    "Poly1305, with a key for a single message", crypto_onetimeauth, crypto_onetimeauth_verify:
        onetimeauth::Key, onetimeauth::TAG_LEN, POLY1305_PICOSECONDS,
        onetimeauth::tag, onetimeauth::verify;
}
