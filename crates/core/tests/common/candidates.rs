//! Access to all candidates of a primitive.

use quicksalt::choose::{Contract, Primitive, Runnable, State};

use super::required::required;
use super::say;

/// A candidate under test and its name in reports, such as `xsalsa20/portable`.
pub(crate) struct Subject<O: 'static> {
    pub(crate) name: String,
    pub(crate) run: Runnable<O>,
}

/// Returns all candidates that this processor can run and that offer the operation, after their
/// self-tests. Lists on standard error the candidates that this processor cannot run. Panics if one
/// of these is required or if a self-test fails.
pub(crate) fn subjects<O: Sync>(
    primitive: &'static Primitive<O>,
    operation: &str,
) -> Vec<Subject<O>> {
    let required = required();
    let operation = index_of(primitive, operation);
    let mut subjects = Vec::new();
    for index in (0..primitive.len()).filter(|&i| primitive.offers(i, operation)) {
        let meta = primitive.meta(index);
        let name = format!("{}/{}", primitive.name(), meta.name);
        match primitive.prove(index) {
            State::Proven => {
                let run = primitive.named(meta.name).unwrap();
                subjects.push(Subject { name, run });
            }
            State::Lacks(features) => {
                assert!(!meta.needs.met_by(required), "{name} is required and lacks {features:?}");
                say(&format!("skipped: {name} lacks {features:?}"));
            }
            state @ (State::Failed | State::Unproven) => panic!("{name}: self-test {state:?}"),
        }
    }
    assert!(!subjects.is_empty(), "{}: nothing to test", primitive.name());
    subjects
}

fn index_of<O: Sync>(primitive: &'static Primitive<O>, operation: &str) -> usize {
    primitive.operations().iter().position(|o| o.name == operation).unwrap()
}
