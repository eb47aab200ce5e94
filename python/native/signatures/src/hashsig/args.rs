//! Conversion of arguments that several classes share.

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use quicksalt_hashsig::czd0::{Contexts, KEY_LEN, Key, LevelParams, Params};

use super::error::map;
use quicksalt_binding::buffer::{Arg, exact};
use quicksalt_binding::error::{Kind, raise};

/// Converts an integer from 0 to 2^64 - 1.
///
/// # Errors
/// `TypeError` or `ValueError` that names the argument.
pub(crate) fn number(object: Arg, name: &str) -> PyResult<u64> {
    if let Ok(number) = object.cast::<PyInt>() {
        return number.extract().map_err(|_| {
            raise(object.py(), Kind::Value, format!("{name} must be from 0 to 2^64 - 1"))
        });
    }
    let found = object.get_type().name()?;
    Err(raise(object.py(), Kind::Type, format!("{name} must be an integer, not {found}")))
}

/// Like [`number`]; too large a number is clamped, and a later check rejects it.
pub(crate) fn size(object: Arg, name: &str) -> PyResult<usize> {
    Ok(usize::try_from(number(object, name)?).unwrap_or(usize::MAX))
}

/// Like [`number`], for the index of a leaf; an index out of range remains out of range.
pub(crate) fn leaf(object: Arg, name: &str) -> PyResult<u32> {
    Ok(u32::try_from(number(object, name)?).unwrap_or(u32::MAX))
}

/// Converts a `str`.
///
/// # Errors
/// `TypeError` that names the argument.
pub(crate) fn text<'a>(object: &'a Bound<'_, PyAny>, name: &str) -> PyResult<&'a str> {
    if let Ok(text) = object.cast::<PyString>() {
        return text.to_str().map_err(|_| {
            // The message omits the text, which may be secret.
            raise(object.py(), Kind::Value, format!("{name} must be encodable as UTF-8"))
        });
    }
    let found = object.get_type().name()?;
    Err(raise(object.py(), Kind::Type, format!("{name} must be a str, not {found}")))
}

/// Converts a coinZdense secret of 32 bytes.
pub(crate) fn secret_key(object: Arg, name: &str) -> PyResult<Key> {
    exact::<[u8; KEY_LEN]>(object, name, KEY_LEN).map(Key::new)
}

/// Converts the name of an encoding of contexts.
pub(crate) fn contexts(object: Arg, name: &str) -> PyResult<Contexts> {
    let found = text(object, name)?;
    Contexts::ALL.into_iter().find(|known| known.name() == found).ok_or_else(|| {
        raise(object.py(), Kind::Value, format!("{name} must be linux, windows or ascii"))
    })
}

/// Converts the parameters of a one-time key.
pub(crate) fn params(hashlen: Arg, otsbits: Arg) -> PyResult<Params> {
    Params::new(size(hashlen, "hashlen")?, size(otsbits, "otsbits")?)
        .map_err(|error| map(hashlen.py(), &error))
}

/// Converts the parameters of a level.
pub(crate) fn level_params(hashlen: Arg, otsbits: Arg, height: Arg) -> PyResult<LevelParams> {
    let (hashlen_, otsbits) = (size(hashlen, "hashlen")?, size(otsbits, "otsbits")?);
    LevelParams::new(hashlen_, otsbits, size(height, "height")?)
        .map_err(|error| map(hashlen.py(), &error))
}
