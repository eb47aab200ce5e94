//! `randombytes`: random bytes from the operating system, the host, or a source set by the program.

#[cfg(feature = "full")]
use core::ffi::c_ulonglong;
use core::ffi::{c_char, c_int, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};

#[cfg(not(feature = "std"))]
use quicksalt::Error;
use quicksalt::Wiped;

#[cfg(feature = "standard")]
use crate::boundary::Fault;
use crate::boundary::{Caller, Outcome, must};
use crate::exports::abi;

/// A source of random bytes, with libsodium's C layout.
#[repr(C)]
#[derive(Debug)]
pub struct randombytes_implementation {
    /// The name of the source; required.
    pub implementation_name: Option<unsafe extern "C" fn() -> *const c_char>,
    /// Returns a random number; required.
    pub random: Option<unsafe extern "C" fn() -> u32>,
    /// Reseeds the source.
    pub stir: Option<unsafe extern "C" fn()>,
    /// Returns a random number below a bound; if NULL, it is derived from `random`.
    pub uniform: Option<unsafe extern "C" fn(u32) -> u32>,
    /// Fills a buffer; required.
    pub buf: Option<unsafe extern "C" fn(*mut c_void, usize)>,
    /// Closes the source.
    pub close: Option<unsafe extern "C" fn() -> c_int>,
}

/// The program's source, or NULL.
static SOURCE: AtomicPtr<randombytes_implementation> = AtomicPtr::new(core::ptr::null_mut());


/// Calls a function of the program's source if both exist.
macro_rules! of_program {
    ($function:ident($($arg:expr),*)) => {{
        let source = SOURCE.load(Ordering::Acquire);
        // SAFETY: `randombytes_set_implementation` requires that the source lives while the program
        // uses the library, and that its functions can be called with their declared types.
        unsafe { source.as_ref() }
            .and_then(|source| source.$function)
            .map(|function| {
                // SAFETY: as above.
                unsafe { function($($arg),*) }
            })
    }};
}

/// Fills a buffer.
pub(crate) fn fill(out: &mut [u8]) -> Outcome {
    if of_program!(buf(out.as_mut_ptr().cast(), out.len())).is_some() {
        return Ok(());
    }
    by_system(out)
}

/// Draws a secret into memory that is wiped on drop.
#[cfg(feature = "standard")]
pub(crate) fn secret<const N: usize>() -> Outcome<quicksalt::Wiped<[u8; N]>> {
    let mut secret = quicksalt::Wiped::new([0; N]);
    fill(secret.as_mut_slice())?;
    Ok(secret)
}

/// Fills `N` bytes of the caller's memory.
pub(crate) fn fill_at<const N: usize>(caller: &Caller, at: *mut u8) -> Outcome {
    fill(caller.place(at, N)?.bytes())
}

#[cfg(feature = "std")]
fn by_system(out: &mut [u8]) -> Outcome {
    Ok(quicksalt::nacl::random::fill(out)?)
}

#[cfg(not(feature = "std"))]
fn by_system(out: &mut [u8]) -> Outcome {
    if crate::host::fill(out) { Ok(()) } else { Err(Error::Randomness.into()) }
}

/// The bytes of a random number. The number is written to memory that is wiped later, because
/// returning it would leave copies.
type Number = [u8; 4];

/// Draws a 32-bit number.
fn number(to: &mut Number) -> Outcome {
    let Some(number) = of_program!(random()) else { return by_system(to) };
    *to = number.to_ne_bytes();
    Ok(())
}

/// Draws a uniform number below a bound; rejects numbers that would introduce a bias.
fn below(bound: u32, to: &mut Number) -> Outcome {
    if let Some(number) = of_program!(uniform(bound)) {
        *to = number.to_ne_bytes();
        return Ok(());
    }
    if bound < 2 {
        return Ok(());
    }
    let excess = bound.wrapping_neg() % bound;
    loop {
        number(to)?;
        let number = u32::from_ne_bytes(*to);
        if number >= excess {
            *to = (number % bound).to_ne_bytes();
            return Ok(());
        }
    }
}

