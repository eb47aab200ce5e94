//! `crypto_secretbox`: XSalsa20 and Poly1305.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::Result;
#[cfg(feature = "standard")]
use quicksalt::hazmat::xsalsa20;
use quicksalt::hazmat::xsalsa20poly1305::{self, KEY_LEN, NONCE_LEN, TAG_LEN};

use crate::boundary::{Caller, FAILED, Outcome, must, sized, status};
use crate::exports::abi;


const MESSAGE_MAX: usize = usize::MAX - TAG_LEN;

/// The cipher of a box.
pub(crate) trait Cipher {
    /// Seals a message; the tag is separate.
    fn seal(
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        out: &mut [u8],
        tag: &mut [u8; TAG_LEN],
        message: &[u8],
    ) -> Result<()>;

    /// Opens a ciphertext; the tag is separate.
    fn open(
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        out: &mut [u8],
        tag: &[u8; TAG_LEN],
        ciphertext: &[u8],
    ) -> Result<()>;

    /// Derives the key from an X25519 product.
    #[cfg(feature = "standard")]
    fn key(product: &[u8; 32]) -> [u8; KEY_LEN];
}

/// XSalsa20-Poly1305, the cipher of NaCl's boxes.
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

/// Seals `mlen` bytes: writes the tag to `mac` and the ciphertext to `c`.
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
    let (mut tag, mut copies) = ([0; TAG_LEN], None);
    let [key, nonce, message] =
        caller.apart(&out, [(k, KEY_LEN), (n, NONCE_LEN), (m, len)], &mut copies)?;
    C::seal(sized(key)?, sized(nonce)?, out.bytes(), &mut tag, message)?;
    // The tag may overlap the inputs: they are not read after this point.
    caller.put(mac, &tag)
}

/// Opens `clen` bytes of ciphertext with the tag at `mac`; with a NULL output, only verifies.
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
    let (mut unwanted, mut copies) = (None, None);
    let mut out = caller.place_or(m, len, &mut unwanted)?;
    let given = [(k, KEY_LEN), (n, NONCE_LEN), (mac, TAG_LEN), (c, len)];
    let [key, nonce, tag, text] = caller.apart(&out, given, &mut copies)?;
    Ok(C::open(sized(key)?, sized(nonce)?, out.bytes(), sized(tag)?, text)?)
}

/// Seals to one buffer: the tag, followed by the ciphertext.
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

/// Opens a box that begins with the tag.
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
    fn crypto_secretbox_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<KEY_LEN>(&caller, k));
    }
    #[cfg(feature = "full")]
    fn crypto_secretbox_xsalsa20poly1305_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<KEY_LEN>(&caller, k));
    }
}
