//! NaCl's original interface to boxes: message and box begin with zero bytes.

use core::ffi::{c_int, c_ulonglong};

#[cfg(feature = "std")]
use quicksalt::Wiped;
#[cfg(feature = "std")]
use quicksalt::hazmat::xsalsa20poly1305::KEY_LEN;
use quicksalt::hazmat::xsalsa20poly1305::TAG_LEN;
#[cfg(feature = "std")]
use quicksalt::hazmat::{Source, poly1305, xsalsa20};

use crate::boundary::{Caller, FAILED, Outcome, status};
use crate::exports::abi;
use crate::boxes::{forms, shared};
use crate::secretbox::{XSalsa20, open_detached, seal_detached};

/// The number of zero bytes before a message and before a box in NaCl's interface.
const ZERO_LEN: usize = 32;
const BOX_ZERO_LEN: usize = ZERO_LEN - TAG_LEN;

/// Seals a box like NaCl: zero bytes precede the message and the box.
///
/// Nonzero bytes before the message change the Poly1305 key, as in NaCl, and the resulting box
/// cannot be opened. The WebAssembly modules treat these bytes as zero.
fn seal(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let len = mlen.checked_sub(ZERO_LEN as c_ulonglong).ok_or(FAILED)?;
    let (text, mac) = (c.wrapping_add(ZERO_LEN), c.wrapping_add(BOX_ZERO_LEN));
    // Computed first, since the box may overlap all inputs.
    #[cfg(feature = "std")]
    let changed = changed_key(caller, m, n, k)?;
    seal_detached::<XSalsa20>(caller, text, mac, m.wrapping_add(ZERO_LEN), len, n, k)?;
    #[cfg(feature = "std")]
    if let Some(key) = changed {
        caller.put(mac, &poly1305::tag(&key, caller.bytes(text, len as usize)?)?)?;
    }
    caller.put(c, &[0; BOX_ZERO_LEN])
}

/// Returns the Poly1305 key for a message that follows nonzero bytes: the XOR of these bytes and
/// the start of the keystream.
#[cfg(feature = "std")]
fn changed_key(
    caller: &Caller,
    m: *const u8,
    n: *const u8,
    k: *const u8,
) -> Outcome<Option<Wiped<[u8; ZERO_LEN]>>> {
    let front = caller.bytes(m, ZERO_LEN)?;
    if front.iter().fold(0, |all, byte| all | byte) == 0 {
        return Ok(None);
    }
    let (mut made, mut key) = (Wiped::new([0; ZERO_LEN]), Wiped::new([0; KEY_LEN]));
    made.copy_from_slice(front);
    caller.secret_into(&mut key, k)?;
    xsalsa20::xor(&key, &caller.array(n)?, 0, &mut *made, Source::InPlace)?;
    Ok(Some(made))
}

/// Opens a box like NaCl: zero bytes precede the message and the box.
fn open(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    clen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let len = clen.checked_sub(ZERO_LEN as c_ulonglong).ok_or(FAILED)?;
    let (text, mac) = (c.wrapping_add(ZERO_LEN), c.wrapping_add(BOX_ZERO_LEN));
    let to = if m.is_null() { m } else { m.wrapping_add(ZERO_LEN) };
    open_detached::<XSalsa20>(caller, to, text, mac, len, n, k)?;
    if m.is_null() { Ok(()) } else { caller.put(m, &[0; ZERO_LEN]) }
}

forms! { XSalsa20;
    seal: crypto_box(c: *mut u8, m: *const u8; mlen), crypto_box_afternm;
    open: crypto_box_open(m: *mut u8, c: *const u8; clen), crypto_box_open_afternm;
    seal:
        crypto_box_curve25519xsalsa20poly1305(c: *mut u8, m: *const u8; mlen),
        crypto_box_curve25519xsalsa20poly1305_afternm;
    open:
        crypto_box_curve25519xsalsa20poly1305_open(m: *mut u8, c: *const u8; clen),
        crypto_box_curve25519xsalsa20poly1305_open_afternm;
}

abi! {
    fn crypto_secretbox(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(seal(&caller, c, m, mlen, n, k))
    }
    fn crypto_secretbox_open(caller, m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(open(&caller, m, c, clen, n, k))
    }
    fn crypto_secretbox_xsalsa20poly1305(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(seal(&caller, c, m, mlen, n, k))
    }
    fn crypto_secretbox_xsalsa20poly1305_open(caller, m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(open(&caller, m, c, clen, n, k))
    }
}
