//! XChaCha20-Poly1305: authenticated encryption with associated data under a 32-byte key and a
//! 24-byte nonce that must never repeat under one key, a 16-byte tag behind the ciphertext
//! (draft-irtf-cfrg-xchacha-03 section 2, RFC 8439 section 2.8). Past the draft's 2^38 - 64 bytes the
//! block counter carries, as in libsodium.

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
/// Length of the tag in bytes: what is sealed is that much longer than its message.
pub const TAG_LEN: usize = 16;

/// The functions of a candidate. The caller has checked the lengths. Time depends on the length
/// alone, and for `open` on whether all is genuine.
#[derive(Debug)]
pub struct Ops {
    /// Sealed, message, associated data, nonce, key.
    seal: unsafe fn(&mut [u8], &[u8], &[u8], &[u8; NONCE_LEN], &[u8; KEY_LEN]),
    /// Message, sealed, associated data, nonce, key. The message is not touched unless all is
    /// genuine.
    open: unsafe fn(&mut [u8], &[u8], &[u8], &[u8; NONCE_LEN], &[u8; KEY_LEN]) -> Result<()>,
}

construction::composed! {
    portable = portable + portable;
}
#[cfg(target_arch = "x86_64")]
construction::composed! {
    avx2 = avx2 + avx2, "avx2";
    avx512 = avx512 + avx2, "avx512f";
    avx512ifma = avx512 + avx512ifma, "avx512f,avx512ifma";
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
    name: "xchacha20poly1305",
    candidates: CANDIDATES,
    operations: &[Operation::new("seal", Axis::Bytes), Operation::new("open", Axis::Bytes)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Seals `message` into `out`, which is [`TAG_LEN`] bytes longer: the ciphertext, then the tag,
/// which covers the associated data too.
///
/// # Errors
/// [`Error::Length`] if `out` has another length, [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn seal(
    out: &mut [u8],
    message: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &[u8; KEY_LEN],
) -> Result<()> {
    check(out.len(), message.len() + TAG_LEN, "16 more than the message's")?;
    PRIMITIVE.pick(SEAL, message.len())?.seal(out, message, aad, nonce, key);
    Ok(())
}

/// Opens `sealed` into `out`, which is [`TAG_LEN`] bytes shorter. `out` is left as it was unless
/// ciphertext and associated data are genuine.
///
/// # Errors
/// [`Error::Verification`] if they are not genuine or `sealed` is shorter than a tag, [`Error::Length`] if
/// `out` has another length, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn open(
    out: &mut [u8],
    sealed: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &[u8; KEY_LEN],
) -> Result<()> {
    let Some(len) = sealed.len().checked_sub(TAG_LEN) else {
        return Err(Error::Verification);
    };
    check(out.len(), len, "16 less than the ciphertext's")?;
    PRIMITIVE.pick(OPEN, len)?.open(out, sealed, aad, nonce, key)
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
        aad: &[u8],
        nonce: &[u8; NONCE_LEN],
        key: &[u8; KEY_LEN],
    ) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().seal)(out, message, aad, nonce, key) }
    }

    /// Opens; `out` is [`TAG_LEN`] bytes shorter than `sealed`.
    ///
    /// # Errors
    /// [`Error::Verification`] if it is not genuine.
    #[inline]
    pub fn open(
        self,
        out: &mut [u8],
        sealed: &[u8],
        aad: &[u8],
        nonce: &[u8; NONCE_LEN],
        key: &[u8; KEY_LEN],
    ) -> Result<()> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().open)(out, sealed, aad, nonce, key) }
    }
}

/// The example of draft-irtf-cfrg-xchacha-03 appendix A.3.1, and boxes of all the lengths that kernels
/// make in other ways, which must open again and must not after a change.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let mut text = [0; kat::TEXT.len() + TAG_LEN];
    candidate.seal(&mut text, kat::TEXT, &kat::AAD, &kat::NONCE, &kat::KEY);
    let sealed = selftest::Boxes {
        seal: |out: &mut [u8], message: &[u8]| {
            candidate.seal(out, message, aad(message.len()), &kat::NONCE, &kat::KEY);
        },
        open: |out: &mut [u8], sealed: &[u8]| {
            candidate.open(out, sealed, aad(out.len()), &kat::NONCE, &kat::KEY).is_ok()
        },
    };
    let mut opened = [0; kat::TEXT.len()];
    text == kat::SEALED
        && candidate.open(&mut opened, &text, &[], &kat::NONCE, &kat::KEY).is_err()
        && sealed.checksum() == Some(kat::BOXES_SUM)
}

/// The data that goes with a message of the self-test: nothing, less than a block, blocks, and what is
/// long enough for every kernel.
fn aad(message_len: usize) -> &'static [u8] {
    &kat::LONG_AAD[..[0, 12, 400, 16, 33, 357][message_len % 6]]
}

fn bench(via: Via<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (key, nonce, message) = (painted(2), painted(3), paint(size, 4));
    if operation == SEAL {
        return over(size + TAG_LEN, move |out| {
            via.get(operation, size)?.seal(out, &message, &[], &nonce, &key);
            Ok(())
        });
    }
    let mut sealed = alloc::vec![0; size + TAG_LEN];
    // Without a proven candidate it is not genuine, and the bench says so when it runs.
    let _ = seal(&mut sealed, &message, &[], &nonce, &key);
    over(size, move |out| via.get(operation, size)?.open(out, &sealed, &[], &nonce, &key))
}
