//! Records the indices given out.

use alloc::collections::BTreeMap;
use core::ops::Range;

use quicksalt_hashsig::store::Reservation;

/// The intervals given out: start and end.
#[derive(Default)]
pub(crate) struct Issued(BTreeMap<u64, u64>);

impl Issued {
    /// Takes all indices of a reservation. Panics if any of them was given out before.
    #[track_caller]
    pub(crate) fn take(&mut self, mut reservation: Reservation) -> Range<u64> {
        let range = reservation.range();
        for index in range.clone() {
            assert_eq!(reservation.take().unwrap().unwrap().get(), index);
        }
        assert!(reservation.take().unwrap().is_none());
        self.add(range.clone());
        range
    }

    #[track_caller]
    pub(crate) fn add(&mut self, range: Range<u64>) {
        let before = self.0.range(..range.end).next_back();
        if let Some((start, end)) = before {
            assert!(*end <= range.start, "{range:?} meets {start}..{end}, given out before");
        }
        self.0.insert(range.start, range.end);
    }
}

#[test]
#[should_panic(expected = "given out before")]
fn indices_given_out_twice_are_detected() {
    let mut issued = Issued::default();
    issued.add(10..20);
    issued.add(20..30);
    issued.add(5..11);
}
