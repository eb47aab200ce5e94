//! Out of the store again.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Added, Certificate, TrustStore};
use crate::report::Reason;

/// Characters of a line (RFC 7468 section 2).
const LINE: usize = 64;

impl TrustStore {
    /// All certificates as a PEM bundle.
    #[must_use]
    pub fn to_pem(&self) -> String {
        let mut text =
            String::with_capacity(self.total() / 3 * 4 + self.total() / 48 + 60 * self.len());
        for certificate in self {
            push_pem(&mut text, &certificate);
        }
        text
    }

    /// A store with some of the certificates, by position; positions that there are not are passed
    /// over.
    #[must_use]
    pub fn subset(&self, positions: impl IntoIterator<Item = usize>) -> Self {
        let mut subset = Self::with_limits(self.limits.clone());
        for certificate in positions.into_iter().filter_map(|position| self.get(position)) {
            // It was taken under the same limits before.
            let _ = subset.add_from(&certificate);
        }
        subset
    }

    /// Adds the certificates of another store, with what they are trusted for. Of one that both
    /// hold, both say what it is not trusted for.
    ///
    /// # Errors
    /// [`Reason::CertificateTooLong`], [`Reason::StoreFull`] or [`Reason::OutOfMemory`] for the
    /// first certificate that this store has no room for; those before it have come in.
    pub fn merge(&mut self, other: &Self) -> Result<(), Reason> {
        other.iter().try_for_each(|certificate| self.add_from(&certificate).map(drop))
    }

    /// Keeps the certificates for which `is_kept` holds; their positions change.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&Certificate<'_>) -> bool) {
        let kept: Vec<usize> =
            self.iter().filter(|one| is_kept(one)).map(|one| one.position()).collect();
        if kept.len() < self.len() {
            *self = self.subset(kept);
        }
    }

    fn add_from(&mut self, certificate: &Certificate<'_>) -> Result<Added, Reason> {
        self.add_with(certificate.der(), certificate.settings().cloned().unwrap_or_default())
    }
}

impl Certificate<'_> {
    /// As a block of PEM.
    #[must_use]
    pub fn to_pem(&self) -> String {
        let mut text = String::new();
        push_pem(&mut text, self);
        text
    }
}

/// One that is not trusted for everything says so, lest it be where it is loaded.
fn push_pem(text: &mut String, certificate: &Certificate<'_>) {
    match certificate.settings() {
        None => push_block(text, "CERTIFICATE", certificate.der()),
        Some(settings) => {
            let bytes = [certificate.der(), &settings.to_der()].concat();
            push_block(text, "TRUSTED CERTIFICATE", &bytes);
        }
    }
}

fn push_block(text: &mut String, label: &str, der: &[u8]) {
    text.extend(["-----BEGIN ", label, "-----\n"]);
    // A whole number of characters for every line but the last.
    for line in der.chunks(LINE / 4 * 3) {
        base64_simd::STANDARD.encode_append(line, text);
        text.push('\n');
    }
    text.extend(["-----END ", label, "-----\n"]);
}
