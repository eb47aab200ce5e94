//! `crypto_stream`: the keystreams of XSalsa20 and libsodium's other ciphers. PyNaCl lacks them.

use pyo3::prelude::*;

use crate::kdf::number;
use quicksalt_binding::buffer::{Arg, Output, estimate, exact, input, length, output};
use quicksalt_binding::error::map;
use quicksalt_binding::turn::run;

/// The parameters of a cipher: the key's length and picoseconds per byte.
struct Shape {
    key_len: usize,
    picoseconds: usize,
}

impl Shape {
    /// Returns keystream from a function of `quicksalt::nacl::stream`.
    fn keystream<'py, const N: usize, K>(
        &self,
        length: Arg<'_, 'py>,
        (nonce, key): (Arg, Arg),
        fill: impl Fn(&mut [u8], &[u8; N], &K) -> quicksalt::Result<()> + Sync,
    ) -> Output<'py>
    where
        K: for<'a> TryFrom<&'a [u8]> + Sync,
    {
        let (py, length) = (length.py(), self::length(length, "length")?);
        let (nonce, key): ([u8; N], K) = self.nonce_and_key(nonce, key)?;
        output(py, length, |out| {
            let work = || fill(out, &nonce, &key);
            run(py, estimate(length, self.picoseconds), work).map_err(|error| map(py, &error))
        })
    }

    /// Returns a message XOR keystream, by a function of `quicksalt::nacl::stream`.
    fn xored<'py, const N: usize, K>(
        &self,
        message: Arg<'_, 'py>,
        (nonce, key): (Arg, Arg),
        xor: impl Fn(&mut [u8], &[u8], &[u8; N], &K) -> quicksalt::Result<()> + Sync,
    ) -> Output<'py>
    where
        K: for<'a> TryFrom<&'a [u8]> + Sync,
    {
        let (py, message) = (message.py(), &*input(message, "message")?);
        let (nonce, key): ([u8; N], K) = self.nonce_and_key(nonce, key)?;
        output(py, message.len(), |out| {
            let work = || xor(out, message, &nonce, &key);
            let ns = estimate(message.len(), self.picoseconds);
            run(py, ns, work).map_err(|error| map(py, &error))
        })
    }

    fn nonce_and_key<const N: usize, K>(&self, nonce: Arg, key: Arg) -> PyResult<([u8; N], K)>
    where
        K: for<'a> TryFrom<&'a [u8]>,
    {
        Ok((exact(nonce, "nonce", N)?, exact(key, "key", self.key_len)?))
    }
}

/// Defines the functions and constants of each cipher from: its module in
/// `quicksalt::nacl::stream`, the functions, if libsodium has it the function with an initial block
/// counter and the counter's type, and picoseconds per byte.
macro_rules! ciphers {
    ($(
        $module:ident, $fill:ident, $xor:ident $(, $xor_ic:ident by $counter:ty, $numbers:literal)?;
        $name:literal, $picoseconds:literal;
    )*) => {
        pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $($module::register(module)?;)*
            Ok(())
        }

        $(mod $module {
            use quicksalt::nacl::stream::$module::{self as stream, Key, NONCE_LEN};

            use super::*;

            const SHAPE: Shape = Shape { key_len: Key::LEN, picoseconds: $picoseconds };

            pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
                module.add(concat!($name, "_KEYBYTES"), Key::LEN)?;
                module.add(concat!($name, "_NONCEBYTES"), NONCE_LEN)?;
                $(module.add_function(wrap_pyfunction!($xor_ic, module)?)?;)?
                module.add_function(wrap_pyfunction!($fill, module)?)?;
                module.add_function(wrap_pyfunction!($xor, module)?)
            }

            /// Return `length` bytes of keystream for a key and a nonce.
            #[pyfunction]
            fn $fill<'py>(
                length: Arg<'_, 'py>,
                nonce: Arg,
                key: Arg,
            ) -> Output<'py> {
                SHAPE.keystream(length, (nonce, key), stream::fill)
            }

            /// Return `message` XOR the keystream of a key and a nonce. The result is not
            /// authenticated.
            #[pyfunction]
            fn $xor<'py>(
                message: Arg<'_, 'py>,
                nonce: Arg,
                key: Arg,
            ) -> Output<'py> {
                SHAPE.xored(message, (nonce, key), stream::xor_into)
            }

            $(
                /// Return `message` XOR the keystream of a key and a nonce, starting at the 64-byte
                /// block number `ic`. The result is not authenticated.
                #[pyfunction]
                fn $xor_ic<'py>(
                    message: Arg<'_, 'py>,
                    nonce: Arg,
                    ic: Arg,
                    key: Arg,
                ) -> Output<'py> {
                    let block: $counter = number(ic, "ic", $numbers)?;
                    SHAPE.xored(message, (nonce, key), |out, message, nonce, key| {
                        stream::xor_ic_into(out, message, nonce, block, key)
                    })
                }
            )?
        })*
    };
}

ciphers! {
    chacha20, crypto_stream_chacha20, crypto_stream_chacha20_xor,
    crypto_stream_chacha20_xor_ic by u64, "from 0 to 2**64 - 1";
    "crypto_stream_chacha20", 400;
    chacha20_ietf, crypto_stream_chacha20_ietf, crypto_stream_chacha20_ietf_xor,
    crypto_stream_chacha20_ietf_xor_ic by u32, "from 0 to 2**32 - 1";
    "crypto_stream_chacha20_ietf", 400;
    salsa20, crypto_stream_salsa20, crypto_stream_salsa20_xor,
    crypto_stream_salsa20_xor_ic by u64, "from 0 to 2**64 - 1";
    "crypto_stream_salsa20", 400;
    salsa2012, crypto_stream_salsa2012, crypto_stream_salsa2012_xor;
    "crypto_stream_salsa2012", 250;
    salsa208, crypto_stream_salsa208, crypto_stream_salsa208_xor;
    "crypto_stream_salsa208", 200;
    xchacha20, crypto_stream_xchacha20, crypto_stream_xchacha20_xor,
    crypto_stream_xchacha20_xor_ic by u64, "from 0 to 2**64 - 1";
    "crypto_stream_xchacha20", 400;
    xsalsa20, crypto_stream, crypto_stream_xor,
    crypto_stream_xsalsa20_xor_ic by u64, "from 0 to 2**64 - 1";
    "crypto_stream", 400;
}
