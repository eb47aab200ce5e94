//! Client requests to valgrind's memcheck (valgrind's `valgrind.h` and `memcheck.h`): a sequence of
//! rotations that does nothing on a processor and that valgrind takes for a call.
#![allow(unsafe_code, reason = "a client request is inline assembly")]

const RUNNING_ON_VALGRIND: usize = 0x1001;
const COUNT_ERRORS: usize = 0x1201;
/// `'M' << 24 | 'C' << 16`, the requests of memcheck.
const MEMCHECK: usize = 0x4d43_0000;
const MAKE_MEM_UNDEFINED: usize = MEMCHECK + 1;
const MAKE_MEM_DEFINED: usize = MEMCHECK + 2;

/// What valgrind answers, or 0 without valgrind.
#[cfg(target_arch = "x86_64")]
fn request(code: usize, first: usize, second: usize) -> usize {
    let arguments = [code, first, second, 0, 0, 0];
    let mut answer = 0_usize;
    // SAFETY: on a processor the rotations add up to 128 bits, which leaves RDI as it was, and the
    // exchange of RBX with itself does nothing. Valgrind reads the six arguments, which live
    // beyond the statement, and writes RDX.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") arguments.as_ptr(),
            inout("rdx") answer,
        );
    }
    answer
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_: usize, _: usize, _: usize) -> usize {
    0
}

/// Whether this process runs under valgrind.
pub(crate) fn is_running() -> bool {
    request(RUNNING_ON_VALGRIND, 0, 0) != 0
}

/// How many errors memcheck has seen so far.
pub(crate) fn errors() -> usize {
    request(COUNT_ERRORS, 0, 0)
}

/// From now on a branch or an index that depends on these bytes, or on what is computed from
/// them, is an error.
pub(crate) fn hide(bytes: &mut [u8]) {
    request(MAKE_MEM_UNDEFINED, bytes.as_mut_ptr() as usize, bytes.len());
}

/// These bytes may be looked at again.
pub(crate) fn reveal<T>(value: &mut [T]) {
    request(MAKE_MEM_DEFINED, value.as_mut_ptr() as usize, size_of_val(value));
}

/// Makes a result public whose verdict is.
pub(crate) fn publish<E>(result: Result<Vec<u8>, E>) {
    if let Ok(mut bytes) = result {
        reveal(&mut bytes);
    }
}
