//! Limits for the memory and time that stretching a passphrase needs. They are checked before
//! stretching begins, because a file may specify any amount.

use core::fmt;

use quicksalt::nacl::scrypt::Params;

/// The required scrypt parameters, and the limit that they exceed.
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

/// Accepts parameters that need at most the memory and the operations that `most` permits.
pub(crate) fn judge(asked: Params, most: Params) -> Result<(), Excess> {
    let fits = asked.memory() <= most.memory() && asked.operations() <= most.operations();
    if fits { Ok(()) } else { Err(Excess { asked, most }) }
}
