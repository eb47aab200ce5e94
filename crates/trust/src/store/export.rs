//! Out of the store again.

use alloc::string::String;

use super::{Certificate, TrustStore};

/// Characters of a line (RFC 7468 section 2).
const LINE: usize = 64;

impl TrustStore {
    /// All certificates as a PEM bundle.
    #[must_use]
    pub fn to_pem(&self) -> String {
        let mut text =
            String::with_capacity(self.total() / 3 * 4 + self.total() / 48 + 60 * self.len());
        for certificate in self {
            push_pem(&mut text, certificate.der());
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
            let _ = subset.add(certificate.der());
        }
        subset
    }
}

impl Certificate<'_> {
    /// As a block of PEM.
    #[must_use]
    pub fn to_pem(&self) -> String {
        let mut text = String::new();
        push_pem(&mut text, self.der());
        text
    }
}

fn push_pem(text: &mut String, der: &[u8]) {
    text.push_str("-----BEGIN CERTIFICATE-----\n");
    // A whole number of characters for every line but the last.
    for line in der.chunks(LINE / 4 * 3) {
        base64_simd::STANDARD.encode_append(line, text);
        text.push('\n');
    }
    text.push_str("-----END CERTIFICATE-----\n");
}
