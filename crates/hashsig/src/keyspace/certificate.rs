//! Certificates of sub-keys.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{Error, Result};
use crate::lms::hss::PublicKey;
use crate::reader::{Reader, version};
use crate::store::NAME_MAX;

/// The prefix of version 1. In that version, a key also signed callers' messages that begin with
/// this prefix.
const FIRST: &[u8; 16] = b"quicksalt-sub-1\n";
/// The prefix of this version. Only the call that issues certificates signs messages with this
/// prefix.
const MAGIC: &[u8; 16] = b"quicksalt-sub-2\n";
/// The prefix common to all versions, before the version number.
const NAME: &[u8] = b"quicksalt-sub-";
const VERSION: u32 = 2;

const IMITABLE: &str = "a version 1 certificate may be a message that the parent signed for \
    someone else: have the parent make a new sub-key, or accept version 1 explicitly if the parent \
    never signed messages chosen by others";

/// A parent key's certificate for a sub-key: a verifier that trusts the parent and has the
/// certificate can trust the sub-key.
///
/// | bytes | contents |
/// | --- | --- |
/// | 16 | `quicksalt-sub-2` and a line feed |
/// | 1 + n | length of the name, the name |
/// | 16 | the parent's indices that the sub-key takes over: start and end, little-endian |
/// | 2 + n | length of the sub-key's public key, big-endian; the public key |
/// | rest | the parent's signature of all before it |
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Certificate {
    magic: &'static [u8; 16],
    name: String,
    range: Range<u64>,
    public_key: PublicKey,
    signature: Vec<u8>,
}

impl Certificate {
    /// Issues a certificate for a sub-key. `sign` makes the parent's signature and uses up an
    /// index.
    pub(crate) fn issue<E>(
        name: &str,
        range: Range<u64>,
        public_key: PublicKey,
        sign: impl FnOnce(&[u8]) -> core::result::Result<Vec<u8>, E>,
    ) -> core::result::Result<Self, E> {
        let signature = sign(&statement(MAGIC, name, &range, &public_key))?;
        Ok(Self { magic: MAGIC, name: name.into(), range, public_key, signature })
    }

    /// Verifies the certificate and returns the sub-key's public key.
    ///
    /// # Errors
    /// [`Error::Verification`] if the parent did not sign the certificate.
    pub fn verify(&self, parent: &PublicKey) -> Result<&PublicKey> {
        parent.verify(&self.statement(), &self.signature)?;
        Ok(&self.public_key)
    }

    /// Decodes the output of [`Self::to_bytes`].
    ///
    /// # Errors
    /// [`Error::Unsafe`] for version 1; [`Error::Newer`] for a later version; [`Error::Malformed`]
    /// or [`Error::Parameter`] for any other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if bytes.starts_with(FIRST) {
            return Err(Error::Unsafe(IMITABLE));
        }
        Self::from_bytes_of_any_version(bytes)
    }

    /// Decodes like [`Self::from_bytes`], but also accepts version 1. A version 1 certificate is
    /// worthless if the parent ever signed messages chosen by others, because any such message may
    /// have been a certificate.
    ///
    /// # Errors
    /// [`Error::Newer`] for a later version; [`Error::Malformed`] or [`Error::Parameter`] for any
    /// other bytes.
    pub fn from_bytes_of_any_version(bytes: &[u8]) -> Result<Self> {
        let what = "a certificate of a sub-key";
        if let Some(found) = version(bytes, NAME).filter(|&found| found > VERSION) {
            return Err(Error::Newer { what, found, known: VERSION });
        }
        let malformed = Error::Malformed { what, expected: "a certificate written by quicksalt" };
        let (first, rest) = bytes.split_first_chunk().ok_or(malformed.clone())?;
        let magic = [MAGIC, FIRST].into_iter().find(|&magic| magic == first);
        Self::read(magic.ok_or(malformed.clone())?, rest).ok_or(malformed)?
    }

    fn read(magic: &'static [u8; 16], rest: &[u8]) -> Option<Result<Self>> {
        let mut rest = Reader::new(rest);
        let len = rest.u8()?.into();
        let name = core::str::from_utf8(rest.take(len)?).ok()?;
        let range = rest.u64_le()?..rest.u64_le()?;
        let len = rest.array().map(u16::from_be_bytes)?.into();
        let public_key = rest.take(len)?;
        let signature = rest.rest().to_vec();
        let fits = (1..=NAME_MAX).contains(&name.len()) && !range.is_empty();
        fits.then(|| {
            let public_key = PublicKey::from_bytes(public_key)?;
            Ok(Self { magic, name: name.into(), range, public_key, signature })
        })
    }

    /// Encodes the certificate as in the table above.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [self.statement(), self.signature.clone()].concat()
    }

    fn statement(&self) -> Vec<u8> {
        statement(self.magic, &self.name, &self.range, &self.public_key)
    }

    getters! {
        (&self)
        /// The name of the parent's allocation that the sub-key signs for. Like all fields, it must
        /// not be trusted before [`Self::verify`].
        name: &str = &self.name;
        /// The parent's indices that the sub-key takes over.
        range: Range<u64> = self.range.clone();
    }
}

