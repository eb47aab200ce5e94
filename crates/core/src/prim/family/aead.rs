//! Authenticated encryption with associated data (AEAD) under a key and a nonce that must never
//! repeat under that key. Candidates handle the tag separately from the ciphertext. The functions
//! of this module join tag and ciphertext for callers that use a single buffer.

use alloc::boxed::Box;
use core::fmt::Debug;

use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Target, bench_of,
    sample_array, sample_bytes,
};
use crate::error::{Error, Result};
use crate::prim::rank::RANK;
use crate::prim::selftest::Boxes;

const OPERATIONS: &[Operation] =
    &[Operation::new("seal", Axis::Bytes), Operation::new("open", Axis::Bytes)];
const SEAL: usize = 0;
const OPEN: usize = 1;

/// The kind of associated data that a primitive has, and the position of its tag.
pub trait Associated: Debug + Sync + 'static {
    /// The associated data.
    type Data<'a>: Copy + Default;

    /// Whether a sealed message begins with the tag instead of ending with it.
    const TAG_FIRST: bool = false;

    /// Whether opening decrypts before it has verified the tag, and wipes the output on failure. If
    /// false, a failed open leaves the output unchanged.
    const WIPES: bool = false;

    /// Converts bytes to associated data, if the primitive has any.
    #[cfg(test)]
    const DATA: fn(&[u8]) -> Self::Data<'_>;
}

/// Associated data of any length, with the tag at the end of the sealed message. The tag depends on
/// the message, so opening decrypts before it verifies.
#[derive(Debug)]
pub enum AadOfMessage {}

impl Associated for AadOfMessage {
    type Data<'a> = &'a [u8];

    const WIPES: bool = true;
    #[cfg(test)]
    const DATA: fn(&[u8]) -> &[u8] = |bytes| bytes;
}

/// The functions that a candidate implements. The caller has checked that the lengths agree. Time
/// depends only on the lengths and, for `open`, on whether the tag is valid.
#[derive(Debug)]
pub struct Ops<A: Associated, const NONCE: usize, const KEY: usize, const TAG: usize> {
    /// Parameters: key, nonce, associated data, ciphertext, tag, message.
    pub(in crate::prim) seal: Seal<A, NONCE, KEY, TAG>,
    /// Parameters: key, nonce, associated data, message, tag, ciphertext. If the tag is invalid,
    /// the message buffer is left unchanged, or wiped if [`Associated::WIPES`] is true.
    pub(in crate::prim) open: Open<A, NONCE, KEY, TAG>,
}

type Seal<A, const NONCE: usize, const KEY: usize, const TAG: usize> = unsafe fn(
    &[u8; KEY],
    &[u8; NONCE],
    <A as Associated>::Data<'_>,
    &mut [u8],
    &mut [u8; TAG],
    &[u8],
);

type Open<A, const NONCE: usize, const KEY: usize, const TAG: usize> = unsafe fn(
    &[u8; KEY],
    &[u8; NONCE],
    <A as Associated>::Data<'_>,
    &mut [u8],
    &[u8; TAG],
    &[u8],
) -> Result<()>;

/// Builds a primitive of this family.
pub(in crate::prim) const fn primitive<
    A: Associated,
    const NONCE: usize,
    const KEY: usize,
    const TAG: usize,
>(
    name: &'static str,
    candidates: &'static [Candidate<Ops<A, NONCE, KEY, TAG>>],
    selftest: fn(Runnable<Ops<A, NONCE, KEY, TAG>>) -> bool,
) -> Primitive<Ops<A, NONCE, KEY, TAG>> {
    let primitive = Primitive::new(Definition {
        name,
        candidates,
        operations: OPERATIONS,
        offers: |_, _| true,
        selftest,
        bench,
        rank: RANK,
    });
    #[cfg(test)]
    let primitive = primitive.fuzzed(super::testing::aead);
    primitive
}

/// Returns the candidate selected to seal a message of `message_len` bytes.
#[inline]
pub(crate) fn sealing<A: Associated, const NONCE: usize, const KEY: usize, const TAG: usize>(
    primitive: &'static Primitive<Ops<A, NONCE, KEY, TAG>>,
    message_len: usize,
) -> Result<Runnable<Ops<A, NONCE, KEY, TAG>>> {
    primitive.pick(SEAL, message_len)
}

/// Returns the candidate selected to open a box with a message of `message_len` bytes.
#[inline]
pub(crate) fn opening<A: Associated, const NONCE: usize, const KEY: usize, const TAG: usize>(
    primitive: &'static Primitive<Ops<A, NONCE, KEY, TAG>>,
    message_len: usize,
) -> Result<Runnable<Ops<A, NONCE, KEY, TAG>>> {
    primitive.pick(OPEN, message_len)
}

/// Checks the length of the output buffer.
#[inline]
pub(crate) fn check(out_len: usize, wanted: usize, expected: &'static str) -> Result<()> {
    if out_len == wanted {
        return Ok(());
    }
    Err(Error::length("out", expected, out_len))
}

