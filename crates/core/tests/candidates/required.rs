//! The candidates that the continuous integration's machines must be able to run.

use quicksalt::choose::State;
use quicksalt::hazmat::PRIMITIVES;

use crate::common::required::required;

#[test]
fn required_candidates_run_here() {
    let required = required();
    for primitive in PRIMITIVES {
        for index in 0..primitive.len() {
            let meta = primitive.meta(index);
            if meta.needs.met_by(required) {
                let name = format!("{}/{}", primitive.name(), meta.name);
                assert_eq!(primitive.prove(index), State::Proven, "{name} is required here");
            }
        }
    }
}

/// A candidate beyond all levels would be skipped on every machine.
#[cfg(target_arch = "x86_64")]
#[test]
fn every_candidate_runs_at_some_level() {
    use crate::common::required::LEVELS;

    for primitive in PRIMITIVES {
        for meta in (0..primitive.len()).map(|index| primitive.meta(index)) {
            let runs = LEVELS.iter().any(|(_, offered)| meta.needs.met_by(*offered));
            assert!(runs, "{}/{} needs {:?}", primitive.name(), meta.name, meta.needs);
        }
    }
}
