//! When to release the GIL, and when to reacquire it.

use core::hint::spin_loop;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use pyo3::prelude::*;

/// Runs `work`, with the GIL released if the estimate `ns` is at least [`ALONE_NS`], or
/// [`COMPANY_NS`] while another thread calls this function too.
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

/// The minimum work to release the GIL for in a single thread: releasing and reacquiring it costs
/// about 0.1 us, or 5 % of this.
const ALONE_NS: usize = 2000;

/// The minimum work to release the GIL for when two threads call. With secretbox, two threads
/// together did 1.5 to 1.6 times the work of one thread at 1000 bytes, against 0.85 to 1.0 times if
/// they held the GIL; at 300 bytes releasing was not slower.
const COMPANY_NS: usize = 200;

/// The thread that called [`run`] last. Only speed depends on this and the next two counters.
static LAST: AtomicUsize = AtomicUsize::new(0);

/// The number of further calls for which other threads are assumed to call [`run`] too.
static COMPANY: AtomicUsize = AtomicUsize::new(0);

/// The thread that finished its work and reacquired the GIL, until it releases the GIL again; 0 if
/// none.
static TURN: AtomicUsize = AtomicUsize::new(0);

/// Returns whether another thread called [`run`] recently. CPython switches threads after 5 ms even
/// if none releases the GIL, so a second thread is noticed by then.
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

/// Records that this thread releases the GIL.
fn end_turn(me: usize) {
    let _ = TURN.compare_exchange(me, 0, Relaxed, Relaxed);
}

/// Spins briefly until the thread in [`TURN`] has released the GIL.
///
/// A thread that waits for the GIL is put to sleep, and waking it takes longer than a short call.
/// Between two calls in a loop, the other thread needs the GIL for less than a microsecond. If it
/// does not release the GIL soon, it is doing other work, and this thread waits for the GIL in the
/// usual way.
fn await_turn(me: usize) {
    /// About twenty microseconds. With a quarter of that, threads sometimes fell asleep, and the
    /// gain from two threads at 1000 bytes was only 1.1 to 1.6.
    const LOOKS: usize = 1000;
    for _ in 0..LOOKS {
        if TURN.compare_exchange_weak(0, me, Relaxed, Relaxed).is_ok() {
            return;
        }
        spin_loop();
    }
    TURN.store(me, Relaxed);
}

/// Returns a number that is unique to this thread and not 0.
#[inline]
fn thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| core::ptr::from_ref(place).addr())
}
