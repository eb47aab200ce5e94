//! Locates the parts of an X.509 certificate in DER (RFC 5280 section 4.1) without copying.

use core::ops::Range;

pub(crate) const BOOLEAN: u8 = 0x01;
pub(crate) const INTEGER: u8 = 0x02;
pub(crate) const BIT_STRING: u8 = 0x03;
pub(crate) const OCTET_STRING: u8 = 0x04;
pub(crate) const OID: u8 = 0x06;
pub(crate) const SEQUENCE: u8 = 0x30;
pub(crate) const SET: u8 = 0x31;
/// `[0]`, the version.
const VERSION: u8 = 0xa0;
/// `[1]` and `[2]` in primitive encoding: the unique identifiers that version 2 introduced.
const ISSUER_ID: u8 = 0x81;
const SUBJECT_ID: u8 = 0x82;
/// `[3]`, the extensions.
const EXTENSIONS: u8 = 0xa3;
/// The encoding of v3, the first version with extensions.
const V3: u8 = 2;

/// id-ce (2.5.29), the arc of the extensions that this crate reads.
const ID_CE: [u8; 2] = [0x55, 0x1d];
pub(crate) const SUBJECT_KEY_IDENTIFIER: u8 = 14;
pub(crate) const KEY_USAGE: u8 = 15;
/// Bit 5 of the first flag byte, counted from the most significant bit.
pub(crate) const KEY_CERT_SIGN: u8 = 4;
pub(crate) const BASIC_CONSTRAINTS: u8 = 19;
pub(crate) const SUBJECT_ALT_NAME: u8 = 17;
pub(crate) const NAME_CONSTRAINTS: u8 = 30;
pub(crate) const AUTHORITY_KEY_IDENTIFIER: u8 = 35;

/// The reason why some bytes are not a certificate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Error {
    /// A part of the certificate is malformed; the text names the part.
    Part(&'static str),
    /// This number of bytes follows the certificate.
    Trailing(usize),
}

/// A range of bytes in a certificate, relative to its start; empty if the part is absent.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Returns the bytes of the span.
    #[inline]
    pub(crate) fn of(self, der: &[u8]) -> &[u8] {
        der.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// The positions of a certificate's parts.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Layout {
    /// The serial number: the content of the INTEGER.
    pub(crate) serial: Span,
    /// The issuer: the whole Name with tag and length.
    pub(crate) issuer: Span,
    /// The validity: the content of the SEQUENCE.
    pub(crate) validity: Span,
    /// The subject: the whole Name with tag and length.
    pub(crate) subject: Span,
    /// The content of the SEQUENCE, as webpki's trust anchors contain it.
    pub(crate) public_key: Span,
    /// The key identifier: the content of the OCTET STRING inside the extension.
    pub(crate) key_id: Span,
    /// The name constraints: the content of the SEQUENCE inside the extension.
    pub(crate) name_constraints: Span,
    /// The value of `cA` in basicConstraints; `None` without the extension.
    pub(crate) authority: Option<bool>,
    /// Whether keyUsage exists without keyCertSign.
    pub(crate) may_not_sign: bool,
    /// Whether the version is 1 or 2, which lack extensions.
    pub(crate) is_old: bool,
}

impl Layout {
    /// Returns whether the certificate is a CA certificate. Either basicConstraints state this and
    /// keyUsage does not contradict, or the certificate has an old version and, judged by its
    /// names, is self-signed.
    pub(crate) fn is_authority(&self, der: &[u8]) -> bool {
        let is_old_root = || self.is_old && self.subject.of(der) == self.issuer.of(der);
        !self.may_not_sign && self.authority.unwrap_or_else(is_old_root)
    }
}

/// A DER element: its tag, the position of its content, and the start of the element.
pub(crate) struct Element {
    pub(crate) tag: u8,
    start: usize,
    pub(crate) content: Range<usize>,
}

