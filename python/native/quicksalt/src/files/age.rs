//! age files.

use std::io::{Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyString;
use quicksalt::Wiped;
use quicksalt_files::Error;
use quicksalt_files::age::{self, Form, Identity, Recipient, To};

use super::stream::{Mode, Object, Stream};
use super::{Growing, refusal, work};
use quicksalt_binding::buffer::{Arg, Output, bytes, input};
use quicksalt_binding::error::{Kind, raise};

quicksalt_binding::functions!("files/age.rs");

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<AgeIdentity>()?;
    module.add_class::<AgeReader>()?;
    add_functions(module)
}

/// An identity that decrypts age files.
#[pyclass(frozen, module = "quicksalt._native")]
struct AgeIdentity(Identity);

#[pymethods]
impl AgeIdentity {
    #[staticmethod]
    fn generate(py: Python<'_>) -> PyResult<Self> {
        Identity::generate().map(Self).map_err(|error| refusal(py, error))
    }

    /// Return the identities in the text of an identity file.
    #[staticmethod]
    fn read(py: Python<'_>, text: Arg) -> PyResult<Vec<Self>> {
        let found = Identity::parse_file(&input(text, "text")?);
        let found = found.map_err(|error| refusal(py, error))?;
        Ok(found.into_iter().map(Self).collect())
    }

    #[staticmethod]
    fn passphrase(passphrase: Arg, most: u8) -> PyResult<Self> {
        let passphrase = input(passphrase, "passphrase")?.into_owned()?;
        Ok(Self(Identity::Passphrase { passphrase, most }))
    }

    /// Return an identity that calls `ask` for the passphrase when a file needs it.
    #[staticmethod]
    fn asking(ask: Py<PyAny>, most: u8) -> Self {
        let ask = move || {
            let asked = Python::attach(|py| {
                let word = ask.bind(py).call0()?;
                input(&word, "the passphrase")?.into_owned()
            });
            asked.map_err(|error: PyErr| Error::Read(error.into()))
        };
        Self(Identity::Ask { ask: Box::new(ask), most })
    }

    fn recipient(&self, py: Python<'_>) -> PyResult<String> {
        self.0.recipient().map(|one| one.to_string()).map_err(|error| refusal(py, error))
    }

    /// Return the secret key as text.
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let text: Wiped<Vec<u8>> = self.0.to_text().map_err(|error| refusal(py, error))?;
        Ok(PyString::new(py, &String::from_utf8_lossy(&text)))
    }
}

/// Return the recipients in a text with one recipient a line, in age's notation.
#[pyfunction]
fn age_recipients(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    let found = Recipient::parse_file(text).map_err(|error| refusal(py, error))?;
    Ok(found.iter().map(Recipient::to_string).collect())
}

/// The recipients or the passphrase for an encrypted file.
enum Whom {
    Recipients(Vec<Recipient>),
    Passphrase(Wiped<Vec<u8>>, u8),
}

impl Whom {
    fn new(
        py: Python<'_>,
        recipients: &[String],
        passphrase: Option<Arg>,
        work_factor: u8,
    ) -> PyResult<Self> {
        if let Some(passphrase) = passphrase {
            if !recipients.is_empty() {
                let text = "give either recipients or a passphrase, not both";
                return Err(raise(py, Kind::Value, text));
            }
            let passphrase = input(passphrase, "passphrase")?.into_owned()?;
            return Ok(Self::Passphrase(passphrase, work_factor));
        }
        let found = recipients.iter().map(|text| Recipient::parse(text));
        let found = found.collect::<Result<_, _>>().map_err(|error| refusal(py, error))?;
        Ok(Self::Recipients(found))
    }

    fn to(&self) -> To<'_> {
        match self {
            Self::Recipients(recipients) => To::Recipients(recipients),
            Self::Passphrase(passphrase, work_factor) => {
                To::Passphrase { passphrase, work_factor: *work_factor }
            }
        }
    }
}

fn form(armored: bool) -> Form {
    if armored { Form::Armored } else { Form::Binary }
}

