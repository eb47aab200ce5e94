//! The box of NaCl over any Salsa20 and any Poly1305, for every pair that is put together.
//!
//! Origin: D. J. Bernstein, "Cryptography in NaCl" (2009), section 9, from the text.

use super::{KEY_LEN, NONCE_LEN, TAG_LEN};
use crate::error::{Error, Result};
use crate::prim::equal::equal;
use crate::prim::shared::arx::BLOCK;
use crate::prim::xsalsa20::extended;
use crate::prim::{Source, poly1305};
use crate::wipe::wipe;

/// Candidates out of a kernel of XSalsa20 and one of Poly1305, one a line: the name, the parts, each
/// with its architecture if it is for one, how much keystream to make at first, and the
/// processor features that both are compiled for.
macro_rules! composed {
    ($(
        $name:ident = $cipher:ident $(in $cipher_arch:ident)? + $mac:ident $(in $mac_arch:ident)?,
        $first:ident $(, $features:literal)?;
    )*) => {$(
        pub(super) mod $name {
            use crate::choose::{Candidate, Meta};
            use crate::error::Result;
            use crate::prim::poly1305::$($mac_arch::)?$mac as mac;
            use crate::prim::xsalsa20::$($cipher_arch::)?$cipher as cipher;
            use crate::prim::xsalsa20poly1305::construction;
            use crate::prim::xsalsa20poly1305::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};

            pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
                meta: Meta::composed(
                    stringify!($name),
                    construction::ORIGIN,
                    &[
                        concat!("xsalsa20/", stringify!($cipher)),
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
                _: (),
                out: &mut [u8],
                to: &mut [u8; TAG_LEN],
                message: &[u8],
            ) {
                *to = construction::seal(
                    key,
                    nonce,
                    out,
                    message,
                    construction::$first,
                    |state, out, source| cipher::salsa20(state, out, source),
                    |key, message| mac::tag(key, message),
                );
            }

            $(#[target_feature(enable = $features)])?
            fn open(
                key: &[u8; KEY_LEN],
                nonce: &[u8; NONCE_LEN],
                _: (),
                out: &mut [u8],
                theirs: &[u8; TAG_LEN],
                text: &[u8],
            ) -> Result<()> {
                construction::open(
                    key,
                    nonce,
                    out,
                    theirs,
                    text,
                    construction::$first,
                    |state, out, source| cipher::salsa20(state, out, source),
                    |key, message| mac::tag(key, message),
                )
            }
        }
    )*};
}
pub(super) use composed;

/// Where the candidates come from.
pub(super) const ORIGIN: &str = "own, out of its parts";

/// The keystream that portable code makes together with the key of Poly1305.
pub(super) const ONE_BLOCK: usize = BLOCK;

/// The same for kernels that make four blocks in the time of two.
pub(super) const FOUR_BLOCKS: usize = 4 * BLOCK;

/// Bytes of the message that the first block of keystream covers, behind the key of Poly1305.
const HEAD: usize = ONE_BLOCK - poly1305::KEY_LEN;

/// How much keystream to make at first for a message of that length: `most` if one block leaves a
/// part of the message and `most` leaves none, else one block.
#[inline(always)]
fn first_len(most: usize, message_len: usize) -> usize {
    if message_len > HEAD && message_len <= most - poly1305::KEY_LEN { most } else { ONE_BLOCK }
}

/// Writes the ciphertext and returns the tag. `most` is as in [`first_len`].
#[inline(always)]
pub(super) fn seal(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    text: &mut [u8],
    message: &[u8],
    most: usize,
    salsa20: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
    tag: impl Fn(&[u8; 32], &[u8]) -> [u8; TAG_LEN],
) -> [u8; TAG_LEN] {
    let mut state = [0; 16];
    extended(&mut state, key, nonce);
    let mut buffer = [0; FOUR_BLOCKS];
    let (mac_key, head) =
        begin(&mut buffer[..first_len(most, message.len())], message, &mut state, &salsa20);
    text[..head.len()].copy_from_slice(head);
    salsa20(&mut state, &mut text[head.len()..], Source::From(&message[head.len()..]));
    let tag = tag(mac_key, text);
    wipe(&mut buffer);
    wipe(&mut state);
    tag
}

/// The reverse. Nothing is decrypted before the tag is found genuine.
#[inline(always)]
pub(super) fn open(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    out: &mut [u8],
    theirs: &[u8; TAG_LEN],
    text: &[u8],
    most: usize,
    salsa20: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
    tag: impl Fn(&[u8; 32], &[u8]) -> [u8; TAG_LEN],
) -> Result<()> {
    let mut state = [0; 16];
    extended(&mut state, key, nonce);
    let mut buffer = [0; FOUR_BLOCKS];
    let (mac_key, head) =
        begin(&mut buffer[..first_len(most, text.len())], text, &mut state, &salsa20);
    let mut own = tag(mac_key, text);
    let genuine = equal(&own, theirs);
    if genuine {
        out[..head.len()].copy_from_slice(head);
        salsa20(&mut state, &mut out[head.len()..], Source::From(&text[head.len()..]));
    }
    wipe(&mut own);
    wipe(&mut buffer);
    wipe(&mut state);
    if genuine { Ok(()) } else { Err(Error::Verification) }
}

/// Fills the buffer with the first keystream XOR the text, set behind 32 zeros: the key of
/// Poly1305 and the head of the other text.
#[inline(always)]
fn begin<'a>(
    buffer: &'a mut [u8],
    text: &[u8],
    state: &mut [u32; 16],
    salsa20: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
) -> (&'a [u8; 32], &'a [u8]) {
    let head = text.len().min(buffer.len() - poly1305::KEY_LEN);
    buffer[32..32 + head].copy_from_slice(&text[..head]);
    salsa20(state, buffer, Source::InPlace);
    let (mac_key, rest) = buffer.split_first_chunk().unwrap_or((&[0; 32], &[]));
    (mac_key, &rest[..head])
}
