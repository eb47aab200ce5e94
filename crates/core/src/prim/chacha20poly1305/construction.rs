//! ChaCha20-Poly1305 over any ChaCha20 and any Poly1305, for every pair that is put together: with a
//! nonce of 12 bytes, of 24, and of 8 as it first was.
//!
//! Origin: RFC 8439 section 2.8, draft-irtf-cfrg-xchacha-03 section 2, and draft-agl-tls-chacha20poly1305
//! section 5, from the text.

use crate::error::{Error, Result};
use crate::prim::chacha20::portable::{ChaCha20, WIPED};
use crate::prim::equal::equal;
use crate::prim::family::stream::Cipher;
use crate::prim::shared::arx::BLOCK;
use crate::prim::{Source, poly1305};
use crate::wipe::{wipe, wipe_stack};

/// Candidates of a primitive, which covers its texts by a function of Poly1305, out of a kernel of
/// ChaCha20 and one of Poly1305, one a line: the name, the parts, each with its architecture if it is
/// for one, how much keystream to make at first, and the processor features that both are compiled
/// for.
macro_rules! composed {
    (
        $primitive:ident by $tag:ident;
        $(
            $name:ident = $cipher:ident $(in $cipher_arch:ident)? + $mac:ident $(in $mac_arch:ident)?,
            $first:ident $(, $features:literal)?;
        )*
    ) => {$(
        pub(super) mod $name {
            use crate::choose::{Candidate, Meta};
            use crate::error::Result;
            use crate::prim::$primitive::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};
            use crate::prim::chacha20::$($cipher_arch::)?$cipher as cipher;
            use crate::prim::poly1305::$($mac_arch::)?$mac as mac;
            use crate::prim::chacha20poly1305::construction;

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
                to: &mut [u8; TAG_LEN],
                message: &[u8],
            ) {
                *to = construction::seal(
                    key,
                    nonce,
                    aad,
                    out,
                    message,
                    construction::$first,
                    |state, out, source| cipher::chacha20(state, out, source),
                    |key, aad, text| mac::$tag(key, aad, text),
                );
            }

            $(#[target_feature(enable = $features)])?
            fn open(
                key: &[u8; KEY_LEN],
                nonce: &[u8; NONCE_LEN],
                aad: &[u8],
                out: &mut [u8],
                theirs: &[u8; TAG_LEN],
                text: &[u8],
            ) -> Result<()> {
                construction::open(
                    key,
                    nonce,
                    aad,
                    out,
                    theirs,
                    text,
                    construction::$first,
                    |state, out, source| cipher::chacha20(state, out, source),
                    |key, aad, text| mac::$tag(key, aad, text),
                )
            }
        }
    )*};
}
pub(in crate::prim) use composed;

/// Where the candidates come from.
pub(in crate::prim) const ORIGIN: &str = "own, out of its parts";

/// Length of the key in bytes.
pub(in crate::prim) const KEY_LEN: usize = 32;
/// Length of the tag in bytes.
pub(in crate::prim) const TAG_LEN: usize = poly1305::TAG_LEN;

/// The keystream that portable code makes together with the key of Poly1305.
pub(in crate::prim) const ONE_BLOCK: usize = BLOCK;

/// The same for kernels that make four blocks in the time of two.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "vector kernels use it"))]
pub(in crate::prim) const FOUR_BLOCKS: usize = 4 * BLOCK;

/// Writes the ciphertext and returns the tag. A text that fits behind the first block into `most`
/// bytes of keystream is made together with it.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the functions of a candidate and its parts")]
pub(in crate::prim) fn seal<const NONCE: usize>(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE],
    aad: &[u8],
    text: &mut [u8],
    message: &[u8],
    most: usize,
    chacha20: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
    tag: impl Fn(&[u8; 32], &[u8], &[u8]) -> [u8; TAG_LEN],
) -> [u8; TAG_LEN]
where
    ChaCha20: Cipher<BLOCK, NONCE, KEY_LEN, State = [u32; 16]>,
{
    let mut state = [0; 16];
    <ChaCha20 as Cipher<BLOCK, NONCE, KEY_LEN>>::begin(&mut state, key, nonce);
    let mut buffer = [0; FOUR_BLOCKS];
    let head = begin(&mut buffer, message, most, &mut state, &chacha20);
    text[..head].copy_from_slice(&buffer[BLOCK..BLOCK + head]);
    chacha20(&mut state, &mut text[head..], Source::From(&message[head..]));
    let tag = tag(mac_key(&buffer), aad, text);
    wipe(&mut buffer[..BLOCK + head]);
    wipe(&mut state);
    wipe_stack::<WIPED>();
    tag
}

/// The reverse. Nothing is written before the tag is found genuine.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the functions of a candidate and its parts")]
pub(in crate::prim) fn open<const NONCE: usize>(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE],
    aad: &[u8],
    out: &mut [u8],
    theirs: &[u8; TAG_LEN],
    text: &[u8],
    most: usize,
    chacha20: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
    tag: impl Fn(&[u8; 32], &[u8], &[u8]) -> [u8; TAG_LEN],
) -> Result<()>
where
    ChaCha20: Cipher<BLOCK, NONCE, KEY_LEN, State = [u32; 16]>,
{
    let mut state = [0; 16];
    <ChaCha20 as Cipher<BLOCK, NONCE, KEY_LEN>>::begin(&mut state, key, nonce);
    let mut buffer = [0; FOUR_BLOCKS];
    let head = begin(&mut buffer, text, most, &mut state, &chacha20);
    let mut own = tag(mac_key(&buffer), aad, text);
    let genuine = equal(&own, theirs);
    if genuine {
        out[..head].copy_from_slice(&buffer[BLOCK..BLOCK + head]);
        chacha20(&mut state, &mut out[head..], Source::From(&text[head..]));
    }
    wipe(&mut own);
    wipe(&mut buffer[..BLOCK + head]);
    wipe(&mut state);
    wipe_stack::<WIPED>();
    if genuine { Ok(()) } else { Err(Error::Verification) }
}

/// Fills the buffer with the first block of keystream, which holds the key of Poly1305, and with the
/// other text if all of it fits behind; how much of that there is.
#[inline(always)]
fn begin(
    buffer: &mut [u8; FOUR_BLOCKS],
    text: &[u8],
    most: usize,
    state: &mut [u32; 16],
    chacha20: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
) -> usize {
    let head = if BLOCK + text.len() <= most { text.len() } else { 0 };
    buffer[BLOCK..BLOCK + head].copy_from_slice(&text[..head]);
    chacha20(state, &mut buffer[..BLOCK + head], Source::InPlace);
    head
}

#[inline(always)]
fn mac_key(buffer: &[u8; FOUR_BLOCKS]) -> &[u8; poly1305::KEY_LEN] {
    buffer.first_chunk().unwrap_or(&[0; 32])
}
