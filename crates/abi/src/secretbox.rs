//! `crypto_secretbox`: XSalsa20 and Poly1305.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::Result;
#[cfg(feature = "std")]
use quicksalt::Wiped;
#[cfg(feature = "std")]
use quicksalt::hazmat::{Source, poly1305};
#[cfg(feature = "standard")]
use quicksalt::hazmat::xsalsa20;
use quicksalt::hazmat::xsalsa20poly1305::{self, KEY_LEN, NONCE_LEN, TAG_LEN};

use crate::boundary::{Caller, FAILED, Outcome, abi, constants, must, status, texts};

/// Zeros in front of a message in the interface of NaCl, and of a box.
const ZERO_LEN: usize = 32;
const BOX_ZERO_LEN: usize = ZERO_LEN - TAG_LEN;

const MESSAGE_MAX: usize = usize::MAX - TAG_LEN;

constants! { usize;
    crypto_secretbox_keybytes = KEY_LEN;
    crypto_secretbox_noncebytes = NONCE_LEN;
    crypto_secretbox_macbytes = TAG_LEN;
    crypto_secretbox_messagebytes_max = MESSAGE_MAX;
    crypto_secretbox_zerobytes = ZERO_LEN;
    crypto_secretbox_boxzerobytes = BOX_ZERO_LEN;
    crypto_secretbox_xsalsa20poly1305_keybytes = KEY_LEN;
    crypto_secretbox_xsalsa20poly1305_noncebytes = NONCE_LEN;
    crypto_secretbox_xsalsa20poly1305_macbytes = TAG_LEN;
    crypto_secretbox_xsalsa20poly1305_messagebytes_max = MESSAGE_MAX;
    crypto_secretbox_xsalsa20poly1305_zerobytes = ZERO_LEN;
    crypto_secretbox_xsalsa20poly1305_boxzerobytes = BOX_ZERO_LEN;
}

texts! {
    crypto_secretbox_primitive = c"xsalsa20poly1305";
}

/// The cipher of a box.
pub(crate) trait Cipher {
    /// Seals a message, the tag apart.
    fn seal(
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        out: &mut [u8],
        tag: &mut [u8; TAG_LEN],
        message: &[u8],
    ) -> Result<()>;

    /// Opens a ciphertext, the tag apart.
    fn open(
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        out: &mut [u8],
        tag: &[u8; TAG_LEN],
        ciphertext: &[u8],
    ) -> Result<()>;

    /// The key that a product of X25519 makes.
    #[cfg(feature = "standard")]
    fn key(product: &[u8; 32]) -> [u8; KEY_LEN];
}

/// NaCl's.
pub(crate) struct XSalsa20;

impl Cipher for XSalsa20 {
    fn seal(
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        out: &mut [u8],
        tag: &mut [u8; TAG_LEN],
        message: &[u8],
    ) -> Result<()> {
        xsalsa20poly1305::seal_detached(key, nonce, out, tag, message)
    }

    fn open(
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        out: &mut [u8],
        tag: &[u8; TAG_LEN],
        ciphertext: &[u8],
    ) -> Result<()> {
        xsalsa20poly1305::open_detached(key, nonce, out, tag, ciphertext)
    }

    #[cfg(feature = "standard")]
    fn key(product: &[u8; 32]) -> [u8; KEY_LEN] {
        xsalsa20::hsalsa20(product, &[0; 16])
    }
}

/// A cipher whose boxes may have zeros in front, as NaCl's.
pub(crate) trait Padded: Cipher {
    /// Adds the start of the stream to what lies in front of a message; of zeros that makes the key of
    /// Poly1305.
    #[cfg(feature = "std")]
    fn one_time_key(
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        front: &mut [u8; ZERO_LEN],
    ) -> Result<()>;
}

impl Padded for XSalsa20 {
    #[cfg(feature = "std")]
    fn one_time_key(
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        front: &mut [u8; ZERO_LEN],
    ) -> Result<()> {
        xsalsa20::xor(key, nonce, 0, front, Source::InPlace)
    }
}

/// Seals `mlen` bytes: the tag to `mac`, the ciphertext to `c`.
pub(crate) fn seal_detached<C: Cipher>(
    caller: &Caller,
    c: *mut u8,
    mac: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let len = caller.len(mlen, MESSAGE_MAX as u64)?;
    let mut out = caller.place(c, len)?;
    let mut tag = [0; TAG_LEN];
    let given = [(k, KEY_LEN), (n, NONCE_LEN), (m, len)];
    if out.is_apart(&given) {
        let [key, nonce, message] = caller.all(given)?;
        sealed::<C>(key, nonce, out.bytes(), &mut tag, message)?;
    } else {
        let [key, nonce, message] = caller.copies(given)?;
        sealed::<C>(&key, &nonce, out.bytes(), &mut tag, &message)?;
    }
    // Nothing is read any more of what may lie where the tag goes.
    caller.put(mac, &tag)
}

