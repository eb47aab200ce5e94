//! `_signatures.TrustStore`, the native part of `quicksalt.trust`.

use std::path::PathBuf;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, TryLockError};

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use quicksalt::memory;
use quicksalt_trust::{
    Certificate, Depth, Encoding, Error, Fingerprint, Hint, Profile, Purpose, Refusal, Report,
    Request, Revocation,
};

use quicksalt_binding::buffer::{Arg, Output, bytes, exact, input, inputs, items, list};
use quicksalt_binding::error::{Kind, map, no_memory, raise};
use quicksalt_binding::interrupt::interruptible;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<RevocationLists>()?;
    module.add_class::<TrustStore>()
}

/// Counts of files, links, loaded certificates, duplicates and non-positive serial numbers; skipped
/// items (source, offset, code, text); the number of unlisted skipped items; and the count of
/// directories.
type Outcome = (u64, u64, u64, u64, u64, Vec<Skipped>, u64, u64);
type Skipped = (PathBuf, Option<u64>, &'static str, String);

/// The index of the anchor and the path as indices into the chain, or the reason for rejection: a
/// dict that `quicksalt.trust.errors` converts to typed objects.
type Verdict<'py> = (Option<(usize, Vec<usize>)>, Option<Bound<'py, PyDict>>);

/// Loading holds the lock and attaches to the interpreter from time to time to check for
/// interrupts. A thread must therefore never wait for the lock while it holds the GIL.
#[pyclass(frozen, module = "quicksalt._signatures")]
struct TrustStore(RwLock<quicksalt_trust::TrustStore>);

impl TrustStore {
    fn wrap(store: quicksalt_trust::TrustStore) -> Self {
        Self(RwLock::new(store))
    }

