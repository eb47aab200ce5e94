//! The known answer of the self-test: a digest over many digests, computed one by one by the
//! reference implementation in CPython's hashlib.

use alloc::vec::Vec;

use super::{Chains, Ops, Starts};
use crate::choose::Runnable;
use crate::error::Result;
use crate::prim::blake2b::{DIGEST_MAX, Params};

/// Length of the digests, which is that of the keys, and whether there are keys.
const KINDS: [(usize, bool); 4] = [(17, true), (16, false), (32, true), (64, false)];
/// Of messages and of chains: less than any kernel's lanes, and more by a few.
const COUNTS: [usize; 2] = [3, 18];
const STEPS: u32 = 4;
const INCREMENT: u64 = 0x1_0000_0001;
/// The number of chain `i` is `i` times this.
const NUMBERS: u64 = 0x9e37_79b9_7f4a_7c15;

const DIGEST_OF_DIGESTS: [u8; DIGEST_MAX] = [
    0x04, 0xe3, 0x2e, 0xbe, 0x77, 0xb5, 0xba, 0xb8, 0x13, 0xcf, 0xc1, 0x53, 0x4d, 0xea, 0xc9, 0x54,
    0x6f, 0xb5, 0x4e, 0x0f, 0x92, 0x8b, 0xae, 0x0f, 0xd5, 0x39, 0xb2, 0x1f, 0x3e, 0x2a, 0x0e, 0x9e,
    0xf8, 0x4e, 0xb3, 0x2a, 0xaa, 0x4a, 0xe2, 0xeb, 0x7a, 0xd1, 0x08, 0x79, 0xdd, 0x34, 0xc8, 0xb2,
    0x6c, 0x52, 0xcc, 0x32, 0x41, 0x2b, 0xd0, 0xce, 0x74, 0xe3, 0xb1, 0x90, 0x69, 0x11, 0x77, 0x87,
];

/// Three starts of each kind; messages shorter and longer than a block; chains and pairs of chains
/// with numbers where there are no keys, among the pairs some where one chain takes all steps; the
/// numbers in the end; empty messages.
pub(super) fn selftest(candidate: Runnable<Ops>) -> bool {
    digest_of_digests(candidate).is_ok_and(|digest| digest == DIGEST_OF_DIGESTS)
}

fn digest_of_digests(candidate: Runnable<Ops>) -> Result<Vec<u8>> {
    let bytes: [u8; 18 * 131] = core::array::from_fn(|i| (i % 251) as u8);
    let part = |at: usize| core::array::from_fn(|i| bytes[at + i]);
    let mut digests = Vec::new();
    for (n, are_keyed) in KINDS {
        let salts: [([u8; 16], [u8; 16]); 3] =
            core::array::from_fn(|i| (part(64 + i), part(96 + i)));
        let mut params = Vec::new();
        for (i, (salt, personal)) in salts.iter().enumerate() {
            let key = if are_keyed { &bytes[i..i + n] } else { &[] };
            params.push(Params::new(key, salt, personal)?);
        }
        let starts = candidate.starts(n, &params);
        for count in COUNTS {
            for len in [40, 131] {
                let out = appended(&mut digests, &[0; 18 * DIGEST_MAX][..count * n]);
                candidate.hash(&starts, out, &bytes[..count * len]);
            }
            let out = appended(&mut digests, &bytes[..count * n]);
            let numbers = walk(candidate, &starts, out, None);
            digests.extend(numbers.as_flattened());
            let first_steps: [u32; 18] = core::array::from_fn(|i| i as u32 % (STEPS + 1));
            let out = appended(&mut digests, &bytes[..2 * count * n]);
            let numbers = walk(candidate, &starts, out, Some(&first_steps[..count]));
            digests.extend(numbers.as_flattened());
        }
        let out = appended(&mut digests, &[0; 3 * DIGEST_MAX][..3 * n]);
        candidate.empty(out, &params);
    }
    let plain = [Params::new(&[], &[0; 16], &[0; 16])?];
    let mut digest = [0; DIGEST_MAX].to_vec();
    candidate.hash(&candidate.starts(DIGEST_MAX, &plain), &mut digest, &digests);
    Ok(digest)
}

/// Appends bytes and gives them back to be worked on.
fn appended<'a>(digests: &'a mut Vec<u8>, bytes: &[u8]) -> &'a mut [u8] {
    let from = digests.len();
    digests.extend_from_slice(bytes);
    &mut digests[from..]
}

/// Steps the chains and returns their numbers then.
fn walk(
    candidate: Runnable<Ops>,
    starts: &Starts,
    values: &mut [u8],
    first_steps: Option<&[u32]>,
) -> Vec<[u8; 8]> {
    let mut numbers: [u64; 36] = core::array::from_fn(|i| NUMBERS.wrapping_mul(i as u64));
    let count = if starts.are_keyed() { 0 } else { values.len() / starts.digest_len() };
    let numbers = &mut numbers[..count];
    let mut chains = Chains { starts, values, numbers, increment: INCREMENT };
    candidate.step(&mut chains, STEPS, first_steps);
    numbers.iter().map(|number| number.to_le_bytes()).collect()
}