/// Opens `clen` bytes of ciphertext with the tag at `mac`; without a place to write to only verifies.
pub(crate) fn open_detached<C: Cipher>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    mac: *const u8,
    clen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let len = caller.len(clen, MESSAGE_MAX as u64)?;
    let given = [(k, KEY_LEN), (n, NONCE_LEN), (mac, TAG_LEN), (c, len)];
    if m.is_null() {
        let [key, nonce, tag, ciphertext] = caller.all(given)?;
        let mut unwanted = quicksalt::Wiped::new(quicksalt::memory::zeros(len)?);
        return opened::<C>(key, nonce, &mut unwanted, tag, ciphertext);
    }
    let mut out = caller.place(m, len)?;
    if out.is_apart(&given) {
        let [key, nonce, tag, ciphertext] = caller.all(given)?;
        return opened::<C>(key, nonce, out.bytes(), tag, ciphertext);
    }
    let [key, nonce, tag, ciphertext] = caller.copies(given)?;
    opened::<C>(&key, &nonce, out.bytes(), &tag, &ciphertext)
}

/// Seals with a key and a nonce of the lengths that the cipher has.
#[inline]
fn sealed<C: Cipher>(
    key: &[u8],
    nonce: &[u8],
    out: &mut [u8],
    tag: &mut [u8; TAG_LEN],
    message: &[u8],
) -> Outcome {
    let (Ok(key), Ok(nonce)) = (key.try_into(), nonce.try_into()) else { return Err(FAILED) };
    Ok(C::seal(key, nonce, out, tag, message)?)
}

/// Opens with a key, a nonce and a tag of the lengths that the cipher has.
#[inline]
fn opened<C: Cipher>(
    key: &[u8],
    nonce: &[u8],
    out: &mut [u8],
    tag: &[u8],
    ciphertext: &[u8],
) -> Outcome {
    let lengths = (key.try_into(), nonce.try_into(), tag.try_into());
    let (Ok(key), Ok(nonce), Ok(tag)) = lengths else { return Err(FAILED) };
    Ok(C::open(key, nonce, out, tag, ciphertext)?)
}

/// Seals into one piece, the tag in front.
pub(crate) fn seal<C: Cipher>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    caller.len(mlen, MESSAGE_MAX as u64)?;
    seal_detached::<C>(caller, c.wrapping_add(TAG_LEN), c, m, mlen, n, k)
}

/// Opens what is in one piece.
pub(crate) fn open<C: Cipher>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    clen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let len = clen.checked_sub(TAG_LEN as c_ulonglong).ok_or(FAILED)?;
    open_detached::<C>(caller, m, c.wrapping_add(TAG_LEN), c, len, n, k)
}

/// Seals as NaCl does, with zeros in front of both.
///
/// What is not zero in front of the message changes the key of Poly1305, as in NaCl, and no such box
/// opens. The modules for WebAssembly take everything there for zeros.
pub(crate) fn seal_padded<C: Padded>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let len = mlen.checked_sub(ZERO_LEN as c_ulonglong).ok_or(FAILED)?;
    let (text, mac) = (c.wrapping_add(ZERO_LEN), c.wrapping_add(BOX_ZERO_LEN));
    // The box may lie where all of this does.
    #[cfg(feature = "std")]
    let changed = changed_key::<C>(caller, m, n, k)?;
    seal_detached::<C>(caller, text, mac, m.wrapping_add(ZERO_LEN), len, n, k)?;
    #[cfg(feature = "std")]
    if let Some(key) = changed {
        caller.put(mac, &poly1305::tag(&key, caller.bytes(text, len as usize)?)?)?;
    }
    caller.put(c, &[0; BOX_ZERO_LEN])
}

/// The key of Poly1305 for a message that has no zeros in front.
#[cfg(feature = "std")]
fn changed_key<C: Padded>(
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
    C::one_time_key(&key, &caller.array(n)?, &mut made)?;
    Ok(Some(made))
}

/// Opens as NaCl does, with zeros in front of both.
pub(crate) fn open_padded<C: Cipher>(
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
    open_detached::<C>(caller, to, text, mac, len, n, k)?;
    if m.is_null() { Ok(()) } else { caller.put(m, &[0; ZERO_LEN]) }
}

abi! {
    fn crypto_secretbox_easy(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(seal::<XSalsa20>(&caller, c, m, mlen, n, k))
    }
    fn crypto_secretbox_open_easy(caller, m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(open::<XSalsa20>(&caller, m, c, clen, n, k))
    }
    fn crypto_secretbox_detached(caller, c: *mut u8, mac: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(seal_detached::<XSalsa20>(&caller, c, mac, m, mlen, n, k))
    }
    fn crypto_secretbox_open_detached(caller, m: *mut u8, c: *const u8, mac: *const u8, clen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(open_detached::<XSalsa20>(&caller, m, c, mac, clen, n, k))
    }
    fn crypto_secretbox(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(seal_padded::<XSalsa20>(&caller, c, m, mlen, n, k))
    }
    fn crypto_secretbox_open(caller, m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(open_padded::<XSalsa20>(&caller, m, c, clen, n, k))
    }
    fn crypto_secretbox_xsalsa20poly1305(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(seal_padded::<XSalsa20>(&caller, c, m, mlen, n, k))
    }
    fn crypto_secretbox_xsalsa20poly1305_open(caller, m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const u8) -> c_int {
        status(open_padded::<XSalsa20>(&caller, m, c, clen, n, k))
    }
    fn crypto_secretbox_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<KEY_LEN>(&caller, k));
    }
    fn crypto_secretbox_xsalsa20poly1305_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<KEY_LEN>(&caller, k));
    }
}
