//! Files of `openssl enc` and of kaesar.

use pyo3::prelude::*;
use quicksalt_files::openssl::{self, Cipher, Kdf, Layer, Options};

use super::stream::{Mode, Stream};
use super::{refusal, work};
use quicksalt_binding::buffer::{Arg, input};
use quicksalt_binding::error::{Kind, raise};

quicksalt_binding::functions!("files/openssl.rs");

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

const LAYERS: [(&str, Layer); 4] = [
    ("binary", Layer::Binary),
    ("base64", Layer::Base64),
    ("kaesar-mode", Layer::KaesarMode),
    ("kaesar-text", Layer::KaesarText),
];

fn options(
    py: Python<'_>,
    cipher: &str,
    kdf: Option<&str>,
    iterations: u32,
    form: &str,
) -> PyResult<Options> {
    let wrong =
        || raise(py, Kind::Value, "form must be binary, base64, kaesar-mode or kaesar-text");
    let layer = LAYERS.iter().find(|(name, _)| *name == form).ok_or_else(wrong)?.1;
    let cipher = Cipher::parse(cipher).map_err(|error| refusal(py, error))?;
    let kdf = kdf.map(|name| Kdf::parse(name, iterations)).transpose();
    let kdf = kdf.map_err(|error| refusal(py, error))?;
    Ok(Options { cipher, kdf, iterations, layer })
}

/// Encrypt from one path or file object to another.
#[pyfunction]
fn openssl_encrypt<'py>(
    py: Python<'py>,
    source: Arg,
    target: Arg,
    passphrase: Arg,
    cipher: &str,
    kdf: Option<&str>,
    iterations: u32,
    form: &str,
) -> PyResult<()> {
    let options = options(py, cipher, kdf, iterations, form)?;
    let passphrase = &*input(passphrase, "passphrase")?;
    let mut source = Stream::new(source, "source", Mode::Read)?;
    let mut target = Stream::new(target, "target", Mode::Write)?;
    work(py, || openssl::encrypt(&mut source, &mut target, passphrase, &options))
}

/// Decrypt from one path or file object to another; return the cipher, the key derivation and the
/// form.
#[pyfunction]
fn openssl_decrypt<'py>(
    py: Python<'py>,
    source: Arg,
    target: Arg,
    passphrase: Arg,
    cipher: &str,
    kdf: Option<&str>,
    iterations: u32,
) -> PyResult<(String, String, &'static str)> {
    let options = options(py, cipher, kdf, iterations, "binary")?;
    let passphrase = &*input(passphrase, "passphrase")?;
    let mut source = Stream::new(source, "source", Mode::Read)?;
    let mut target = Stream::new(target, "target", Mode::Write)?;
    let found = work(py, || match source.regular() {
        Some(file) => openssl::decrypt_file(file, &mut target, passphrase, &options),
        None => openssl::decrypt(&mut source, &mut target, passphrase, &options),
    })?;
    let form = LAYERS.iter().find(|(_, layer)| *layer == found.layer).map_or("", |(name, _)| name);
    Ok((found.cipher.to_string(), found.kdf.to_string(), form))
}
