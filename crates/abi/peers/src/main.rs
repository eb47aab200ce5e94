//! A child process of the benchmark ruler. It runs the C interface's tasks (`scripts/abi_tasks.py`)
//! through the Rust interface. Arguments are in C's order.

mod calls;

use calls::Call;
use quicksalt_child::{Outcome, Stopwatch, Work, serve};

/// The arguments of a task: inputs, numbers and outputs.
#[derive(Default)]
pub(crate) struct Arguments {
    ins: Vec<Vec<u8>>,
    numbers: Vec<u64>,
}

impl Arguments {
    /// Returns an input of fixed length.
    fn array<const N: usize>(&self, at: usize) -> Outcome<[u8; N]> {
        Ok(self.ins.get(at).ok_or("too few arguments")?.as_slice().try_into()?)
    }

    /// Returns an input of any length.
    fn bytes(&self, at: usize) -> Outcome<Vec<u8>> {
        Ok(self.ins.get(at).ok_or("too few arguments")?.clone())
    }
}

/// The current task.
#[derive(Default)]
struct Rust {
    call: Option<Call>,
    /// The verdict byte, followed by all output bytes.
    told: u8,
    outs: Vec<Vec<u8>>,
}

impl Work for Rust {
    fn task(&mut self, words: &[&str]) -> Outcome {
        let mut arguments = Arguments::default();
        self.outs.clear();
        self.told = 0;
        let mut name = "";
        for step in words.split(|word| *word == ";") {
            let (first, rest) = step.split_first().ok_or("no function")?;
            name = first.trim_start_matches(['?', '!']);
            for word in rest {
                match word.split_at_checked(1).ok_or("no such argument")? {
                    ("o", size) => self.outs.push(vec![0; size.parse()?]),
                    ("i", text) => arguments.ins.push(hex::decode(text)?),
                    ("l" | "z", number) => arguments.numbers.push(number.parse()?),
                    ("n" | "s", "") => {}
                    _ => return Err("no such argument".into()),
                }
            }
        }
        self.call = Some(calls::find(name, words.contains(&";"), &arguments)?);
        Ok(())
    }

    fn run(&mut self, count: u64, watch: &mut Stopwatch) -> Outcome {
        let (call, outs) = (self.call.as_mut().ok_or("no task")?, &mut self.outs);
        self.told = watch.time(|| -> quicksalt::Result<u8> {
            let mut told = 0;
            for _ in 0..count {
                told = call(outs)?;
            }
            Ok(told)
        })?;
        Ok(())
    }

    fn output(&self) -> Vec<u8> {
        [&[self.told][..], &self.outs.concat()].concat()
    }
}

fn main() -> std::io::Result<()> {
    serve(concat!("crate quicksalt ", env!("CARGO_PKG_VERSION")), &mut Rust::default())
}
