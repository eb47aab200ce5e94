//! `crypto_aead`: authenticated encryption with additional data.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use quicksalt_binding::buffer::{Arg, Input, Output, estimate, exact, input_or, output};
use quicksalt_binding::error::{Kind, map, raise, unopened};
use quicksalt_binding::turn::run;

const FORGED: &str = "Decryption failed.";

/// The parameters that distinguish one construction from another.
struct Shape {
    message_max: u64,
    /// PyNaCl's messages for an invalid nonce and an invalid key.
    nonce: &'static str,
    key: &'static str,
    /// Estimated time for a byte of the message; additional data take half of it.
    picoseconds: usize,
}

impl Shape {
    fn work_ns(&self, message: &[u8], aad: &[u8]) -> usize {
        estimate(message.len(), self.picoseconds) + estimate(aad.len(), self.picoseconds / 2)
    }

    /// Rejects an input that exceeds the construction's maximum length.
    fn check(&self, py: Python<'_>, len: usize, kind: &str, more: u64) -> PyResult<()> {
        let most = self.message_max.saturating_add(more);
        if len as u64 <= most {
            return Ok(());
        }
        Err(raise(py, Kind::Value, format!("{kind} must be at most {most} bytes long")))
    }
}

/// The arguments of a function; `text` is the plaintext or the ciphertext.
struct Arguments<'a, 'py> {
    text: &'a Bound<'py, PyAny>,
    aad: &'a Bound<'py, PyAny>,
    nonce: &'a Bound<'py, PyAny>,
    key: &'a Bound<'py, PyAny>,
}

/// Seals with a function of `quicksalt::nacl::aead`; its output is `longer` bytes longer than the
/// message. Returns the output and the function's own result, such as a detached tag.
fn encrypt<'py, N, K, T: Default + Send>(
    shape: &Shape,
    arguments: &Arguments<'_, 'py>,
    longer: usize,
    seal: impl Fn(&mut [u8], &[u8], &[u8], &N, &K) -> quicksalt::Result<T> + Sync,
) -> PyResult<(Bound<'py, PyBytes>, T)>
where
    N: for<'a> TryFrom<&'a [u8]> + Sync,
    K: for<'a> TryFrom<&'a [u8]> + Sync,
{
    let (py, mut given) = (arguments.text.py(), T::default());
    let message = &*bytes(arguments.text, "message", "Input message type must be bytes")?;
    shape.check(py, message.len(), "Message", 0)?;
    let aad = &*associated(arguments.aad)?;
    let nonce: N = sized(arguments.nonce, "nonce", shape.nonce)?;
    let key: K = sized(arguments.key, "key", shape.key)?;
    let sealed = output(py, message.len() + longer, |out| {
        let work = || seal(out, message, aad, &nonce, &key);
        given = run(py, shape.work_ns(message, aad), work).map_err(|error| map(py, &error))?;
        Ok(())
    })?;
    Ok((sealed, given))
}

/// Opens with a function of `quicksalt::nacl::aead`; its input is `longer` bytes longer than the
/// message.
fn decrypt<'py, N, K>(
    shape: &Shape,
    arguments: &Arguments<'_, 'py>,
    longer: usize,
    open: impl Fn(&mut [u8], &[u8], &[u8], &N, &K) -> quicksalt::Result<()> + Sync,
) -> Output<'py>
where
    N: for<'a> TryFrom<&'a [u8]> + Sync,
    K: for<'a> TryFrom<&'a [u8]> + Sync,
{
    let py = arguments.text.py();
    let sealed = &*bytes(arguments.text, "ciphertext", "Input ciphertext type must be bytes")?;
    shape.check(py, sealed.len(), "Ciphertext", longer as u64)?;
    let aad = &*associated(arguments.aad)?;
    let nonce: N = sized(arguments.nonce, "nonce", shape.nonce)?;
    let key: K = sized(arguments.key, "key", shape.key)?;
    let len = sealed.len().checked_sub(longer);
    let len = len.ok_or_else(|| raise(py, Kind::Crypto, FORGED))?;
    output(py, len, |out| {
        let work = || open(out, sealed, aad, &nonce, &key);
        run(py, shape.work_ns(sealed, aad), work).map_err(|error| unopened(py, &error, FORGED))
    })
}

