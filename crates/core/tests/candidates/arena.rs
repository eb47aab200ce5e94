//! The test harness detects the faults that it should detect.

use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

use crate::common::arena::Arena;
use crate::common::{same, sample_bytes};

fn fails(check: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(check)).is_err()
}

#[test]
fn detects_a_write_outside_the_window() {
    let mut arena = Arena::new(1000);
    for len in [0, 1, 16, 1000] {
        arena.inside(3, &sample_bytes(len)).check(|| "untouched".into());
        for stray in [-192, -1, len as isize, len as isize + 191] {
            let mut window = arena.inside(3, &sample_bytes(len));
            window.poke(stray);
            assert!(fails(|| window.check(String::new)), "a write at {stray} of {len}");
        }
    }
}

#[test]
fn reports_the_first_difference() {
    let mut other = sample_bytes(300);
    other[251] ^= 1;
    other[299] ^= 1;
    let text = catch_unwind(|| same(&other, &sample_bytes(300), || "x".into())).unwrap_err();
    let text = text.downcast_ref::<String>().unwrap();
    assert_eq!(text, "x: first difference at byte 251 of 300: found 0x01, expected 0x00");
    assert!(
        fails(|| same(&sample_bytes(2), &sample_bytes(3), String::new)),
        "a length that differs"
    );
}
