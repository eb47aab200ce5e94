//! The identity of the machine and of its present boot.

use std::fs;

use quicksalt::hazmat::blake2b;

/// The machine and its present boot. Both ids are zero if the operating system reports neither.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Host {
    /// A digest of the machine id, or a copy of `boot` if there is no machine id. According to its
    /// documentation the machine id itself must not be disclosed.
    pub machine: [u8; 16],
    /// A digest of the random id that the kernel draws at each boot.
    pub boot: [u8; 16],
}

impl Host {
    /// Returns the current host, from `machine-id(5)` and Linux's `boot_id` if they exist.
    ///
    /// # Errors
    /// [`quicksalt::Error::NoCandidate`] if BLAKE2b cannot be computed.
    pub fn current() -> quicksalt::Result<Self> {
        let machine = ["/etc/machine-id", "/var/lib/dbus/machine-id", "/etc/hostid"];
        let machine = id_in(&machine, b"qs-store-machine")?;
        let boot = id_in(&["/proc/sys/kernel/random/boot_id"], b"qs-store-boot-id")?;
        Ok(Self::of(machine, boot))
    }
}

impl Host {
    /// Without a machine id, a restarted machine cannot be distinguished from a different machine.
    fn of(machine: [u8; 16], boot: [u8; 16]) -> Self {
        Self { machine: if machine == [0; 16] { boot } else { machine }, boot }
    }
}

/// Returns the digest of the first listed file that is not empty.
fn id_in(paths: &[&str], personal: &[u8; blake2b::PERSONAL_LEN]) -> quicksalt::Result<[u8; 16]> {
    let mut id = [0; 16];
    let texts = paths.iter().filter_map(|path| fs::read(path).ok());
    if let Some(text) = texts.map(|text| text.trim_ascii().to_vec()).find(|text| !text.is_empty()) {
        blake2b::hash(&[], &[0; blake2b::SALT_LEN], personal, &mut id, &[&text])?;
    }
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::Host;

    #[test]
    fn a_machine_without_an_id_is_another_after_each_boot() {
        let (machine, boot) = ([1; 16], [2; 16]);
        assert_eq!(Host::of(machine, boot), Host { machine, boot });
        assert_eq!(Host::of([0; 16], boot), Host { machine: boot, boot });
    }
}