/// Defines the functions and constants of each construction from: its module in
/// `quicksalt::nacl::aead`, the names of the functions, the prefix of the constants, the lengths of
/// nonce and key, and picoseconds per byte.
macro_rules! constructions {
    ($(
        $module:ident, $encrypt:ident, $decrypt:ident, $encrypt_detached:ident,
        $decrypt_detached:ident, $name:literal, $nonce_len:literal, $key_len:literal,
        $picoseconds:literal;
    )*) => {
        pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $($module::register(module)?;)*
            Ok(())
        }

        $(mod $module {
            use quicksalt::nacl::aead::$module::{
                Key, MESSAGE_MAX, NONCE_LEN, TAG_LEN, open_detached, open_into, seal_detached,
                seal_into,
            };

            use super::*;

            const SHAPE: Shape = Shape {
                message_max: MESSAGE_MAX,
                nonce: concat!("Nonce must be a ", $nonce_len, " bytes long bytes sequence"),
                key: concat!("Key must be a ", $key_len, " bytes long bytes sequence"),
                picoseconds: $picoseconds,
            };

            pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
                module.add(concat!($name, "_KEYBYTES"), Key::LEN)?;
                module.add(concat!($name, "_NPUBBYTES"), NONCE_LEN)?;
                module.add(concat!($name, "_NSECBYTES"), 0)?;
                module.add(concat!($name, "_ABYTES"), TAG_LEN)?;
                module.add(concat!($name, "_MESSAGEBYTES_MAX"), MESSAGE_MAX)?;
                module.add_function(wrap_pyfunction!($encrypt_detached, module)?)?;
                module.add_function(wrap_pyfunction!($decrypt_detached, module)?)?;
                module.add_function(wrap_pyfunction!($encrypt, module)?)?;
                module.add_function(wrap_pyfunction!($decrypt, module)?)
            }

            /// Return `message` encrypted, with the tag appended. Never use a nonce again with the
            /// same key. Decryption needs the same `aad`, which may be `None`.
            #[pyfunction]
            fn $encrypt<'py>(
                message: Arg<'_, 'py>,
                aad: Arg<'_, 'py>,
                nonce: Arg<'_, 'py>,
                key: Arg<'_, 'py>,
            ) -> Output<'py> {
                encrypt::<[u8; NONCE_LEN], Key, ()>(
                    &SHAPE,
                    &Arguments { text: message, aad, nonce, key },
                    TAG_LEN,
                    |out, message, aad, nonce, key| seal_into(out, message, aad, nonce, key),
                )
                .map(|(sealed, ())| sealed)
            }

            /// Return the ciphertext, of the length of `message`, and the tag as two values. Never
            /// use a nonce again with the same key.
            #[pyfunction]
            fn $encrypt_detached<'py>(
                message: Arg<'_, 'py>,
                aad: Arg<'_, 'py>,
                nonce: Arg<'_, 'py>,
                key: Arg<'_, 'py>,
            ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
                encrypt::<[u8; NONCE_LEN], Key, [u8; TAG_LEN]>(
                    &SHAPE,
                    &Arguments { text: message, aad, nonce, key },
                    0,
                    |out, message, aad, nonce, key| seal_detached(out, message, aad, nonce, key),
                )
                .map(|(sealed, tag)| (sealed, PyBytes::new(message.py(), &tag)))
            }

            /// Return the message of a ciphertext and its tag `mac`, or raise `CryptoError`.
            #[pyfunction]
            fn $decrypt_detached<'py>(
                ciphertext: Arg<'_, 'py>,
                mac: Arg,
                aad: Arg<'_, 'py>,
                nonce: Arg<'_, 'py>,
                key: Arg<'_, 'py>,
            ) -> Output<'py> {
                let tag = exact(mac, "mac", TAG_LEN)?;
                decrypt::<[u8; NONCE_LEN], Key>(
                    &SHAPE,
                    &Arguments { text: ciphertext, aad, nonce, key },
                    0,
                    |out, sealed, aad, nonce, key| open_detached(out, sealed, &tag, aad, nonce, key),
                )
            }

            /// Return the message of a ciphertext with appended tag, or raise `CryptoError`; `aad`
            /// must be the data given to encryption.
            #[pyfunction]
            fn $decrypt<'py>(
                ciphertext: Arg<'_, 'py>,
                aad: Arg<'_, 'py>,
                nonce: Arg<'_, 'py>,
                key: Arg<'_, 'py>,
            ) -> Output<'py> {
                decrypt::<[u8; NONCE_LEN], Key>(
                    &SHAPE,
                    &Arguments { text: ciphertext, aad, nonce, key },
                    TAG_LEN,
                    |out, sealed, aad, nonce, key| open_into(out, sealed, aad, nonce, key),
                )
            }
        })*
    };
}

