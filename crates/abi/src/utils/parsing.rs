//! Code that the text parsers share.

use core::ffi::{CStr, c_char};

use crate::boundary::{Caller, Fault, Outcome};

/// The arguments of a text parser: input, output and skipped characters.
pub(crate) struct Parsing<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) skipped: &'a [u8],
    pub(crate) out: &'a mut [u8],
}

/// The progress of a parser when it stopped.
pub(crate) struct Parsed {
    /// Characters read.
    pub(crate) read: usize,
    /// Bytes written.
    pub(crate) written: usize,
    /// Whether the text was valid and its bytes fit into the output.
    pub(crate) outcome: Result<(), Stop>,
}

/// The reason why a parser stopped.
#[derive(Clone, Copy)]
pub(crate) enum Stop {
    /// The bytes do not fit into the output.
    Full,
    /// The text is malformed.
    Malformed,
}

/// The arguments of a text parser as passed by C.
pub(crate) struct Arguments {
    pub(crate) bin: *mut u8,
    pub(crate) bin_maxlen: usize,
    pub(crate) text: *const c_char,
    pub(crate) text_len: usize,
    pub(crate) ignore: *const c_char,
    pub(crate) bin_len: *mut usize,
    pub(crate) end: *mut *const c_char,
}

/// Parses a text; with a NULL end pointer, the whole text must be valid.
pub(crate) fn parse(
    caller: &Caller,
    arguments: &Arguments,
    parser: impl FnOnce(Parsing<'_>) -> Parsed,
) -> Outcome {
    let &Arguments { bin, bin_maxlen, text, text_len, ignore, bin_len, end } = arguments;
    // NULL is allowed with any length if nothing is written.
    let room = if bin.is_null() { 0 } else { bin_maxlen };
    let mut place = caller.place(bin, room)?;
    let input = caller.input(text.cast(), text_len, &place)?;
    let skipped = super::text(caller, ignore).map_or(&[][..], CStr::to_bytes);
    let Parsed { read, written, mut outcome } =
        parser(Parsing { text: &input, skipped, out: place.bytes() });
    if room < bin_maxlen && matches!(outcome, Err(Stop::Full)) {
        return Err(Fault::misuse("NULL where bytes were expected"));
    }
    if end.is_null() {
        if read != text_len {
            outcome = outcome.and(Err(Stop::Malformed));
        }
    } else {
        caller.tell(end, text.wrapping_add(read));
    }
    caller.tell(bin_len, if outcome.is_ok() { written } else { 0 });
    outcome.map_err(|stop| {
        tell_errno(stop);
        Fault::Failed(quicksalt::Error::malformed("text", "an encoding"))
    })
}

fn tell_errno(stop: Stop) {
    #[cfg(all(feature = "std", any(unix, target_os = "wasi")))]
    crate::errno::set(match stop {
        Stop::Full => libc::ERANGE,
        Stop::Malformed => libc::EINVAL,
    });
    let _ = stop;
}
