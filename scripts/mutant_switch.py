"""Code added to the mutated copy of the core, which activates one mutant at a time."""

SWITCH = """//! Selects the mutant to run by `QUICKSALT_MUTANT`; with `trace` each executed mutant
is printed. #![allow(missing_docs, clippy::all)] extern crate std; use
core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed}; const UNREAD: u32 = u32::MAX; const
TRACE: u32 = u32::MAX - 1; const NONE: u32 = u32::MAX - 2; static CHOSEN: AtomicU32 =
AtomicU32::new(UNREAD); static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) };
COUNT]; #[inline(always)] pub(crate) fn is(number: u32) -> bool {
    CHOSEN.load(Relaxed) == number
}
#[inline(always)]
pub(crate) fn outside(first: u32, last: u32) -> bool {
    let chosen = CHOSEN.load(Relaxed);
    if chosen >= TRACE {
        return slow(first, last);
    }
    chosen.wrapping_sub(first) > last - first
}
#[cold]
#[inline(never)]
fn slow(first: u32, last: u32) -> bool {
    if CHOSEN.load(Relaxed) == UNREAD {
        let chosen = match std::env::var("QUICKSALT_MUTANT") {
            Ok(text) if text == "trace" => TRACE,
            Ok(text) => text.parse().unwrap_or(NONE),
            Err(_) => NONE,
        };
        CHOSEN.store(chosen, Relaxed);
        return outside(first, last);
    }
    if !REACHED[first as usize].swap(true, Relaxed) {
        for number in first..=last {
            std::eprintln!("reached {number}");
        }
    }
    true
}
"""


# A variant may use an intrinsic that its file does not import.
INTRINSICS = "\nuse core::arch::x86_64::*;\n"
