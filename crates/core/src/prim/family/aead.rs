//! Authenticated encryption under a key and a nonce that must never repeat under it, with associated
//! data or without, and a tag. Candidates have the tag apart from the ciphertext; the calls here put
//! both together where they are asked for in one piece.

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

/// Whether a primitive authenticates data that it does not encrypt, and where its tag is.
pub trait Associated: Debug + Sync + 'static {
    /// The data.
    type Data<'a>: Copy + Default;

    /// Whether what is sealed begins with the tag; else it ends with it.
    const TAG_FIRST: bool = false;

    /// Whether opening decrypts before it knows if all is genuine, and wipes what is not; else the
    /// output is not touched then.
    const WIPES: bool = false;

    /// Bytes as data, where there is any.
    #[cfg(test)]
    const DATA: fn(&[u8]) -> Self::Data<'_>;
}

/// It does, bytes of any number, and the tag, at the end, follows from the message, so that opening decrypts first.
#[derive(Debug)]
pub enum AadOfMessage {}

impl Associated for AadOfMessage {
    type Data<'a> = &'a [u8];

    const WIPES: bool = true;
    #[cfg(test)]
    const DATA: fn(&[u8]) -> &[u8] = |bytes| bytes;
}

/// The functions of a candidate. The caller has checked that the lengths agree. Time depends on the
/// lengths alone, and for `open` on whether all is genuine.
#[derive(Debug)]
pub struct Ops<A: Associated, const NONCE: usize, const KEY: usize, const TAG: usize> {
    /// Key, nonce, associated data, ciphertext, tag, message.
    pub(in crate::prim) seal: Seal<A, NONCE, KEY, TAG>,
    /// Key, nonce, associated data, message, tag, ciphertext. Unless all is genuine the message is
    /// not touched, or wiped where [`Associated::WIPES`] says so.
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

/// A primitive of the family.
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

/// The candidate selected for sealing a message of that length.
#[inline]
pub(crate) fn sealing<A: Associated, const NONCE: usize, const KEY: usize, const TAG: usize>(
    primitive: &'static Primitive<Ops<A, NONCE, KEY, TAG>>,
    message_len: usize,
) -> Result<Runnable<Ops<A, NONCE, KEY, TAG>>> {
    primitive.pick(SEAL, message_len)
}

/// The candidate selected for opening a box whose message has that length.
#[inline]
pub(crate) fn opening<A: Associated, const NONCE: usize, const KEY: usize, const TAG: usize>(
    primitive: &'static Primitive<Ops<A, NONCE, KEY, TAG>>,
    message_len: usize,
) -> Result<Runnable<Ops<A, NONCE, KEY, TAG>>> {
    primitive.pick(OPEN, message_len)
}

/// Checks that the output is as long as it should be.
#[inline]
pub(crate) fn check(out_len: usize, wanted: usize, expected: &'static str) -> Result<()> {
    if out_len == wanted {
        return Ok(());
    }
    Err(Error::length("out", expected, out_len))
}

/// Checks that a message is not too long for the cipher.
#[inline]
pub(crate) fn check_message(len: usize, longest: u64, expected: &'static str) -> Result<()> {
    if len as u64 <= longest {
        return Ok(());
    }
    Err(Error::length("message", expected, len))
}

/// The calls of a primitive with associated data, or of one of its variants: its longest message in bytes, both
/// lengths in words, and nonce and associated data as its candidates take them. The calls pass a nonce by the
/// last expression: where candidates take the nonce itself, it is not copied.
macro_rules! calls {
    (
        $longest:expr, $longest_in_words:literal, $tag_in_words:literal;
        $nonce:ident -> $nonce_type:ty: $nonce_of:expr, $passed:expr;
        $aad:ident -> $data_type:ty: $data_of:expr
    ) => {
        /// The nonce as the candidates take it.
        #[inline]
        #[must_use]
        pub fn filled($nonce: &[u8; NONCE_LEN]) -> $nonce_type {
            $nonce_of
        }

        /// Associated data as the candidates take it.
        #[inline]
        #[must_use]
        pub fn data($aad: &[u8]) -> $data_type {
            $data_of
        }

        /// Seals `message` into `out`, which is [`TAG_LEN`] bytes longer: the ciphertext, then the
        /// tag, which covers the associated data too.
        ///
        /// # Errors
        /// [`crate::Error::Length`] if `out` has another length or the message is too long,
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

        /// As [`seal`], the ciphertext in `out`, which is as long as the message, and the tag apart.
        ///
        /// # Errors
        /// Those of [`seal`].
        pub fn seal_detached(
            key: &[u8; KEY_LEN],
            $nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            tag: &mut [u8; TAG_LEN],
            message: &[u8],
        ) -> $crate::Result<()> {
            aead::check_message(message.len(), $longest, $longest_in_words)?;
            aead::check(out.len(), message.len(), "as many as the message is")?;
            let candidate = aead::sealing(&PRIMITIVE, message.len())?;
            candidate.seal_detached(key, $passed, data(aad), out, tag, message);
            Ok(())
        }

        /// Opens `sealed` into `out`, which is [`TAG_LEN`] bytes shorter. Nothing of the message
        /// stands in `out` unless ciphertext and associated data are genuine.
        ///
        /// # Errors
        /// [`crate::Error::Verification`] if they are not genuine or `sealed` is shorter than a
        /// tag, [`crate::Error::Length`] if `out` has another length or the message would be too
        /// long, [`crate::Error::NoCandidate`] if no candidate passes its self-test.
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

        /// As [`open`], the tag apart from the ciphertext, which is as long as `out`.
        ///
        /// # Errors
        /// Those of [`open`].
        pub fn open_detached(
            key: &[u8; KEY_LEN],
            $nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            tag: &[u8; TAG_LEN],
            ciphertext: &[u8],
        ) -> $crate::Result<()> {
            aead::check_message(ciphertext.len(), $longest, $longest_in_words)?;
            aead::check(out.len(), ciphertext.len(), "as many as the ciphertext is")?;
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
    /// Seals; `out` is `TAG` bytes longer than `message`.
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

    /// Seals, the tag apart; `out` is as long as `message`.
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
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().seal)(key, nonce, aad, out, tag, message) }
    }

