//! How many indices a reservation takes.

/// An adapting reservation takes at least so many indices.
const LEAST: u64 = 64;
/// It takes no more than that.
const MOST: u64 = 1024;
/// It takes no more than this part of what is left.
const PART: u64 = 16;
/// So much larger is the next reservation if the last one came too late.
const GROWTH: u64 = 4;

/// How many indices a reservation takes.
///
/// The next one is taken when half of that is left. If it adapts, that half is to outlast the store
/// twice: the indices that are used while the store is waited for are counted, which needs no clock
/// and knows how fast signatures come.
#[derive(Debug)]
pub(super) struct Size {
    size: u64,
    /// How many indices are free as far as is known, if it adapts.
    free: Option<u64>,
}

impl Size {
    /// Always so many, at least one.
    pub(super) fn fixed(size: u64) -> Self {
        Self { size: size.max(1), free: None }
    }

    /// As many as must be, out of so many that are free.
    pub(super) const fn adapting(free: u64) -> Self {
        Self { size: LEAST, free: Some(free) }
    }

    pub(super) fn get(&self) -> u64 {
        self.free.map_or(self.size, |free| self.size.min(free / PART).max(1))
    }

    /// So many are free no more.
    pub(super) fn took(&mut self, count: u64) {
        self.free = self.free.map(|free| free.saturating_sub(count));
    }

    /// While the store was waited for, so many indices were used; none if that were all.
    pub(super) fn adapt(&mut self, meanwhile: Option<u64>) {
        if self.free.is_none() {
            return;
        }
        let enough = meanwhile.map_or(GROWTH * self.size, |used| 4 * used);
        // What was needed once is given up slowly: disks stall now and then.
        let slowly = self.size - self.size / 16;
        self.size = enough.max(slowly).clamp(LEAST, MOST);
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
