//! Authenticated encryption composed of a stream cipher and Poly1305. The code is generic over the
//! candidates of both. NaCl's box and the RFC 8439 construction differ only in [`Composed`].
//!
//! Origin: written from D. J. Bernstein, "Cryptography in NaCl" (2009), section 9, and RFC 8439
//! section 2.8.

use super::Source;
use super::equal::equal;
use super::family::aead::Associated;
use super::poly1305;
use super::shared::arx::BLOCK;
use crate::error::{Error, Result};
use crate::wipe::wipe;

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 24;

pub use super::poly1305::TAG_LEN;

/// Origin of the composed candidates.
pub(in crate::prim) const ORIGIN: &str = "own, out of its parts";

/// Length of the first keystream in portable code, in bytes: one block, which holds the Poly1305
/// key.
pub(in crate::prim) const ONE_BLOCK: usize = BLOCK;

/// Maximum length of the first keystream in kernels that compute four blocks in the time of two.
pub(in crate::prim) const FOUR_BLOCKS: usize = 4 * BLOCK;

/// An AEAD composed of a stream cipher and Poly1305: the keystream begins with the Poly1305 key.
pub(in crate::prim) trait Composed: Associated {
    /// Offset of the first keystream byte that is XORed with the text.
    const TEXT_AT: usize;

    /// Writes the cipher's state at block 0.
    fn begin(
        state: &mut [u32; 16],
        key: &[u8; KEY_LEN],
        nonce: &[u8; NONCE_LEN],
        data: Self::Data<'_>,
    );

    /// Returns the length of the first keystream for a text of `text_len` bytes, in kernels that
    /// compute four blocks in the time of two: [`ONE_BLOCK`] to [`FOUR_BLOCKS`] bytes.
    fn first_len(text_len: usize) -> usize;

    /// Wipes the stack below the caller if the cipher leaves secrets there.
    fn wipe_stack() {}
}