constructions! {
    aegis128l, crypto_aead_aegis128l_encrypt, crypto_aead_aegis128l_decrypt,
    crypto_aead_aegis128l_encrypt_detached, crypto_aead_aegis128l_decrypt_detached,
    "crypto_aead_aegis128l", 16, 16, 100;
    aegis256, crypto_aead_aegis256_encrypt, crypto_aead_aegis256_decrypt,
    crypto_aead_aegis256_encrypt_detached, crypto_aead_aegis256_decrypt_detached,
    "crypto_aead_aegis256", 32, 32, 150;
    aes256gcm, crypto_aead_aes256gcm_encrypt, crypto_aead_aes256gcm_decrypt,
    crypto_aead_aes256gcm_encrypt_detached, crypto_aead_aes256gcm_decrypt_detached,
    "crypto_aead_aes256gcm", 12, 32, 300;
    chacha20poly1305, crypto_aead_chacha20poly1305_encrypt, crypto_aead_chacha20poly1305_decrypt,
    crypto_aead_chacha20poly1305_encrypt_detached, crypto_aead_chacha20poly1305_decrypt_detached,
    "crypto_aead_chacha20poly1305", 8, 32, 600;
    chacha20poly1305_ietf, crypto_aead_chacha20poly1305_ietf_encrypt, crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt_detached, crypto_aead_chacha20poly1305_ietf_decrypt_detached,
    "crypto_aead_chacha20poly1305_ietf", 12, 32, 600;
    xchacha20poly1305, crypto_aead_xchacha20poly1305_ietf_encrypt, crypto_aead_xchacha20poly1305_ietf_decrypt,
    crypto_aead_xchacha20poly1305_ietf_encrypt_detached, crypto_aead_xchacha20poly1305_ietf_decrypt_detached,
    "crypto_aead_xchacha20poly1305_ietf", 24, 32, 600;
}

fn associated<'a>(aad: &'a Bound<'_, PyAny>) -> PyResult<Input<'a>> {
    if aad.is_none() {
        return Ok(Input::Borrowed(&[]));
    }
    bytes(aad, "aad", "Additional data must be bytes or None")
}

/// Converts an argument; a wrong type or length raises `TypeError` with PyNaCl's message.
fn sized<T>(object: Arg, name: &str, text: &'static str) -> PyResult<T>
where
    T: for<'a> TryFrom<&'a [u8]>,
{
    T::try_from(&bytes(object, name, text)?).map_err(|_| raise(object.py(), Kind::Type, text))
}

/// Returns the bytes of a buffer; another type raises `TypeError` with PyNaCl's message.
fn bytes<'a>(object: &'a Bound<'_, PyAny>, name: &str, text: &'static str) -> PyResult<Input<'a>> {
    input_or(object, name, || raise(object.py(), Kind::Type, text))
}
