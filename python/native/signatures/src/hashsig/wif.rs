//! Keys as text, and keys derived from credentials.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use quicksalt_hashsig::czd0::{key_from_creds, wif};

use super::args::text;
use super::error::map;
use quicksalt_binding::buffer::{Arg, Output, input};
use quicksalt_binding::error::{Kind, raise};

quicksalt_binding::functions!("hashsig/wif.rs");

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

/// Return the 32 bytes that coinzdense derives from an account, a role and a password.
#[pyfunction]
fn czd0_key_from_creds<'py>(account: Arg<'_, 'py>, role: Arg, password: Arg) -> Output<'py> {
    let py = account.py();
    let (account, role) = (text(account, "account")?, text(role, "role")?);
    let key = key_from_creds(account, role, text(password, "password")?);
    key.map(|key| PyBytes::new(py, key.as_slice())).map_err(|error| map(py, &error))
}

/// Return the text of a key; `keytype` is coinzdense's name of its type.
#[pyfunction]
fn wif_encode<'py>(binkey: Arg<'_, 'py>, keytype: Arg) -> PyResult<Bound<'py, PyString>> {
    let py = binkey.py();
    let name = text(keytype, "keytype")?;
    let known = wif::KeyType::ALL.into_iter().find(|known| known.name() == name);
    let unknown = || raise(py, Kind::Value, "keytype must be a name of coinzdense's Keytype");
    let found = wif::encode(known.ok_or_else(unknown)?, &input(binkey, "binkey")?)
        .map_err(|error| map(py, &error))?;
    PyString::from_bytes(py, &found)
}

/// Return the name of a key's type, and the bytes of the key.
#[pyfunction]
fn wif_parse<'py>(wif: Arg<'_, 'py>) -> PyResult<(&'static str, Bound<'py, PyBytes>)> {
    let py = wif.py();
    let (keytype, key) = wif::parse(text(wif, "wif")?).map_err(|error| map(py, &error))?;
    Ok((keytype.name(), PyBytes::new(py, &key)))
}