/// Returns a drawn number; a failing random source counts as misuse.
fn told(draw: impl FnOnce(&mut Number) -> Outcome) -> u32 {
    let mut number = Wiped::new([0; 4]);
    match draw(&mut number) {
        Ok(()) => u32::from_ne_bytes(*number),
        fault => {
            must(fault);
            0
        }
    }
}

abi! {
    fn randombytes_buf(caller, buf: *mut c_void, size: usize) {
        must(caller.place(buf.cast(), size).and_then(|mut out| fill(out.bytes())));
    }
    #[cfg(feature = "full")]
    fn randombytes(caller, buf: *mut u8, buf_len: c_ulonglong) {
        must(
            caller
                .len(buf_len, u64::MAX)
                .and_then(|len| caller.place(buf, len))
                .and_then(|mut out| fill(out.bytes())),
        );
    }
    #[cfg(feature = "standard")]
    fn randombytes_buf_deterministic(caller, buf: *mut c_void, size: usize, seed: *const u8) {
        must((|| {
            if size as u64 > 1 << 38 {
                return Err(Fault::misuse("a seed cannot provide more than 256 GiB of random bytes"));
            }
            let seed = caller.secret(seed)?;
            let mut out = caller.place(buf.cast(), size)?;
            let nonce = b"LibsodiumDRG";
            Ok(quicksalt::hazmat::chacha20::stream(&seed, nonce, 0, out.bytes())?)
        })());
    }
    fn randombytes_random(_caller) -> u32 {
        told(number)
    }
    fn randombytes_uniform(_caller, upper_bound: u32) -> u32 {
        told(|to| below(upper_bound, to))
    }
    fn randombytes_stir(_caller) {
        of_program!(stir());
    }
    fn randombytes_close(_caller) -> c_int {
        of_program!(close()).unwrap_or(0)
    }
    #[cfg(feature = "full")]
    fn randombytes_set_implementation(_caller, implementation: *const randombytes_implementation) -> c_int {
        SOURCE.store(implementation.cast_mut(), Ordering::Release);
        0
    }
    #[cfg(feature = "full")]
    fn randombytes_implementation_name(_caller) -> *const c_char {
        of_program!(implementation_name()).unwrap_or(name())
    }
}

#[cfg(feature = "full")]
extern "C" fn name() -> *const c_char {
    #[cfg(feature = "std")]
    return c"sysrandom".as_ptr();
    #[cfg(not(feature = "std"))]
    return c"host".as_ptr();
}

/// The operating system's random source, in the form that a program can pass to
/// `randombytes_set_implementation`.
#[cfg(feature = "std")]
mod of_system {
    use super::{by_system, c_char, c_int, c_void, must, randombytes_implementation, told};

    unsafe extern "C" fn name() -> *const c_char {
        super::name()
    }

    unsafe extern "C" fn internal() -> *const c_char {
        c"internal".as_ptr()
    }

    unsafe extern "C" fn random() -> u32 {
        told(|to| by_system(to))
    }

    unsafe extern "C" fn stir() {}

    unsafe extern "C" fn buf(out: *mut c_void, len: usize) {
        // SAFETY: the caller of a source's function passes a buffer of that length.
        let caller = unsafe { crate::boundary::Caller::promised() };
        must(caller.place(out.cast(), len).and_then(|mut out| by_system(out.bytes())));
    }

    unsafe extern "C" fn close() -> c_int {
        0
    }

    const SYSTEM: randombytes_implementation = randombytes_implementation {
        implementation_name: Some(name),
        random: Some(random),
        stir: Some(stir),
        uniform: None,
        buf: Some(buf),
        close: Some(close),
    };

    /// libsodium's source that calls the operating system every time.
    #[unsafe(no_mangle)]
    #[allow(non_upper_case_globals)]
    pub static randombytes_sysrandom_implementation: randombytes_implementation = SYSTEM;

    /// libsodium's faster source. Here it is the same source: without a state, a forked child
    /// cannot repeat output.
    #[unsafe(no_mangle)]
    #[allow(non_upper_case_globals)]
    pub static randombytes_internal_implementation: randombytes_implementation =
        randombytes_implementation { implementation_name: Some(internal), ..SYSTEM };
}

#[cfg(feature = "std")]
pub use of_system::{randombytes_internal_implementation, randombytes_sysrandom_implementation};
