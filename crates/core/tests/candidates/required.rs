//! What a machine of the continuous integration must be able to run.

use quicksalt::choose::State;
use quicksalt::hazmat::PRIMITIVES;

use crate::common::required::required;

#[test]
fn required_candidates_run_here() {
    for name in required() {
        let (primitive, candidate) = name.split_once('/').expect("primitive/candidate");
        let found = PRIMITIVES
            .iter()
            .filter(|p| p.name() == primitive)
            .find_map(|p| (0..p.len()).find(|&i| p.meta(i).name == candidate).map(|i| p.prove(i)));
        assert_eq!(found, Some(State::Proven), "{name} is required on this machine");
    }
}
