//! Restores an earlier state of the store.

use alloc::collections::BTreeMap;

use super::settings::Settings;
use super::{TrustStore, entry_bytes, subject_bytes};

/// An earlier state of the store: the number of certificates, and their trust settings. The
/// settings are saved because a repeated certificate may restrict them.
#[derive(Debug)]
pub(crate) struct Mark {
    len: usize,
    settings: BTreeMap<usize, Settings>,
}

impl TrustStore {
    pub(crate) fn mark(&self) -> Mark {
        Mark { len: self.len(), settings: self.settings.clone() }
    }

    /// Restores the state. This does not allocate memory, since the tables have enough capacity.
    /// The tables are rebuilt, in time linear in the number of remaining certificates.
    pub(crate) fn go_back(&mut self, mark: Mark) {
        self.settings = mark.settings;
        self.entries.truncate(mark.len);
        self.der.truncate(self.entries.last().map_or(0, |entry| entry.end as usize));
        self.by_key_id.take();
        self.fingerprints.take();
        self.by_der.clear();
        self.by_subject.clear();
        self.names.clear();
        for number in 0..self.entries.len() as u32 {
            let der = entry_bytes(&self.der, &self.entries, number);
            let subject = subject_bytes(&self.der, &self.entries, number);
            self.by_der.push(number, self.key.hash(der), |_| false);
            let is_same = |other| subject_bytes(&self.der, &self.entries, other) == subject;
            if self.by_subject.push(number, self.key.hash(subject), is_same) {
                self.names.push(subject);
            }
        }
    }
}
