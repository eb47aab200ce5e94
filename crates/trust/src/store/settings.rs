//! The trust settings in an OpenSSL `TRUSTED CERTIFICATE`: the purposes for which it is trusted or
//! rejected (`X509_CERT_AUX`, described in openssl-x509(1) and -format).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::der::{OID, Reader, SEQUENCE};

/// `[0]`, the rejected purposes.
const REJECTED: u8 = 0xa0;
/// The tags of an alias, of a key identifier, and of other algorithms (`[1]`). These elements are
/// stored but not interpreted.
const REST: [u8; 3] = [0x0c, 0x04, 0xa1];
/// anyExtendedKeyUsage (2.5.29.37.0).
const ANY: &[u8] = &[0x55, 0x1d, 37, 0];

/// The purposes for which a certificate is trusted; by default, all purposes.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Settings {
    /// `None` means all purposes that are not rejected.
    pub(crate) trusted: Option<Vec<Vec<u8>>>,
    pub(crate) rejected: BTreeSet<Vec<u8>>,
    /// The remaining elements, unparsed.
    rest: Vec<u8>,
}

impl Settings {
    /// Reads the data after a certificate; `None` if it is not an `X509_CERT_AUX`. Empty data means
    /// no settings.
    pub(crate) fn read(trailer: &[u8]) -> Option<Self> {
        let mut settings = Self::default();
        if trailer.is_empty() {
            return Some(settings);
        }
        let mut parts = Reader::new(trailer, &(0..trailer.len())).only(SEQUENCE)?;
        let mut lists = alloc::vec![SEQUENCE, REJECTED];
        let mut rest = REST.to_vec();
        while !parts.is_at_end() {
            let part = parts.next()?;
            if let Some(at) = lists.iter().position(|&tag| tag == part.tag) {
                let list = oids(Reader::new(trailer, &part.content))?;
                match part.tag {
                    SEQUENCE => settings.trusted = Some(list),
                    _ => settings.rejected = list.into_iter().collect(),
                }
                lists.drain(..=at);
            } else {
                let at = rest.iter().position(|&tag| tag == part.tag)?;
                settings.rest.extend_from_slice(part.whole().of(trailer));
                rest.drain(..=at);
                lists.clear();
            }
        }
        Some(settings)
    }

    /// Returns whether the settings limit nothing and need not be stored.
    pub(super) fn are_void(&self) -> bool {
        self.trusted.is_none() && self.rejected.is_empty() && self.rest.is_empty()
    }

    /// Returns whether the settings allow a purpose, the content of an OBJECT IDENTIFIER.
    pub(crate) fn allow(&self, purpose: &[u8]) -> bool {
        let names = |list: &[Vec<u8>]| list.iter().any(|one| one == purpose || one == ANY);
        let is_rejected = self.rejected.contains(purpose) || self.rejected.contains(ANY);
        !is_rejected && self.trusted.as_deref().is_none_or(names)
    }

    /// Combines two settings of the same certificate. Only purposes that both settings trust remain
    /// trusted. The time is linear in the length of `other`, so that many blocks of one certificate
    /// take time linear in their length.
    pub(super) fn and(self, other: Self) -> Self {
        let is_any = |list: &[Vec<u8>]| list.iter().any(|one| one == ANY);
        let trusted = match (self.trusted, other.trusted) {
            (Some(one), Some(two)) if is_any(&one) => Some(two),
            (Some(one), Some(two)) if !is_any(&two) => {
                let two: BTreeSet<_> = two.into_iter().collect();
                Some(one.into_iter().filter(|purpose| two.contains(purpose)).collect())
            }
            (one, two) => one.or(two),
        };
        let mut rejected = self.rejected;
        rejected.extend(other.rejected);
        let rest = if self.rest.is_empty() { other.rest } else { self.rest };
        Self { trusted, rejected, rest }
    }

    /// Encodes the settings as `X509_CERT_AUX` in DER, split into blocks of at most `most` bytes,
    /// since merged settings may be too long for one block. Together, the blocks are equivalent to
    /// the settings.
    pub(super) fn to_der(&self, most: usize) -> Vec<Vec<u8>> {
        let oids = |oids: &[Vec<u8>]| -> Vec<u8> {
            oids.iter().flat_map(|oid| element(OID, oid)).collect()
        };
        let mut before = Vec::new();
        before.extend(self.trusted.iter().flat_map(|list| element(SEQUENCE, &oids(list))));
        // The headers of the whole and of the list have up to five bytes each.
        let room = most.saturating_sub(before.len() + self.rest.len() + 10);
        let mut blocks = Vec::new();
        let mut list = Vec::new();
        let block = |list: &[u8]| {
            let rejected = if list.is_empty() { Vec::new() } else { element(REJECTED, list) };
            element(SEQUENCE, &[&before[..], &rejected, &self.rest].concat())
        };
        for oid in self.rejected.iter().map(|oid| element(OID, oid)) {
            if !list.is_empty() && list.len() + oid.len() > room {
                blocks.push(block(&list));
                list.clear();
            }
            list.extend(oid);
        }
        blocks.push(block(&list));
        blocks
    }
}

