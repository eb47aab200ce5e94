//! What the process may trust: its environment, and the files of its user.

#[cfg(feature = "std")]
use std::ffi::OsString;

/// Whether the process runs with rights that whoever started it does not have: it is setuid,
/// setgid or has capabilities of its file. Its environment is then that of somebody else.
#[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
#[allow(unsafe_code, reason = "std does not read the auxiliary vector")]
pub(crate) fn is_privileged() -> bool {
    // SAFETY: getauxval takes a number and reads what the kernel gave to the process; it does not
    // fail for AT_SECURE, and there is nothing else that could be unsound.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// Whether the process runs with rights that whoever started it does not have.
#[cfg(all(feature = "std", unix, not(any(target_os = "linux", target_os = "android"))))]
#[allow(unsafe_code, reason = "std does not tell the identities of the process")]
pub(crate) fn is_privileged() -> bool {
    // SAFETY: these four take nothing, cannot fail and touch no memory of ours.
    unsafe { libc::getuid() != libc::geteuid() || libc::getgid() != libc::getegid() }
}

/// No such thing here.
#[cfg(all(feature = "std", not(unix)))]
pub(crate) fn is_privileged() -> bool {
    false
}

/// The user with whose rights the process opens files.
#[cfg(all(feature = "std", unix))]
#[allow(unsafe_code, reason = "std does not tell the identities of the process")]
pub(crate) fn effective_user() -> u32 {
    // SAFETY: it takes nothing, cannot fail and touches no memory of ours.
    unsafe { libc::geteuid() }
}

/// An environment variable that is set to something, unless the environment is not to be trusted.
#[cfg(feature = "std")]
pub(crate) fn variable(name: &str) -> Option<OsString> {
    if is_privileged() {
        return None;
    }
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Asks the processor about itself (Intel SDM volume 2, CPUID).
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, unused_unsafe, reason = "the intrinsic is safe from Rust 1.94 on")]
pub(crate) fn cpuid(leaf: u32) -> core::arch::x86_64::CpuidResult {
    // SAFETY: every x86-64 processor has the instruction.
    unsafe { core::arch::x86_64::__cpuid(leaf) }
}
