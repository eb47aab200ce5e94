//! Parsing and formatting of IP addresses, RFC 4291 (section 2.2) and RFC 5952 (section 4). The
//! standard library's general formatting would add 6 KB to a module.

/// The maximum length of an address text in bytes.
pub(super) const TEXT_MAX: usize = 45;

/// The prefix of an IPv4 address in the bytes of an IPv6 address.
pub(super) const MAPPED: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/// Parses an address of either version.
pub(super) fn read(text: &[u8]) -> Option<[u8; 16]> {
    if let Some(bytes) = read_v4(text) {
        return Some(mapped(bytes));
    }
    read_v6(text)
}

fn mapped(bytes: [u8; 4]) -> [u8; 16] {
    let mut address = [0; 16];
    address[..12].copy_from_slice(&MAPPED);
    address[12..].copy_from_slice(&bytes);
    address
}

/// Parses four decimal numbers separated by dots, without leading zeros.
fn read_v4(text: &[u8]) -> Option<[u8; 4]> {
    let mut bytes = [0; 4];
    let mut parts = text.split(|&byte| byte == b'.');
    for byte in &mut bytes {
        let digits = parts.next()?;
        let is_plain = digits.len() == 1 || digits.first() != Some(&b'0');
        *byte = u8::try_from(number(digits, 10, 3)?).ok().filter(|_| is_plain)?;
    }
    parts.next().is_none().then_some(bytes)
}

/// Parses groups of hexadecimal digits separated by colons; the last two groups may be an IPv4
/// address, and `::` may occur once for one or more groups of zeros.
fn read_v6(text: &[u8]) -> Option<[u8; 16]> {
    let Some(gap) = text.windows(2).position(|pair| pair == b"::") else {
        let (bytes, len) = groups(text)?;
        return (len == 16).then_some(bytes);
    };
    let (front, front_len) = groups(&text[..gap])?;
    let (back, back_len) = groups(&text[gap + 2..])?;
    if front_len + back_len > 14 || text[..gap].contains(&b'.') {
        return None;
    }
    let mut address = front;
    address[16 - back_len..].copy_from_slice(&back[..back_len]);
    Some(address)
}

/// Parses groups, and returns their bytes and the number of bytes.
fn groups(text: &[u8]) -> Option<([u8; 16], usize)> {
    let (mut bytes, mut len) = ([0; 16], 0);
    if text.is_empty() {
        return Some((bytes, len));
    }
    let mut parts = text.split(|&byte| byte == b':').peekable();
    while let Some(digits) = parts.next() {
        if parts.peek().is_none() && digits.contains(&b'.') {
            bytes.get_mut(len..len + 4)?.copy_from_slice(&read_v4(digits)?);
            return Some((bytes, len + 4));
        }
        let group = number(digits, 16, 4)?;
        bytes.get_mut(len..len + 2)?.copy_from_slice(&group.to_be_bytes());
        len += 2;
    }
    Some((bytes, len))
}

/// Parses a number of 1 to `most` digits.
fn number(digits: &[u8], radix: u32, most: usize) -> Option<u16> {
    if digits.is_empty() || digits.len() > most {
        return None;
    }
    digits.iter().try_fold(0, |number, &byte| {
        let digit = char::from(byte).to_digit(radix)?;
        Some(number * radix as u16 + digit as u16)
    })
}

/// A text in a buffer of fixed size, large enough for every address.
pub(super) struct Text {
    bytes: [u8; TEXT_MAX],
    len: usize,
}

impl Text {
    /// Formats an address, as IPv4 if it is IPv4-mapped.
    pub(super) fn of(address: &[u8; 16]) -> Self {
        let mut text = Self { bytes: [0; TEXT_MAX], len: 0 };
        if address[..12] == MAPPED {
            text.put_v4(&address[12..]);
        } else {
            text.put_v6(address);
        }
        text
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn put(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    /// Appends a number without leading zeros; `unit` is the greatest power of the radix that the
    /// number can reach.
    fn put_number(&mut self, number: u16, radix: u16, mut unit: u16) {
        while unit > 0 {
            if unit == 1 || number >= unit {
                self.put(b"0123456789abcdef"[usize::from(number / unit % radix)]);
            }
            unit /= radix;
        }
    }

    fn put_v4(&mut self, address: &[u8]) {
        for (i, &byte) in address.iter().enumerate() {
            if i > 0 {
                self.put(b'.');
            }
            self.put_number(byte.into(), 10, 100);
        }
    }

    /// Formats an IPv6 address; `::` replaces the first longest run of at least two zero groups.
    fn put_v6(&mut self, address: &[u8; 16]) {
        let (pairs, _) = address.as_chunks();
        let zeros_from = |at: usize| pairs[at..].iter().take_while(|pair| **pair == [0; 2]).count();
        let (mut gap, mut gap_len) = (pairs.len(), 1);
        for at in 0..pairs.len() {
            let len = zeros_from(at);
            if len > gap_len {
                (gap, gap_len) = (at, len);
            }
        }
        let mut at = 0;
        while at < pairs.len() {
            if at == gap {
                self.put(b':');
                self.put(b':');
                at += gap_len;
                continue;
            }
            if at > 0 && at != gap + gap_len {
                self.put(b':');
            }
            self.put_number(u16::from_be_bytes(pairs[at]), 16, 0x1000);
            at += 1;
        }
    }
}
