//! Estimates the available memory from the figures of the operating system.
//!
//! Linux overcommits: an allocation succeeds, and the OOM killer ends a process when the memory is
//! used. This module predicts that from the system's available memory and the limits of control
//! groups.

use std::fs::read_to_string;
use std::path::Path;

/// Returns the number of bytes that can be used without waking the OOM killer, or `None` if the
/// system does not report it. The estimate is momentary, because other processes use memory too.
pub(crate) fn available() -> Option<u64> {
    under(Path::new("/"))
}

/// Does the same as [`available`], but reads the system's files under `root`.
fn under(root: &Path) -> Option<u64> {
    let system = read_to_string(root.join("proc/meminfo")).ok();
    let system = system.as_deref();
    let swap = system.and_then(|text| field(text, "SwapFree:")).unwrap_or_default() << 10;
    let here = system.and_then(|text| field(text, "MemAvailable:")).map(|kib| kib << 10);
    let groups = read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let left = groups.lines().filter_map(|line| of_group(root, line)).chain(here).min()?;
    Some(left.saturating_add(swap))
}

/// Returns the memory that a control group and its ancestors still allow; `line` is a line of
/// `/proc/self/cgroup` such as `0::/user.slice` (version 2) or `4:memory:/docker/...` (version 1).
fn of_group(root: &Path, line: &str) -> Option<u64> {
    let mut fields = line.splitn(3, ':');
    let (_, controllers, group) = (fields.next()?, fields.next()?, fields.next()?);
    let (mount, limit, usage, cached) = if controllers.is_empty() {
        ("sys/fs/cgroup", "memory.max", "memory.current", ["inactive_file ", "active_file "])
    } else if controllers.split(',').any(|controller| controller == "memory") {
        let cached = ["total_inactive_file ", "total_active_file "];
        ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", cached)
    } else {
        return None;
    };
    let mount = root.join(mount);
    // In a container the mount point itself may be the control group.
    let own = mount.join(group.trim_start_matches('/'));
    let of_one = |folder: &Path| {
        let number = |file: &str| read_to_string(folder.join(file)).ok()?.trim().parse().ok();
        // If there is no limit, the file contains `max`, which does not parse as a number.
        let (limit, usage): (u64, u64) = (number(limit)?, number(usage)?);
        // The kernel reclaims cached files when memory is short.
        let stat = read_to_string(folder.join("memory.stat")).unwrap_or_default();
        let files = cached.iter().filter_map(|name| field(&stat, name)).sum();
        Some(limit.saturating_sub(usage.saturating_sub(files)))
    };
    own.ancestors().take_while(|folder| folder.starts_with(&mount)).filter_map(of_one).min()
}

/// Returns the number that follows `name` at the beginning of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs::{create_dir_all, remove_dir_all, write};
    use std::path::PathBuf;

    use super::{available, under};

    /// A fake system directory with the given files. Dropping it deletes the files.
    struct System(PathBuf);

    impl System {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let root = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
            for (file, content) in files {
                let path = root.join(file);
                create_dir_all(path.parent().unwrap()).unwrap();
                write(path, content).unwrap();
            }
            Self(root)
        }
    }

    impl Drop for System {
        fn drop(&mut self) {
            remove_dir_all(&self.0).unwrap();
        }
    }

    const MEMINFO: (&str, &str) = (
        "proc/meminfo",
        "MemTotal:    8000 kB\nMemFree:   100 kB\nMemAvailable:   4000 kB\nSwapFree:  500 kB\n",
    );

    #[test]
    fn a_system_without_figures_is_none() {
        assert_eq!(under(&std::env::temp_dir().join("nothing-there")), None);
        #[cfg(target_os = "linux")]
        assert!(available().unwrap() > 0);
    }

    #[test]
    fn without_groups_the_limit_is_available_memory_and_swap() {
        let system = System::new("available-alone", &[MEMINFO]);
        assert_eq!(under(&system.0), Some(4500 << 10));
    }

    #[test]
    fn the_tightest_group_limits_without_its_cached_files() {
        let system = System::new(
            "available-groups",
            &[
                MEMINFO,
                ("proc/self/cgroup", "1:cpu:/a\n0::/a/b\n"),
                ("sys/fs/cgroup/memory.max", "max\n"),
                ("sys/fs/cgroup/memory.current", "7000000\n"),
                ("sys/fs/cgroup/a/memory.max", "1000000\n"),
                ("sys/fs/cgroup/a/memory.current", "900000\n"),
                ("sys/fs/cgroup/a/memory.stat", "anon 5\ninactive_file 300000\nactive_file 7\n"),
                ("sys/fs/cgroup/a/b/memory.max", "2000000\n"),
                ("sys/fs/cgroup/a/b/memory.current", "900000\n"),
            ],
        );
        assert_eq!(under(&system.0), Some(400_007 + (500 << 10)));
    }

    #[test]
    fn a_version_1_group_in_a_container_is_the_mount_point() {
        let system = System::new(
            "available-old",
            &[
                MEMINFO,
                ("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:blkio,memory:/docker/x\n"),
                ("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000\n"),
                ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1200000\n"),
                ("sys/fs/cgroup/memory/memory.stat", "cache 1\ntotal_active_file 100000\n"),
            ],
        );
        assert_eq!(under(&system.0), Some(500 << 10));
    }
}