/// Checks the message against the cipher's maximum length.
#[inline]
pub(crate) fn check_message(len: usize, longest: u64, expected: &'static str) -> Result<()> {
    if len as u64 <= longest {
        return Ok(());
    }
    Err(Error::length("message", expected, len))
}

/// Defines the public functions of a primitive with associated data, or of one of its variants.
/// Arguments: the maximum message length in bytes, that length and the tag length as text, and the
/// nonce and associated data in the form that the candidates take. The functions use the last nonce
/// expression to pass the nonce, which avoids a copy if candidates take the nonce unchanged.
macro_rules! calls {
    (
        $longest:expr, $longest_in_words:literal, $tag_in_words:literal;
        $nonce:ident -> $nonce_type:ty: $nonce_of:expr, $passed:expr;
        $aad:ident -> $data_type:ty: $data_of:expr
    ) => {
        /// Returns the nonce in the form that candidates take.
        #[inline]
        #[must_use]
        pub fn filled($nonce: &[u8; NONCE_LEN]) -> $nonce_type {
            $nonce_of
        }

        /// Returns the associated data in the form that candidates take.
        #[inline]
        #[must_use]
        pub fn data($aad: &[u8]) -> $data_type {
            $data_of
        }

        /// Seals `message` into `out`, which must be [`TAG_LEN`] bytes longer. Writes the
        /// ciphertext and then the tag, which also covers the associated data.
        ///
        /// # Errors
        /// [`crate::Error::Length`] if `out` has the wrong length or the message is too long;
        /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
        pub fn seal(
            key: &[u8; KEY_LEN],
            $nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            message: &[u8],
        ) -> $crate::Result<()> {
            aead::check_message(message.len(), $longest, $longest_in_words)?;
            let expected = concat!("len(message) + ", $tag_in_words);
            aead::check(out.len(), message.len() + TAG_LEN, expected)?;
            aead::sealing(&PRIMITIVE, message.len())?.seal(key, $passed, data(aad), out, message);
            Ok(())
        }

        /// Same as [`seal`], with a separate tag: `out` receives the ciphertext and must have the
        /// length of the message.
        ///
        /// # Errors
        /// Same as [`seal`].
        pub fn seal_detached(
            key: &[u8; KEY_LEN],
            $nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            tag: &mut [u8; TAG_LEN],
            message: &[u8],
        ) -> $crate::Result<()> {
            aead::check_message(message.len(), $longest, $longest_in_words)?;
            aead::check(out.len(), message.len(), "len(message)")?;
            let candidate = aead::sealing(&PRIMITIVE, message.len())?;
            candidate.seal_detached(key, $passed, data(aad), out, tag, message);
            Ok(())
        }

        /// Opens `sealed` into `out`, which must be [`TAG_LEN`] bytes shorter. `out` holds no byte
        /// of the message unless ciphertext and associated data are genuine.
        ///
        /// # Errors
        /// [`crate::Error::Verification`] if the ciphertext or the associated data is not genuine,
        /// or `sealed` is shorter than a tag; [`crate::Error::Length`] if `out` has the wrong
        /// length or the message would be too long; [`crate::Error::NoCandidate`] if no candidate
        /// passes its self-test.
        pub fn open(
            key: &[u8; KEY_LEN],
            $nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            sealed: &[u8],
        ) -> $crate::Result<()> {
            let len = sealed.len().checked_sub(TAG_LEN).ok_or($crate::Error::Verification)?;
            aead::check_message(len, $longest, $longest_in_words)?;
            aead::check(out.len(), len, concat!("len(ciphertext) - ", $tag_in_words))?;
            aead::opening(&PRIMITIVE, len)?.open(key, $passed, data(aad), out, sealed)
        }

        /// Same as [`open`], with a separate tag: `out` must have the length of the ciphertext.
        ///
        /// # Errors
        /// Same as [`open`].
        pub fn open_detached(
            key: &[u8; KEY_LEN],
            $nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            tag: &[u8; TAG_LEN],
            ciphertext: &[u8],
        ) -> $crate::Result<()> {
            aead::check_message(ciphertext.len(), $longest, $longest_in_words)?;
            aead::check(out.len(), ciphertext.len(), "len(ciphertext)")?;
            let candidate = aead::opening(&PRIMITIVE, ciphertext.len())?;
            candidate.open_detached(key, $passed, data(aad), out, tag, ciphertext)
        }
    };
}
pub(crate) use calls;

