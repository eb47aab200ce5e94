//! SLH-DSA.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use quicksalt_hashsig::slhdsa::{self, ParameterSet};

use super::args::text;
use super::error::map;
use super::onetime::{both, bytes};
use quicksalt_binding::buffer::{Arg, Input, Output, input};
use quicksalt_binding::error::{Kind, raise};
use quicksalt_binding::interrupt::interruptible;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let names: Vec<_> = ParameterSet::ALL.into_iter().map(ParameterSet::name).collect();
    module.add("SLHDSA_PARAMETER_SETS", pyo3::types::PyTuple::new(py, names)?)?;
    module.add("SlhDsaPublicKey", py.get_type::<PublicKey>())?;
    module.add("SlhDsaSigningKey", py.get_type::<SigningKey>())
}

type Bytes<'py> = Bound<'py, PyBytes>;

fn parameter_set(object: Arg) -> PyResult<ParameterSet> {
    let name = text(object, "parameter_set")?;
    let found = ParameterSet::ALL.into_iter().find(|set| set.name() == name);
    let wrong = "parameter_set must be a name of FIPS 205, such as SLH-DSA-SHA2-128s";
    found.ok_or_else(|| raise(object.py(), Kind::Value, wrong))
}

/// Returns the context, empty by default.
fn context<'a>(object: Option<&'a Bound<'_, PyAny>>) -> PyResult<Input<'a>> {
    object.map_or(Ok(Input::Borrowed(&[])), |object| input(object, "context"))
}

/// An SLH-DSA public key (FIPS 205).
#[pyclass(frozen, eq, hash, name = "PublicKey", module = "quicksalt.hashsig.slhdsa")]
#[derive(Eq, Hash, PartialEq)]
struct PublicKey(slhdsa::PublicKey);

#[pymethods]
impl PublicKey {
    #[new]
    fn new(parameter_set: Arg, public_key: Arg) -> PyResult<Self> {
        let set = self::parameter_set(parameter_set)?;
        let parsed = slhdsa::PublicKey::from_bytes(set, &input(public_key, "public_key")?);
        parsed.map(Self).map_err(|error| map(public_key.py(), &error))
    }

    /// The name of the parameter set.
    #[getter]
    fn parameter_set(&self) -> &'static str {
        self.0.set().name()
    }

    /// Raise `BadSignatureError` unless the signature is valid for the message and the context.
    #[pyo3(signature = (message, signature, context=None))]
    fn verify(
        &self,
        py: Python<'_>,
        message: Arg,
        signature: Arg,
        context: Option<Arg>,
    ) -> PyResult<()> {
        let context = self::context(context)?;
        let (message, signature) = both((message, "message"), signature)?;
        let verdict = py.detach(|| self.0.verify(&message, &context, &signature));
        verdict.map_err(|error| map(py, &error))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (&'static str, Bytes<'py>) {
        (self.parameter_set(), self.__bytes__(py))
    }
}

/// An SLH-DSA signing key (FIPS 205), which signs any number of messages; `secret_key` has the
/// encoding of FIPS 205.
#[pyclass(frozen, name = "SigningKey", module = "quicksalt.hashsig.slhdsa")]
struct SigningKey(slhdsa::SigningKey);

#[pymethods]
impl SigningKey {
    #[new]
    fn new(parameter_set: Arg, secret_key: Arg) -> PyResult<Self> {
        let py = parameter_set.py();
        let set = self::parameter_set(parameter_set)?;
        let encoded = input(secret_key, "secret_key")?;
        let parsed = interruptible(py, || slhdsa::SigningKey::from_bytes(set, &encoded))?;
        parsed.map(Self).map_err(|error| map(py, &error))
    }

    /// Generate a new key.
    #[classmethod]
    fn generate(class: &Bound<'_, PyType>, parameter_set: Arg) -> PyResult<Self> {
        let py = class.py();
        let set = self::parameter_set(parameter_set)?;
        let made = interruptible(py, || slhdsa::SigningKey::generate(set))?;
        made.map(Self).map_err(|error| map(py, &error))
    }

    /// Return the key for the concatenated SK.seed, SK.prf and PK.seed.
    #[classmethod]
    fn from_seeds(class: &Bound<'_, PyType>, parameter_set: Arg, seeds: Arg) -> PyResult<Self> {
        let py = class.py();
        let set = self::parameter_set(parameter_set)?;
        let seeds = input(seeds, "seeds")?;
        let made = interruptible(py, || slhdsa::SigningKey::from_seeds(set, &seeds))?;
        made.map(Self).map_err(|error| map(py, &error))
    }

    /// The name of the parameter set.
    #[getter]
    fn parameter_set(&self) -> &'static str {
        self.0.set().name()
    }

    /// The public key.
    #[getter]
    fn public_key(&self) -> PublicKey {
        PublicKey(self.0.public_key())
    }

    /// Return the signature of a message under a context of at most 255 bytes. Signing uses random
    /// bytes unless `deterministic` is true.
    #[pyo3(signature = (message, context=None, deterministic=false))]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        message: Arg,
        context: Option<Arg>,
        deterministic: bool,
    ) -> Output<'py> {
        let (message, context) = (input(message, "message")?, self::context(context)?);
        let signature = interruptible(py, || {
            if deterministic {
                self.0.sign_deterministic(&message, &context)
            } else {
                self.0.sign(&message, &context)
            }
        })?;
        bytes(py, signature)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __repr__(&self) -> String {
        format!("<SigningKey of {}>", self.parameter_set())
    }
}
