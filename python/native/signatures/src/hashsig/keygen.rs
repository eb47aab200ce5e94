//! `HssKeygen`: generation of HSS keys, random or from a seed.

use alloc::sync::Arc;

use pyo3::prelude::*;
use quicksalt::Wiped;
use quicksalt_hashsig::lms::Params;
use quicksalt_hashsig::pool::Pool;
use quicksalt_hashsig::signing::KeyMaterial;
use quicksalt_hashsig::trees::TreeBuilder;
use quicksalt_hashsig::trees::{Levels, SEED_LEN, SecretKey, TreeId};
use quicksalt_hashsig::{Result, signing};

use super::error::map;
use quicksalt_binding::buffer::{Arg, exact};
use quicksalt_binding::interrupt::{interruptible, telling};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<HssKeygen>()
}

/// Pairs of LMS and LM-OTS identifiers, one pair for each level, top level first.
pub(super) type Identifiers = Vec<(u32, u32)>;

pub(super) fn levels_of(identifiers: &Identifiers) -> Result<Levels> {
    let params = identifiers.iter().map(|&(lms, lmots)| Params::from_identifiers(lms, lmots));
    Levels::new(&params.collect::<Result<Vec<_>>>()?)
}

/// The generation of a key: any number of threads compute its top tree.
pub(super) struct Keygen {
    pub(super) secret: SecretKey,
    pub(super) builder: Arc<TreeBuilder>,
}

impl Keygen {
    pub(super) fn new(secret: SecretKey) -> Result<Self> {
        let top = secret.tree(TreeId::TOP)?;
        let depth = top.default_depth();
        Ok(Self { secret, builder: Arc::new(TreeBuilder::new(top, depth)?) })
    }

    /// Computes the rest with `threads` threads; 0 means one thread per processor.
    pub(super) fn finish(&self, threads: usize) -> Result<()> {
        let pool = Pool::new(threads);
        let _helpers = pool.help(&self.builder, pool.threads() - 1);
        self.builder.tree().map(drop)
    }

    /// Returns the share of work done, from 0 to 1.
    pub(super) fn progress(&self) -> f64 {
        f64::from(self.builder.done()) / f64::from(self.builder.total())
    }

    /// Returns the key; computes the rest of the tree first.
    pub(super) fn key_material(&self) -> signing::Result<KeyMaterial> {
        KeyMaterial::new(self.secret.clone(), self.builder.tree()?)
    }
}

/// The generation of an HSS key.
#[pyclass(frozen, module = "quicksalt._signatures")]
pub(crate) struct HssKeygen(pub(super) Keygen);

#[pymethods]
impl HssKeygen {
    /// Begin to generate a key from a seed of 32 bytes, or from random bytes.
    #[new]
    #[pyo3(signature = (levels, seed = None))]
    fn new(py: Python<'_>, levels: Identifiers, seed: Option<Arg>) -> PyResult<Self> {
        let seed = seed.map(|seed| exact::<[u8; SEED_LEN]>(seed, "seed", SEED_LEN)).transpose()?;
        let seed = seed.map(Wiped::new);
        let begun = levels_of(&levels).and_then(|levels| match &seed {
            Some(seed) => SecretKey::from_seed(levels, seed),
            None => SecretKey::generate(levels),
        });
        begun.and_then(Keygen::new).map(Self).map_err(|error| map(py, &error))
    }

    /// Compute the rest with `threads` threads; 0 means one thread per processor. Call `progress`
    /// from time to time with the share of work done, from 0 to 1.
    #[pyo3(signature = (threads, progress = None))]
    fn finish(slf: &Bound<'_, Self>, threads: usize, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let (py, keygen, this) = (slf.py(), &slf.get().0, slf.clone().unbind());
        let work = || keygen.finish(threads);
        let done = match progress {
            Some(progress) => {
                let share = move || this.get().0.progress();
                let tell = move |py: Python<'_>| progress.call1(py, (share(),)).map(drop);
                telling(py, Box::new(tell), work)
            }
            None => interruptible(py, work),
        };
        done?.map_err(|error| map(py, &error))
    }
}