#[allow(unsafe_code)]
impl<A: Associated, const NONCE: usize, const KEY: usize, const TAG: usize>
    Runnable<Ops<A, NONCE, KEY, TAG>>
{
    /// Seals a message; `out` is `TAG` bytes longer than `message`.
    #[inline]
    pub fn seal(
        self,
        key: &[u8; KEY],
        nonce: &[u8; NONCE],
        aad: A::Data<'_>,
        out: &mut [u8],
        message: &[u8],
    ) {
        let mut tag = [0; TAG];
        let (head, tail) = out.split_at_mut(if A::TAG_FIRST { TAG } else { message.len() });
        let (text, to) = if A::TAG_FIRST { (tail, head) } else { (head, tail) };
        self.seal_detached(key, nonce, aad, text, &mut tag, message);
        to.copy_from_slice(&tag);
    }

    /// Seals a message with a separate tag; `out` has the length of `message`.
    #[inline]
    pub fn seal_detached(
        self,
        key: &[u8; KEY],
        nonce: &[u8; NONCE],
        aad: A::Data<'_>,
        out: &mut [u8],
        tag: &mut [u8; TAG],
        message: &[u8],
    ) {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        unsafe { (self.ops().seal)(key, nonce, aad, out, tag, message) }
    }

    /// Opens a sealed message; `out` is `TAG` bytes shorter than `sealed`.
    ///
    /// # Errors
    /// [`Error::Verification`] if the message is not genuine.
    #[inline]
    pub fn open(
        self,
        key: &[u8; KEY],
        nonce: &[u8; NONCE],
        aad: A::Data<'_>,
        out: &mut [u8],
        sealed: &[u8],
    ) -> Result<()> {
        let parts = if A::TAG_FIRST {
            sealed.split_first_chunk().map(|(tag, text)| (text, tag))
        } else {
            sealed.split_last_chunk()
        };
        let (text, tag) = parts.ok_or(Error::Verification)?;
        self.open_detached(key, nonce, aad, out, tag, text)
    }

    /// Opens a message with a separate tag; `out` has the length of `ciphertext`.
    ///
    /// # Errors
    /// [`Error::Verification`] if the message is not genuine.
    #[inline]
    pub fn open_detached(
        self,
        key: &[u8; KEY],
        nonce: &[u8; NONCE],
        aad: A::Data<'_>,
        out: &mut [u8],
        tag: &[u8; TAG],
        ciphertext: &[u8],
    ) -> Result<()> {
        // SAFETY: as in `seal_detached`.
        unsafe { (self.ops().open)(key, nonce, aad, out, tag, ciphertext) }
    }
}

/// The known answers of the self-test.
pub(in crate::prim) struct Answers<A: Associated, const NONCE: usize, const KEY: usize> {
    pub(in crate::prim) key: &'static [u8; KEY],
    pub(in crate::prim) nonce: &'static [u8; NONCE],
    /// A published example: message, associated data, ciphertext with tag.
    pub(in crate::prim) message: &'static [u8],
    pub(in crate::prim) aad: A::Data<'static>,
    pub(in crate::prim) sealed: &'static [u8],
    /// Returns the associated data for a message of the given length.
    pub(in crate::prim) aad_of: fn(usize) -> A::Data<'static>,
    /// The checksum of boxes with lengths that cover all code paths of the kernels.
    pub(in crate::prim) boxes: u64,
}

/// Maximum length of a published example with its tag, in bytes.
const EXAMPLE: usize = 256;

/// Returns whether a candidate reproduces the example, opens every box that it seals, and rejects
/// every modified box.
pub(in crate::prim) fn agrees<
    A: Associated,
    const NONCE: usize,
    const KEY: usize,
    const TAG: usize,
>(
    candidate: Runnable<Ops<A, NONCE, KEY, TAG>>,
    answers: &Answers<A, NONCE, KEY>,
) -> bool {
    let &Answers { key, nonce, message, aad, sealed, aad_of, boxes } = answers;
    let mut own = [0; EXAMPLE];
    let own = &mut own[..sealed.len()];
    candidate.seal(key, nonce, aad, own, message);
    let made = Boxes::<TAG, _, _> {
        seal: |out: &mut [u8], message: &[u8]| {
            candidate.seal(key, nonce, aad_of(message.len()), out, message);
        },
        open: |out: &mut [u8], sealed: &[u8]| {
            candidate.open(key, nonce, aad_of(out.len()), out, sealed).is_ok()
        },
        wipes: A::WIPES,
    };
    own == sealed && made.checksum() == Some(boxes)
}

fn bench<A: Associated, const NONCE: usize, const KEY: usize, const TAG: usize>(
    target: Target<Ops<A, NONCE, KEY, TAG>>,
    operation: usize,
    size: usize,
) -> Box<dyn Bench> {
    let (key, nonce, message) = (sample_array(2), sample_array(3), sample_bytes(size, 4));
    let none = A::Data::default;
    if operation == SEAL {
        return bench_of(size + TAG, move |out| {
            target.get(operation, size)?.seal(&key, &nonce, none(), out, &message);
            Ok(())
        });
    }
    let mut sealed = alloc::vec![0; size + TAG];
    // Without a proven candidate the sealed message is invalid, and the benchmark loop reports the
    // error when it runs.
    if let Ok(candidate) = target.get(SEAL, size) {
        candidate.seal(&key, &nonce, none(), &mut sealed, &message);
    }
    bench_of(size, move |out| target.get(operation, size)?.open(&key, &nonce, none(), out, &sealed))
}
