//! `crypto_aead`: authenticated encryption with associated data.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::hazmat::{
    aegis128l, aegis256, chacha20poly1305_ietf, chacha20poly1305_original, xchacha20poly1305,
};

use crate::boundary::{Caller, FAILED, Outcome, must, sized, status};
use crate::exports::abi;

/// The length of the longest tag.
const MAX: usize = 32;

/// The arguments are key, nonce, associated data, output, tag and input. The cipher defines the
/// lengths.
type Seal = fn(&[u8], &[u8], &[u8], &mut [u8], &mut [u8], &[u8]) -> Outcome;
type Open = fn(&[u8], &[u8], &[u8], &mut [u8], &[u8], &[u8]) -> Outcome;

/// An AEAD cipher. Lengths are fields rather than const generics, so that a WebAssembly module
/// contains the code only once.
struct Cipher {
    key: usize,
    nonce: usize,
    tag: usize,
    longest: u64,
    seal: Seal,
    open: Open,
}

/// The pointer to input bytes, and their number.
type Bytes = (*const u8, c_ulonglong);

impl Cipher {
    /// Writes the ciphertext to `c` and the tag to `mac`.
    fn seal_detached(
        &self,
        caller: &Caller,
        (c, mac): (*mut u8, *mut u8),
        (m, mlen): Bytes,
        (ad, adlen): Bytes,
        npub: *const u8,
        k: *const u8,
    ) -> Outcome {
        let (len, ad_len) = (caller.len(mlen, self.longest)?, caller.len(adlen, u64::MAX)?);
        let mut out = caller.place(c, len)?;
        let mut tag = [0; MAX];
        let (tag, mut copies) = (&mut tag[..self.tag], None);
        let given = [(k, self.key), (npub, self.nonce), (ad, ad_len), (m, len)];
        let [key, nonce, aad, message] = caller.apart(&out, given, &mut copies)?;
        (self.seal)(key, nonce, aad, out.bytes(), tag, message)?;
        // The tag may overlap the inputs: they are not read after this point.
        caller.place(mac, self.tag)?.bytes().copy_from_slice(tag);
        Ok(())
    }

    /// Like libsodium, writes zeros if the message is not genuine.
    fn open_detached(
        &self,
        caller: &Caller,
        m: *mut u8,
        (c, clen): Bytes,
        mac: *const u8,
        (ad, adlen): Bytes,
        npub: *const u8,
        k: *const u8,
    ) -> Outcome {
        let (len, ad_len) = (caller.len(clen, self.longest)?, caller.len(adlen, u64::MAX)?);
        let (mut unwanted, mut copies) = (None, None);
        let mut out = caller.place_or(m, len, &mut unwanted)?;
        let given =
            [(k, self.key), (npub, self.nonce), (ad, ad_len), (mac, self.tag), (c, len)];
        let [key, nonce, aad, tag, ciphertext] = caller.apart(&out, given, &mut copies)?;
        let verdict = (self.open)(key, nonce, aad, out.bytes(), tag, ciphertext);
        if verdict.is_err() {
            out.bytes().fill(0);
        }
        verdict
    }

    /// Writes the ciphertext followed by the tag, and the total length to `clen_p`.
    fn seal(
        &self,
        caller: &Caller,
        (c, clen_p): (*mut u8, *mut c_ulonglong),
        (m, mlen): Bytes,
        ad: Bytes,
        npub: *const u8,
        k: *const u8,
    ) -> Outcome {
        caller.tell(clen_p, 0);
        let len = caller.len(mlen, self.longest)?;
        self.seal_detached(caller, (c, c.wrapping_add(len)), (m, mlen), ad, npub, k)?;
        caller.tell(clen_p, mlen + self.tag as c_ulonglong);
        Ok(())
    }

    fn open(
        &self,
        caller: &Caller,
        (m, mlen_p): (*mut u8, *mut c_ulonglong),
        (c, clen): Bytes,
        ad: Bytes,
        npub: *const u8,
        k: *const u8,
    ) -> Outcome {
        caller.tell(mlen_p, 0);
        let mlen = clen.checked_sub(self.tag as c_ulonglong).ok_or(FAILED)?;
        let mac = c.wrapping_add(caller.len(mlen, self.longest)?);
        self.open_detached(caller, m, (c, mlen), mac, ad, npub, k)?;
        caller.tell(mlen_p, mlen);
        Ok(())
    }
}