    /// Ignores poisoning: each call leaves the store consistent even if it panics.
    fn read(&self) -> RwLockReadGuard<'_, quicksalt_trust::TrustStore> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Like [`read`](Self::read), for a thread that holds the GIL.
    fn read_with(&self, py: Python<'_>) -> RwLockReadGuard<'_, quicksalt_trust::TrustStore> {
        loop {
            match self.0.try_read() {
                Ok(store) => return store,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => py.detach(|| drop(self.read())),
            }
        }
    }

    fn write(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut quicksalt_trust::TrustStore) -> Report + Send,
    ) -> PyResult<Outcome> {
        let report = interruptible(py, || {
            work(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
        })?;
        let skipped = report.skipped.into_iter().map(|skipped| {
            let text = skipped.reason.to_string();
            (skipped.source.to_path_buf(), skipped.offset, skipped.reason.code(), text)
        });
        Ok((
            report.files,
            report.links,
            report.loaded,
            report.duplicates,
            report.non_positive_serials,
            skipped.collect(),
            report.unlisted,
            report.directories,
        ))
    }

    fn with<T>(
        &self,
        py: Python<'_>,
        position: usize,
        work: impl FnOnce(Certificate<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        match self.read_with(py).get(position) {
            Some(certificate) => work(certificate),
            None => Err(PyIndexError::new_err(format!("position {position} is out of range"))),
        }
    }
}

#[pymethods]
impl TrustStore {
    #[new]
    fn new() -> Self {
        Self::wrap(quicksalt_trust::TrustStore::new())
    }

    fn load(&self, py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Outcome> {
        self.write(py, |store| store.load(paths))
    }

    fn load_system(&self, py: Python<'_>) -> PyResult<Outcome> {
        self.write(py, quicksalt_trust::TrustStore::load_system)
    }

    fn load_bytes(&self, py: Python<'_>, name: &str, data: Arg) -> PyResult<Outcome> {
        let data = &*input(data, "data")?;
        self.write(py, |store| store.load_bytes(name, data))
    }

    fn count(&self, py: Python<'_>) -> usize {
        self.read_with(py).len()
    }

    fn der<'py>(&self, py: Python<'py>, position: usize) -> Output<'py> {
        self.with(py, position, |certificate| bytes(py, certificate.der()))
    }

    /// Return a dict that `quicksalt.trust.certificate` converts to typed objects.
    fn describe<'py>(&self, py: Python<'py>, position: usize) -> PyResult<Bound<'py, PyDict>> {
        self.with(py, position, |certificate| {
            let dict = PyDict::new(py);
            dict.set_item("subject", certificate.subject_text())?;
            dict.set_item("issuer", certificate.issuer_text())?;
            dict.set_item("subject_der", bytes(py, certificate.subject())?)?;
            dict.set_item("issuer_der", bytes(py, certificate.issuer())?)?;
            dict.set_item("serial", bytes(py, certificate.serial())?)?;
            dict.set_item("validity", certificate.validity())?;
            dict.set_item("key", certificate.key_text())?;
            let key_id = certificate.key_id().map(|id| bytes(py, id)).transpose()?;
            dict.set_item("key_id", key_id)?;
            dict.set_item("authority", certificate.authority())?;
            dict.set_item("trusted_for", certificate.trusted_for())?;
            dict.set_item("rejected_for", certificate.rejected_for())?;
            dict.set_item("is_authority", certificate.is_authority())?;
            dict.set_item("is_constrained", certificate.name_constraints().is_some())?;
            Ok(dict)
        })
    }

    fn fingerprint<'py>(&self, py: Python<'py>, position: usize) -> Output<'py> {
        self.with(py, position, |certificate| {
            let fingerprint = certificate.fingerprint().map_err(|error| failed(py, &error))?;
            Ok(PyBytes::new(py, &fingerprint))
        })
    }

    fn by_subject<'py>(&self, py: Python<'py>, name: Arg) -> PyResult<Bound<'py, PyList>> {
        let name = &*input(name, "subject")?;
        let store = self.read_with(py);
        let found = memory::collect(store.by_subject(name).map(|found| found.position()));
        drop(store);
        list(py, found.map_err(|error| map(py, &error))?)
    }

    /// Return the positions for a key identifier; the first call indexes the whole store.
    fn by_key_id<'py>(&self, py: Python<'py>, key_id: Arg) -> PyResult<Bound<'py, PyList>> {
        let key_id = &*input(key_id, "key_id")?;
        let found = py.detach(|| {
            memory::collect(self.read().by_key_id(key_id).map(|found| found.position()))
        });
        list(py, found.map_err(|error| map(py, &error))?)
    }

    /// Return the position for a fingerprint; the first call hashes the whole store.
    fn by_fingerprint(&self, py: Python<'_>, fingerprint: Arg) -> PyResult<Option<usize>> {
        let fingerprint: Fingerprint = exact(fingerprint, "fingerprint", 32)?;
        let found = interruptible(py, || {
            let store = self.read();
            Ok(store.by_fingerprint(&fingerprint)?.map(|certificate| certificate.position()))
        })?;
        found.map_err(|error| failed(py, &error))
    }

    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for name in self.read_with(py).names() {
            list.append(bytes(py, name)?)?;
        }
        Ok(list)
    }

    fn certificate_authorities<'py>(&self, py: Python<'py>) -> Output<'py> {
        match self.read_with(py).certificate_authorities() {
            Ok(list) => bytes(py, list),
            Err(error) => Err(raise(py, Kind::Value, error.to_string())),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        chain: Arg,
        host: Option<&str>,
        time: u64,
        is_client: bool,
        anchor_dates: bool,
        max_depth: usize,
        revocation: Option<(Bound<'py, RevocationLists>, bool, bool, bool)>,
        profile: &str,
    ) -> PyResult<Verdict<'py>> {
        let profile = profile_of(profile).ok_or_else(|| {
            raise(py, Kind::Value, "profile must be usual, strict or webpki".to_owned())
        })?;
        let purpose = if is_client { Purpose::Client } else { Purpose::Server };
        let chain = items(chain)?;
        let chain = inputs(&chain, "chain")?;
        let chain = memory::collect(chain.iter().map(|der| &**der));
        let chain: Vec<&[u8]> = chain.map_err(|_| no_memory())?;
        let revocation = revocation.as_ref().map(|(lists, leaf_alone, unknown, expired)| {
            (lists.get(), *leaf_alone, *unknown, *expired)
        });
        let outcome = py.detach(|| {
            let lists = revocation.map(|(lists, ..)| lists.read());
            let revocation = lists.as_deref().zip(revocation).map(
                |(lists, (_, leaf_alone, unknown, expired))| Revocation {
                    depth: if leaf_alone { Depth::Leaf } else { Depth::Chain },
                    accepts_unknown: unknown,
                    accepts_expired: expired,
                    ..Revocation::new(lists)
                },
            );
            let request = Request {
                anchor_dates,
                max_depth,
                revocation,
                profile,
                ..Request::new(host, time, purpose)
            };
            let store = self.read();
            let verified = store.verify(&chain, &request)?;
            Ok((verified.anchor.position(), verified.path))
        });
        match outcome {
            Ok(found) => Ok((Some(found), None)),
            Err(Error::Rejected(refusal)) => Ok((None, Some(refused(py, &refusal)?))),
            Err(error) => Err(failed(py, &error)),
        }
    }

    fn forget_signatures(&self, py: Python<'_>) {
        self.read_with(py).forget_signatures();
    }

    fn pem<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let text = interruptible(py, || self.read().to_pem())?;
        PyString::from_bytes(py, text.map_err(|error| failed(py, &error))?.as_bytes())
    }

    /// Add the certificates of another store with their trust settings.
    fn merge(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<()> {
        let other = other.get();
        // Copy first: two threads that merge two stores into each other must not deadlock.
        let merged = py.detach(|| {
            let other = other.read().clone();
            self.0.write().unwrap_or_else(PoisonError::into_inner).merge(&other)
        });
        merged.map_err(|reason| raise(py, Kind::Value, reason.to_string()))
    }

    /// Return a file name and a content for each certificate.
    fn files<'py>(&self, py: Python<'py>, is_der: bool) -> PyResult<Bound<'py, PyList>> {
        let encoding = if is_der { Encoding::Der } else { Encoding::Pem };
        let files = interruptible(py, || self.read().to_files(encoding))?;
        let list = PyList::empty(py);
        for (name, content) in files.map_err(|error| failed(py, &error))? {
            list.append((name, bytes(py, &content)?))?;
        }
        Ok(list)
    }

    fn certificate_pem(&self, py: Python<'_>, position: usize) -> PyResult<String> {
        self.with(py, position, |certificate| {
            certificate.to_pem().map_err(|error| failed(py, &error))
        })
    }

    fn subset(&self, py: Python<'_>, positions: Arg) -> PyResult<Self> {
        let given = items(positions)?;
        let mut positions = memory::with_capacity(given.len()).map_err(|_| no_memory())?;
        for position in &given {
            positions.push(position.extract()?);
        }
        let subset = interruptible(py, || self.read().subset(positions))?;
        subset.map(Self::wrap).map_err(|error| failed(py, &error))
    }
}

