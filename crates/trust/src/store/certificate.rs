//! A certificate of a store.

use alloc::string::String;
use alloc::vec::Vec;

use quicksalt::hazmat::sha256;

use super::settings::Settings;
use crate::der::{self, Layout};
use crate::error::{Error, Result};
use crate::text;

/// The SHA-256 digest of a DER certificate.
pub type Fingerprint = [u8; 32];

/// A certificate of a store: borrowed bytes and the positions of its parts.
#[derive(Clone, Copy, Debug)]
pub struct Certificate<'a> {
    der: &'a [u8],
    layout: &'a Layout,
    position: usize,
    settings: Option<&'a Settings>,
}

impl<'a> Certificate<'a> {
    pub(super) const fn new(
        der: &'a [u8],
        layout: &'a Layout,
        position: usize,
        settings: Option<&'a Settings>,
    ) -> Self {
        Self { der, layout, position, settings }
    }

    pub(crate) const fn settings(&self) -> Option<&'a Settings> {
        self.settings
    }

    /// Returns the trusted purposes, by name or OBJECT IDENTIFIER; `None` means all purposes. Only
    /// an OpenSSL `TRUSTED CERTIFICATE` has such a list.
    #[must_use]
    pub fn trusted_for(&self) -> Option<Vec<String>> {
        self.settings?.trusted.as_ref().map(purposes)
    }

    /// Returns the rejected purposes, which override the trusted purposes.
    #[must_use]
    pub fn rejected_for(&self) -> Vec<String> {
        self.settings.map(|settings| purposes(settings.rejected.iter())).unwrap_or_default()
    }

    getters! {
        (const &self)
        /// Its position in the store, counted from 0.
        position: usize = self.position;
        /// The whole certificate.
        der: &'a [u8] = self.der;
        /// The value of `cA` in the basic constraints; `None` without the extension.
        authority: Option<bool> = self.layout.authority;
    }

    getters! {
        (&self)
        /// The subject, a DER Name.
        subject: &'a [u8] = self.layout.subject.of(self.der);
        /// The issuer, a DER Name.
        issuer: &'a [u8] = self.layout.issuer.of(self.der);
        /// The subject, such as `C=US, O=Example, CN=Example Root`, escaped as in RFC 4514 but in
        /// encoded order; characters that could mislead a reader are escaped too.
        subject_text: String = text::name(self.subject());
        /// The issuer as text, like [`subject_text`](Self::subject_text).
        issuer_text: String = text::name(self.issuer());
        /// The first and the last second of its validity, counted from 1970; `None` if a time is
        /// malformed.
        validity: Option<(i64, i64)> = text::validity(self.layout.validity.of(self.der));
        /// The type of its key, such as `RSA 4096` or `EC P-256`.
        key_text: String = text::key(self.public_key());
        /// The serial number: two's complement, most significant byte first.
        serial: &'a [u8] = self.layout.serial.of(self.der);
        /// Whether the serial number is zero or negative, which RFC 5280 (4.1.2.2) forbids.
        has_non_positive_serial: bool = der::is_non_positive(self.serial());
        /// The content of the SubjectPublicKeyInfo: algorithm and key.
        public_key: &'a [u8] = self.layout.public_key.of(self.der);
        /// The subject key identifier, if there is one.
        key_id: Option<&'a [u8]> =
            Some(self.layout.key_id.of(self.der)).filter(|id| !id.is_empty());
        /// The content of the name constraints, if there are any.
        name_constraints: Option<&'a [u8]> =
            Some(self.layout.name_constraints.of(self.der)).filter(|content| !content.is_empty());
        /// Whether the certificate may vouch for others: basicConstraints mark it as a CA
        /// certificate and keyUsage, if present, allows signing certificates; or it is self-signed
        /// with version 1, which lacks extensions. Any other certificate vouches only for itself.
        is_authority: bool = self.layout.is_authority(self.der);
    }

    /// Returns its SHA-256 digest.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of SHA-256 passes its
    /// self-test.
    pub fn fingerprint(&self) -> Result<Fingerprint> {
        fingerprint(self.der)
    }
}

fn purposes<'a>(oids: impl IntoIterator<Item = &'a Vec<u8>>) -> Vec<String> {
    oids.into_iter().map(|oid| text::purpose(oid)).collect()
}

/// Returns the fingerprint of a DER certificate.
pub(super) fn fingerprint(der: &[u8]) -> Result<Fingerprint> {
    sha256::hash(&[der]).map_err(Error::Primitive)
}