/// Defines candidates of a primitive, each composed of a cipher kernel and a Poly1305 kernel. The
/// first line names the primitive, the stream cipher with its keystream function, and the
/// expression that computes the tag of data and text with a kernel `mac`. Then each candidate has a
/// line, grouped by architecture: its name, its two kernels (each with its architecture, if it is
/// specific to one), the length of the first keystream, and the processor features that both
/// kernels are compiled for.
macro_rules! composed {
    (
        $primitive:ident = $stream:ident::$keystream:ident, $tag:expr;
        x86_64 { $($x86_64:tt)* }
        wasm32 { $($wasm32:tt)* }
        any { $($any:tt)* }
    ) => {
        #[cfg(target_arch = "x86_64")]
        mod x86_64 {
            super::composed! { @rows $primitive = $stream::$keystream, $tag; $($x86_64)* }
        }
        #[cfg(target_arch = "wasm32")]
        mod wasm32 {
            super::composed! { @rows $primitive = $stream::$keystream, $tag; $($wasm32)* }
        }
        composed! { @rows $primitive = $stream::$keystream, $tag; $($any)* }
    };
    (
        @rows $primitive:ident = $stream:ident::$keystream:ident, $tag:expr;
        $(
            $(#[$if:meta])?
            $name:ident = $cipher:ident $(in $cipher_arch:ident)? + $mac:ident $(in $mac_arch:ident)?,
            $first:ident $(, $features:literal)?;
        )*
    ) => {$(
        $(#[$if])?
        pub(super) mod $name {
            use crate::choose::{Candidate, Meta};
            use crate::error::Result;
            use crate::prim::$primitive::{Form, Ops};
            use crate::prim::$stream::$($cipher_arch::)?$cipher as cipher;
            use crate::prim::family::aead::Associated;
            use crate::prim::composed::{self, KEY_LEN, NONCE_LEN, TAG_LEN};
            use crate::prim::poly1305::$($mac_arch::)?$mac as mac;

            type Data<'a> = <Form as Associated>::Data<'a>;

            pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
                meta: Meta::composed(
                    stringify!($name),
                    composed::ORIGIN,
                    &[
                        concat!(stringify!($stream), "/", stringify!($cipher)),
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
                data: Data<'_>,
                out: &mut [u8],
                to: &mut [u8; TAG_LEN],
                message: &[u8],
            ) {
                *to = composed::seal::<Form, { composed::$first }>(
                    (key, nonce, data),
                    out,
                    message,
                    |state, out, source| cipher::$keystream(state, out, source),
                    $tag,
                );
            }

            $(#[target_feature(enable = $features)])?
            fn open(
                key: &[u8; KEY_LEN],
                nonce: &[u8; NONCE_LEN],
                data: Data<'_>,
                out: &mut [u8],
                theirs: &[u8; TAG_LEN],
                text: &[u8],
            ) -> Result<()> {
                composed::open::<Form, { composed::$first }>(
                    (key, nonce, data),
                    out,
                    theirs,
                    text,
                    |state, out, source| cipher::$keystream(state, out, source),
                    $tag,
                )
            }
        }
    )*};
}
pub(super) use composed;

/// The key, the nonce and the associated data of a call.
type Under<'a, C> = (&'a [u8; KEY_LEN], &'a [u8; NONCE_LEN], <C as Associated>::Data<'a>);

/// Encrypts `message` into `text` and returns the tag.
#[inline(always)]
pub(in crate::prim) fn seal<C: Composed, const FIRST: usize>(
    (key, nonce, data): Under<'_, C>,
    text: &mut [u8],
    message: &[u8],
    keystream: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
    tag: impl Fn(&[u8; poly1305::KEY_LEN], C::Data<'_>, &[u8]) -> [u8; TAG_LEN],
) -> [u8; TAG_LEN] {
    let mut state = [0; 16];
    C::begin(&mut state, key, nonce, data);
    let mut buffer = [0; FOUR_BLOCKS];
    let first = &mut buffer[..first_len::<C, FIRST>(message.len())];
    let (mac_key, head) = begin::<C>(first, message, &mut state, &keystream);
    text[..head.len()].copy_from_slice(head);
    keystream(&mut state, &mut text[head.len()..], Source::From(&message[head.len()..]));
    let tag = tag(mac_key, data, text);
    wipe(first);
    wipe(&mut state);
    C::wipe_stack();
    tag
}

/// Verifies the tag, then decrypts `text` into `out`. Writes nothing to `out` unless the tag is
/// valid.
#[inline(always)]
pub(in crate::prim) fn open<C: Composed, const FIRST: usize>(
    (key, nonce, data): Under<'_, C>,
    out: &mut [u8],
    theirs: &[u8; TAG_LEN],
    text: &[u8],
    keystream: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
    tag: impl Fn(&[u8; poly1305::KEY_LEN], C::Data<'_>, &[u8]) -> [u8; TAG_LEN],
) -> Result<()> {
    let mut state = [0; 16];
    C::begin(&mut state, key, nonce, data);
    let mut buffer = [0; FOUR_BLOCKS];
    let first = &mut buffer[..first_len::<C, FIRST>(text.len())];
    let (mac_key, head) = begin::<C>(first, text, &mut state, &keystream);
    let mut own = tag(mac_key, data, text);
    let genuine = equal(&own, theirs);
    if genuine {
        out[..head.len()].copy_from_slice(head);
        keystream(&mut state, &mut out[head.len()..], Source::From(&text[head.len()..]));
    }
    wipe(&mut own);
    wipe(first);
    wipe(&mut state);
    C::wipe_stack();
    if genuine { Ok(()) } else { Err(Error::Verification) }
}

/// Returns the length of the first keystream: a constant for [`ONE_BLOCK`], so that the compiler
/// can drop the other code paths of a kernel.
#[inline(always)]
fn first_len<C: Composed, const FIRST: usize>(text_len: usize) -> usize {
    if FIRST == ONE_BLOCK { ONE_BLOCK } else { C::first_len(text_len) }
}

/// Fills `buffer` with the first keystream, XORed from [`Composed::TEXT_AT`] on with the head of
/// `text`. Returns the Poly1305 key and the encrypted or decrypted head.
#[inline(always)]
fn begin<'a, C: Composed>(
    buffer: &'a mut [u8],
    text: &[u8],
    state: &mut [u32; 16],
    keystream: impl Fn(&mut [u32; 16], &mut [u8], Source<'_>),
) -> (&'a [u8; poly1305::KEY_LEN], &'a [u8]) {
    let head = text.len().min(buffer.len() - C::TEXT_AT);
    let end = C::TEXT_AT + head;
    buffer[C::TEXT_AT..end].copy_from_slice(&text[..head]);
    keystream(state, buffer, Source::InPlace);
    (buffer.first_chunk().unwrap_or(&[0; poly1305::KEY_LEN]), &buffer[C::TEXT_AT..end])
}
