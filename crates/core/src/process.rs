//! Decides whether the process may trust its environment variables and its user's files.

#[cfg(feature = "std")]
use std::ffi::OsString;

/// Reports whether the process has privileges that its invoker may lack, because it is setuid,
/// setgid or has file capabilities. The environment of a privileged process is controlled by a user
/// with fewer privileges.
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

/// Returns false, because this platform does not have setuid programs.
#[cfg(all(feature = "std", not(unix)))]
pub(crate) fn is_privileged() -> bool {
    false
}

/// Returns the effective user, with whose privileges the process opens files.
#[cfg(all(feature = "std", unix))]
#[allow(unsafe_code, reason = "std does not expose the ids of the process")]
pub(crate) fn effective_user() -> u32 {
    // SAFETY: it takes no arguments, cannot fail and does not access our memory.
    unsafe { libc::geteuid() }
}

/// Returns the value of an environment variable, or `None` if it is unset or empty or if the
/// environment is untrusted.
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
