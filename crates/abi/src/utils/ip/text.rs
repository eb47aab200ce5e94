//! The texts of addresses of the internet, RFC 4291 (section 2.2) and RFC 5952 (section 4). What the
//! standard library has for it formats and parses anything, which is 6 KB of a module.

/// The longest text of an address in bytes.
pub(super) const TEXT_MAX: usize = 45;

/// What is in front of an address of version 4 in the bytes of one of version 6.
pub(super) const MAPPED: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/// The bytes of an address of either version.
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

/// Four decimal numbers with a dot between two, none with a zero in front of another digit.
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

/// Groups of hexadecimal digits with a colon between two, of which the last two may be an address of version
/// 4; once, two colons stand for one group of zeros or more.
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

/// Groups, and how many bytes they are.
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

/// One digit or more, so many at most.
fn number(digits: &[u8], radix: u32, most: usize) -> Option<u16> {
    if digits.is_empty() || digits.len() > most {
        return None;
    }
    digits.iter().try_fold(0, |number, &byte| {
        let digit = char::from(byte).to_digit(radix)?;
        Some(number * radix as u16 + digit as u16)
    })
}

/// A text that grows in a place of fixed size, which has room for every address.
pub(super) struct Text {
    bytes: [u8; TEXT_MAX],
    len: usize,
}

impl Text {
    /// The text of an address, of version 4 if its bytes are one.
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

    /// A number without zeros in front; `unit` is a power of the radix, the highest that it may have.
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

    /// Two colons stand for the first of the longest runs of two groups of zeros or more.
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
