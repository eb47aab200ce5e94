//! Formats parts of certificates as readable text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::der::{OID, Reader, SEQUENCE, SET};
use crate::key::{self, Key};

const UTF8_STRING: u8 = 0x0c;
const PRINTABLE_STRING: u8 = 0x13;
const T61_STRING: u8 = 0x14;
const IA5_STRING: u8 = 0x16;
const BMP_STRING: u8 = 0x1e;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// The first second of the year 1 and the last of the year 9999, the range of common calendars.
const EARLIEST: i64 = -62_135_596_800;
const LATEST: i64 = 253_402_300_799;

/// Attribute types that have a short name (RFC 4514 section 3, RFC 5280 appendix A).
const ATTRIBUTES: [(&[u8], &str); 11] = [
    (&[0x55, 4, 3], "CN"),
    (&[0x55, 4, 5], "serialNumber"),
    (&[0x55, 4, 6], "C"),
    (&[0x55, 4, 7], "L"),
    (&[0x55, 4, 8], "ST"),
    (&[0x55, 4, 9], "STREET"),
    (&[0x55, 4, 10], "O"),
    (&[0x55, 4, 11], "OU"),
    (&[0x55, 4, 97], "organizationIdentifier"),
    (&[0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 1, 25], "DC"),
    (&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 1], "emailAddress"),
];

/// Formats a DER Name with its attributes in order, escaped as in RFC 4514, such as `C=US,
/// O=Example, CN=Example Root`. Characters that control a terminal or change the writing direction
/// are escaped too; malformed data is shown in hexadecimal.
pub(crate) fn name(der: &[u8]) -> String {
    attributes(der).unwrap_or_else(|| marked(der))
}

fn attributes(der: &[u8]) -> Option<String> {
    let mut text = String::new();
    let mut names = Reader::new(der, &(0..der.len())).only(SEQUENCE)?;
    while !names.is_at_end() {
        let mut set = names.enter(SET)?;
        let mut separator = if text.is_empty() { "" } else { ", " };
        while !set.is_at_end() {
            let mut attribute = set.enter(SEQUENCE)?;
            let kind = der.get(attribute.take(OID)?.content)?;
            let value = attribute.next()?;
            text.push_str(separator);
            match ATTRIBUTES.iter().find(|(oid, _)| *oid == kind) {
                Some((_, short)) => text.push_str(short),
                None => text.push_str(&dotted(kind)),
            }
            text.push('=');
            push_escaped(&mut text, &string(value.tag, der.get(value.content)?));
            separator = "+";
        }
    }
    Some(text)
}

fn string(tag: u8, content: &[u8]) -> String {
    match tag {
        UTF8_STRING | PRINTABLE_STRING | IA5_STRING => {
            String::from_utf8_lossy(content).into_owned()
        }
        // Every implementation reads T61String as Latin-1, contrary to T.61.
        T61_STRING => content.iter().map(|&byte| char::from(byte)).collect(),
        BMP_STRING => {
            let units = content.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
            char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        }
        _ => marked(content),
    }
}

/// Escapes characters that control a terminal or change the writing direction.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_steering(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// Truncates a long text to a readable length.
pub(crate) fn clipped(text: &str) -> String {
    const LONGEST: usize = 300;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => alloc::format!("{}...", text.get(..end).unwrap_or_default()),
        None => String::from(text),
    }
}

/// Escapes an attribute value as RFC 4514, section 2.4, requires.
fn push_escaped(text: &mut String, value: &str) {
    let last = value.char_indices().next_back().map_or(0, |(at, _)| at);
    for (at, c) in value.char_indices() {
        match c {
            '#' | ' ' if at == 0 => text.extend(['\\', c]),
            ' ' if at == last => text.push_str("\\ "),
            ',' | '+' | '"' | '\\' | '<' | '>' | ';' => text.extend(['\\', c]),
            _ if is_steering(c) => text.extend(c.escape_unicode()),
            _ => text.push(c),
        }
    }
}

