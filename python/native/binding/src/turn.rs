//! When to let go of the interpreter, and when to ask for it again.

use core::hint::spin_loop;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use pyo3::prelude::*;

/// Runs `work`, without the interpreter if it is estimated to take long enough: [`ALONE_NS`], or
/// [`COMPANY_NS`] while another thread calls this too.
#[inline]
pub fn run<T: Send>(py: Python<'_>, ns: usize, work: impl FnOnce() -> T + Send) -> T {
    if ns < COMPANY_NS {
        return work();
    }
    let me = thread();
    let has_company = has_company(me);
    if ns < ALONE_NS && !has_company {
        return work();
    }
    py.detach(|| {
        end_turn(me);
        let done = work();
        await_turn(me);
        done
    })
}

/// What a thread alone does without the interpreter: letting go of it and taking it back costs some
/// 0.1 us, which is 2 % of this.
const ALONE_NS: usize = 2000;

/// What two threads do without the interpreter. With secretbox they did 1.5 to 1.6 times the work of
/// one at 1000 bytes, where two that kept it did 0.85 to 1.0, and not less at 300 bytes.
const COMPANY_NS: usize = 200;

/// The thread that called [`run`] last. Of the three numbers here nothing but speed depends.
static LAST: AtomicUsize = AtomicUsize::new(0);

/// For how many calls more it is thought that other threads call [`run`] too.
static COMPANY: AtomicUsize = AtomicUsize::new(0);

/// The thread that came back from work without the interpreter and has not let go of it since then;
/// 0 if there is none.
static TURN: AtomicUsize = AtomicUsize::new(0);

/// Whether another thread has called [`run`] not long ago. Threads that keep the interpreter give it
/// up after 5 ms, so that company is noticed by then.
#[inline]
fn has_company(me: usize) -> bool {
    const CALLS: usize = 1000;
    if LAST.load(Relaxed) != me {
        LAST.store(me, Relaxed);
        COMPANY.store(CALLS, Relaxed);
        return true;
    }
    let calls = COMPANY.load(Relaxed);
    if calls != 0 {
        COMPANY.store(calls - 1, Relaxed);
    }
    calls != 0
}

/// Says that this thread has let go of the interpreter.
fn end_turn(me: usize) {
    let _ = TURN.compare_exchange(me, 0, Relaxed, Relaxed);
}

/// Waits, awake and not for long, until the thread whose turn it is has let go of the interpreter.
///
/// A thread that asks for the interpreter while another one has it is put to sleep, and waking it up
/// takes longer than a short call. Between two calls in a loop the other one needs the interpreter
/// for less than a microsecond. If it does not let go of it soon, it does something else, and this
/// thread asks as usual.
fn await_turn(me: usize) {
    /// Some twenty microseconds. With a quarter of it threads fell asleep now and then, and the gain
    /// of two at 1000 bytes was 1.1 to 1.6.
    const LOOKS: usize = 1000;
    for _ in 0..LOOKS {
        if TURN.compare_exchange_weak(0, me, Relaxed, Relaxed).is_ok() {
            return;
        }
        spin_loop();
    }
    TURN.store(me, Relaxed);
}

/// A number of this thread that no other one has, and not 0.
#[inline]
fn thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| core::ptr::from_ref(place).addr())
}
