//! `crypto_secretstream`: encrypted sequences of messages in authenticated order.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::nacl::secretstream::{
    HEADER_LEN, Key, MESSAGE_MAX, OVERHEAD, STATE_LEN, State,
};

use crate::boundary::{Caller, FAILED, Outcome, must, status};
use crate::exports::{abi, hidden};

/// The caller's state, in libsodium's layout.
#[repr(C)]
pub struct Secretstream([u8; STATE_LEN]);

hidden!(Secretstream);

/// Initialises the state from key and header.
fn begin(caller: &Caller, state: *mut Secretstream, header: &[u8; HEADER_LEN], k: *const u8) -> Outcome {
    let key = Key::from(*caller.secret(k)?);
    State::begin(&mut caller.state(state)?.0, header, &key);
    Ok(())
}

fn push(
    caller: &Caller,
    state: *mut Secretstream,
    (c, clen_p): (*mut u8, *mut c_ulonglong),
    (m, mlen): (*const u8, c_ulonglong),
    (ad, adlen): (*const u8, c_ulonglong),
    tag: u8,
) -> Outcome {
    caller.tell(clen_p, 0);
    let (len, ad_len) = (caller.len(mlen, MESSAGE_MAX)?, caller.len(adlen, u64::MAX)?);
    let mut bytes = caller.secret(state.cast())?;
    let mut stream = State::at(&mut bytes);
    let mut out = caller.place(c, len + OVERHEAD)?;
    let mut copies = None;
    let [message, aad] = caller.apart(&out, [(m, len), (ad, ad_len)], &mut copies)?;
    stream.push_into(out.bytes(), message, aad, tag)?;
    caller.put(state.cast(), &bytes)?;
    caller.tell(clen_p, mlen + OVERHEAD as c_ulonglong);
    Ok(())
}

fn pull(
    caller: &Caller,
    state: *mut Secretstream,
    (m, mlen_p, tag_p): (*mut u8, *mut c_ulonglong, *mut u8),
    (c, clen): (*const u8, c_ulonglong),
    (ad, adlen): (*const u8, c_ulonglong),
) -> Outcome {
    caller.tell(mlen_p, 0);
    caller.tell(tag_p, 0xff);
    let mlen = clen.checked_sub(OVERHEAD as c_ulonglong).ok_or(FAILED)?;
    let (len, ad_len) = (caller.len(mlen, MESSAGE_MAX)?, caller.len(adlen, u64::MAX)?);
    let mut bytes = caller.secret(state.cast())?;
    let mut stream = State::at(&mut bytes);
    let mut out = caller.place(m, len)?;
    let mut copies = None;
    let [sealed, aad] = caller.apart(&out, [(c, len + OVERHEAD), (ad, ad_len)], &mut copies)?;
    let tag = stream.pull_into(out.bytes(), sealed, aad)?;
    caller.put(state.cast(), &bytes)?;
    caller.tell(mlen_p, mlen);
    caller.tell(tag_p, tag);
    Ok(())
}

abi! {
    #[cfg(feature = "full")]
    fn crypto_secretstream_xchacha20poly1305_statebytes(_caller) -> usize {
        size_of::<Secretstream>()
    }
    fn crypto_secretstream_xchacha20poly1305_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<{ Key::LEN }>(&caller, k));
    }
    fn crypto_secretstream_xchacha20poly1305_init_push(caller, state: *mut Secretstream, header: *mut u8, k: *const u8) -> c_int {
        status((|| {
            let mut drawn = [0; HEADER_LEN];
            crate::random::fill(&mut drawn)?;
            begin(&caller, state, &drawn, k)?;
            caller.put(header, &drawn)
        })())
    }
    fn crypto_secretstream_xchacha20poly1305_init_pull(caller, state: *mut Secretstream, header: *const u8, k: *const u8) -> c_int {
        status(caller.array(header).and_then(|header| begin(&caller, state, &header, k)))
    }
    fn crypto_secretstream_xchacha20poly1305_push(
        caller, state: *mut Secretstream, c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8,
        mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, tag: u8,
    ) -> c_int {
        status(push(&caller, state, (c, clen_p), (m, mlen), (ad, adlen), tag))
    }
    fn crypto_secretstream_xchacha20poly1305_pull(
        caller, state: *mut Secretstream, m: *mut u8, mlen_p: *mut c_ulonglong, tag_p: *mut u8,
        c: *const u8, clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong,
    ) -> c_int {
        status(pull(&caller, state, (m, mlen_p, tag_p), (c, clen), (ad, adlen)))
    }
    fn crypto_secretstream_xchacha20poly1305_rekey(caller, state: *mut Secretstream) {
        must((|| {
            State::at(&mut caller.state(state)?.0).rekey()?;
            Ok(())
        })());
    }
}