/// Returns whether a character is a control, or changes how other characters are displayed.
fn is_steering(c: char) -> bool {
    let invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}');
    c.is_control() || invisible
}

/// Formats binary data in hexadecimal, with the `#` mark of RFC 4514.
fn marked(bytes: &[u8]) -> String {
    alloc::format!("#{}", hexadecimal(bytes))
}

/// Returns bytes in hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// id-kp (1.3.6.1.5.5.7.3), the arc of most key purposes, and the purposes of RFC 5280 section
/// 4.2.1.12 by their last arc.
const ID_KP: [u8; 7] = [0x2b, 6, 1, 5, 5, 7, 3];
const PURPOSES: [(u8, &str); 6] = [
    (1, "serverAuth"),
    (2, "clientAuth"),
    (3, "codeSigning"),
    (4, "emailProtection"),
    (8, "timeStamping"),
    (9, "OCSPSigning"),
];
/// anyExtendedKeyUsage (2.5.29.37.0).
const ANY_PURPOSE: [u8; 4] = [0x55, 0x1d, 37, 0];

/// Returns the name of a key purpose, or its OID in dotted form.
pub(crate) fn purpose(oid: &[u8]) -> String {
    if oid == ANY_PURPOSE {
        return String::from("anyExtendedKeyUsage");
    }
    let named = oid.split_last().filter(|(_, parent)| **parent == ID_KP);
    let named = named.and_then(|(last, _)| PURPOSES.iter().find(|(number, _)| number == last));
    named.map_or_else(|| clipped(&dotted(oid)), |(_, name)| String::from(*name))
}

/// Formats an OBJECT IDENTIFIER in dotted form (X.690 section 8.19). If the identifier is malformed
/// or has an arc of more than 64 bits, it is shown in hexadecimal, so that texts are unique.
pub(crate) fn dotted(oid: &[u8]) -> String {
    let mut numbers: Vec<u64> = Vec::new();
    let mut number: u64 = 0;
    let mut is_first = true;
    for byte in oid {
        if number >> 57 != 0 || is_first && *byte == 0x80 {
            return marked(oid);
        }
        number = (number << 7) | u64::from(byte & 0x7f);
        is_first = byte & 0x80 == 0;
        if !is_first {
            continue;
        }
        if numbers.is_empty() {
            let first = (number / 40).min(2);
            numbers.push(first);
            number -= 40 * first;
        }
        numbers.push(number);
        number = 0;
    }
    if !is_first || numbers.is_empty() {
        return marked(oid);
    }
    let parts: Vec<String> = numbers.iter().map(|number| alloc::format!("{number}")).collect();
    parts.join(".")
}

/// Returns the two times in the content of a Validity, in seconds since 1970.
pub(crate) fn validity(content: &[u8]) -> Option<(i64, i64)> {
    let mut times = Reader::new(content, &(0..content.len()));
    let mut next = || {
        let time = times.next()?;
        seconds(time.tag, content.get(time.content)?)
    };
    Some((next()?, next()?))
}

/// Parses `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ` (RFC 5280 section 4.1.2.5) for the years 1 to 9999.
/// A leap second counts as the next second.
pub(crate) fn seconds(tag: u8, text: &[u8]) -> Option<i64> {
    let (year, rest) = match tag {
        UTC_TIME => {
            let (year, rest) = text.split_first_chunk::<2>()?;
            let year = digits(year)?;
            (if year < 50 { 2000 + year } else { 1900 + year }, rest)
        }
        GENERALIZED_TIME => {
            let (year, rest) = text.split_first_chunk::<4>()?;
            (digits(year)?, rest)
        }
        _ => return None,
    };
    let (fields, [b'Z']) = rest.split_first_chunk::<10>()? else { return None };
    let mut fields = fields.chunks_exact(2).map(digits);
    let mut next = |low, high| fields.next()?.filter(|value| (low..=high).contains(value));
    let (month, day) = (next(1, 12)?, next(1, 31)?);
    let (hour, minute, second) = (next(0, 23)?, next(0, 59)?, next(0, 60)?);
    let time = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    Some(time).filter(|time| (EARLIEST..=LATEST).contains(time))
}

