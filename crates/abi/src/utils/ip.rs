//! Addresses of the internet as text and in 16 bytes; version 4 as version 6 has it, `::ffff:a.b.c.d`.

use core::ffi::{c_char, c_int};
use core::fmt::Write as _;
use core::net::{IpAddr, Ipv6Addr};

use crate::boundary::{Caller, FAILED, Outcome, abi, status};

/// The longest text of an address in bytes.
const TEXT_MAX: usize = 45;

fn read(caller: &Caller, text: *const c_char, len: usize) -> Outcome<[u8; 16]> {
    let bytes = caller.bytes(text.cast(), len)?;
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let text = core::str::from_utf8(text).map_err(|_| FAILED)?;
    // The zone of an address of version 6 says where it is valid, and is none of its bytes.
    let text = match text.split_once('%') {
        Some((address, zone)) if address.contains(':') && is_zone(zone) => address,
        _ => text,
    };
    Ok(match text.parse().map_err(|_| FAILED)? {
        IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
        IpAddr::V6(address) => address.octets(),
    })
}

fn is_zone(zone: &str) -> bool {
    let is_of_zone = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    !zone.is_empty() && zone.bytes().all(is_of_zone)
}

/// A text of fixed size that is written to.
struct Text {
    bytes: [u8; TEXT_MAX],
    len: usize,
}

impl core::fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(core::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

fn write(caller: &Caller, (ip, most): (*mut c_char, usize), bin: *const u8) -> Outcome {
    let address = Ipv6Addr::from(caller.array::<16>(bin)?);
    let mut text = Text { bytes: [0; TEXT_MAX], len: 0 };
    let written = match address.to_ipv4_mapped() {
        Some(address) => write!(text, "{address}"),
        None => write!(text, "{address}"),
    };
    written.map_err(|_| FAILED)?;
    if most <= text.len {
        return Err(FAILED);
    }
    let mut place = caller.place(ip.cast(), text.len + 1)?;
    let (out, zero) = place.bytes().split_at_mut(text.len);
    out.copy_from_slice(&text.bytes[..text.len]);
    zero.fill(0);
    Ok(())
}

abi! {
    fn sodium_ip2bin(caller, bin: *mut u8, ip: *const c_char, ip_len_: usize) -> c_int {
        status(read(&caller, ip, ip_len_).and_then(|address| caller.put(bin, &address)))
    }
    fn sodium_bin2ip(caller, ip: *mut c_char, ip_maxlen: usize, bin: *const u8) -> *mut c_char {
        if status(write(&caller, (ip, ip_maxlen), bin)) == 0 { ip } else { core::ptr::null_mut() }
    }
}
