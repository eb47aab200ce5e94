//! Cuts power, kills the process, or fails a call, at every call to the operating system.

use alloc::sync::Arc;
use std::io::ErrorKind;
use std::sync::Mutex;

use super::choices::{Choices, Exhaustive, Random};
use super::signer::{Signer, Step};
use super::world::Fate;

/// The possible outcomes of a call other than success.
const TROUBLE: [Fate; 5] = [
    Fate::Crash { done: false },
    Fate::Crash { done: true },
    Fate::Fail { done: false, kind: ErrorKind::StorageFull },
    Fate::Fail { done: false, kind: ErrorKind::Other },
    Fate::Fail { done: true, kind: ErrorKind::Other },
];

fn reserve(name: &str, count: u64) -> Step {
    Step::Reserve { name: name.to_owned(), count }
}

fn allocate(from: &str, name: &str, count: u64) -> Step {
    Step::Allocate { from: from.to_owned(), name: name.to_owned(), count }
}

/// Runs a signer through the steps with all placements of at most `trouble` faults. Returns the
/// number of schedules, and the number of schedules with a restart.
fn every_way(steps: &[Step], trouble: usize) -> (u32, u32) {
    let choices = Arc::new(Mutex::new(Exhaustive::default()));
    let (mut ways, mut restarted) = (0, 0);
    loop {
        let mut signer = Signer::new();
        let (mut left, fates) = (trouble, Arc::clone(&choices));
        let fate = Arc::new(Mutex::new(move |_: &'static str| {
            if left == 0 {
                return Fate::Pass;
            }
            let chosen = fates.lock().unwrap().choose(TROUBLE.len() + 1);
            left -= usize::from(chosen > 0);
            chosen.checked_sub(1).map_or(Fate::Pass, |at| TROUBLE[at])
        }));
        for step in steps {
            let fate = Arc::clone(&fate);
            signer.disk.world().set_fate(move |call| (fate.lock().unwrap())(call));
            signer.go(step, &mut Shared(&choices));
            if matches!(step, Step::Reopen) {
                signer.store = None;
            }
        }
        ways += 1;
        restarted += u32::from(signer.restarts > 0);
        signer.finish();
        if !choices.lock().unwrap().next_run() {
            println!("{ways} ways, {restarted} with a restart");
            return (ways, restarted);
        }
    }
}

struct Shared<'a>(&'a Mutex<Exhaustive>);

impl Choices for Shared<'_> {
    fn choose(&mut self, options: usize) -> usize {
        self.0.lock().unwrap().choose(options)
    }
}

#[test]
fn one_fault_at_any_call() {
    let steps = [
        reserve("", 7),
        allocate("", "mail", 50),
        reserve("mail", 5),
        Step::Cache(b"tree".to_vec()),
        Step::Reopen,
        Step::Recover { skip: 10 },
        allocate("mail", "mail/eu", 5),
        reserve("mail/eu", 5),
        reserve("", 64),
    ];
    let (ways, restarted) = every_way(&steps, 1);
    assert!(ways > 500 && restarted > ways / 4);
}

#[test]
#[ignore = "seconds: make test"]
fn two_faults_at_any_calls() {
    let (ways, restarted) = every_way(&[reserve("", 7), Step::Reopen, reserve("", 3)], 2);
    assert!(ways > 10_000 && restarted > ways / 4);
}

/// A store may be complete without being durable if its creation was interrupted.
#[test]
fn two_faults_during_and_after_creation() {
    let (ways, restarted) = every_way(&[Step::Reopen, reserve("", 7)], 2);
    assert!(ways > 1000 && restarted > ways / 4);
}

/// Runs random schedules; returns the number of schedules with a restart.
fn random(seeds: core::ops::Range<u64>, clock: fn(&mut Random) -> i128) -> u32 {
    let mut restarted = 0;
    for seed in seeds {
        let mut choices = Random(seed);
        let mut signer = Signer::new();
        for number in 0..12 {
            let mut fates = Random(choices.below(u64::MAX));
            {
                let mut world = signer.disk.world();
                world.tick = clock(&mut choices);
                // Births cannot distinguish files on such a disk, and the store refuses it.
                world.tells_generations |= world.tick <= 0;
                world.set_fate(move |_| match fates.below(60) {
                    0 => TROUBLE[fates.choose(TROUBLE.len())],
                    _ => Fate::Pass,
                });
            }
            let step = any_step(&signer, number, &mut choices);
            signer.go(&step, &mut choices);
            if matches!(step, Step::Reopen) {
                signer.store = None;
            }
        }
        restarted += u32::from(signer.restarts > 0);
        signer.finish();
    }
    restarted
}

fn any_step(signer: &Signer, number: u64, choices: &mut Random) -> Step {
    let names: Vec<&str> = signer.known.allocations().iter().map(|line| line.name()).collect();
    let name = names.get(choices.below(2 * names.len() as u64 + 1) as usize).copied();
    let name = name.unwrap_or_default();
    let most = signer.known.allocation(name).unwrap().remaining();
    match choices.below(9) {
        0 if most > 0 => allocate(name, &number.to_string(), 1 + choices.below(most.min(1000))),
        1 => Step::Cache(number.to_le_bytes().to_vec()),
        2 => Step::Reopen,
        3 => Step::Recover { skip: 100 },
        _ if most > 0 => reserve(name, 1 + choices.below(most.min(100))),
        _ => reserve("", 1),
    }
}

#[test]
fn random_faults() {
    let restarted = random(0..1_000, |_| 1);
    assert!(restarted > 250, "{restarted}");
}

#[test]
#[ignore = "seconds: make test"]
fn a_hundred_thousand_random_schedules() {
    let restarted = random(0..100_000, |_| 1);
    println!("100000 schedules, {restarted} with a restart, no index twice");
    assert!(restarted > 25_000, "{restarted}");
}

/// Tests clocks that stop or run backwards.
#[test]
fn random_faults_with_a_bad_clock() {
    assert!(random(100_000..100_500, |_| 0) > 125);
    assert!(random(100_500..101_000, |choices| i128::from(choices.below(100)) - 50) > 125);
}
