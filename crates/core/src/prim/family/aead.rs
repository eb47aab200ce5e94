//! Authenticated encryption under a key and a nonce that must never repeat under it, with associated
//! data or without, and a 16-byte tag.

use alloc::boxed::Box;
use core::fmt::Debug;

use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Via, over, paint, painted,
};
use crate::error::{Error, Result};
use crate::prim::rank::RANK;
use crate::prim::selftest::Boxes;

/// Length of the tag in bytes: a ciphertext is that much longer than its message.
pub const TAG_LEN: usize = 16;

const OPERATIONS: &[Operation] =
    &[Operation::new("seal", Axis::Bytes), Operation::new("open", Axis::Bytes)];
const SEAL: usize = 0;
const OPEN: usize = 1;

/// Whether a primitive authenticates data that it does not encrypt.
pub trait Associated: Debug + Sync + 'static {
    /// The data.
    type Data<'a>: Copy + Default;
}

/// It does: bytes of any number.
#[derive(Debug)]
pub enum Aad {}

impl Associated for Aad {
    type Data<'a> = &'a [u8];
}

/// It does not.
#[derive(Debug)]
pub enum NoAad {}

impl Associated for NoAad {
    type Data<'a> = ();
}

/// The functions of a candidate. The caller has checked the lengths. Time depends on the lengths
/// alone, and for `open` on whether all is genuine.
#[derive(Debug)]
pub struct Ops<A: Associated, const NONCE: usize, const KEY: usize> {
    /// Key, nonce, associated data, ciphertext with tag, message.
    pub(in crate::prim) seal: Seal<A, NONCE, KEY>,
    /// Key, nonce, associated data, message, ciphertext with tag. The message is not touched unless
    /// all is genuine.
    pub(in crate::prim) open: Open<A, NONCE, KEY>,
}

type Seal<A, const NONCE: usize, const KEY: usize> =
    unsafe fn(&[u8; KEY], &[u8; NONCE], <A as Associated>::Data<'_>, &mut [u8], &[u8]);

type Open<A, const NONCE: usize, const KEY: usize> = unsafe fn(
    &[u8; KEY],
    &[u8; NONCE],
    <A as Associated>::Data<'_>,
    &mut [u8],
    &[u8],
) -> Result<()>;

/// A primitive of the family.
pub(in crate::prim) const fn primitive<A: Associated, const NONCE: usize, const KEY: usize>(
    name: &'static str,
    candidates: &'static [Candidate<Ops<A, NONCE, KEY>>],
    selftest: fn(Runnable<Ops<A, NONCE, KEY>>) -> bool,
) -> Primitive<Ops<A, NONCE, KEY>> {
    Primitive::new(Definition {
        name,
        candidates,
        operations: OPERATIONS,
        offers: |_, _| true,
        selftest,
        bench,
        rank: RANK,
    })
}

/// Seals `message` into `out` with the candidate that stands.
pub(in crate::prim) fn seal<A: Associated, const NONCE: usize, const KEY: usize>(
    primitive: &'static Primitive<Ops<A, NONCE, KEY>>,
    key: &[u8; KEY],
    nonce: &[u8; NONCE],
    aad: A::Data<'_>,
    out: &mut [u8],
    message: &[u8],
) -> Result<()> {
    check(out.len(), message.len() + TAG_LEN, "16 more than the message's")?;
    primitive.pick(SEAL, message.len())?.seal(key, nonce, aad, out, message);
    Ok(())
}

/// Opens `sealed` into `out` with the candidate that stands.
pub(in crate::prim) fn open<A: Associated, const NONCE: usize, const KEY: usize>(
    primitive: &'static Primitive<Ops<A, NONCE, KEY>>,
    key: &[u8; KEY],
    nonce: &[u8; NONCE],
    aad: A::Data<'_>,
    out: &mut [u8],
    sealed: &[u8],
) -> Result<()> {
    let Some(len) = sealed.len().checked_sub(TAG_LEN) else {
        return Err(Error::Verification);
    };
    check(out.len(), len, "16 less than the ciphertext's")?;
    primitive.pick(OPEN, len)?.open(key, nonce, aad, out, sealed)
}

fn check(out_len: usize, wanted: usize, expected: &'static str) -> Result<()> {
    if out_len == wanted {
        return Ok(());
    }
    Err(Error::Length { argument: "out", expected, actual: out_len })
}

#[allow(unsafe_code)]
impl<A: Associated, const NONCE: usize, const KEY: usize> Runnable<Ops<A, NONCE, KEY>> {
    /// Seals; `out` is [`TAG_LEN`] bytes longer than `message`.
    #[inline]
    pub fn seal(
        self,
        key: &[u8; KEY],
        nonce: &[u8; NONCE],
        aad: A::Data<'_>,
        out: &mut [u8],
        message: &[u8],
    ) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().seal)(key, nonce, aad, out, message) }
    }

    /// Opens; `out` is [`TAG_LEN`] bytes shorter than `sealed`.
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
        // SAFETY: as in `seal`.
        unsafe { (self.ops().open)(key, nonce, aad, out, sealed) }
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
pub(in crate::prim) fn agrees<A: Associated, const NONCE: usize, const KEY: usize>(
    candidate: Runnable<Ops<A, NONCE, KEY>>,
    answers: &Answers<A, NONCE, KEY>,
) -> bool {
    let &Answers { key, nonce, message, aad, sealed, aad_of, boxes } = answers;
    let mut own = [0; EXAMPLE];
    let own = &mut own[..sealed.len()];
    candidate.seal(key, nonce, aad, own, message);
    let made = Boxes {
        seal: |out: &mut [u8], message: &[u8]| {
            candidate.seal(key, nonce, aad_of(message.len()), out, message);
        },
        open: |out: &mut [u8], sealed: &[u8]| {
            candidate.open(key, nonce, aad_of(out.len()), out, sealed).is_ok()
        },
    };
    own == sealed && made.checksum() == Some(boxes)
}

fn bench<A: Associated, const NONCE: usize, const KEY: usize>(
    via: Via<Ops<A, NONCE, KEY>>,
    operation: usize,
    size: usize,
) -> Box<dyn Bench> {
    let (key, nonce, message) = (painted(2), painted(3), paint(size, 4));
    let none = A::Data::default;
    if operation == SEAL {
        return over(size + TAG_LEN, move |out| {
            via.get(operation, size)?.seal(&key, &nonce, none(), out, &message);
            Ok(())
        });
    }
    let mut sealed = alloc::vec![0; size + TAG_LEN];
    // Without a proven candidate it is not genuine, and the loop says so when it runs.
    if let Ok(candidate) = via.get(SEAL, size) {
        candidate.seal(&key, &nonce, none(), &mut sealed, &message);
    }
    over(size, move |out| via.get(operation, size)?.open(&key, &nonce, none(), out, &sealed))
}