/// The native part of `quicksalt.trust.revocation`.
#[pyclass(frozen, module = "quicksalt._signatures")]
struct RevocationLists(RwLock<quicksalt_trust::RevocationLists>);

impl RevocationLists {
    fn read(&self) -> RwLockReadGuard<'_, quicksalt_trust::RevocationLists> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl RevocationLists {
    #[new]
    fn new() -> Self {
        Self(RwLock::new(quicksalt_trust::RevocationLists::new()))
    }

    fn count(&self) -> usize {
        self.read().len()
    }

    fn add(&self, py: Python<'_>, data: Arg) -> PyResult<usize> {
        let data = &*input(data, "data")?;
        let added = py.detach(|| self.0.write().unwrap_or_else(PoisonError::into_inner).add(data));
        added.map_err(|error| failed(py, &error))
    }
}

fn profile_of(name: &str) -> Option<Profile> {
    match name {
        "usual" => Some(Profile::Usual),
        "strict" => Some(Profile::Strict),
        "webpki" => Some(Profile::WebPki),
        _ => None,
    }
}

/// Describes a rejected chain.
fn refused<'py>(py: Python<'py>, refusal: &Refusal) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let fault = refusal.fault.as_ref();
    dict.set_item("code", refusal.why.code())?;
    dict.set_item("text", refusal.to_string())?;
    dict.set_item("place", fault.map(|fault| fault.place.code()))?;
    dict.set_item("position", fault.map(|fault| fault.position))?;
    dict.set_item("subject", fault.map(|fault| &fault.subject))?;
    dict.set_item("issuer", fault.map(|fault| &fault.issuer))?;
    dict.set_item("validity", fault.and_then(|fault| fault.validity))?;
    dict.set_item("hosts", fault.map(|fault| fault.hosts.clone()).unwrap_or_default())?;
    dict.set_item("missing_issuer", refusal.missing_issuer.as_deref())?;
    dict.set_item("oid", refusal.oid.as_deref())?;
    dict.set_item("purposes", refusal.purposes.clone())?;
    dict.set_item("hint", refusal.hint.map(Hint::code))?;
    Ok(dict)
}

fn failed(py: Python<'_>, error: &Error) -> PyErr {
    match error {
        Error::Primitive(error) => map(py, error),
        Error::Unsupported(text) => raise(py, Kind::Unavailable, *text),
        _ => raise(py, Kind::Value, error.to_string()),
    }
}