impl Element {
    pub(crate) fn whole(&self) -> Span {
        span(self.start..self.content.end)
    }
}

/// Converts a range to a span. Its positions fit, because the caller has checked the certificate's
/// length.
fn span(range: Range<usize>) -> Span {
    Span { start: range.start as u32, end: range.end as u32 }
}

/// Reads consecutive elements from `bytes[at..end]`.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8], range: &Range<usize>) -> Self {
        Self { bytes, at: range.start, end: range.end }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.end
    }

    /// Returns the tag of the next element, or 0 at the end.
    fn peek(&self) -> u8 {
        if self.is_at_end() { 0 } else { self.bytes.get(self.at).copied().unwrap_or(0) }
    }

    /// Returns the next element if its length is definite, minimal (X.690 section 10.1), less than
    /// 2^24, and within the remaining bytes.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Element> {
        let start = self.at;
        let header = self.bytes.get(start..self.end)?;
        let tag = *header.first()?;
        let (length, size) = match *header.get(1)? {
            short @ 0..=0x7f => (usize::from(short), 2),
            0x81 => (usize::from(*header.get(2).filter(|&&byte| byte >= 0x80)?), 3),
            0x82 => {
                let long = u16::from_be_bytes([*header.get(2)?, *header.get(3)?]);
                (usize::from(Some(long).filter(|&n| n > 0xff)?), 4)
            }
            0x83 => {
                let long =
                    u32::from_be_bytes([0, *header.get(2)?, *header.get(3)?, *header.get(4)?]);
                (Some(long).filter(|&n| n > 0xffff)? as usize, 5)
            }
            _ => return None,
        };
        let content = start + size..start + size + length;
        if content.end > self.end {
            return None;
        }
        self.at = content.end;
        Some(Element { tag, start, content })
    }

    /// Returns the next element, which must have this tag.
    #[inline]
    pub(crate) fn take(&mut self, tag: u8) -> Option<Element> {
        self.next().filter(|element| element.tag == tag)
    }

    /// Returns the content of the next element, which must have this tag.
    pub(crate) fn take_bytes(&mut self, tag: u8) -> Option<&'a [u8]> {
        let content = self.take(tag)?.content;
        self.bytes.get(content)
    }

    /// Returns a reader of the content of the next element, which must have this tag.
    pub(crate) fn enter(&mut self, tag: u8) -> Option<Self> {
        let content = self.take(tag)?.content;
        Some(Self::new(self.bytes, &content))
    }

    /// Like [`enter`](Self::enter), but fails if anything follows the element.
    pub(crate) fn only(mut self, tag: u8) -> Option<Self> {
        let inside = self.enter(tag)?;
        self.is_at_end().then_some(inside)
    }

    /// Like [`take`](Self::take); the error contains the name of the part.
    #[inline]
    fn part(&mut self, tag: u8, what: &'static str) -> Result<Element, Error> {
        self.take(tag).ok_or(Error::Part(what))
    }
}

/// Locates the parts of a certificate that occupies all of `der`.
///
/// # Errors [`Error::Trailing`] if bytes follow the certificate, otherwise [`Error::Part`] with the
/// malformed part.
pub(crate) fn layout(der: &[u8]) -> Result<Layout, Error> {
    let mut file = Reader::new(der, &(0..der.len()));
    let certificate = file.part(SEQUENCE, "the outer SEQUENCE")?;
    if !file.is_at_end() {
        return Err(Error::Trailing(der.len() - file.at));
    }
    let mut parts = Reader::new(der, &certificate.content);
    let signed = parts.part(SEQUENCE, "tbsCertificate")?;
    let layout = signed_part(der, &signed.content)?;
    parts.part(SEQUENCE, "signatureAlgorithm")?;
    parts.part(BIT_STRING, "signatureValue")?;
    if parts.is_at_end() { Ok(layout) } else { Err(Error::Part("more than three parts")) }
}

