//! Decides whether the process may trust its environment and the files of its user.

#[cfg(feature = "std")]
use std::ffi::OsString;

/// Reports whether the process has privileges that its invoker may lack, because it is setuid,
/// setgid or has file capabilities. Its environment then belongs to another user.
#[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
#[allow(unsafe_code, reason = "std does not read the auxiliary vector")]
pub(crate) fn is_privileged() -> bool {
    // SAFETY: getauxval takes a number and reads what the kernel passed to the process; it does not
    // fail for AT_SECURE, and it does not have other preconditions.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// Reports whether the process has privileges that its invoker may lack.
#[cfg(all(feature = "std", unix, not(any(target_os = "linux", target_os = "android"))))]
#[allow(unsafe_code, reason = "std does not expose the ids of the process")]
pub(crate) fn is_privileged() -> bool {
    // SAFETY: these four take no arguments, cannot fail and do not access our memory.
    unsafe { libc::getuid() != libc::geteuid() || libc::getgid() != libc::getegid() }
}

/// This platform does not have setuid programs.
#[cfg(all(feature = "std", not(unix)))]
pub(crate) fn is_privileged() -> bool {
    false
}

/// The effective user: the process opens files with its privileges.
#[cfg(all(feature = "std", unix))]
#[allow(unsafe_code, reason = "std does not expose the ids of the process")]
pub(crate) fn effective_user() -> u32 {
    // SAFETY: it takes no arguments, cannot fail and does not access our memory.
    unsafe { libc::geteuid() }
}

/// The value of an environment variable, unless it is empty or the environment is untrusted.
#[cfg(feature = "std")]
pub(crate) fn variable(name: &str) -> Option<OsString> {
    if is_privileged() {
        return None;
    }
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Executes CPUID (Intel SDM volume 2).
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, unused_unsafe, reason = "the intrinsic is safe from Rust 1.94 on")]
pub(crate) fn cpuid(leaf: u32) -> core::arch::x86_64::CpuidResult {
    // SAFETY: every x86-64 processor supports CPUID.
    unsafe { core::arch::x86_64::__cpuid(leaf) }
}