/// Return data encrypted as an age file.
#[pyfunction]
fn age_encrypt<'py>(
    py: Python<'py>,
    data: Arg,
    recipients: Vec<String>,
    passphrase: Option<Arg>,
    work_factor: u8,
    armored: bool,
) -> Output<'py> {
    let whom = Whom::new(py, &recipients, passphrase, work_factor)?;
    let data = &mut &*input(data, "data")?;
    let sealed = work(py, || {
        let mut sealed = Growing::with_room(data.len())?;
        age::encrypt(data, &mut sealed, &whom.to(), form(armored)).map(|()| sealed.0)
    })?;
    bytes(py, &sealed)
}

/// Encrypt from one file or file object to another.
#[pyfunction]
fn age_encrypt_file<'py>(
    py: Python<'py>,
    source: Arg,
    target: Arg,
    recipients: Vec<String>,
    passphrase: Option<Arg>,
    work_factor: u8,
    armored: bool,
) -> PyResult<()> {
    let whom = Whom::new(py, &recipients, passphrase, work_factor)?;
    let mut source = Stream::new(source, "source", Mode::Read)?;
    let mut target = Stream::new(target, "target", Mode::Write)?;
    work(py, || match (source.regular(), target.regular()) {
        (Some(from), Some(to)) => age::encrypt_file(from, to, &whom.to(), form(armored)),
        _ => age::encrypt(&mut source, &mut target, &whom.to(), form(armored)),
    })
}

/// Borrows the identities from their Python objects, which are immutable.
fn of(identities: &[Py<AgeIdentity>]) -> Vec<&Identity> {
    identities.iter().map(|identity| &identity.get().0).collect()
}

/// Return the content of an encrypted file.
#[pyfunction]
fn age_decrypt<'py>(py: Python<'py>, data: Arg, identities: Vec<Py<AgeIdentity>>) -> Output<'py> {
    let data = &mut &*input(data, "data")?;
    let opened = work(py, || {
        let mut opened = Growing::with_room(data.len())?;
        age::decrypt(data, &mut opened, &of(&identities)).map(|()| opened.0)
    })?;
    bytes(py, &opened)
}

/// Decrypt from one file or file object to another.
#[pyfunction]
fn age_decrypt_file<'py>(
    py: Python<'py>,
    source: Arg,
    target: Arg,
    identities: Vec<Py<AgeIdentity>>,
) -> PyResult<()> {
    let mut source = Stream::new(source, "source", Mode::Read)?;
    let mut target = Stream::new(target, "target", Mode::Write)?;
    work(py, || match (source.regular(), target.regular()) {
        (Some(from), Some(to)) => age::decrypt_file(from, to, &of(&identities)),
        _ => age::decrypt(&mut source, &mut target, &of(&identities)),
    })
}

/// An encrypted file with random access to its content.
#[pyclass(frozen, module = "quicksalt._native")]
struct AgeReader(Mutex<age::Reader<Object>>);

#[pymethods]
impl AgeReader {
    #[new]
    fn new(py: Python<'_>, source: Py<PyAny>, identities: Vec<Py<AgeIdentity>>) -> PyResult<Self> {
        let reader = work(py, || age::Reader::new(Object::new(source), &of(&identities)))?;
        Ok(Self(Mutex::new(reader)))
    }

    /// Return at most `size` bytes of the content from offset `place`; an empty result means the
    /// end.
    fn read_at<'py>(&self, py: Python<'py>, place: u64, size: usize) -> Output<'py> {
        let read = work(py, || {
            let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let len = size.min(1 << 16);
            let mut found = Wiped::new(quicksalt::memory::zeros(len)?);
            reader.seek(SeekFrom::Start(place)).map_err(Error::Read)?;
            let len = reader.read(&mut found).map_err(Error::Read)?;
            found.truncate(len);
            Ok(found)
        })?;
        bytes(py, &read)
    }

    /// Return the length of the content in bytes.
    fn len(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).content_len())
    }
}
