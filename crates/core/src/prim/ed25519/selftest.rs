//! The self-test of Ed25519, with known answers, and with signatures and keys that must be
//! rejected.

use super::{
    KEYPAIR, Ops, Runnable, SIGN, SIGNATURE_LEN, Signed, TO_X25519, VERIFY, VERIFY_BATCH, Verify,
    is_r, kat, strict,
};
use crate::error::Error;

/// Runs the self-tests of all operations.
pub(super) fn selftest(candidate: Runnable<Ops>) -> bool {
    [KEYPAIR, SIGN, VERIFY, VERIFY_BATCH, TO_X25519].iter().all(|&op| part(candidate, op))
}

/// Runs the self-test of an operation; passes if the candidate does not offer the operation.
pub(super) fn part(candidate: Runnable<Ops>, operation: usize) -> bool {
    let ops = candidate.ops();
    match operation {
        KEYPAIR => {
            let [known, ..] = &kat::RFC_8032;
            candidate.public_key(&known.seed) == known.public_key
        }
        SIGN => signs(candidate),
        VERIFY => verifies(candidate),
        VERIFY_BATCH => cfg!(lean) || ops.verify_batch.is_none() || verifies_batches(candidate),
        _ => ops.to_x25519.is_none() || converts(candidate),
    }
}

/// Checks a signature of RFC 8032, and a signer prepared with a known public key.
fn signs(candidate: Runnable<Ops>) -> bool {
    let [_, one, two] = &kat::RFC_8032;
    let informed = candidate.prepare(&one.seed, Some(&one.public_key));
    let signer = candidate.prepare(&two.seed, None);
    *informed.public_key() == one.public_key
        && *signer.public_key() == two.public_key
        && signer.sign(two.message) == two.signature
}

/// Checks rejections that precede any equation, a key that is not a point, and signatures with
/// points of mixed order on which the two equations agree or disagree. If a candidate returns the
/// point, the accepted signature is sufficient, since a wrong point never equals R.
fn verifies(candidate: Runnable<Ops>) -> bool {
    let no_point = Signed { public_key: &const { kat::small(2) }, ..EXACT };
    is_strict()
        && candidate.verify(&neutral()).is_err()
        && candidate.verify(&no_point).is_err()
        && candidate.verify(&EXACT).is_ok()
        && match candidate.ops().verify {
            Verify::Equation(_) => candidate.verify(&MIXED).is_err(),
            Verify::Point(_) => !is_r(Some(*EXACT.public_key), &EXACT),
        }
}

/// Checks changes to every part of a signature, and batches whose errors would cancel out.
fn verifies_batches(candidate: Runnable<Ops>) -> bool {
    let known = kat::RFC_8032.each_ref().map(kat::Known::signed);
    let [a, b, c] = known;
    is_strict()
        && candidate.verify_batch(&[]).is_ok()
        && candidate.verify_batch(&[a, b, MIXED, c]).is_ok()
        && candidate.verify_batch(&[a, neutral()]).is_err()
        && changed(&c, |changed| candidate.verify_batch(&[a, *changed, b]).is_err())
        && errors_do_not_cancel_out(candidate, known)
}

fn converts(candidate: Runnable<Ops>) -> bool {
    candidate.public_to_x25519(&kat::RFC_8032[0].public_key) == Ok(kat::X25519)
        && candidate.public_to_x25519(&kat::MIXED_KEY) == Err(Error::WeakPublicKey)
        && candidate.public_to_x25519(&kat::small(1)) == Err(Error::WeakPublicKey)
}

/// A signature that satisfies only the cofactored equation.
const MIXED: Signed<'_> = Signed {
    signature: &kat::MIXED_SIGNATURE,
    message: kat::MIXED_MESSAGE,
    public_key: &kat::MIXED_KEY,
};

/// A signature that satisfies both equations.
const EXACT: Signed<'_> = Signed {
    signature: &kat::EXACT_SIGNATURE,
    message: kat::EXACT_MESSAGE,
    public_key: &kat::EXACT_KEY,
};

