//! The lab's benchmarks do the same work for every candidate and for the chosen candidate.

use quicksalt::hazmat::PRIMITIVES;

use crate::common::same;

#[test]
fn all_benchmarks_of_an_operation_give_the_same_output() {
    let mut compared = 0;
    for primitive in PRIMITIVES {
        for (index, operation) in primitive.operations().iter().enumerate() {
            for &size in operation.axis.representatives().iter().chain(&[1]) {
                let output = |candidate: Option<usize>| {
                    let mut bench = primitive.bench(index, candidate, size).unwrap();
                    bench.run(2).unwrap();
                    bench.output().to_vec()
                };
                let chosen = output(None);
                assert!(!chosen.is_empty(), "{}.{}", primitive.name(), operation.name);
                let usable =
                    |&i: &usize| primitive.offers(i, index) && primitive.prove(i).is_usable();
                for candidate in (0..primitive.len()).filter(usable) {
                    let name = primitive.meta(candidate).name;
                    same(&output(Some(candidate)), &chosen, || {
                        format!("{}/{name}.{}, size {size}", primitive.name(), operation.name)
                    });
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared} compared");
}
