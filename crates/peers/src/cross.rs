//! Every implementation verifies what every other signed.

use crate::peer::{Outcome, Peer, Size};

/// Has everybody sign and everybody verify, at every width, good signatures and damaged ones. Gives
/// the number of verdicts; the first wrong one is an error.
pub fn check(peers: &mut [Box<dyn Peer>]) -> Outcome<usize> {
    let mut verdicts = 0;
    for width in [1, 2, 4, 8] {
        let size = Size { height: 5, width };
        let keys: Vec<_> =
            peers.iter_mut().map(|peer| peer.generate(size)).collect::<Outcome<_>>()?;
        for signer in 0..peers.len() {
            let public_key = &keys[signer].value;
            let message = format!("signed by {}, width {width}", peers[signer].name());
            let message = message.as_bytes();
            let good = peers[signer].sign(message, 3)?.value;
            for (wrong, signature, message) in variants(&good, message) {
                for verifier in 0..peers.len() {
                    let verdict = peers[verifier].verify(public_key, message, &signature, 1)?;
                    if verdict.value != wrong.is_empty() {
                        let (by, of) = (peers[verifier].name(), peers[signer].name());
                        let what = format!("{by} says {} to {of}'s signature", verdict.value);
                        return Err(format!("{what}, width {width}, {wrong}").into());
                    }
                    verdicts += 1;
                }
            }
        }
    }
    Ok(verdicts)
}

/// The signature itself, and what must be refused.
fn variants<'a>(good: &[u8], message: &'a [u8]) -> Vec<(&'static str, Vec<u8>, &'a [u8])> {
    let flipped = |at: usize| {
        let mut damaged = good.to_vec();
        damaged[at] ^= 1;
        damaged
    };
    vec![
        ("", good.to_vec(), message),
        ("another message", good.to_vec(), &message[1..]),
        ("the index changed", flipped(7), message),
        ("the randomiser changed", flipped(12), message),
        ("a chain changed", flipped(12 + 32 + 40), message),
        ("the path changed", flipped(good.len() - 1), message),
    ]
}
