//! Control of the candidates: by the environment and by the program.

use core::ffi::{c_char, c_int};
use std::sync::OnceLock;

use quicksalt::choose;
use quicksalt::hazmat::PRIMITIVES;
use quicksalt::Result;

use crate::boundary::{Caller, Outcome};
use crate::exports::abi;

/// Applies `QUICKSALT_POLICY` and `QUICKSALT_USE` once, and reports values that cannot be applied
/// on the standard error. Returns whether the program may continue: always true, except under
/// `QUICKSALT_STRICT`.
///
/// Call this before any choice that the program makes itself: the program's choices take precedence
/// over the environment.
pub(crate) fn follow_environment() -> bool {
    static IS_HONOURED: OnceLock<bool> = OnceLock::new();
    *IS_HONOURED.get_or_init(|| {
        let unhonoured = choose::from_env(PRIMITIVES);
        for error in &unhonoured {
            eprintln!("quicksalt: {error}");
        }
        unhonoured.is_empty() || !is_strict()
    })
}

/// Returns whether the variable is set to a value other than the empty string and 0, as in Python.
/// A privileged process ignores the environment, so strictness does not apply.
fn is_strict() -> bool {
    std::env::var_os("QUICKSALT_STRICT").is_some_and(|value| !value.is_empty() && value != "0")
}

fn status(outcome: Result<()>) -> c_int {
    match outcome {
        Ok(()) => 0,
        Err(_) => {
            #[cfg(any(unix, target_os = "wasi"))]
            crate::errno::set(libc::EINVAL);
            -1
        }
    }
}

fn force(caller: &Caller, primitive: *const c_char, candidate: *const c_char) -> Result<()> {
    let (primitive, candidate) = (caller.text(primitive)?, caller.text(candidate)?);
    follow_environment();
    choose::force(PRIMITIVES, &primitive, &candidate)
}

fn restrict(caller: &Caller, policy: *const c_char) -> Result<()> {
    let policy = caller.text(policy)?.parse()?;
    follow_environment();
    choose::set_policy(PRIMITIVES, policy)
}

fn explain(caller: &Caller, json: *mut c_char, json_maxlen: usize) -> Outcome<usize> {
    follow_environment();
    let text = choose::json(&choose::explain(PRIMITIVES));
    if !json.is_null() && json_maxlen > 0 {
        let written = if text.len() < json_maxlen { &*text } else { "" };
        let mut place = caller.place(json.cast(), written.len() + 1)?;
        let (at, end) = place.bytes().split_at_mut(written.len());
        at.copy_from_slice(written.as_bytes());
        end[0] = 0;
    }
    Ok(text.len())
}

abi! {
    fn quicksalt_use(caller, primitive: *const c_char, candidate: *const c_char) -> c_int {
        status(force(&caller, primitive, candidate))
    }
    fn quicksalt_policy(caller, policy: *const c_char) -> c_int {
        status(restrict(&caller, policy))
    }
    fn quicksalt_explain(caller, json: *mut c_char, json_maxlen: usize) -> usize {
        explain(&caller, json, json_maxlen).unwrap_or(0)
    }
}
