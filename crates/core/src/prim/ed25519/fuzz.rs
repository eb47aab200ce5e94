//! The fuzz function, which computes a candidate's results for random keys, messages and valid or
//! invalid signatures.

use alloc::vec::Vec;

use super::{Ops, SIGNATURE_LEN, Signed};
use crate::choose::{Random, Runnable};
use crate::error::Error;

/// A message and a claimed signature.
struct Claim {
    signature: [u8; SIGNATURE_LEN],
    message: Vec<u8>,
    public_key: [u8; 32],
    is_genuine: bool,
}

impl Claim {
    /// Draws a claim: either genuine, or with one part damaged or random.
    fn random(candidate: Runnable<Ops>, random: &mut Random) -> Self {
        let key = candidate.signing_key(&random.array());
        let len = random.length(2000);
        let message = random.bytes(len).to_vec();
        let signature = key.sign(&message).unwrap_or([0; SIGNATURE_LEN]);
        let public_key = *key.public_key();
        let mut claim = Self { signature, message, public_key, is_genuine: false };
        match random.below(8) {
            0 => random.damage(&mut claim.signature),
            1 => random.damage(&mut claim.public_key),
            2 => claim.message.push(0),
            3 => random.fill(&mut claim.signature[..32]),
            4 => {
                random.fill(&mut claim.signature[32..]);
                random.fill(&mut claim.public_key);
            }
            _ => {}
        }
        claim.is_genuine = claim.signature == signature
            && claim.public_key == public_key
            && claim.message.len() == len;
        claim
    }

    fn signed(&self) -> Signed<'_> {
        Signed { signature: &self.signature, message: &self.message, public_key: &self.public_key }
    }
}

pub(super) fn fuzz(candidate: Runnable<Ops>, operation: &str, random: &mut Random) -> Vec<u8> {
    match operation {
        "keypair" => candidate.public_key(&random.array()).to_vec(),
        "sign" => {
            let (seed, len) = (random.array(), random.length(2000));
            let signature = candidate.signing_key(&seed).sign(&random.bytes(len));
            signature.map(Vec::from).unwrap_or_default()
        }
        "verify" => {
            let claim = Claim::random(candidate, random);
            let found = candidate.verify(&claim.signed());
            assert_eq!(found, expected(claim.is_genuine));
            claim.signature.to_vec()
        }
        "verify_batch" => {
            let count = random.length(40);
            let claims: Vec<Claim> = (0..count).map(|_| Claim::random(candidate, random)).collect();
            // Half of the batches contain only valid signatures. Without this rule, most batches
            // would contain an invalid signature.
            let keeps_bad = random.is_one_in(2);
            let kept: Vec<&Claim> =
                claims.iter().filter(|claim| keeps_bad || claim.is_genuine).collect();
            let signed: Vec<Signed<'_>> = kept.iter().map(|claim| claim.signed()).collect();
            let found = candidate.verify_batch(&signed);
            assert_eq!(found, expected(kept.iter().all(|claim| claim.is_genuine)));
            kept.iter().flat_map(|claim| claim.signature).collect()
        }
        _ => {
            let key = candidate.public_key(&random.array());
            let key = if random.is_one_in(2) { random.array() } else { key };
            candidate.public_to_x25519(&key).map(Vec::from).unwrap_or_default()
        }
    }
}

fn expected(is_genuine: bool) -> Result<(), Error> {
    if is_genuine { Ok(()) } else { Err(Error::Verification) }
}
