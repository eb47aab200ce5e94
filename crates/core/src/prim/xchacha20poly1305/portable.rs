//! XChaCha20-Poly1305 out of portable parts, and the frame that all candidates fill.
//!
//! Origin: draft-irtf-cfrg-xchacha-03 section 2 and RFC 8439 section 2.8, from the text.

use subtle::ConstantTimeEq as _;

use super::{Candidate, Features, KEY_LEN, Meta, NONCE_LEN, Ops, TAG_LEN};
use crate::error::{Error, Result};
use crate::prim::arx::BLOCK;
use crate::prim::chacha20::portable::{WIPED, chacha20, extended};
use crate::prim::{Source, poly1305};
use crate::wipe::{wipe, wipe_stack};

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["chacha20/portable", "poly1305/portable"],
        ..Meta::own("portable", Features::NONE, "own, out of portable parts").checked()
    },
    ops: Ops { seal, open },
};

fn seal(out: &mut [u8], message: &[u8], aad: &[u8], nonce: &[u8; NONCE_LEN], key: &[u8; KEY_LEN]) {
    seal_with(out, message, aad, nonce, key, chacha20, poly1305::portable::tag_padded);
}

fn open(
    out: &mut [u8],
    sealed: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &[u8; KEY_LEN],
) -> Result<()> {
    open_with(out, sealed, aad, nonce, key, chacha20, poly1305::portable::tag_padded)
}

/// The ciphertext and behind it the tag.
#[inline(always)]
pub(super) fn seal_with(
    out: &mut [u8],
    message: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &[u8; KEY_LEN],
    chacha20: impl Fn(&mut [u8], Source<'_>, &mut [u32; 16]),
    tag: impl Fn(&[u8; 32], &[u8], &[u8]) -> [u8; TAG_LEN],
) {
    let (text, to) = out.split_at_mut(message.len());
    let mut state = [0; 16];
    extended(&mut state, key, nonce);
    let mut first = [0; BLOCK];
    chacha20(&mut first, Source::Zero, &mut state);
    chacha20(text, Source::From(message), &mut state);
    to.copy_from_slice(&tag(mac_key(&first), aad, text));
    wipe(&mut first);
    wipe(&mut state);
    wipe_stack::<WIPED>();
}

/// The reverse. Nothing is decrypted before the tag is found genuine.
#[inline(always)]
pub(super) fn open_with(
    out: &mut [u8],
    sealed: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &[u8; KEY_LEN],
    chacha20: impl Fn(&mut [u8], Source<'_>, &mut [u32; 16]),
    tag: impl Fn(&[u8; 32], &[u8], &[u8]) -> [u8; TAG_LEN],
) -> Result<()> {
    let (text, theirs) = sealed.split_at(out.len());
    let mut state = [0; 16];
    extended(&mut state, key, nonce);
    let mut first = [0; BLOCK];
    chacha20(&mut first, Source::Zero, &mut state);
    let genuine = bool::from(tag(mac_key(&first), aad, text).ct_eq(theirs));
    if genuine {
        chacha20(out, Source::From(text), &mut state);
    }
    wipe(&mut first);
    wipe(&mut state);
    wipe_stack::<WIPED>();
    if genuine { Ok(()) } else { Err(Error::Verification) }
}

#[inline(always)]
fn mac_key(first: &[u8; BLOCK]) -> &[u8; poly1305::KEY_LEN] {
    first.first_chunk().unwrap_or(&[0; 32])
}
