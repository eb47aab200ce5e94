//! `HssKeygen`: key generation of HSS, at random, from a seed, or from what a person remembers.

use alloc::sync::Arc;

use pyo3::prelude::*;
use quicksalt::Wiped;
use quicksalt_hashsig::lms::hss::{Levels, SEED_LEN, SecretKey, TreeId};
use quicksalt_hashsig::lms::{Params, SharedGrowth};
use quicksalt_hashsig::pool::Pool;
use quicksalt_hashsig::recovery::{Cost, Credentials, Resume, Stretched};
use quicksalt_hashsig::signing::Root;
use quicksalt_hashsig::{Result, signing};

use super::args::text;
use super::error::map;
use super::public::HssPublicKey;
use crate::buffer::exact;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<HssKeygen>()?;
    module.add_function(wrap_pyfunction!(hss_next_index, module)?)
}

/// Pairs of identifiers of LMS and LM-OTS, one for each level from the top down.
pub(super) type Identifiers = Vec<(u32, u32)>;

pub(super) fn levels_of(identifiers: &Identifiers) -> Result<Levels> {
    let params = identifiers.iter().map(|&(lms, lmots)| Params::from_identifiers(lms, lmots));
    Levels::new(&params.collect::<Result<Vec<_>>>()?)
}

/// The generation of a key: its top tree, by any number of threads.
#[pyclass(frozen, module = "quicksalt._native")]
pub(crate) struct HssKeygen {
    secret: SecretKey,
    growth: Arc<SharedGrowth>,
}

#[pymethods]
impl HssKeygen {
    /// Begin a key that follows from a seed of 32 bytes, or from random bytes.
    #[new]
    #[pyo3(signature = (levels, seed = None))]
    fn new(py: Python<'_>, levels: Identifiers, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = seed.map(|seed| exact::<[u8; SEED_LEN]>(seed, "seed", SEED_LEN)).transpose()?;
        let seed = seed.map(Wiped::new);
        let begun = levels_of(&levels).and_then(|levels| match &seed {
            Some(seed) => SecretKey::from_seed(levels, seed),
            None => SecretKey::generate(levels),
        });
        begun.and_then(Self::of).map_err(|error| map(py, &error))
    }

    /// Begin the key that follows from account, role and passphrase, by Argon2id with so many KiB
    /// and passes.
    #[staticmethod]
    fn from_credentials(
        levels: Identifiers,
        account: &Bound<'_, PyAny>,
        role: &Bound<'_, PyAny>,
        passphrase: &Bound<'_, PyAny>,
        cost: Option<(u32, u32)>,
    ) -> PyResult<Self> {
        let py = account.py();
        let (account, role) = (text(account, "account")?, text(role, "role")?);
        let passphrase = text(passphrase, "passphrase")?;
        let cost =
            cost.map_or_else(Cost::default, |(memory_kib, passes)| Cost { memory_kib, passes });
        let credentials = Credentials { account, role, passphrase };
        let begun = py.detach(|| {
            let levels = levels_of(&levels)?;
            Stretched::new(&credentials, cost)?.hss(levels).and_then(Self::of)
        });
        begun.map_err(|error| map(py, &error))
    }

    /// Do some of the work that nobody does yet; False if there is none.
    fn work(&self, py: Python<'_>) -> PyResult<bool> {
        let done = py.detach(|| self.growth.work(self.growth.piece()));
        done.map_err(|error| map(py, &error))
    }

    /// Do all that is left with so many threads, 0 for as many as there are processors.
    fn finish(&self, py: Python<'_>, threads: usize) -> PyResult<()> {
        let finished = py.detach(|| {
            let pool = Pool::new(threads);
            pool.help(&self.growth, pool.threads() - 1);
            self.growth.tree().map(|_| ())
        });
        finished.map_err(|error| map(py, &error))
    }

    /// How much is done, from 0 to 1.
    fn progress(&self) -> f64 {
        f64::from(self.growth.done()) / f64::from(self.growth.total())
    }

    /// The public key, after doing all that is left.
    #[getter]
    fn public_key(&self, py: Python<'_>) -> PyResult<HssPublicKey> {
        let tree = py.detach(|| self.growth.tree()).map_err(|error| map(py, &error))?;
        Ok(HssPublicKey(self.secret.public_key(&tree)))
    }
}

impl HssKeygen {
    fn of(secret: SecretKey) -> Result<Self> {
        let top = secret.tree(TreeId::TOP)?;
        let depth = top.default_depth();
        Ok(Self { secret, growth: Arc::new(SharedGrowth::new(top, depth)?) })
    }

    /// The key, with whatever is left computed now.
    pub(super) fn root(&self) -> signing::Result<Root> {
        Root::new(self.secret.clone(), self.growth.tree()?)
    }
}

/// Return the first index that a recovered key may use: `index` itself if `burn` is None, and then
/// nothing from it on was ever reserved; or the first one after the tree of the level `burn` that
/// holds `index`, the highest one seen.
#[pyfunction]
fn hss_next_index(
    py: Python<'_>,
    levels: Identifiers,
    index: u64,
    burn: Option<usize>,
) -> PyResult<u64> {
    let resume = match burn {
        None => Resume::From(index),
        Some(level) => Resume::AfterTree { seen: index, level },
    };
    let next = levels_of(&levels).and_then(|levels| resume.next_index(&levels));
    next.map_err(|error| map(py, &error))
}