/// Builds the [`Cipher`] of one algorithm.
macro_rules! cipher {
    ($of:ident) => {{
        const { assert!($of::TAG_LEN <= MAX) };
        Cipher {
            key: $of::KEY_LEN,
            nonce: $of::NONCE_LEN,
            tag: $of::TAG_LEN,
            longest: $of::MESSAGE_MAX,
            seal: |key, nonce, aad, out, tag, message| {
                let tag = tag.try_into().map_err(|_| FAILED)?;
                Ok($of::seal_detached(sized(key)?, sized(nonce)?, aad, out, tag, message)?)
            },
            open: |key, nonce, aad, out, tag, text| {
                Ok($of::open_detached(sized(key)?, sized(nonce)?, aad, out, sized(tag)?, text)?)
            },
        }
    }};
}

/// Defines the C functions of one cipher.
macro_rules! functions {
    ($of:ident, $encrypt:ident, $decrypt:ident, $encrypt_detached:ident, $decrypt_detached:ident, $keygen:ident) => {
        abi! {
            fn $encrypt(
                caller, c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong,
                ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const u8,
            ) -> c_int {
                let _ = nsec;
                status(cipher!($of).seal(&caller, (c, clen_p), (m, mlen), (ad, adlen), npub, k))
            }
            fn $decrypt(
                caller, m: *mut u8, mlen_p: *mut c_ulonglong, nsec: *mut u8, c: *const u8,
                clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const u8,
            ) -> c_int {
                let _ = nsec;
                status(cipher!($of).open(&caller, (m, mlen_p), (c, clen), (ad, adlen), npub, k))
            }
            fn $encrypt_detached(
                caller, c: *mut u8, mac: *mut u8, maclen_p: *mut c_ulonglong, m: *const u8,
                mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8,
                npub: *const u8, k: *const u8,
            ) -> c_int {
                let _ = nsec;
                caller.tell(maclen_p, 0);
                let (message, ad) = ((m, mlen), (ad, adlen));
                let sealed = cipher!($of).seal_detached(&caller, (c, mac), message, ad, npub, k);
                if sealed.is_ok() {
                    caller.tell(maclen_p, $of::TAG_LEN as c_ulonglong);
                }
                status(sealed)
            }
            fn $decrypt_detached(
                caller, m: *mut u8, nsec: *mut u8, c: *const u8, clen: c_ulonglong,
                mac: *const u8, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const u8,
            ) -> c_int {
                let _ = nsec;
                let (ciphertext, ad) = ((c, clen), (ad, adlen));
                status(cipher!($of).open_detached(&caller, m, ciphertext, mac, ad, npub, k))
            }
            fn $keygen(caller, k: *mut u8) {
                must(crate::random::fill_at::<{ $of::KEY_LEN }>(&caller, k));
            }
        }
    };
}

functions!(aegis128l, crypto_aead_aegis128l_encrypt, crypto_aead_aegis128l_decrypt, crypto_aead_aegis128l_encrypt_detached, crypto_aead_aegis128l_decrypt_detached, crypto_aead_aegis128l_keygen);
functions!(aegis256, crypto_aead_aegis256_encrypt, crypto_aead_aegis256_decrypt, crypto_aead_aegis256_encrypt_detached, crypto_aead_aegis256_decrypt_detached, crypto_aead_aegis256_keygen);
functions!(chacha20poly1305_original, crypto_aead_chacha20poly1305_encrypt, crypto_aead_chacha20poly1305_decrypt, crypto_aead_chacha20poly1305_encrypt_detached, crypto_aead_chacha20poly1305_decrypt_detached, crypto_aead_chacha20poly1305_keygen);
functions!(chacha20poly1305_ietf, crypto_aead_chacha20poly1305_ietf_encrypt, crypto_aead_chacha20poly1305_ietf_decrypt, crypto_aead_chacha20poly1305_ietf_encrypt_detached, crypto_aead_chacha20poly1305_ietf_decrypt_detached, crypto_aead_chacha20poly1305_ietf_keygen);
functions!(xchacha20poly1305, crypto_aead_xchacha20poly1305_ietf_encrypt, crypto_aead_xchacha20poly1305_ietf_decrypt, crypto_aead_xchacha20poly1305_ietf_encrypt_detached, crypto_aead_xchacha20poly1305_ietf_decrypt_detached, crypto_aead_xchacha20poly1305_ietf_keygen);