fn signed_part(der: &[u8], range: &Range<usize>) -> Result<Layout, Error> {
    let mut parts = Reader::new(der, range);
    let mut is_old = true;
    if parts.peek() == VERSION {
        is_old = version(der, &parts.part(VERSION, "version")?.content)? < V3;
    }
    let serial = parts.part(INTEGER, "serialNumber")?;
    if serial.content.is_empty() {
        return Err(Error::Part("serialNumber"));
    }
    parts.part(SEQUENCE, "signature")?;
    let issuer = parts.part(SEQUENCE, "issuer")?;
    let validity = parts.part(SEQUENCE, "validity")?;
    let subject = parts.part(SEQUENCE, "subject")?;
    let public_key = parts.part(SEQUENCE, "subjectPublicKeyInfo")?;
    let mut layout = Layout {
        serial: span(serial.content.clone()),
        issuer: issuer.whole(),
        validity: span(validity.content),
        subject: subject.whole(),
        public_key: span(public_key.content),
        is_old,
        ..Layout::default()
    };
    for (tag, what) in [(ISSUER_ID, "issuerUniqueID"), (SUBJECT_ID, "subjectUniqueID")] {
        if parts.peek() == tag {
            parts.part(tag, what)?;
        }
    }
    if !parts.is_at_end() {
        let explicit = parts.part(EXTENSIONS, "extensions")?;
        extensions(der, &explicit.content, &mut layout)?;
    }
    if parts.is_at_end() { Ok(layout) } else { Err(Error::Part("data after the extensions")) }
}

/// Returns the version as it is encoded: 0, 1 or 2 for v1, v2 or v3.
fn version(der: &[u8], range: &Range<usize>) -> Result<u8, Error> {
    match der.get(range.clone()) {
        Some(&[INTEGER, 1, version @ 0..=V3]) => Ok(version),
        _ => Err(Error::Part("version")),
    }
}

fn extensions(der: &[u8], range: &Range<usize>, layout: &mut Layout) -> Result<(), Error> {
    let mut explicit = Reader::new(der, range);
    let list = explicit.part(SEQUENCE, "extensions")?;
    if !explicit.is_at_end() {
        return Err(Error::Part("extensions"));
    }
    let mut list = Reader::new(der, &list.content);
    while !list.is_at_end() {
        let one = list.part(SEQUENCE, "an extension")?;
        extension(der, &one.content, layout).ok_or(Error::Part("an extension"))?;
    }
    Ok(())
}

/// An extension of a certificate (RFC 5280 section 4.2).
pub(crate) struct Extension {
    /// The content of the OBJECT IDENTIFIER.
    pub(crate) oid: Range<usize>,
    pub(crate) is_critical: bool,
    /// The content of the OCTET STRING.
    pub(crate) value: Range<usize>,
}

impl Extension {
    /// Reads an extension that occupies the whole range; `None` if it is malformed.
    pub(crate) fn read(der: &[u8], range: &Range<usize>) -> Option<Self> {
        let mut parts = Reader::new(der, range);
        let oid = parts.take(OID)?.content;
        let mut is_critical = false;
        if parts.peek() == BOOLEAN {
            is_critical = der.get(parts.take(BOOLEAN)?.content) != Some(&[0]);
        }
        let value = parts.take(OCTET_STRING)?.content;
        parts.is_at_end().then_some(Self { oid, is_critical, value })
    }

    /// Returns the extension's number under id-ce (2.5.29); `None` for an extension under a
    /// different arc.
    pub(crate) fn number(&self, der: &[u8]) -> Option<u8> {
        match der.get(self.oid.clone()) {
            Some(&[a, b, number]) if [a, b] == ID_CE => Some(number),
            _ => None,
        }
    }
}

/// Returns all extensions of a certificate that [`layout`] has accepted.
pub(crate) fn each_extension(der: &[u8]) -> impl Iterator<Item = Extension> {
    let list = extension_list(der);
    let mut list = list.unwrap_or(Reader::new(der, &(0..0)));
    core::iter::from_fn(move || Extension::read(der, &list.take(SEQUENCE)?.content))
}

