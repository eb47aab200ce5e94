//! Sends client requests to memcheck, as valgrind's `valgrind.h` and `memcheck.h` define them. A
//! request is a sequence of rotations without effect on a processor; valgrind interprets it as a
//! call.
#![allow(unsafe_code, reason = "a client request is inline assembly")]

const RUNNING_ON_VALGRIND: usize = 0x1001;
const COUNT_ERRORS: usize = 0x1201;
/// The base of memcheck's request codes, `'M' << 24 | 'C' << 16`.
const MEMCHECK: usize = 0x4d43_0000;
const MAKE_MEM_UNDEFINED: usize = MEMCHECK + 1;
const MAKE_MEM_DEFINED: usize = MEMCHECK + 2;

/// Sends a request; returns valgrind's answer, or 0 without valgrind.
#[cfg(target_arch = "x86_64")]
fn request(code: usize, first: usize, second: usize) -> usize {
    let arguments = [code, first, second, 0, 0, 0];
    let mut answer = 0_usize;
    // SAFETY: on a processor the rotations add up to 128 bits, which leaves RDI unchanged, and
    // exchanging RBX with itself does nothing. Valgrind reads the six arguments, which outlive the
    // statement, and writes RDX.
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

/// Reports whether this process runs under valgrind.
pub(crate) fn is_running() -> bool {
    request(RUNNING_ON_VALGRIND, 0, 0) != 0
}

/// The number of errors that memcheck has reported so far.
pub(crate) fn errors() -> usize {
    request(COUNT_ERRORS, 0, 0)
}

/// Marks bytes as secret: from now on, branches and indices that depend on them, or on values
/// computed from them, are errors.
pub(crate) fn hide(bytes: &mut [u8]) {
    request(MAKE_MEM_UNDEFINED, bytes.as_mut_ptr() as usize, bytes.len());
}

/// Marks bytes as public.
pub(crate) fn reveal<T>(value: &mut [T]) {
    request(MAKE_MEM_DEFINED, value.as_mut_ptr() as usize, size_of_val(value));
}

/// Reveals a result, including its verdict.
pub(crate) fn publish<E>(result: Result<Vec<u8>, E>) {
    if let Ok(mut bytes) = result {
        reveal(&mut bytes);
    }
}