/// Encodes the signed part. A name has at most [`NAME_MAX`] bytes, an HSS public key at most 60.
fn statement(magic: &[u8; 16], name: &str, range: &Range<u64>, public_key: &PublicKey) -> Vec<u8> {
    let public_key = public_key.to_bytes();
    [
        &magic[..],
        &[name.len() as u8],
        name.as_bytes(),
        &range.start.to_le_bytes(),
        &range.end.to_le_bytes(),
        &(public_key.len() as u16).to_be_bytes(),
        &public_key,
    ]
    .concat()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Certificate, FIRST, MAGIC, statement};
    use crate::error::Error;
    use crate::lms::hss::PublicKey;
    use crate::lms::{Family, Height, Params, Width};
    use crate::reserved::ReservedIndex;
    use crate::trees::{Levels, SecretKey, Signer};

    fn signer(seed: u8) -> Signer {
        let params = Params { family: Family::Sha256N24, height: Height::H5, width: Width::W8 };
        let levels = Levels::new(&[params]).unwrap();
        Signer::generate(SecretKey::from_seed(levels, &[seed; 32]).unwrap()).unwrap()
    }

    fn certificate() -> (PublicKey, Certificate) {
        let (mut parent, child) = (signer(1), signer(2).public_key());
        let stack = parent.stack(0).unwrap();
        let sign = |statement: &[u8]| {
            let mut signatures = stack.sign_any(vec![ReservedIndex::new(0)], [statement.into()])?;
            signatures.pop().ok_or(Error::Exhausted)
        };
        let certificate = Certificate::issue("mail", 3..9, child, sign).unwrap();
        (signer(1).public_key(), certificate)
    }

    #[test]
    fn the_parent_vouches_for_the_child() {
        let (parent, certificate) = certificate();
        let again = Certificate::from_bytes(&certificate.to_bytes()).unwrap();
        assert_eq!(again, certificate);
        assert_eq!((again.name(), again.range()), ("mail", 3..9));
        assert_eq!(*again.verify(&parent).unwrap(), signer(2).public_key());
        let other = signer(3).public_key();
        assert!(matches!(again.verify(&other), Err(Error::Verification)));
    }

    /// A message that a key signed for any caller before certificates had a reserved prefix.
    #[test]
    fn the_first_version_is_accepted_only_on_request() {
        let (mut parent, child) = (signer(1), signer(2).public_key());
        let statement = statement(FIRST, "mail", &(3..9), &child);
        let stack = parent.stack(0).unwrap();
        let signature =
            stack.sign_any(vec![ReservedIndex::new(0)], [(&*statement).into()]).unwrap();
        let bytes = [statement, signature.concat()].concat();
        assert!(matches!(Certificate::from_bytes(&bytes), Err(Error::Unsafe(_))));
        let read = Certificate::from_bytes_of_any_version(&bytes).unwrap();
        assert_eq!(*read.verify(&signer(1).public_key()).unwrap(), child);
        assert_eq!(read.to_bytes(), bytes);
    }

    #[test]
    fn a_newer_version_is_reported() {
        let read = |bytes: &[u8]| Certificate::from_bytes(bytes).map(drop);
        for found in [3, 10] {
            let newer = format!("quicksalt-sub-{found}\nwhatever");
            let error = read(newer.as_bytes()).unwrap_err();
            let (what, known) = ("a certificate of a sub-key", 2);
            assert_eq!(error, Error::Newer { what, found, known });
        }
        for other in ["quicksalt-sub-0\n", "quicksalt-sub-x\n", "quicksalt-sub-3"] {
            assert!(matches!(read(other.as_bytes()), Err(Error::Malformed { .. })), "{other}");
        }
    }

    #[test]
    fn no_other_call_signs_certificates() {
        let (mut parent, child) = (signer(1), signer(2).public_key());
        let statement = statement(MAGIC, "mail", &(3..9), &child);
        for message in [&*statement, b"quicksalt-sub-", b"quicksalt-sub-9\nabc"] {
            let refused = parent.sign(ReservedIndex::new(0), message);
            assert_eq!(refused, Err(Error::Reserved));
        }
        let ordinary = parent.sign(ReservedIndex::new(1), &statement[1..]).unwrap();
        assert!(signer(1).public_key().verify(&statement[1..], &ordinary).is_ok());
        assert!(parent.sign(ReservedIndex::new(2), b"quicksalt-sub").is_ok());
    }

    #[test]
    fn changed_certificates_are_refused() {
        let (parent, certificate) = certificate();
        let bytes = certificate.to_bytes();
        let genuine = |bytes: &[u8]| {
            Certificate::from_bytes(bytes).is_ok_and(|read| read.verify(&parent).is_ok())
        };
        assert!(genuine(&bytes));
        for at in 0..bytes.len() {
            assert!(!genuine(&bytes[..at]), "cut at {at}");
        }
        for at in (0..150).chain((150..bytes.len()).step_by(37)) {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(!genuine(&changed), "byte {at}");
        }
        assert!(!genuine(&[&bytes[..], &[0]].concat()));
    }
}
