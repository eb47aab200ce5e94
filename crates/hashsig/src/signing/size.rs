//! How many indices a reservation takes.

/// Least size of an adapting reservation, in indices.
const MIN_SIZE: u64 = 64;
/// Largest size of an adapting reservation, in indices.
const MAX_SIZE: u64 = 1024;
/// An adapting reservation takes at most the free indices divided by this, so that a crash near the
/// end of a key loses little.
const MAX_PART_OF_FREE: u64 = 16;
/// Factor by which the size grows when a reservation came too late. How much too late it came is
/// not known, since signatures waited for it.
const TOO_LATE_FACTOR: u64 = 4;

/// How many indices a reservation takes.
///
/// The next reservation is made when half of the present one is left. If the size adapts, that half
/// is to last for twice as many signatures as are made while the store reserves. These signatures
/// are counted, which needs no clock and takes into account how fast signatures come.
#[derive(Debug)]
pub(super) struct Size {
    size: u64,
    /// If the size adapts: how many indices are free, as far as this process knows.
    free: Option<u64>,
}

impl Size {
    /// Always `size` indices, at least one.
    pub(super) fn fixed(size: u64) -> Self {
        Self { size: size.max(1), free: None }
    }

    /// A size that adapts, out of `free` free indices.
    pub(super) const fn adapting(free: u64) -> Self {
        Self { size: MIN_SIZE, free: Some(free) }
    }

    pub(super) fn get(&self) -> u64 {
        self.free.map_or(self.size, |free| self.size.min(free / MAX_PART_OF_FREE).max(1))
    }

    /// `count` more indices are reserved and so no longer free.
    pub(super) fn took(&mut self, count: u64) {
        self.free = self.free.map(|free| free.saturating_sub(count));
    }

    /// Learns from one reservation: `meanwhile` signatures were made while the store reserved; `None`
    /// if that used up all indices, so that signatures had to wait.
    pub(super) fn adapt(&mut self, meanwhile: Option<u64>) {
        if self.free.is_none() {
            return;
        }
        // Half of the size is to last twice as long as the store took: four times `used`.
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
    fn half_of_a_reservation_outlasts_the_store_twice() {
        let mut size = Size::adapting(1 << 40);
        assert_eq!(size.get(), 64);
        assert_eq!(after(&mut size, &[Some(16)]), 64);
        assert_eq!(after(&mut size, &[Some(100)]), 400);
        assert!(after(&mut size, &[Some(90)]) >= 360);
        assert_eq!(after(&mut size, &[Some(0); 100]), 64);
    }

    #[test]
    fn one_that_came_too_late_makes_the_next_ones_larger() {
        let mut size = Size::adapting(1 << 40);
        let sizes = [256, 1024, 1024].map(|expected| (expected, after(&mut size, &[None])));
        assert!(sizes.iter().all(|(expected, size)| expected == size), "{sizes:?}");
        assert_eq!(after(&mut size, &[Some(1 << 30)]), 1024);
    }

    #[test]
    fn little_is_lost_where_little_is_left() {
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
    fn a_size_that_was_asked_for_stays() {
        let mut size = Size::fixed(8);
        size.took(1 << 20);
        assert_eq!(after(&mut size, &[None, Some(100)]), 8);
        assert_eq!(Size::fixed(0).get(), 1);
    }
}
