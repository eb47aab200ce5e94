//! The number of indices per reservation.

/// The minimum size of an adaptive reservation, in indices.
const MIN_SIZE: u64 = 64;
/// The maximum size of an adaptive reservation, in indices.
const MAX_SIZE: u64 = 1024;
/// An adaptive reservation is at most the number of free indices divided by this number, so that a
/// crash near the end of a key loses few indices.
const MAX_PART_OF_FREE: u64 = 16;
/// The factor by which the size grows after a late reservation. A finer adjustment is impossible:
/// signatures waited for the reservation, so their number does not measure its duration.
const TOO_LATE_FACTOR: u64 = 4;

/// The number of indices per reservation.
///
/// The next reservation is made when half of the present one is left. An adaptive size makes that
/// half last for twice the number of signatures made while the store reserves. Counting signatures
/// needs no clock and accounts for the rate of signing.
#[derive(Debug)]
pub(super) struct Size {
    size: u64,
    /// The number of free indices known to this process, if the size is adaptive.
    free: Option<u64>,
}

impl Size {
    /// Returns a fixed size of `size` indices, at least one.
    pub(super) fn fixed(size: u64) -> Self {
        Self { size: size.max(1), free: None }
    }

    /// Returns an adaptive size for a store with `free` free indices.
    pub(super) const fn adapting(free: u64) -> Self {
        Self { size: MIN_SIZE, free: Some(free) }
    }

    pub(super) fn get(&self) -> u64 {
        self.free.map_or(self.size, |free| self.size.min(free / MAX_PART_OF_FREE).max(1))
    }

    /// Records that `count` indices were reserved and are no longer free.
    pub(super) fn took(&mut self, count: u64) {
        self.free = self.free.map(|free| free.saturating_sub(count));
    }

    /// Adapts to one reservation: `meanwhile` is the number of signatures made while the store
    /// reserved, or `None` if signatures had to wait because all indices were used up.
    pub(super) fn adapt(&mut self, meanwhile: Option<u64>) {
        if self.free.is_none() {
            return;
        }
        // Half of the size must last for twice the time of a reservation, so the size is four times
        // `used`.
        let enough = meanwhile.map_or(TOO_LATE_FACTOR * self.size, |used| 4 * used);
        // The size shrinks slowly, because disks stall now and then.
        let shrunk = self.size - self.size / 16;
        self.size = enough.max(shrunk).clamp(MIN_SIZE, MAX_SIZE);
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    fn after(sizes: &mut Size, meanwhile: &[Option<u64>]) -> u64 {
        meanwhile.iter().for_each(|&used| sizes.adapt(used));
        sizes.get()
    }

    #[test]
    fn half_of_a_reservation_lasts_twice_as_long_as_the_store() {
        let mut size = Size::adapting(1 << 40);
        assert_eq!(size.get(), 64);
        assert_eq!(after(&mut size, &[Some(16)]), 64);
        assert_eq!(after(&mut size, &[Some(100)]), 400);
        assert!(after(&mut size, &[Some(90)]) >= 360);
        assert_eq!(after(&mut size, &[Some(0); 100]), 64);
    }

    #[test]
    fn a_late_reservation_increases_the_size() {
        let mut size = Size::adapting(1 << 40);
        let sizes = [256, 1024, 1024].map(|expected| (expected, after(&mut size, &[None])));
        assert!(sizes.iter().all(|(expected, size)| expected == size), "{sizes:?}");
        assert_eq!(after(&mut size, &[Some(1 << 30)]), 1024);
    }

    #[test]
    fn the_size_shrinks_near_the_end_of_a_key() {
        let mut size = Size::adapting(1024);
        assert_eq!(size.get(), 64);
        assert_eq!(after(&mut size, &[None]), 64);
        size.took(512);
        assert_eq!(size.get(), 32);
        size.took(505);
        assert_eq!(size.get(), 1);
        size.took(7);
        assert_eq!(size.get(), 1);
    }

    #[test]
    fn a_fixed_size_never_changes() {
        let mut size = Size::fixed(8);
        size.took(1 << 20);
        assert_eq!(after(&mut size, &[None, Some(100)]), 8);
        assert_eq!(Size::fixed(0).get(), 1);
    }
}
