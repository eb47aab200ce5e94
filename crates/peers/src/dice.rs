//! Chance that can be repeated, and what is computed with it.

/// SplitMix64.
pub struct Dice(u64);

impl Dice {
    /// Throws that depend on the seed alone.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The median of paired ratios with its bootstrap interval of 95 %: low, median, high.
    pub fn ratio(&mut self, above: &[f64], below: &[f64]) -> [f64; 3] {
        let ratios: Vec<_> = above.iter().zip(below).map(|(a, b)| a / b).collect();
        let mut medians: Vec<_> = (0..1000)
            .map(|_| {
                let drawn = (0..ratios.len()).map(|_| ratios[self.below(ratios.len())]);
                median(&drawn.collect::<Vec<_>>())
            })
            .collect();
        medians.sort_by(f64::total_cmp);
        [medians[25], median(&ratios), medians[974]]
    }
}

/// The middle value, or the mean of both.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { f64::midpoint(sorted[half - 1], sorted[half]) }
}
