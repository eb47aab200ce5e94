//! Recovery of a key from account, role and passphrase.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt_hashsig::Result;
use quicksalt_hashsig::lms::hss::PublicKey;
use quicksalt_hashsig::recovery::{
    Cost, Credentials, LevelSearch, Resume, Stretched, disaster_key,
};
use quicksalt_hashsig::trees::Levels;

use super::args::{level_params, number, params, secret_key, size, text};
use super::error::map;
use super::keygen::{Identifiers, levels_of};
use quicksalt_binding::buffer::{Arg, Output, input};
use quicksalt_binding::interrupt::interruptible;

quicksalt_binding::functions!("hashsig/recovery.rs");

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Search>()?;
    add_functions(module)
}

/// Return the encoding of contexts and the salt of the disaster key with the given public key.
#[pyfunction]
fn czd0_disaster_key<'py>(
    hashlen: Arg<'_, 'py>,
    otsbits: Arg,
    secret: Arg,
    published: Arg,
) -> PyResult<(&'static str, Bound<'py, PyBytes>)> {
    let py = hashlen.py();
    let (params, secret) = (params(hashlen, otsbits)?, secret_key(secret, "secret")?);
    let published = input(published, "published")?;
    let found = interruptible(py, || disaster_key(params, &secret, &published))?;
    let key = found.map_err(|error| map(py, &error))?;
    Ok((key.contexts().name(), PyBytes::new(py, key.levelsalt())))
}

/// The search for a level key with a given public key.
#[pyclass(frozen, name = "Czd0LevelSearch", module = "quicksalt._signatures")]
struct Search(Mutex<LevelSearch>);

#[pymethods]
impl Search {
    #[new]
    fn new(
        secret: Arg,
        wen3index: Arg,
        sizes: (Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>),
        published: Arg,
    ) -> PyResult<Self> {
        let params = level_params(&sizes.0, &sizes.1, &sizes.2)?;
        let (secret, first) = (secret_key(secret, "secret")?, number(wen3index, "wen3index")?);
        let search = LevelSearch::new(params, secret, first, &input(published, "published")?);
        search.map(|search| Self(Mutex::new(search))).map_err(|error| map(wen3index.py(), &error))
    }

    /// Continue the search; return the encoding of contexts and the layout once the key is found.
    fn step(&self, py: Python<'_>) -> PyResult<Option<(&'static str, &'static str)>> {
        let found =
            interruptible(py, || self.0.lock().unwrap_or_else(PoisonError::into_inner).step())?;
        let found = found.map_err(|error| map(py, &error))?;
        Ok(found.map(|key| (key.contexts().name(), key.layout().name())))
    }

    fn progress(&self, py: Python<'_>) -> f64 {
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).progress())
    }
}

/// Return the seed of HSS keys derived from account, role and passphrase. If `published` gives
/// levels and a public key, raise an exception unless the seed belongs to that key.
#[pyfunction]
fn hss_seed_from_credentials<'py>(
    credentials: (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>),
    cost: (Bound<'py, PyAny>, Bound<'py, PyAny>),
    published: Option<(Identifiers, Bound<'py, PyAny>)>,
) -> Output<'py> {
    let py = cost.0.py();
    let credentials = Credentials {
        account: text(&credentials.0, "account")?,
        role: text(&credentials.1, "role")?,
        passphrase: text(&credentials.2, "passphrase")?,
    };
    let published = published.map(|(identifiers, key)| -> PyResult<_> {
        let parsed = PublicKey::from_bytes(&input(&key, "published")?);
        Ok((levels(py, &identifiers)?, parsed.map_err(|error| map(py, &error))?))
    });
    let published = published.transpose()?;
    let most = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let (memory_kib, passes) = (size(&cost.0, "memory_kib")?, size(&cost.1, "passes")?);
    let cost = Cost { memory_kib: most(memory_kib), passes: most(passes) };
    let derive = || -> Result<_> {
        let stretched = Stretched::new(&credentials, cost)?;
        if let Some((levels, published)) = published {
            stretched.recover_hss(levels, &published)?;
        }
        stretched.hss_seed()
    };
    let seed = interruptible(py, derive)?.map_err(|error| map(py, &error))?;
    Ok(PyBytes::new(py, seed.as_slice()))
}

/// Return the LMS and LM-OTS identifiers of each level of a text such as `10/8,10/8`.
#[pyfunction]
fn hss_levels(text: Arg) -> PyResult<Identifiers> {
    let levels = self::text(text, "text")?.parse::<Levels>();
    let levels = levels.map_err(|error| map(text.py(), &error))?;
    Ok(levels.as_slice().iter().map(|params| (params.lms(), params.lmots())).collect())
}

/// Return the first index that may sign: `next_index` if given and valid for the key, otherwise the
/// index after the tree of level `burn_level` that contains `last_seen`.
#[pyfunction]
fn hss_next_index(
    py: Python<'_>,
    identifiers: Identifiers,
    next_index: Option<Arg>,
    last_seen: Arg,
    burn_level: Arg,
) -> PyResult<u64> {
    let levels = levels(py, &identifiers)?;
    let resume = match next_index {
        Some(index) => Resume::From(number(index, "next_index")?),
        None => Resume::AfterTree {
            seen: number(last_seen, "last_seen")?,
            level: size(burn_level, "burn_level")?,
        },
    };
    resume.next_index(&levels).map_err(|error| map(py, &error))
}

fn levels(py: Python<'_>, identifiers: &Identifiers) -> PyResult<Levels> {
    levels_of(identifiers).map_err(|error| map(py, &error))
}
