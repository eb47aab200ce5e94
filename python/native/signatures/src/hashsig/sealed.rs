//! The passphrase or key that encrypts a store.

use pyo3::prelude::*;
use pyo3::types::PyString;
use quicksalt::Wiped;
use quicksalt_hashsig::store::{Cost, Secret};

use quicksalt_binding::buffer::{Arg, Input, exact, input};
use quicksalt_binding::error::{Kind, raise};

/// The passphrase or key of a store, copied from the Python objects.
pub(super) enum Sealed {
    Key(Wiped<[u8; 32]>),
    None,
    Passphrase(Wiped<Vec<u8>>),
}

impl Sealed {
    pub(super) fn new(py: Python<'_>, passphrase: Option<Arg>, key: Option<Arg>) -> PyResult<Self> {
        match (passphrase, key) {
            (None, None) => Ok(Self::None),
            (None, Some(key)) => Ok(Self::Key(Wiped::new(exact(key, "key", 32)?))),
            (Some(phrase), None) => {
                let normal = phrase.cast::<PyString>().map(normal);
                let phrase = match &normal {
                    Ok(Ok(text)) => Input::Borrowed(text.to_str()?.as_bytes()),
                    Ok(Err(error)) => return Err(error.clone_ref(py)),
                    Err(_) => input(phrase, "passphrase")?,
                };
                phrase.into_owned().map(Self::Passphrase)
            }
            (Some(_), Some(_)) => {
                Err(raise(py, Kind::Value, "give a passphrase or a key, not both"))
            }
        }
    }

    pub(super) fn secret(&self) -> Secret<'_> {
        match self {
            Self::Key(key) => Secret::Key(key),
            Self::None => Secret::None,
            Self::Passphrase(phrase) => Secret::Passphrase(phrase),
        }
    }
}

/// Normalizes text to NFC, so that the composition of characters by the keyboard does not matter.
fn normal<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let normalize = text.py().import("unicodedata")?.getattr("normalize")?;
    Ok(normalize.call1(("NFC", text))?.cast_into()?)
}

/// Returns the cost of Argon2id: KiB, passes, lanes.
pub(super) fn cost_of(cost: Option<(u32, u32, u32)>) -> Cost {
    cost.map_or_else(Cost::default, |(memory_kib, passes, lanes)| Cost {
        memory_kib,
        passes,
        lanes,
    })
}