    /// Opens; `out` is `TAG` bytes shorter than `sealed`.
    ///
    /// # Errors
    /// [`Error::Verification`] if it is not genuine.
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

    /// Opens, the tag apart; `out` is as long as `ciphertext`.
    ///
    /// # Errors
    /// [`Error::Verification`] if it is not genuine.
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

/// What a candidate must answer.
pub(in crate::prim) struct Answers<A: Associated, const NONCE: usize, const KEY: usize> {
    pub(in crate::prim) key: &'static [u8; KEY],
    pub(in crate::prim) nonce: &'static [u8; NONCE],
    /// An example that is published: message, associated data, ciphertext with tag.
    pub(in crate::prim) message: &'static [u8],
    pub(in crate::prim) aad: A::Data<'static>,
    pub(in crate::prim) sealed: &'static [u8],
    /// What goes with a message of that length.
    pub(in crate::prim) aad_of: fn(usize) -> A::Data<'static>,
    /// The checksum of boxes of all the lengths that kernels make in other ways.
    pub(in crate::prim) boxes: u64,
}

/// The most bytes that a published example may have, sealed.
const EXAMPLE: usize = 256;

/// Whether a candidate gives the example, opens all the boxes that it makes and opens none that has
/// been changed.
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
    // Without a proven candidate it is not genuine, and the loop says so when it runs.
    if let Ok(candidate) = target.get(SEAL, size) {
        candidate.seal(&key, &nonce, none(), &mut sealed, &message);
    }
    bench_of(size, move |out| target.get(operation, size)?.open(&key, &nonce, none(), out, &sealed))
}
