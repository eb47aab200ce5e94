//! The memory and the work of stretching a passphrase, judged before stretching begins: a file may ask
//! for any amount.

use core::fmt;

use quicksalt::nacl::scrypt::Params;

/// Why parameters are refused.
#[derive(Debug)]
pub(crate) struct Excess {
    asked: Params,
    most: Params,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |params: Params| params.memory() >> 20;
        write!(
            f,
            "{} MiB of memory and {} operations; at most {} MiB and {} operations are allowed",
            mib(self.asked),
            self.asked.operations(),
            mib(self.most),
            self.most.operations(),
        )
    }
}

/// Lets parameters pass that take neither more memory nor more operations than `most` do.
pub(crate) fn judge(asked: Params, most: Params) -> Result<(), Excess> {
    let fits = asked.memory() <= most.memory() && asked.operations() <= most.operations();
    if fits { Ok(()) } else { Err(Excess { asked, most }) }
}
