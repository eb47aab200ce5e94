//! A signer with interruptions, and its invariants.

use quicksalt_hashsig::store::{
    AllocatingStore, AllocationLedger, Error, FileStore, Result, Store,
};

use super::choices::{Choices, Random};
use super::issued::Issued;
use super::sim::SimDisk;

/// The number of indices of the key.
pub(crate) const END: u64 = 1 << 40;

/// The maximum number of attempts per step; a fault occurs once in some dozens of calls.
const PATIENCE: u32 = 1000;

/// A step of a signer.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Allocate { from: String, name: String, count: u64 },
    Cache(Vec<u8>),
    Recover { skip: u64 },
    Reopen,
    Reserve { name: String, count: u64 },
}

/// A signer, the indices that it gave out, and the expected state of its store.
pub(crate) struct Signer {
    pub(crate) disk: SimDisk,
    pub(crate) store: Option<FileStore<SimDisk>>,
    pub(crate) issued: Issued,
    /// The ledger after the last successful step.
    pub(crate) known: AllocationLedger,
    /// The ledger that the failed step would have produced.
    attempted: Option<AllocationLedger>,
    /// The number of times the store was opened after a crash or failure.
    pub(crate) restarts: u32,
}

impl Signer {
    /// Creates a signer without a store.
    pub(crate) fn new() -> Self {
        Self {
            disk: SimDisk::new(),
            store: None,
            issued: Issued::default(),
            known: AllocationLedger::new(0..END).unwrap(),
            attempted: None,
            restarts: 0,
        }
    }

    /// Performs a step, with any number of power cuts on the way.
    pub(crate) fn go(&mut self, step: &Step, choices: &mut dyn Choices) {
        for _ in 0..PATIENCE {
            let taken = match self.store.take() {
                Some(store) => self.take(store, step),
                None => self.begin(),
            };
            match taken {
                Ok(true) => return,
                Ok(false) => {}
                Err(error) => self.after(&error, choices),
            }
        }
        panic!("{step:?} never succeeds");
    }

    /// Opens the store, or creates it if none was used yet; returns `false` because the step is
    /// still pending.
    fn begin(&mut self) -> Result<bool> {
        let unused =
            self.known == AllocationLedger::new(0..END).unwrap() && self.attempted.is_none();
        let store = match self.disk.open() {
            // The creation was interrupted.
            Err(Error::Damaged { .. }) if unused => {
                let _ = self.disk.world().remove(&super::sim::path());
                self.disk.create(END)?
            }
            Err(Error::Io { source, .. })
                if unused && source.kind() == std::io::ErrorKind::NotFound =>
            {
                self.disk.create(END)?
            }
            opened => opened?,
        };
        self.check(&store);
        self.store = Some(store);
        Ok(false)
    }

    /// Checks that no successful step is lost, and that at most the last failed step took effect:
    /// then at most one reservation is lost.
    fn check(&mut self, store: &FileStore<SimDisk>) {
        let found = store.ledger();
        let expected = *found == self.known || self.attempted.as_ref() == Some(found);
        assert!(expected, "{found:?}\nis neither {:?}\nnor {:?}", self.known, self.attempted);
        self.known = found.clone();
        self.attempted = None;
    }

    fn take(&mut self, mut store: FileStore<SimDisk>, step: &Step) -> Result<bool> {
        let mut after = self.known.clone();
        let result = match step {
            Step::Allocate { from, name, count } => {
                let expected = after.allocate(from, name, *count);
                self.attempted = Some(after);
                store.allocate(from, name, *count).map(|range| assert_eq!(range, expected.unwrap()))
            }
            Step::Cache(contents) => store.cache(contents),
            Step::Recover { skip } => {
                drop(store);
                after.skip(*skip);
                self.attempted = Some(after);
                store = self.disk.recover(*skip)?;
                Ok(())
            }
            Step::Reopen => return Ok(true),
            Step::Reserve { name, count } => {
                let expected = after.reserve(name, *count);
                self.attempted = Some(after);
                store.reserve_for(name, *count).map(|reservation| {
                    assert_eq!(reservation.remaining(), *count);
                    let range = self.issued.take(reservation);
                    assert_eq!(range, expected.unwrap());
                })
            }
        };
        // The in-memory state of a store equals its durable state, whether or not the step
        // succeeded.
        match result {
            Ok(()) => {
                self.known = store.ledger().clone();
                self.attempted = None;
                self.store = Some(store);
                Ok(true)
            }
            Err(error) => {
                assert_eq!(*store.ledger(), self.known);
                self.store = Some(store);
                match error {
                    // The step took effect before power was cut.
                    Error::NameTaken(_) | Error::Exhausted { .. } if self.restarts > 0 => Ok(true),
                    error => Err(error),
                }
            }
        }
    }

    /// Handles an error like an operator of the signer.
    fn after(&mut self, error: &Error, choices: &mut dyn Choices) {
        if self.disk.world().crashed {
            self.store = None;
            self.restarts += 1;
            let power_cut = choices.choose(2) == 0;
            self.disk.world().restart(power_cut, choices);
            self.disk = self.disk.another_process();
            return;
        }
        match error {
            Error::Failed(_) => {
                self.store = None;
                // Reopening the store in the same process must fail.
                let again = self.disk.open();
                assert!(matches!(again, Err(Error::Failed(_) | Error::Io { .. })), "{again:?}");
                drop(again);
                self.restarts += 1;
                self.disk = self.disk.another_process();
            }
            // The step may be retried with the same store.
            Error::Io { .. } => {}
            error => panic!("{error:?}"),
        }
    }

    /// Stops the signer; the next signer continues from its state.
    pub(crate) fn finish(mut self) {
        // The signer was killed while it closed the store.
        if self.disk.world().crashed {
            self.disk.world().restart(false, &mut Random(0));
        }
        self.disk.world().set_fate(|_| super::world::Fate::Pass);
        drop(self.store.take());
        self.disk = self.disk.another_process();
        let mut store = self.disk.open().unwrap();
        self.check(&store);
        let next = store.watermark().unwrap().next;
        assert_eq!(self.issued.take(store.reserve(1).unwrap()), next..next + 1);
    }
}