fn digits(text: &[u8]) -> Option<i64> {
    text.iter().try_fold(0, |value, byte| {
        byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0'))
    })
}

/// Returns the UTC date of a time in seconds since 1970, such as `2026-01-31`.
pub(crate) fn day(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let in_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let since_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * since_march + 2) / 5 + 1;
    let month = (since_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    alloc::format!("{year:04}-{month:02}-{day:02}")
}

/// Returns the number of Gregorian days since 1970, computed with years that begin in March.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let since_march = (month + 9) % 12;
    let in_year = (153 * since_march + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year
        - 719_468
}

/// Formats an IPv4 address, or an IPv6 address as in RFC 5952.
pub(crate) fn address(bytes: &[u8]) -> Option<String> {
    if let [a, b, c, d] = bytes {
        return Some(alloc::format!("{a}.{b}.{c}.{d}"));
    }
    let (groups, []) = bytes.as_chunks::<2>() else { return None };
    let groups: &[[u8; 2]; 8] = groups.try_into().ok()?;
    let (zeros, len) = longest_zeros(groups);
    let hex = |groups: &[[u8; 2]]| {
        let texts: Vec<String> =
            groups.iter().map(|&two| alloc::format!("{:x}", u16::from_be_bytes(two))).collect();
        texts.join(":")
    };
    let (before, rest) = groups.split_at(zeros);
    let (_, after) = rest.split_at(len);
    Some(if len > 1 { hex(before) + "::" + &hex(after) } else { hex(groups) })
}

/// Returns the start and the length of the (first) longest run of zeros.
fn longest_zeros(groups: &[[u8; 2]]) -> (usize, usize) {
    let run = |at: usize| groups.iter().skip(at).take_while(|&&group| group == [0, 0]).count();
    let runs = (0..groups.len()).rev().map(|at| (at, run(at)));
    runs.max_by_key(|&(_, len)| len).unwrap_or_default()
}