/// Returns whether `refused` holds for a changed R, S, public key and message.
fn changed(signed: &Signed<'_>, refused: impl Fn(&Signed<'_>) -> bool) -> bool {
    let (mut signature, mut public_key) = (*signed.signature, *signed.public_key);
    signature[0] ^= 1;
    let other_r = refused(&Signed { signature: &signature, ..*signed });
    signature[0] ^= 1;
    signature[63] ^= 1;
    let other_s = refused(&Signed { signature: &signature, ..*signed });
    public_key[31] ^= 0x80;
    let other_key = refused(&Signed { public_key: &public_key, ..*signed });
    other_r && other_s && other_key && refused(&Signed { message: b"another", ..*signed })
}

/// A signature that satisfies both equations for every message: R and A are neutral, S is zero.
fn neutral() -> Signed<'static> {
    static SIGNATURE: [u8; SIGNATURE_LEN] = with_s(&kat::small(1), &[0; 32]);
    Signed { signature: &SIGNATURE, message: b"any", public_key: &const { kat::small(1) } }
}

const fn with_s(r: &[u8; 32], s: &[u8; 32]) -> [u8; SIGNATURE_LEN] {
    let mut signature = [0; SIGNATURE_LEN];
    let mut i = 0;
    while i < 32 {
        (signature[i], signature[32 + i]) = (r[i], s[i]);
        i += 1;
    }
    signature
}

// Not inlined in a WebAssembly module, to save code size.
#[inline(never)]
fn takes(r: &[u8; 32], s: &[u8; 32], public_key: &[u8; 32]) -> bool {
    strict::check(&Signed { signature: &with_s(r, s), message: b"", public_key }).is_ok()
}

/// Checks the rules for R, S and A that need no curve arithmetic and are the same for all
/// candidates.
fn is_strict() -> bool {
    let known = &kat::RFC_8032[0];
    static REFUSED: [[u8; 32]; 6] = [
        [0; 32],
        kat::small(1),
        kat::high(0xec),
        kat::high(0xed),
        kat::high(0xee),
        kat::high(0xff),
    ];
    let points_are_refused = REFUSED.iter().chain(&kat::ORDER_8).all(|point| {
        let mut negative = *point;
        negative[31] |= 0x80;
        [*point, negative].iter().all(|point| {
            !takes(point, &[0; 32], &known.public_key) && !takes(&known.public_key, &[0; 32], point)
        })
    });
    static TAKEN: [[u8; 32]; 2] = [kat::small(2), kat::high(0xeb)];
    let points_are_taken =
        TAKEN.iter().chain([&known.public_key]).all(|point| takes(point, &[0; 32], point));
    let mut below = kat::ORDER;
    below[0] -= 1;
    let mut above = [0; 32];
    above[31] = 0x11;
    let takes_s = |s: &[u8; 32]| takes(&known.public_key, s, &known.public_key);
    points_are_refused
        && points_are_taken
        && takes_s(&below)
        && !takes_s(&kat::ORDER)
        && !takes_s(&above)
}

/// Checks batches in which one S is too high and a second S is too low by the same amount. The two
/// signatures are adjacent, or at the distance of the coefficients that one digest yields, or both
/// after the coefficients of the first digest. Also checks a single error in the first position.
fn errors_do_not_cancel_out(candidate: Runnable<Ops>, known: [Signed<'_>; 3]) -> bool {
    let [a, b, c] = known;
    let (mut high, mut low) = (*b.signature, *c.signature);
    high[32] += 1;
    low[32] -= 1;
    let high = Signed { signature: &high, ..b };
    let low = Signed { signature: &low, ..c };
    candidate.verify_batch(&[high, low]).is_err()
        && candidate.verify_batch(&[high, a, a, a, low]).is_err()
        && candidate.verify_batch(&[a, a, a, a, a, high, low]).is_err()
        && candidate.verify_batch(&[high, a]).is_err()
}