fn extension_list(der: &[u8]) -> Option<Reader<'_>> {
    let mut parts = Reader::new(der, &(0..der.len())).enter(SEQUENCE)?.enter(SEQUENCE)?;
    while !parts.is_at_end() {
        let part = parts.next()?;
        if part.tag == EXTENSIONS {
            return Reader::new(der, &part.content).enter(SEQUENCE);
        }
    }
    None
}

/// Stores the value of an extension. Returns `None` if it is malformed, or if a constraint occurs
/// twice. Only extensions with a field in the layout are parsed.
fn extension(der: &[u8], range: &Range<usize>, layout: &mut Layout) -> Option<()> {
    let extension = Extension::read(der, range)?;
    let value = &extension.value;
    match extension.number(der) {
        // Only look-ups use the subject key identifier, so a malformed one counts as absent.
        Some(SUBJECT_KEY_IDENTIFIER) => {
            if let Some(key_id) = only(der, value, OCTET_STRING)
                && layout.key_id.is_empty()
            {
                layout.key_id = span(key_id);
            }
            Some(())
        }
        Some(NAME_CONSTRAINTS) if layout.name_constraints.is_empty() => {
            let subtrees = only(der, value, SEQUENCE).filter(|subtrees| !subtrees.is_empty())?;
            layout.name_constraints = span(subtrees);
            Some(())
        }
        Some(BASIC_CONSTRAINTS) if layout.authority.is_none() => {
            let fields = only(der, value, SEQUENCE)?;
            let authority = Reader::new(der, &fields).take(BOOLEAN);
            layout.authority =
                Some(authority.is_some_and(|flag| der.get(flag.content) != Some(&[0])));
            Some(())
        }
        Some(NAME_CONSTRAINTS | BASIC_CONSTRAINTS) => None,
        // A malformed keyUsage allows nothing (RFC 5280 section 4.2.1.3).
        Some(KEY_USAGE) => {
            let bits = only(der, value, BIT_STRING).and_then(|bits| der.get(bits));
            let flags = bits.and_then(|bits| bits.get(1)).copied().unwrap_or(0);
            layout.may_not_sign |= flags & KEY_CERT_SIGN == 0;
            Some(())
        }
        _ => Some(()),
    }
}

/// Returns the content of the single element in a range.
fn only(der: &[u8], range: &Range<usize>, tag: u8) -> Option<Range<usize>> {
    let mut reader = Reader::new(der, range);
    let element = reader.take(tag)?;
    reader.is_at_end().then_some(element.content)
}

/// Splits bytes into their leading SEQUENCE and the rest.
pub(crate) fn split_first(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let first = Reader::new(bytes, &(0..bytes.len())).take(SEQUENCE)?;
    bytes.split_at_checked(first.content.end)
}

/// Returns the issuer of a certificate, a DER Name, even if later parts are malformed.
pub(crate) fn issuer(der: &[u8]) -> Option<&[u8]> {
    let mut parts = Reader::new(der, &(0..der.len())).enter(SEQUENCE)?.enter(SEQUENCE)?;
    if parts.peek() == VERSION {
        parts.take(VERSION)?;
    }
    parts.take(INTEGER)?;
    parts.take(SEQUENCE)?;
    Some(parts.take(SEQUENCE)?.whole().of(der))
}

/// Returns the content of an element that occupies all bytes, such as a Name.
pub(crate) fn content(whole: &[u8]) -> &[u8] {
    let element = Reader::new(whole, &(0..whole.len())).next();
    element.and_then(|element| whole.get(element.content)).unwrap_or_default()
}

/// Returns whether an INTEGER is zero or negative, given its content.
pub(crate) fn is_non_positive(integer: &[u8]) -> bool {
    integer.first().is_none_or(|&byte| byte >= 0x80) || integer.iter().all(|&byte| byte == 0)
}