/// AES-256-GCM, which libsodium supports only on processors with AES instructions.
#[cfg(feature = "full")]
mod gcm {
    use quicksalt::hazmat::aes::aes256gcm;

    use super::*;

    functions!(aes256gcm, crypto_aead_aes256gcm_encrypt, crypto_aead_aes256gcm_decrypt, crypto_aead_aes256gcm_encrypt_detached, crypto_aead_aes256gcm_decrypt_detached, crypto_aead_aes256gcm_keygen);

    /// The caller's AES-256-GCM state. It holds only the key, since expanding the key takes less
    /// time than encrypting a block.
    #[repr(C)]
    pub struct Aes256Gcm([u8; aes256gcm::KEY_LEN]);

    crate::exports::hidden!(Aes256Gcm);

    fn key_of(caller: &Caller, state: *const Aes256Gcm) -> Outcome<*const u8> {
        Ok(caller.state(state.cast_mut())?.0.as_ptr())
    }

    abi! {
        /// Returns 1 on every processor.
        fn crypto_aead_aes256gcm_is_available(_caller) -> c_int {
            1
        }
        fn crypto_aead_aes256gcm_beforenm(caller, ctx_: *mut Aes256Gcm, k: *const u8) -> c_int {
            status(caller
                    .secret::<{ aes256gcm::KEY_LEN }>(k)
                    .and_then(|key| caller.put(ctx_.cast(), &key)))
        }
        fn crypto_aead_aes256gcm_encrypt_afternm(
            caller, c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong,
            ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, ctx_: *const Aes256Gcm,
        ) -> c_int {
            let _ = nsec;
            status(key_of(&caller, ctx_).and_then(|key| {
                cipher!(aes256gcm).seal(&caller, (c, clen_p), (m, mlen), (ad, adlen), npub, key)
            }))
        }
        fn crypto_aead_aes256gcm_decrypt_afternm(
            caller, m: *mut u8, mlen_p: *mut c_ulonglong, nsec: *mut u8, c: *const u8,
            clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, npub: *const u8, ctx_: *const Aes256Gcm,
        ) -> c_int {
            let _ = nsec;
            status(key_of(&caller, ctx_).and_then(|key| {
                cipher!(aes256gcm).open(&caller, (m, mlen_p), (c, clen), (ad, adlen), npub, key)
            }))
        }
        fn crypto_aead_aes256gcm_encrypt_detached_afternm(
            caller, c: *mut u8, mac: *mut u8, maclen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong,
            ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, ctx_: *const Aes256Gcm,
        ) -> c_int {
            let _ = nsec;
            status(key_of(&caller, ctx_).and_then(|key| {
                let (message, ad) = ((m, mlen), (ad, adlen));
                cipher!(aes256gcm).seal_detached(&caller, (c, mac), message, ad, npub, key)?;
                caller.tell(maclen_p, aes256gcm::TAG_LEN as c_ulonglong);
                Ok(())
            }))
        }
        fn crypto_aead_aes256gcm_decrypt_detached_afternm(
            caller, m: *mut u8, nsec: *mut u8, c: *const u8, clen: c_ulonglong, mac: *const u8,
            ad: *const u8, adlen: c_ulonglong, npub: *const u8, ctx_: *const Aes256Gcm,
        ) -> c_int {
            let _ = nsec;
            status(key_of(&caller, ctx_).and_then(|key| {
                let (ciphertext, ad) = ((c, clen), (ad, adlen));
                cipher!(aes256gcm).open_detached(&caller, m, ciphertext, mac, ad, npub, key)
            }))
        }
    }
}

#[cfg(feature = "full")]
pub use gcm::*;