fn oids(mut list: Reader<'_>) -> Option<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    while !list.is_at_end() {
        let oid = list.take_bytes(OID)?;
        // The OID is empty, is truncated, or contains an arc with leading zeros. Parsers disagree
        // about such an OID.
        let arcs = oid.split_inclusive(|byte| byte & 0x80 == 0);
        let is_sound = oid.last().is_some_and(|last| last & 0x80 == 0);
        if !is_sound || arcs.clone().any(|arc| arc.first() == Some(&0x80)) {
            return None;
        }
        found.push(oid.to_vec());
    }
    Some(found)
}

/// Encodes an element in DER. Its content must be shorter than 2^24 bytes.
fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let len = (content.len() as u32).to_be_bytes();
    let header = match len {
        [0, 0, 0, short @ 0..=0x7f] => &[short][..],
        [0, 0, 0, len] => &[0x81, len],
        [0, 0, high, low] => &[0x82, high, low],
        [_, high, middle, low] => &[0x83, high, middle, low],
    };
    [&[tag], header, content].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 1];
    const EMAIL: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 4];

    fn settings(trusted: Option<&[&[u8]]>, rejected: &[&[u8]]) -> Settings {
        let list = |oids: &[&[u8]]| oids.iter().map(|oid| oid.to_vec()).collect();
        let rejected = rejected.iter().map(|oid| oid.to_vec()).collect();
        Settings { trusted: trusted.map(list), rejected, rest: Vec::new() }
    }

    #[test]
    fn settings_round_trip() {
        let alias = element(0x0c, b"alias");
        for (trusted, rejected) in [
            (None, &[][..]),
            (Some(&[SERVER, EMAIL][..]), &[]),
            (None, &[SERVER]),
            (Some(&[]), &[ANY]),
        ] {
            for rest in [Vec::new(), alias.clone()] {
                let settings = Settings { rest, ..settings(trusted, rejected) };
                assert_eq!(Settings::read(&settings.to_der(1000).concat()), Some(settings.clone()));
            }
        }
        assert_eq!(Settings::read(&[]), Some(Settings::default()));
        let reversed =
            element(SEQUENCE, &[element(REJECTED, &[]), element(SEQUENCE, &[])].concat());
        for garbage in
            [&b"garbage"[..], &[0], &[SEQUENCE, 1, 0], &[SEQUENCE, 3, SEQUENCE, 1, 0], &reversed]
        {
            assert_eq!(Settings::read(garbage), None, "{garbage:?}");
        }
    }

    /// Checks that the blocks together are equivalent to the settings, and that each block is
    /// within the limit.
    #[test]
    fn splits_long_settings_into_blocks() {
        let rejected: Vec<Vec<u8>> = (1..=9000_u32)
            .map(|n| [&[0x2a, 0x81][..], &[0x80 | (n >> 7) as u8 & 0x7f, n as u8 & 0x7f]].concat())
            .filter(|oid| oid[2] != 0x80)
            .collect();
        let whole =
            Settings { rejected: rejected.into_iter().collect(), ..settings(Some(&[ANY]), &[]) };
        let blocks = whole.to_der(500);
        assert!(blocks.len() > 50 && blocks.iter().all(|block| block.len() <= 500));
        let read = |block: &Vec<u8>| Settings::read(block).unwrap_or_default();
        let again = blocks.iter().map(read).reduce(Settings::and).unwrap_or_default();
        assert_eq!(again.rejected, whole.rejected);
        assert_eq!(again.trusted, whole.trusted);
    }

    #[test]
    fn rejects_ambiguous_identifiers() {
        for oid in [&[][..], &[0x80], &[0x80, 1], &[0x2a, 0x80, 1], &[1, 0x81]] {
            let der = element(SEQUENCE, &element(SEQUENCE, &element(OID, oid)));
            assert_eq!(Settings::read(&der), None, "{oid:02x?}");
        }
    }

    #[test]
    fn allows_trusted_purposes_only() {
        assert!(Settings::default().allow(SERVER));
        assert!(settings(Some(&[SERVER]), &[]).allow(SERVER));
        assert!(settings(Some(&[ANY]), &[EMAIL]).allow(SERVER));
        assert!(!settings(Some(&[EMAIL]), &[]).allow(SERVER));
        assert!(!settings(Some(&[SERVER]), &[SERVER]).allow(SERVER));
        assert!(!settings(None, &[ANY]).allow(SERVER));
        assert!(!settings(Some(&[]), &[]).allow(SERVER));
    }

    #[test]
    fn merging_keeps_the_stricter_setting() {
        let all = [
            settings(None, &[]),
            settings(Some(&[SERVER, EMAIL]), &[]),
            settings(Some(&[EMAIL]), &[]),
            settings(Some(&[ANY]), &[]),
            settings(None, &[SERVER]),
            settings(Some(&[ANY]), &[EMAIL]),
            settings(Some(&[]), &[]),
        ];
        for one in &all {
            for two in &all {
                let both = one.clone().and(two.clone());
                for purpose in [SERVER, EMAIL] {
                    let expected = one.allow(purpose) && two.allow(purpose);
                    assert_eq!(both.allow(purpose), expected, "{one:?} {two:?}");
                }
            }
        }
    }
}
