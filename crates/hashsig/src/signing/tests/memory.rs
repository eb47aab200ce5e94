//! An in-memory store with configurable failures that never gives out an index twice.

use alloc::sync::Arc;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

use crate::store::{Error, Reservation, Result, Store, Watermark};

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Mood {
    #[default]
    Well,
    Fails,
    Panics,
}

#[derive(Default)]
pub(super) struct Memory(Mutex<State>);

#[derive(Default)]
struct State {
    next: u64,
    end: u64,
    mood: Mood,
    jump: u64,
    reservations: u64,
    attempts: u64,
}

impl Memory {
    pub(super) fn new(end: u64) -> Arc<Self> {
        Arc::new(Self(Mutex::new(State { end, ..State::default() })))
    }

    pub(super) fn set_mood(&self, mood: Mood) {
        self.state(|state| state.mood = mood);
    }

    /// Makes `jump` indices go to other signers after each later reservation.
    pub(super) fn set_jump(&self, jump: u64) {
        self.state(|state| state.jump = jump);
    }

    pub(super) fn set_next(&self, next: u64) {
        self.state(|state| state.next = next);
    }

    pub(super) fn next(&self) -> u64 {
        self.state(|state| state.next)
    }

    /// Returns the number of successful reservations.
    pub(super) fn reservations(&self) -> u64 {
        self.state(|state| state.reservations)
    }

    /// Returns the number of attempted reservations.
    pub(super) fn attempts(&self) -> u64 {
        self.state(|state| state.attempts)
    }

    fn state<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    fn give(&self, count: u64) -> Result<Reservation> {
        self.state(|state| {
            state.attempts += 1;
            match state.mood {
                Mood::Well => {}
                Mood::Fails => {
                    let (path, source) = (PathBuf::new(), io::ErrorKind::StorageFull.into());
                    return Err(Error::Io { doing: "write", path, source });
                }
                Mood::Panics => panic!("a store that panics"),
            }
            let remaining = state.end.saturating_sub(state.next);
            if count > remaining {
                return Err(Error::Exhausted { name: "".into(), asked: count, remaining });
            }
            let start = state.next;
            state.next = start + count + state.jump;
            state.reservations += 1;
            Ok(Reservation::assume_reserved(start..start + count))
        })
    }
}

impl Store for Arc<Memory> {
    fn reserve(&mut self, count: u64) -> Result<Reservation> {
        self.give(count)
    }

    fn watermark(&self) -> Result<Watermark> {
        self.state(|state| Ok(Watermark { next: state.next, end: state.end }))
    }
}
