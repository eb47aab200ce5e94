//! Documents the guarantees that safe code in other crates cannot break.
//!
//! A [`Runnable`](crate::choose::Runnable) proves that the processor supports the features its
//! candidate requires and that the candidate has passed its self-test. This holds because other
//! crates cannot construct a `Runnable`, substitute the table or self-test of a primitive, or store
//! a choice.
//!
//! Any crate can define a primitive with its own candidates:
//!
//! ```
//! use quicksalt::choose::{
//!     Axis, Candidate, Contract, Definition, Features, Meta, Operation, Primitive, force, bench_of,
//! };
//!
//! static TOY: Primitive<()> = Primitive::new(Definition {
//!     name: "toy",
//!     candidates: &[Candidate { meta: Meta::own("portable", Features::NONE, "own"), ops: () }],
//!     operations: &[Operation::new("run", Axis::None)],
//!     offers: |(), _| true,
//!     selftest: |_| true,
//!     bench: |target, operation, size| bench_of(1, move |_| target.get(operation, size).map(|_| ())),
//!     rank: &[],
//! });
//! let contract: &'static dyn Contract = &TOY;
//! force(&[contract], "toy.run", "portable")?;
//! assert_eq!(TOY.pick(0, 0)?.meta().name, "portable");
//! # Ok::<(), quicksalt::Error>(())
//! ```
//!
//! Each of the following examples attempts to break a guarantee and does not compile.
//!
//! Implementing a contract that returns false results about our candidates:
//!
//! ```compile_fail,E0277
//! use quicksalt::choose::{Bench, Contract, Meta, Operation, RankRow, State};
//! use quicksalt::hazmat::sha512::PRIMITIVE;
//!
//! struct Liar;
//! impl Contract for Liar {
//!     fn name(&self) -> &'static str { "sha512" }
//!     fn operations(&self) -> &'static [Operation] { PRIMITIVE.operations() }
//!     fn len(&self) -> usize { PRIMITIVE.len() }
//!     fn meta(&self, index: usize) -> &'static Meta { PRIMITIVE.meta(index) }
//!     fn offers(&self, _: usize, _: usize) -> bool { true }
//!     fn state(&self, _: usize) -> State { State::Proven }
//!     fn prove(&'static self, _: usize) -> State { State::Proven }
//!     fn prove_for(&'static self, _: usize, _: usize) -> State { State::Proven }
//!     fn rank(&self) -> &'static [RankRow] { &[] }
//!     fn bench(
//!         &'static self, operation: usize, index: Option<usize>, size: usize,
//!     ) -> quicksalt::Result<Box<dyn Bench>> {
//!         PRIMITIVE.bench(operation, index, size)
//!     }
//! }
//! ```
//!
//! Importing the sealing trait to implement it:
//!
//! ```compile_fail,E0603
//! use quicksalt::choose::sealed::Sealed;
//! ```
//!
//! Reading our table of candidates to combine it with a different self-test:
//!
//! ```compile_fail,E0616
//! use quicksalt::hazmat::sha512::PRIMITIVE;
//! let candidates = PRIMITIVE.definition.candidates;
//! ```
//!
//! Constructing a primitive with the choices of an existing primitive:
//!
//! ```compile_fail,E0451
//! use quicksalt::choose::{Definition, Primitive};
//! fn steal<O: Sync>(mine: Definition<O>, other: Primitive<O>) -> Primitive<O> {
//!     Primitive { definition: mine, ..other }
//! }
//! ```
//!
//! Storing a choice directly:
//!
//! ```compile_fail,E0624
//! use quicksalt::hazmat::PRIMITIVES;
//! PRIMITIVES[0].selection(0).force(Some(0));
//! ```
//!
//! Constructing a candidate like ours with replaced functions or fewer required features:
//!
//! ```compile_fail,E0451
//! use quicksalt::hazmat::sha512::Ops;
//! let ops = Ops { hash: |_| [0; 64] };
//! ```
//!
//! Constructing a [`Runnable`](crate::choose::Runnable) directly, or before the candidate's
//! self-test:
//!
//! ```compile_fail,E0423
//! use quicksalt::choose::{Candidate, Features, Meta, Runnable};
//! static CANDIDATE: Candidate<()> =
//!     Candidate { meta: Meta::own("mine", Features::NONE, "own"), ops: () };
//! let runnable = Runnable(&CANDIDATE);
//! ```
//!
//! ```compile_fail,E0624
//! use quicksalt::choose::{Candidate, Features, Meta, Runnable};
//! static CANDIDATE: Candidate<()> =
//!     Candidate { meta: Meta::own("mine", Features::NONE, "own"), ops: () };
//! let runnable = Runnable::check(&CANDIDATE);
//! ```
