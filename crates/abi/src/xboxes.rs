//! `crypto_secretbox_xchacha20poly1305` and `crypto_box_curve25519xchacha20poly1305`: NaCl's boxes over
//! XChaCha20.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::hazmat::{Source, blake2b, chacha20, poly1305, x25519};
use quicksalt::{Result, Wiped};
use subtle::ConstantTimeEq as _;

use crate::boundary::{Caller, FAILED, Outcome, abi, constants, status};
use crate::boxes::{new_keypair, seed_keypair};

const KEY_LEN: usize = 32;
const NONCE_LEN: usize = 24;
const TAG_LEN: usize = 16;
const SEAL_LEN: usize = KEY_LEN + TAG_LEN;

/// Bytes of a block of the stream, of which the first half is the key of the authenticator.
const BLOCK: usize = 64;
const HALF: usize = BLOCK / 2;

const MESSAGE_MAX: usize = usize::MAX - TAG_LEN;

/// The first block of the stream under a key and a nonce.
struct First<'a> {
    key: &'a [u8; KEY_LEN],
    nonce: &'a [u8; NONCE_LEN],
    block: Wiped<[u8; BLOCK]>,
}

impl<'a> First<'a> {
    fn new(key: &'a [u8; KEY_LEN], nonce: &'a [u8; NONCE_LEN]) -> Result<Self> {
        let mut block = Wiped::new([0; BLOCK]);
        chacha20::xor_extended(key, nonce, 0, block.as_mut_slice(), Source::Zero)?;
        Ok(Self { key, nonce, block })
    }

    /// The stream begins in the middle of the first block.
    fn xor(&self, out: &mut [u8], message: &[u8]) -> Result<()> {
        let (head, tail) = out.split_at_mut(out.len().min(HALF));
        let (message, rest) = message.split_at(head.len());
        for ((out, byte), stream) in head.iter_mut().zip(message).zip(&self.block[HALF..]) {
            *out = byte ^ stream;
        }
        chacha20::xor_extended(self.key, self.nonce, 1, tail, Source::From(rest))
    }

    fn tag(&self, ciphertext: &[u8]) -> Result<[u8; TAG_LEN]> {
        let mut key = Wiped::new([0; KEY_LEN]);
        key.copy_from_slice(&self.block[..HALF]);
        poly1305::tag(&key, ciphertext)
    }
}

fn seal_detached(
    caller: &Caller,
    c: *mut u8,
    mac: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let len = caller.len(mlen, MESSAGE_MAX as u64)?;
    let (key, nonce) = (caller.secret(k)?, caller.array(n)?);
    let mut out = caller.place(c, len)?;
    let message = caller.input(m, len, &out)?;
    let first = First::new(&key, &nonce)?;
    first.xor(out.bytes(), &message)?;
    caller.put(mac, &first.tag(out.bytes())?)
}

fn open_detached(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    mac: *const u8,
    clen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let len = caller.len(clen, MESSAGE_MAX as u64)?;
    let (key, nonce, tag) = (caller.secret(k)?, caller.array(n)?, caller.array::<TAG_LEN>(mac)?);
    let first = First::new(&key, &nonce)?;
    let genuine = Wiped::new(first.tag(caller.bytes(c, len)?)?);
    if !bool::from(genuine.as_slice().ct_eq(&tag)) {
        return Err(FAILED);
    }
    if m.is_null() {
        return Ok(());
    }
    let mut out = caller.place(m, len)?;
    let ciphertext = caller.input(c, len, &out)?;
    Ok(first.xor(out.bytes(), &ciphertext)?)
}

fn seal(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    seal_detached(caller, c.wrapping_add(TAG_LEN), c, m, mlen, n, k)
}

