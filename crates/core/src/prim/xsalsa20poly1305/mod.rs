//! XSalsa20-Poly1305, the secret-key box of NaCl: a 32-byte key, a 24-byte nonce that must never
//! repeat under one key, and a 16-byte tag in front of the ciphertext (D. J. Bernstein,
//! "Cryptography in NaCl", 2009).

mod construction;
mod kat;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use super::rank::RANK;
use super::selftest;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Via, over, paint, painted,
};
use crate::error::{Error, Result};

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 24;
/// Length of the tag in bytes: a box is that much longer than its message.
pub const TAG_LEN: usize = 16;

/// The functions of a candidate. The caller has checked the lengths. Time depends on the length
/// alone, and for `open` on whether the box is genuine.
#[derive(Debug)]
pub struct Ops {
    /// Box, message, nonce, key.
    seal: unsafe fn(&mut [u8], &[u8], &[u8; NONCE_LEN], &[u8; KEY_LEN]),
    /// Message, box, nonce, key. The message is not touched unless the box is genuine.
    open: unsafe fn(&mut [u8], &[u8], &[u8; NONCE_LEN], &[u8; KEY_LEN]) -> Result<()>,
}

construction::composed! {
    portable = portable + portable, one_block;
}
#[cfg(target_arch = "x86_64")]
construction::composed! {
    avx2 = avx2 + avx2, one_block, "avx2";
    avx512 = avx512 + avx2, up_to_four_blocks, "avx512f";
    avx512ifma = avx512 + avx512ifma, up_to_four_blocks, "avx512f,avx512ifma";
}

static CANDIDATES: &[Candidate<Ops>] = &[
    #[cfg(target_arch = "x86_64")]
    avx512ifma::CANDIDATE,
    #[cfg(target_arch = "x86_64")]
    avx512::CANDIDATE,
    #[cfg(target_arch = "x86_64")]
    avx2::CANDIDATE,
    portable::CANDIDATE,
];

const SEAL: usize = 0;
const OPEN: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "xsalsa20poly1305",
    candidates: CANDIDATES,
    operations: &[Operation::new("seal", Axis::Bytes), Operation::new("open", Axis::Bytes)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Seals `message` into `out`, which is [`TAG_LEN`] bytes longer: the tag, then the ciphertext.
///
/// # Errors
/// [`Error::Length`] if `out` has another length, [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn seal(
    out: &mut [u8],
    message: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &[u8; KEY_LEN],
) -> Result<()> {
    check(out.len(), message.len() + TAG_LEN, "16 more than the message's")?;
    PRIMITIVE.pick(SEAL, message.len())?.seal(out, message, nonce, key);
    Ok(())
}

/// Opens `boxed` into `out`, which is [`TAG_LEN`] bytes shorter. `out` is left as it was unless
/// the box is genuine.
///
/// # Errors
/// [`Error::Verification`] if the box is not genuine or shorter than a tag, [`Error::Length`] if
/// `out` has another length, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn open(
    out: &mut [u8],
    boxed: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &[u8; KEY_LEN],
) -> Result<()> {
    let Some(len) = boxed.len().checked_sub(TAG_LEN) else {
        return Err(Error::Verification);
    };
    check(out.len(), len, "16 less than the box's")?;
    PRIMITIVE.pick(OPEN, len)?.open(out, boxed, nonce, key)
}

fn check(out_len: usize, wanted: usize, expected: &'static str) -> Result<()> {
    if out_len == wanted {
        return Ok(());
    }
    Err(Error::Length { argument: "out", expected, actual: out_len })
}

#[allow(unsafe_code)]
impl Runnable<Ops> {
    /// Seals; `out` is [`TAG_LEN`] bytes longer than `message`.
    #[inline]
    pub fn seal(
        self,
        out: &mut [u8],
        message: &[u8],
        nonce: &[u8; NONCE_LEN],
        key: &[u8; KEY_LEN],
    ) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().seal)(out, message, nonce, key) }
    }

    /// Opens; `out` is [`TAG_LEN`] bytes shorter than `boxed`.
    ///
    /// # Errors
    /// [`Error::Verification`] if the box is not genuine.
    #[inline]
    pub fn open(
        self,
        out: &mut [u8],
        boxed: &[u8],
        nonce: &[u8; NONCE_LEN],
        key: &[u8; KEY_LEN],
    ) -> Result<()> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().open)(out, boxed, nonce, key) }
    }
}

/// NaCl's own example, and boxes of all the lengths that kernels make in other ways, which must open
/// again and must not after a change.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let mut boxed = [0; kat::MESSAGE.len() + TAG_LEN];
    candidate.seal(&mut boxed, &kat::MESSAGE, &kat::NONCE, &kat::KEY);
    let sealed = selftest::Boxes {
        seal: |out: &mut [u8], message: &[u8]| {
            candidate.seal(out, message, &kat::NONCE, &kat::KEY);
        },
        open: |out: &mut [u8], boxed: &[u8]| {
            candidate.open(out, boxed, &kat::NONCE, &kat::KEY).is_ok()
        },
    };
    boxed == kat::BOX && sealed.checksum() == Some(kat::BOXES_SUM)
}

fn bench(via: Via<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (key, nonce, message) = (painted(2), painted(3), paint(size, 4));
    if operation == SEAL {
        return over(size + TAG_LEN, move |out| {
            via.get(operation, size)?.seal(out, &message, &nonce, &key);
            Ok(())
        });
    }
    let mut boxed = alloc::vec![0; size + TAG_LEN];
    // Without a proven candidate the box is not genuine, and the bench says so when it runs.
    let _ = seal(&mut boxed, &message, &nonce, &key);
    over(size, move |out| via.get(operation, size)?.open(out, &boxed, &nonce, &key))
}
