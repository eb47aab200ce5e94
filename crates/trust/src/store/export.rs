//! Exports certificates, and copies and merges stores.

use alloc::string::String;
use alloc::vec::Vec;

use quicksalt::{interrupt, memory};

use super::{Added, Certificate, TrustStore};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::report::Reason;
use crate::text;

/// Characters per line (RFC 7468 section 2).
const LINE: usize = 64;
const PLAIN: &str = "CERTIFICATE";
const TRUSTED: &str = "TRUSTED CERTIFICATE";

/// The encoding of an exported certificate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Encoding {
    /// PEM, which can express trusted purposes.
    Pem,
    /// DER, which cannot express trusted purposes.
    Der,
}

impl Encoding {
    /// The suffix of file names.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Pem => "pem",
            Self::Der => "der",
        }
    }
}

impl TrustStore {
    /// Returns all certificates as a PEM bundle.
    ///
    /// # Errors
    /// [`Error::Primitive`] if memory is exhausted, or the work is interrupted
    /// ([`interrupt::while_wanted`]).
    pub fn to_pem(&self) -> Result<String> {
        let mut text = String::new();
        let most = self.limits.certificate;
        reserve(&mut text, self.iter().map(|certificate| pem_len(&certificate, most)).sum())?;
        for certificate in self {
            interrupt::check().map_err(Error::Primitive)?;
            push_pem(&mut text, &certificate, most);
        }
        Ok(text)
    }

    /// Returns a file name and file content for each certificate. The name is the SHA-256
    /// fingerprint in hexadecimal with the suffix of the encoding, so names are unique.
    ///
    /// # Errors
    /// [`Error::Purposes`] for DER if a certificate is trusted only for some purposes;
    /// [`Error::Primitive`] if memory is exhausted, if no candidate of SHA-256 passes its
    /// self-test, or if the work is interrupted ([`interrupt::while_wanted`]).
    pub fn to_files(&self, encoding: Encoding) -> Result<Vec<(String, Vec<u8>)>> {
        let mut files = memory::with_capacity(self.len()).map_err(Error::Primitive)?;
        for one in self {
            interrupt::check().map_err(Error::Primitive)?;
            let content = match encoding {
                Encoding::Pem => one.to_pem()?.into_bytes(),
                Encoding::Der if one.settings().is_some() => {
                    return Err(Error::Purposes(one.subject_text()));
                }
                Encoding::Der => {
                    memory::collect(one.der().iter().copied()).map_err(Error::Primitive)?
                }
            };
            let digits = text::hexadecimal(&one.fingerprint()?);
            files.push((alloc::format!("{digits}.{}", encoding.ending()), content));
        }
        Ok(files)
    }

    /// Returns a store with the certificates at these positions; invalid positions are ignored.
    ///
    /// # Errors
    /// [`Error::Primitive`] if memory is exhausted, or the work is interrupted
    /// ([`interrupt::while_wanted`]).
    pub fn subset(&self, positions: impl IntoIterator<Item = usize>) -> Result<Self> {
        let mut subset = Self::with_limits(self.limits.clone());
        for certificate in positions.into_iter().filter_map(|position| self.get(position)) {
            interrupt::check().map_err(Error::Primitive)?;
            // The certificate fits, because the limits are the same.
            if let Err(Reason::OutOfMemory) = subset.add_from(&certificate) {
                return Err(Error::Primitive(quicksalt::Error::OutOfMemory));
            }
        }
        Ok(subset)
    }

    /// Adds the certificates of another store, with their trusted purposes. If both stores hold a
    /// certificate, the rejections of both apply.
    ///
    /// # Errors
    /// [`Reason::CertificateTooLong`], [`Reason::StoreFull`] or [`Reason::OutOfMemory`] for the
    /// first certificate that does not fit this store; earlier certificates have been added.
    pub fn merge(&mut self, other: &Self) -> core::result::Result<(), Reason> {
        other.iter().try_for_each(|certificate| self.add_from(&certificate).map(drop))
    }

    /// Retains only the certificates for which `is_kept` returns true. Their positions change.
    ///
    /// # Errors
    /// As for [`subset`](Self::subset); the store is then unchanged.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&Certificate<'_>) -> bool) -> Result<()> {
        let kept = self.iter().filter(|one| is_kept(one)).map(|one| one.position());
        let kept: Vec<usize> = memory::collect(kept).map_err(Error::Primitive)?;
        if kept.len() < self.len() {
            *self = self.subset(kept)?;
        }
        Ok(())
    }

    fn add_from(&mut self, certificate: &Certificate<'_>) -> core::result::Result<Added, Reason> {
        self.add_with(certificate.der(), certificate.settings().cloned().unwrap_or_default())
    }
}

impl Certificate<'_> {
    /// Returns a PEM block, or several blocks if the trust settings are too long for one block.
    ///
    /// # Errors
    /// [`Error::Primitive`] if memory is exhausted.
    pub fn to_pem(&self) -> Result<String> {
        let mut text = String::new();
        let most = Limits::default().certificate;
        reserve(&mut text, pem_len(self, most))?;
        push_pem(&mut text, self, most);
        Ok(text)
    }
}

fn reserve(text: &mut String, len: usize) -> Result<()> {
    text.try_reserve_exact(len).map_err(|error| Error::Primitive(error.into()))
}

/// Returns the length of the text that [`push_pem`] appends.
fn pem_len(certificate: &Certificate<'_>, most: usize) -> usize {
    let block = |label: &str, len: usize| {
        let base64 = len.div_ceil(3) * 4;
        let lines = "-----BEGIN -----\n-----END -----\n".len() + 2 * label.len();
        base64 + base64.div_ceil(LINE) + lines
    };
    let len = certificate.der().len();
    match certificate.settings() {
        None => block(PLAIN, len),
        Some(settings) => {
            let parts = settings.to_der(most.saturating_sub(len));
            parts.iter().map(|part| block(TRUSTED, len + part.len())).sum()
        }
    }
}

/// Appends a certificate with its trust settings, so that loading the text again does not extend
/// the trust.
fn push_pem(text: &mut String, certificate: &Certificate<'_>, most: usize) {
    match certificate.settings() {
        None => push_block(text, PLAIN, certificate.der()),
        Some(settings) => {
            for part in settings.to_der(most.saturating_sub(certificate.der().len())) {
                push_block(text, TRUSTED, &[certificate.der(), &part].concat());
            }
        }
    }
}

fn push_block(text: &mut String, label: &str, der: &[u8]) {
    text.extend(["-----BEGIN ", label, "-----\n"]);
    // Every line but the last encodes a multiple of three bytes.
    for line in der.chunks(LINE / 4 * 3) {
        base64_simd::STANDARD.encode_append(line, text);
        text.push('\n');
    }
    text.extend(["-----END ", label, "-----\n"]);
}