fn open(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    clen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> Outcome {
    let len = clen.checked_sub(TAG_LEN as c_ulonglong).ok_or(FAILED)?;
    open_detached(caller, m, c.wrapping_add(TAG_LEN), c, len, n, k)
}

/// The key that two key pairs share.
fn shared(caller: &Caller, pk: *const u8, sk: *const u8) -> Outcome<Wiped<[u8; KEY_LEN]>> {
    let product = x25519::scalarmult(&*caller.secret(sk)?, &caller.array(pk)?).map(Wiped::new)?;
    let mut key = Wiped::new([0; KEY_LEN]);
    chacha20::hchacha20(&product, &mut key, &[0; 16]);
    Ok(key)
}

fn seal_nonce(ephemeral: &[u8; KEY_LEN], public: &[u8; KEY_LEN]) -> Outcome<[u8; NONCE_LEN]> {
    let mut nonce = [0; NONCE_LEN];
    blake2b::hash(&[], &[0; 16], &[0; 16], &mut nonce, &[ephemeral, public])?;
    Ok(nonce)
}

fn anonymous(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    pk: *const u8,
) -> Outcome {
    let secret: Wiped<[u8; KEY_LEN]> = crate::random::secret()?;
    let (ephemeral, public) = (x25519::base(&secret)?, caller.array(pk)?);
    let key = shared(caller, public.as_ptr(), secret.as_ptr())?;
    let nonce = seal_nonce(&ephemeral, &public)?;
    seal(caller, c.wrapping_add(KEY_LEN), m, mlen, nonce.as_ptr(), key.as_ptr())?;
    caller.put(c, &ephemeral)
}

fn open_anonymous(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    clen: c_ulonglong,
    pk: *const u8,
    sk: *const u8,
) -> Outcome {
    let len = clen.checked_sub(SEAL_LEN as c_ulonglong).ok_or(FAILED)? + TAG_LEN as c_ulonglong;
    let ephemeral = caller.array(c)?;
    let key = shared(caller, ephemeral.as_ptr(), sk)?;
    let nonce = seal_nonce(&ephemeral, &caller.array(pk)?)?;
    open(caller, m, c.wrapping_add(KEY_LEN), len, nonce.as_ptr(), key.as_ptr())
}

/// The forms of one operation: of the secretbox, under the two keys of a box, and under the shared key.
macro_rules! forms {
    ($($of:ident: $box:ident($($arg:ident: $type:ty),*), $both:ident, $after:ident;)*) => {
        abi! {$(
            fn $box(caller, $($arg: $type,)* n: *const u8, k: *const u8) -> c_int {
                status($of(&caller, $($arg,)* n, k))
            }
            fn $both(caller, $($arg: $type,)* n: *const u8, pk: *const u8, sk: *const u8) -> c_int {
                status(shared(&caller, pk, sk).and_then(|key| $of(&caller, $($arg,)* n, key.as_ptr())))
            }
            fn $after(caller, $($arg: $type,)* n: *const u8, k: *const u8) -> c_int {
                status($of(&caller, $($arg,)* n, k))
            }
        )*}
    };
}

forms! {
    seal: crypto_secretbox_xchacha20poly1305_easy(c: *mut u8, m: *const u8, mlen: c_ulonglong), crypto_box_curve25519xchacha20poly1305_easy, crypto_box_curve25519xchacha20poly1305_easy_afternm;
    open: crypto_secretbox_xchacha20poly1305_open_easy(m: *mut u8, c: *const u8, clen: c_ulonglong), crypto_box_curve25519xchacha20poly1305_open_easy, crypto_box_curve25519xchacha20poly1305_open_easy_afternm;
    seal_detached: crypto_secretbox_xchacha20poly1305_detached(c: *mut u8, mac: *mut u8, m: *const u8, mlen: c_ulonglong), crypto_box_curve25519xchacha20poly1305_detached, crypto_box_curve25519xchacha20poly1305_detached_afternm;
    open_detached: crypto_secretbox_xchacha20poly1305_open_detached(m: *mut u8, c: *const u8, mac: *const u8, clen: c_ulonglong), crypto_box_curve25519xchacha20poly1305_open_detached, crypto_box_curve25519xchacha20poly1305_open_detached_afternm;
}

abi! {
    fn crypto_box_curve25519xchacha20poly1305_keypair(caller, pk: *mut u8, sk: *mut u8) -> c_int {
        status(new_keypair(&caller, pk, sk))
    }
    fn crypto_box_curve25519xchacha20poly1305_seed_keypair(caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int {
        status(seed_keypair(&caller, pk, sk, seed))
    }
    fn crypto_box_curve25519xchacha20poly1305_beforenm(caller, k: *mut u8, pk: *const u8, sk: *const u8) -> c_int {
        status(shared(&caller, pk, sk).and_then(|key| caller.put(k, &key)))
    }
    fn crypto_box_curve25519xchacha20poly1305_seal(caller, c: *mut u8, m: *const u8, mlen: c_ulonglong, pk: *const u8) -> c_int {
        status(anonymous(&caller, c, m, mlen, pk))
    }
    fn crypto_box_curve25519xchacha20poly1305_seal_open(caller, m: *mut u8, c: *const u8, clen: c_ulonglong, pk: *const u8, sk: *const u8) -> c_int {
        status(open_anonymous(&caller, m, c, clen, pk, sk))
    }
}

constants! { usize;
    crypto_secretbox_xchacha20poly1305_keybytes = 32;
    crypto_secretbox_xchacha20poly1305_noncebytes = 24;
    crypto_secretbox_xchacha20poly1305_macbytes = 16;
    crypto_secretbox_xchacha20poly1305_messagebytes_max = usize::MAX - 16;
    crypto_box_curve25519xchacha20poly1305_seedbytes = 32;
    crypto_box_curve25519xchacha20poly1305_publickeybytes = 32;
    crypto_box_curve25519xchacha20poly1305_secretkeybytes = 32;
    crypto_box_curve25519xchacha20poly1305_beforenmbytes = 32;
    crypto_box_curve25519xchacha20poly1305_noncebytes = 24;
    crypto_box_curve25519xchacha20poly1305_macbytes = 16;
    crypto_box_curve25519xchacha20poly1305_messagebytes_max = usize::MAX - 16;
    crypto_box_curve25519xchacha20poly1305_sealbytes = 48;
}

