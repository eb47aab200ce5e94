//! Reads the permitted uses in the extensions of a certificate (RFC 5280 section 4.2.1).

use core::ops::Range;

use crate::der::{
    self, BASIC_CONSTRAINTS, BOOLEAN, INTEGER, KEY_CERT_SIGN, KEY_USAGE, OID, Reader, SEQUENCE,
};

pub(crate) const EXT_KEY_USAGE: u8 = 37;
/// Bit 6 of the first flag byte, counted from the most significant bit.
pub(crate) const CRL_SIGN: u8 = 2;

/// Extensions under id-ce that may be critical: this crate or webpki implements them, or they do
/// not affect any decision here (policies, locations of revocation lists).
const KNOWN: [u8; 13] =
    [14, KEY_USAGE, 17, 18, BASIC_CONSTRAINTS, 30, 31, 32, 33, 35, 36, EXT_KEY_USAGE, 54];

/// id-kp (1.3.6.1.5.5.7.3), the arc of serverAuth and clientAuth.
const ID_KP: [u8; 7] = [0x2b, 6, 1, 5, 5, 7, 3];
const SERVER_AUTH: u8 = 1;
const CLIENT_AUTH: u8 = 2;
/// Both purposes with their arc, each as the content of an OBJECT IDENTIFIER.
pub(crate) const SERVER_AUTH_OID: [u8; 8] = [0x2b, 6, 1, 5, 5, 7, 3, SERVER_AUTH];
pub(crate) const CLIENT_AUTH_OID: [u8; 8] = [0x2b, 6, 1, 5, 5, 7, 3, CLIENT_AUTH];
/// anyExtendedKeyUsage (2.5.29.37.0).
pub(crate) const ANY: [u8; 4] = [0x55, 0x1d, 37, 0];

/// The permitted uses in the extensions of a certificate.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Usage {
    /// Whether keyUsage has keyCertSign; `None` without that extension.
    pub(crate) may_sign: Option<bool>,
    /// Whether keyUsage has cRLSign; `None` without that extension.
    pub(crate) may_revoke: Option<bool>,
    /// The maximum number of intermediates below this certificate; `None` without a limit.
    pub(crate) path_len: Option<u32>,
    /// Whether extKeyUsage contains serverAuth, and whether it contains clientAuth; `None` without
    /// that extension.
    purposes: Option<[bool; 2]>,
    /// The OID of an unknown critical extension, as a range of the certificate.
    pub(crate) unknown_critical: Option<Range<usize>>,
}

impl Usage {
    /// Reads the extensions of a certificate; a malformed extension allows nothing.
    pub(crate) fn of(der: &[u8]) -> Self {
        let mut usage = Self::default();
        for extension in der::each_extension(der) {
            let value = Reader::new(der, &extension.value);
            match extension.number(der) {
                Some(KEY_USAGE) => {
                    let flags = key_usage(der, value);
                    usage.may_sign = Some(flags & KEY_CERT_SIGN != 0);
                    usage.may_revoke = Some(flags & CRL_SIGN != 0);
                }
                Some(BASIC_CONSTRAINTS) => usage.path_len = path_len(der, value),
                Some(EXT_KEY_USAGE) => usage.purposes = Some(purposes(der, value)),
                _ => {}
            }
            let is_known = extension.number(der).is_some_and(|number| KNOWN.contains(&number));
            if extension.is_critical && !is_known {
                usage.unknown_critical.get_or_insert(extension.oid);
            }
        }
        usage
    }

    pub(crate) fn is_for_server(&self) -> bool {
        self.purposes.is_none_or(|[server, _]| server)
    }

    pub(crate) fn is_for_client(&self) -> bool {
        self.purposes.is_none_or(|[_, client]| client)
    }
}

/// Returns the first flag byte of a BIT STRING, which follows the number of unused bits.
pub(crate) fn key_usage(der: &[u8], mut value: Reader<'_>) -> u8 {
    let bits = value.take(der::BIT_STRING).and_then(|bits| der.get(bits.content));
    bits.and_then(|bits| bits.get(1)).copied().unwrap_or(0)
}

/// Returns the path length limit in basicConstraints. A malformed limit, such as a negative number,
/// counts as 0.
fn path_len(der: &[u8], value: Reader<'_>) -> Option<u32> {
    let mut fields = value.only(SEQUENCE)?;
    let mut field = fields.next()?;
    if field.tag == BOOLEAN {
        field = fields.next()?;
    }
    let digits = der.get(field.content).filter(|_| field.tag == INTEGER);
    Some(match digits {
        Some(&[first, ..]) if first >= 0x80 => 0,
        Some(digits) => digits
            .iter()
            .fold(0u32, |number, &digit| number.saturating_mul(256).saturating_add(digit.into())),
        None => 0,
    })
}

fn purposes(der: &[u8], value: Reader<'_>) -> [bool; 2] {
    let mut found = [false; 2];
    let Some(mut list) = value.only(SEQUENCE) else { return found };
    while let Some(oid) = list.take(OID).and_then(|oid| der.get(oid.content)) {
        match oid.split_last() {
            _ if oid == ANY => found = [true; 2],
            Some((&SERVER_AUTH, parent)) if parent == ID_KP => found[0] = true,
            Some((&CLIENT_AUTH, parent)) if parent == ID_KP => found[1] = true,
            _ => {}
        }
    }
    found
}
