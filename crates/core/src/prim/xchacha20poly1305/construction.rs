//! XChaCha20-Poly1305 over any ChaCha20 and any Poly1305, for every pair that is put together.
//!
//! Origin: draft-irtf-cfrg-xchacha-03 section 2 and RFC 8439 section 2.8, from the text.

use subtle::ConstantTimeEq as _;

use super::{KEY_LEN, NONCE_LEN, TAG_LEN};
use crate::error::{Error, Result};
use crate::prim::chacha20::portable::{WIPED, extended};
use crate::prim::shared::arx::BLOCK;
use crate::prim::{Source, poly1305};
use crate::wipe::{wipe, wipe_stack};

/// Candidates out of a kernel of ChaCha20 and one of Poly1305, one a line: the name, the parts, each
/// with its architecture if it is for one, and the processor features that both are compiled for.
macro_rules! composed {
    ($(
        $name:ident = $cipher:ident $(in $cipher_arch:ident)? + $mac:ident $(in $mac_arch:ident)?
        $(, $features:literal)?;
    )*) => {$(
        pub(super) mod $name {
            use crate::choose::{Candidate, Meta};
            use crate::error::Result;
            use crate::prim::chacha20::$($cipher_arch::)?$cipher as cipher;
            use crate::prim::poly1305::$($mac_arch::)?$mac as mac;
            use crate::prim::xchacha20poly1305::construction;
            use crate::prim::xchacha20poly1305::{KEY_LEN, NONCE_LEN, Ops};

            pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
                meta: Meta::composed(
                    stringify!($name),
                    construction::ORIGIN,
                    &[
                        concat!("chacha20/", stringify!($cipher)),
                        concat!("poly1305/", stringify!($mac)),
                    ],
                    &[cipher::CANDIDATE.meta, mac::CANDIDATE.meta],
                ),
                ops: Ops { seal, open },
            };

            $(#[target_feature(enable = $features)])?
            fn seal(
                key: &[u8; KEY_LEN],
                nonce: &[u8; NONCE_LEN],
                aad: &[u8],
                out: &mut [u8],
                message: &[u8],
            ) {
                construction::seal(
                    key,
                    nonce,
                    aad,
                    out,
                    message,
                    |state, out, source| cipher::chacha20(state, out, source),
                    |key, aad, text| mac::tag_padded(key, aad, text),
                );
            }

            $(#[target_feature(enable = $features)])?
            fn open(
                key: &[u8; KEY_LEN],
                nonce: &[u8; NONCE_LEN],
                aad: &[u8],
                out: &mut [u8],
                sealed: &[u8],
            ) -> Result<()> {
                construction::open(
                    key,
                    nonce,
                    aad,
                    out,
                    sealed,
                    |state, out, source| cipher::chacha20(state, out, source),
                    |key, aad, text| mac::tag_padded(key, aad, text),
                )
            }
        }
    )*};
}
pub(super) use composed;

/// Where the candidates come from.
pub(super) const ORIGIN: &str = "own, out of its parts";

/// The ciphertext and behind it the tag.
#[inline(always)]
pub(super) fn seal(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    message: &[u8],
    chacha20: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
    tag: impl Fn(&[u8; 32], &[u8], &[u8]) -> [u8; TAG_LEN],
) {
    let (text, to) = out.split_at_mut(message.len());
    let mut state = [0; 16];
    extended(&mut state, key, nonce);
    let mut first = [0; BLOCK];
    chacha20(&mut state, &mut first, Source::Zero);
    chacha20(&mut state, text, Source::From(message));
    to.copy_from_slice(&tag(mac_key(&first), aad, text));
    wipe(&mut first);
    wipe(&mut state);
    wipe_stack::<WIPED>();
}

/// The reverse. Nothing is decrypted before the tag is found genuine.
#[inline(always)]
pub(super) fn open(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    sealed: &[u8],
    chacha20: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
    tag: impl Fn(&[u8; 32], &[u8], &[u8]) -> [u8; TAG_LEN],
) -> Result<()> {
    let (text, theirs) = sealed.split_at(out.len());
    let mut state = [0; 16];
    extended(&mut state, key, nonce);
    let mut first = [0; BLOCK];
    chacha20(&mut state, &mut first, Source::Zero);
    let genuine = bool::from(tag(mac_key(&first), aad, text).ct_eq(theirs));
    if genuine {
        chacha20(&mut state, out, Source::From(text));
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