/// Returns type and size of a key, such as `RSA 4096` or `EC P-256`.
pub(crate) fn key(content: &[u8]) -> String {
    match key::read(content) {
        Some(Key::Rsa { bits }) => alloc::format!("RSA {bits}"),
        Some(Key::Ec { curve: key::P256, .. }) => "EC P-256".into(),
        Some(Key::Ec { curve: key::P384, .. }) => "EC P-384".into(),
        Some(Key::Ec { curve: key::P521, .. }) => "EC P-521".into(),
        Some(Key::Ec { curve, .. }) => alloc::format!("EC {}", dotted(curve)),
        Some(Key::Dsa) => "DSA".into(),
        Some(Key::Ed25519) => "Ed25519".into(),
        Some(Key::Ed448) => "Ed448".into(),
        Some(Key::Other(oid)) => dotted(oid),
        None => "unknown".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rdn(oid: &[u8], tag: u8, value: &[u8]) -> Vec<u8> {
        let mut attribute = alloc::vec![OID, oid.len() as u8];
        attribute.extend(oid);
        attribute.extend([tag, value.len() as u8]);
        attribute.extend(value);
        let len = attribute.len() as u8;
        let mut set = alloc::vec![SET, len + 2, SEQUENCE, len];
        set.extend(attribute);
        set
    }

    fn sequence(parts: &[Vec<u8>]) -> Vec<u8> {
        let content = parts.concat();
        [&[SEQUENCE, content.len() as u8], &content[..]].concat()
    }

    #[test]
    fn formats_names() {
        let der = sequence(&[
            rdn(&[0x55, 4, 6], PRINTABLE_STRING, b"CH"),
            rdn(&[0x55, 4, 10], UTF8_STRING, "A, B \u{202e}\u{1b}[2J\u{fc}".as_bytes()),
            rdn(&[0x55, 4, 3], BMP_STRING, &[0, b'x', 0x26, 0x3a]),
            rdn(&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 99], T61_STRING, &[0xe9]),
        ]);
        let expected = concat!(
            "C=CH, O=A\\, B \\u{202e}\\u{1b}[2J\u{fc}, CN=x\u{263a}, ",
            "1.2.840.113549.1.9.99=\u{e9}"
        );
        assert_eq!(name(&der), expected);
        assert_eq!(name(&sequence(&[])), "");
        assert_eq!(name(&[SEQUENCE, 2, SET]), "#300231");
    }

    #[test]
    fn printable_text_has_no_control_characters() {
        assert_eq!(
            printable("a \u{1b}[2J\n\u{202e}\u{fc}.pem"),
            "a \\u{1b}[2J\\n\\u{202e}\u{fc}.pem"
        );
    }

    #[test]
    fn formats_days_and_purposes() {
        for (time, expected) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_825_600, "2000-02-29"),
            (1_767_225_600, "2026-01-01"),
            (EARLIEST, "0001-01-01"),
            (LATEST, "9999-12-31"),
        ] {
            assert_eq!(day(time), expected);
        }
        assert_eq!(purpose(&[0x2b, 6, 1, 5, 5, 7, 3, 1]), "serverAuth");
        assert_eq!(purpose(&[0x55, 0x1d, 37, 0]), "anyExtendedKeyUsage");
        assert_eq!(purpose(&[0x2b, 6, 1, 5, 5, 7, 3, 99]), "1.3.6.1.5.5.7.3.99");
    }

    #[test]
    fn long_texts_are_truncated() {
        assert_eq!(clipped("short"), "short");
        assert_eq!(clipped(&"\u{fc}".repeat(400)), "\u{fc}".repeat(300) + "...");
    }

    #[test]
    fn formats_addresses() {
        let v6 = |groups: [u16; 8]| address(groups.map(u16::to_be_bytes).as_flattened());
        assert_eq!(address(&[192, 0, 2, 1]).as_deref(), Some("192.0.2.1"));
        for (groups, expected) in [
            ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1], "2001:db8::1"),
            ([0x2001, 0xdb8, 0, 1, 1, 1, 1, 1], "2001:db8:0:1:1:1:1:1"),
            ([0x2001, 0, 0, 1, 0, 0, 0, 1], "2001:0:0:1::1"),
            ([0x2001, 0xdb8, 0, 0, 1, 0, 0, 1], "2001:db8::1:0:0:1"),
            ([1, 2, 3, 4, 5, 6, 0, 0], "1:2:3:4:5:6::"),
            ([0; 8], "::"),
        ] {
            assert_eq!(v6(groups).as_deref(), Some(expected));
        }
        for len in [0, 3, 5, 15, 17] {
            assert_eq!(address(&alloc::vec![0; len]), None);
        }
    }

    #[test]
    fn parses_times() {
        let cases: [(u8, &str, Option<i64>); 13] = [
            (UTC_TIME, "700101000000Z", Some(0)),
            (UTC_TIME, "491231235959Z", Some(2_524_607_999)),
            (UTC_TIME, "500101000000Z", Some(-631_152_000)),
            (GENERALIZED_TIME, "20000229120000Z", Some(951_825_600)),
            (GENERALIZED_TIME, "99991231235959Z", Some(LATEST)),
            (GENERALIZED_TIME, "99991231235960Z", None),
            (GENERALIZED_TIME, "00010101000000Z", Some(EARLIEST)),
            (GENERALIZED_TIME, "00001231235959Z", None),
            (GENERALIZED_TIME, "20161231235960Z", Some(1_483_228_800)),
            (UTC_TIME, "701301000000Z", None),
            (UTC_TIME, "7001010000Z", None),
            (UTC_TIME, "700101000000+0100", None),
            (0x04, "700101000000Z", None),
        ];
        for (tag, text, expected) in cases {
            assert_eq!(seconds(tag, text.as_bytes()), expected, "{text}");
        }
    }
}
