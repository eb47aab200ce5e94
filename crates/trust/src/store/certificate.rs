//! One certificate of a store.

use alloc::string::String;
use alloc::vec::Vec;

use quicksalt::hazmat::sha256;

use super::settings::Settings;
use crate::der::{self, Layout};
use crate::error::{Error, Result};
use crate::text;

/// A SHA-256 digest of a certificate in DER.
pub type Fingerprint = [u8; 32];

/// A certificate of a store: borrowed bytes and where its parts lie.
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

    /// The purposes that it is trusted for, by name or OBJECT IDENTIFIER; none without a list, which
    /// means all. Only a `TRUSTED CERTIFICATE` of OpenSSL has such lists.
    #[must_use]
    pub fn trusted_for(&self) -> Option<Vec<String>> {
        self.settings?.trusted.as_ref().map(purposes)
    }

    /// The purposes that it is not trusted for, whatever it is trusted for.
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
        /// What the basic constraints say of `cA`; none without that extension.
        authority: Option<bool> = self.layout.authority;
    }

    getters! {
        (&self)
        /// The subject, a Name in DER.
        subject: &'a [u8] = self.layout.subject.of(self.der);
        /// The issuer, a Name in DER.
        issuer: &'a [u8] = self.layout.issuer.of(self.der);
        /// The subject such as `C=US, O=Example, CN=Example Root`, escaped as in RFC 4514 but in the
        /// order in which it stands; characters that could mislead a reader are escaped too.
        subject_text: String = text::name(self.subject());
        /// The issuer, as [`subject_text`](Self::subject_text).
        issuer_text: String = text::name(self.issuer());
        /// The first and the last second in which it is valid, counted from 1970; none if what it says
        /// is no time.
        validity: Option<(i64, i64)> = text::validity(self.layout.validity.of(self.der));
        /// The kind of its key, such as `RSA 4096` or `EC P-256`.
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
        /// Whether it may vouch for others: basicConstraints say that it is an authority's and keyUsage,
        /// if there, that its key signs certificates; or it is self-signed of version 1, which knows no
        /// extensions. Any other vouches for exactly itself.
        is_authority: bool = self.layout.is_authority(self.der);
    }

    /// Its SHA-256 digest.
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

/// The fingerprint of a certificate in DER.
pub(super) fn fingerprint(der: &[u8]) -> Result<Fingerprint> {
    sha256::hash(&[der]).map_err(Error::Primitive)
}
