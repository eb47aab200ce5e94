//! IP addresses as text and as 16 bytes; IPv4 addresses are IPv4-mapped: `::ffff:a.b.c.d`.

#[cfg(test)]
mod tests;
mod text;

use core::ffi::{c_char, c_int};

use crate::boundary::{Caller, FAILED, Outcome, status};
use crate::exports::abi;
use text::Text;

fn read(caller: &Caller, text: *const c_char, len: usize) -> Outcome<[u8; 16]> {
    let bytes = caller.bytes(text.cast(), len)?;
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    // The zone of an IPv6 address is its scope, and not part of its bytes.
    let address = match text.iter().position(|&byte| byte == b'%') {
        Some(at) if text[..at].contains(&b':') && is_zone(&text[at + 1..]) => &text[..at],
        _ => text,
    };
    text::read(address).ok_or(FAILED)
}

fn is_zone(zone: &[u8]) -> bool {
    let is_of_zone = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    !zone.is_empty() && zone.iter().all(is_of_zone)
}

fn write(caller: &Caller, (ip, most): (*mut c_char, usize), bin: *const u8) -> Outcome {
    let text = Text::of(&caller.array(bin)?);
    let text = text.as_bytes();
    if most <= text.len() {
        return Err(FAILED);
    }
    let mut place = caller.place(ip.cast(), text.len() + 1)?;
    let (out, zero) = place.bytes().split_at_mut(text.len());
    out.copy_from_slice(text);
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
