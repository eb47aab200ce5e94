//! Who we are and where: the process, the machine, the boot.

use std::{fs, process};

use quicksalt::hazmat::blake2b;

/// The machine and its present boot. All zeros where the operating system tells nothing.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Host {
    /// A digest of the machine's id, which its documentation asks not to show.
    pub machine: [u8; 16],
    /// A digest of the id that the kernel draws at each boot.
    pub boot: [u8; 16],
}

impl Host {
    /// This one: `machine-id(5)` and Linux's `boot_id`, as far as they are there.
    ///
    /// # Errors
    /// [`quicksalt::Error::NoCandidate`] if BLAKE2b cannot be computed.
    pub fn current() -> quicksalt::Result<Self> {
        let machine = ["/etc/machine-id", "/var/lib/dbus/machine-id", "/etc/hostid"];
        Ok(Self {
            machine: id_in(&machine, b"qs-store-machine")?,
            boot: id_in(&["/proc/sys/kernel/random/boot_id"], b"qs-store-boot-id")?,
        })
    }
}

/// The digest of the first of these files that holds anything.
fn id_in(paths: &[&str], personal: &[u8; blake2b::PERSONAL_LEN]) -> quicksalt::Result<[u8; 16]> {
    let mut id = [0; 16];
    let texts = paths.iter().filter_map(|path| fs::read(path).ok());
    if let Some(text) = texts.map(|text| text.trim_ascii().to_vec()).find(|text| !text.is_empty()) {
        blake2b::hash(&mut id, &[], &[0; blake2b::SALT_LEN], personal, &[&text])?;
    }
    Ok(id)
}

/// The id of this process; 0 where there are no processes.
pub(crate) fn process_id() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { process::id() }
}

/// A process, told from any other of this boot as far as the system allows.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    /// The process id.
    pub id: u32,
    /// When it was started, in the kernel's ticks, where the system tells. An id alone can come
    /// round again, and another namespace begins with 1 again.
    pub started: Option<u64>,
}

impl Process {
    /// This one.
    #[must_use]
    pub fn current() -> Self {
        let stat = fs::read_to_string("/proc/self/stat").ok();
        Self { id: process_id(), started: stat.as_deref().and_then(started) }
    }

    /// Whether both are the same process, as far as both were told.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let same_start = self.started.zip(other.started).is_none_or(|(a, b)| a == b);
        self.id == other.id && same_start
    }
}

/// Field 22 of `proc_pid_stat(5)`. The second field, the program's name in parentheses, may itself
/// hold spaces and parentheses.
fn started(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Process, started};

    #[test]
    fn the_start_is_found_behind_any_name() {
        let stat = "7 (a) b (c)) S 1 7 7 0 -1 4 1 0 0 0 0 0 0 0 20 0 1 0 4711 1000 0";
        assert_eq!(started(stat), Some(4711));
        assert_eq!(started("7 (short) S 1"), None);
    }

    #[test]
    fn an_id_that_came_round_again_is_another_process() {
        let then = Process { id: 7, started: Some(100) };
        assert!(then.is(&then));
        assert!(then.is(&Process { id: 7, started: None }));
        assert!(!then.is(&Process { id: 7, started: Some(200) }));
        assert!(!then.is(&Process { id: 8, started: Some(100) }));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_knows_its_start() {
        assert!(Process::current().started.is_some());
        assert!(Process::current().is(&Process::current()));
    }
}
