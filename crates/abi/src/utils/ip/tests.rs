//! Compares address texts with the results of the standard library.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv6Addr};

use super::text::{MAPPED, Text, read};

/// Parses a text with the standard library.
fn known(text: &[u8]) -> Option<[u8; 16]> {
    match core::str::from_utf8(text).ok()?.parse().ok()? {
        IpAddr::V4(address) => Some(address.to_ipv6_mapped().octets()),
        IpAddr::V6(address) => Some(address.octets()),
    }
}

/// Returns pseudorandom numbers (xorshift64).
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as usize
}

#[test]
fn texts_are_read_as_the_standard_library_reads_them() {
    let cases: [&[u8]; 34] = [
        b"", b":", b"::", b":::", b"::1", b"1::", b"::1::", b"1.2.3.4", b"1.2.3", b"1.2.3.4.5",
        b"1.2.3.256", b"1.2.3.04", b"01.2.3.4", b"0.0.0.0", b"1.2.3.0000", b"1.2.3.4.", b".1.2.3.4",
        b"1:2:3:4:5:6:7:8", b"1:2:3:4:5:6:7:8:9", b"1:2:3:4:5:6:7", b"1:2:3:4:5:6:1.2.3.4",
        b"1:2:3:4:5:6:7:1.2.3.4", b"::1.2.3.4", b"1.2.3.4::", b"1::1.2.3.4:5", b"1:2:3:4:5:6:7::",
        b"::2:3:4:5:6:7:8", b"1:2:3:4::5:6:7:8", b"12345::", b"g::", b"FE80::aBcD", b"1:2::3:",
        b":1:2::3", b"::ffff:1.2.3.4",
    ];
    for case in cases {
        assert_eq!(read(case), known(case), "{}", String::from_utf8_lossy(case));
    }
}

#[test]
fn random_texts_are_read_as_the_standard_library_reads_them() {
    let words: [&[u8]; 14] = [
        b":", b":", b":", b"::", b".", b".", b"0", b"1", b"9f", b"255", b"256", b"007", b"A:1", b"1.2.3.4",
    ];
    let (mut state, mut valid) = (0x9e37_79b9_7f4a_7c15, 0);
    for _ in 0..200_000 {
        let mut text = Vec::new();
        for _ in 0..next(&mut state) % 17 {
            text.extend_from_slice(words[next(&mut state) % words.len()]);
        }
        assert_eq!(read(&text), known(&text), "{}", String::from_utf8_lossy(&text));
        valid += u32::from(known(&text).is_some());
    }
    assert!(valid > 100, "{valid}");
}

#[test]
fn addresses_are_written_as_the_standard_library_writes_them() {
    let mut state = 0x2545_f491_4f6c_dd1d;
    for case in 0..100_000 {
        let mut address = [0; 16];
        for pair in address.as_chunks_mut::<2>().0 {
            *pair = match next(&mut state) % 4 {
                0 | 1 => [0, 0],
                2 => [0, next(&mut state) as u8],
                _ => (next(&mut state) as u16).to_be_bytes(),
            };
        }
        if case % 8 == 0 {
            address[..12].copy_from_slice(&MAPPED);
        }
        let known = Ipv6Addr::from(address);
        let known = known.to_ipv4_mapped().map_or(IpAddr::V6(known), IpAddr::V4);
        let text = Text::of(&address);
        assert_eq!(core::str::from_utf8(text.as_bytes()), Ok(format!("{known}").as_str()));
        assert_eq!(read(text.as_bytes()), Some(address));
    }
}
