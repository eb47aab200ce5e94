use super::{CHUNK_LEN, Chunk, Ops, PRIMITIVE, selftest};
use crate::choose::{State, sample_bytes};
use crate::prim::testing::outcome;

#[test]
fn every_candidate_agrees_with_portable() {
    let bytes = sample_bytes(12 * CHUNK_LEN, 1);
    let chunks: Vec<_> = bytes.as_chunks().0.iter().map(Chunk::from_bytes).collect();
    let (first, second) = chunks.split_at(6);
    for candidate in PRIMITIVE.runnable() {
        for len in [2, 4, 6] {
            for other in [None, Some(&second[..len])] {
                let (mut found, mut expected) = ([Chunk::ZERO; 6], [Chunk::ZERO; 6]);
                candidate.mix(&mut found[..len], &first[..len], other);
                let portable = PRIMITIVE.named("portable").unwrap();
                portable.mix(&mut expected[..len], &first[..len], other);
                for (found, expected) in found.iter().zip(&expected) {
                    assert_eq!(found.0, expected.0, "{} {len}", candidate.meta().name);
                }
            }
        }
    }
}

#[test]
fn a_mix_that_ignores_the_other_block_fails_the_selftest() {
    fn forgets(out: &mut [Chunk], input: &[Chunk], _: Option<&[Chunk]>) {
        portable(out, input, None);
    }
    fn portable(out: &mut [Chunk], input: &[Chunk], other: Option<&[Chunk]>) {
        PRIMITIVE.named("portable").unwrap().mix(out, input, other);
    }
    assert_eq!(outcome(selftest, Ops { mix: forgets }), State::Failed);
    assert_eq!(outcome(selftest, Ops { mix: portable }), State::Proven);
}
