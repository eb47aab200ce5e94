//! The branches of a schedule, and strategies to choose among them.

/// Chooses one of several possible continuations of a schedule.
pub(crate) trait Choices {
    /// Returns one of `0..options`; 0 is the uneventful choice.
    fn choose(&mut self, options: usize) -> usize;
}

/// Enumerates all schedules, one per run.
#[derive(Default)]
pub(crate) struct Exhaustive {
    /// The choices of the current run, each with its number of options.
    path: Vec<(usize, usize)>,
    at: usize,
}

impl Exhaustive {
    /// Advances to the next schedule; returns `false` if all are done.
    pub(crate) fn next_run(&mut self) -> bool {
        self.at = 0;
        while let Some((taken, options)) = self.path.pop() {
            if taken + 1 < options {
                self.path.push((taken + 1, options));
                return true;
            }
        }
        false
    }
}

impl Choices for Exhaustive {
    fn choose(&mut self, options: usize) -> usize {
        if self.at == self.path.len() {
            self.path.push((0, options));
        }
        let (taken, of) = self.path[self.at];
        assert_eq!(of, options, "the same choices must lead to the same options");
        self.at += 1;
        taken
    }
}

/// Random choices from a seed (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ (word >> 31)) % end
    }

    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

impl Choices for Random {
    fn choose(&mut self, options: usize) -> usize {
        self.below(options as u64) as usize
    }
}

#[test]
fn every_schedule_runs_once() {
    let mut choices = Exhaustive::default();
    let mut ways = Vec::new();
    loop {
        let first = choices.choose(3);
        ways.push((first, if first == 1 { choices.choose(2) } else { 0 }));
        if !choices.next_run() {
            break;
        }
    }
    assert_eq!(ways, [(0, 0), (1, 0), (1, 1), (2, 0)]);
}
