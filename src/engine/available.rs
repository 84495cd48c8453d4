//! How much memory is available, without allocating any.
//!
//! The minimum of the available memory of the system ([`/proc/meminfo`]), the room in each control group of the process
//! (versions 1 and 2), and its limit of address space. All of it is text under `/proc` and `/sys` on Linux. A limit
//! whose file is missing or unreadable is ignored, and on other systems nothing is known.
//!
//! The page cache of a control group counts as free, because the system drops such pages if memory is needed.
//!
//! [`/proc/meminfo`]: https://man7.org/linux/man-pages/man5/proc_meminfo.5.html

use std::fs;
use std::path::{Path, PathBuf};

/// A table may take this part of the available memory: three quarters.
const SHARE: (u64, u64) = (3, 4);

/// A version of control groups: their mount point, and the names of their files.
struct Groups {
    mount: &'static str,
    limit: &'static str,
    used: &'static str,
    /// Lines of `memory.stat` that count what can be dropped.
    cached: [&'static str; 2],
}

const VERSION_1: Groups = Groups {
    mount: "/sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cached: ["total_active_file", "total_inactive_file"],
};
const VERSION_2: Groups = Groups {
    mount: "/sys/fs/cgroup",
    limit: "memory.max",
    used: "memory.current",
    cached: ["active_file", "inactive_file"],
};

/// The largest table, in MiB, that leaves enough memory for the system: at least 1; `None` if nothing is known. `held`
/// is the size in bytes of tables that will be freed for it.
pub(super) fn most_mib(held: u64) -> Option<u64> {
    // On other systems these names mean other things, and under Wine the failed look-up takes a tenth of a second.
    if cfg!(target_os = "linux") { available(held).map(share_mib) } else { None }
}

/// What a table may take of this number of bytes, in MiB.
fn share_mib(bytes: u64) -> u64 {
    let (part, of) = SHARE;
    ((bytes >> 20) * part / of).max(1)
}

/// Bytes that are available once `held` bytes of tables, if they are in memory, are freed.
fn available(held: u64) -> Option<u64> {
    let status = read("/proc/self/status");
    let resident = kibibytes(&status, "RssAnon:").unwrap_or(0);
    let groups = read("/proc/self/cgroup");
    let group = |kind: &Groups, path: Option<&str>| path.and_then(|path| room_of_groups(kind, path));
    let memory = [
        kibibytes(&read("/proc/meminfo"), "MemAvailable:"),
        group(&VERSION_1, path_of_version_1(&groups)),
        group(&VERSION_2, path_of_version_2(&groups)),
    ];
    let memory = memory.into_iter().flatten().min().map(|bytes| bytes.saturating_add(held.min(resident)));
    let space = limit_of_address_space(&read("/proc/self/limits"));
    let space = space.zip(kibibytes(&status, "VmSize:"));
    let space = space.map(|(limit, taken)| limit.saturating_sub(taken).saturating_add(held));
    memory.into_iter().chain(space).min()
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// The number of kibibytes in the line that begins with `name`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim_end().parse::<u64>().ok().map(|kib| kib << 10)
}

/// The group in which memory is counted by version 1, in a text of lines `number:controllers:path`.
fn path_of_version_1(groups: &str) -> Option<&str> {
    let has_memory = |controllers: &str| controllers.split(',').any(|name| name == "memory");
    group_paths(groups).find_map(|(controllers, path)| has_memory(controllers).then_some(path))
}

/// The group of version 2: the one without a list of controllers.
fn path_of_version_2(groups: &str) -> Option<&str> {
    group_paths(groups).find_map(|(controllers, path)| controllers.is_empty().then_some(path))
}

fn group_paths(groups: &str) -> impl Iterator<Item = (&str, &str)> {
    groups.lines().filter_map(|line| line.split_once(':')?.1.split_once(':'))
}

/// The least room in a group and in those around it. In a container the path may be the one outside of it; then the
/// mounted folder, the last one checked, is the group.
fn room_of_groups(kind: &Groups, path: &str) -> Option<u64> {
    let folders = Path::new(path).ancestors().map(|path| {
        let below = path.strip_prefix("/").unwrap_or(path);
        PathBuf::from(kind.mount).join(below)
    });
    let room = |folder: PathBuf| {
        let file = |name| read(folder.join(name));
        room_of_group(kind, &file(kind.limit), &file(kind.used), &file("memory.stat"))
    };
    folders.filter_map(room).min()
}

/// What a group may still allocate, by the texts of its files; `None` without a limit.
fn room_of_group(kind: &Groups, limit: &str, used: &str, stat: &str) -> Option<u64> {
    let limit: u64 = limit.trim().parse().ok()?;
    let used: u64 = used.trim().parse().ok()?;
    let count = |name: &&str| {
        let line = stat.lines().find_map(|line| line.strip_prefix(*name)?.strip_prefix(' '));
        line.and_then(|number| number.trim().parse::<u64>().ok()).unwrap_or(0)
    };
    let cached: u64 = kind.cached.iter().map(count).sum();
    Some(limit.saturating_sub(used.saturating_sub(cached)))
}

/// The soft limit of address space in bytes, `None` if there is none.
fn limit_of_address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_says_what_is_available_in_kibibytes() {
        let text = "MemTotal:       24684096 kB\nMemFree:        18604616 kB\nMemAvailable:   21772212 kB\n";
        assert_eq!(kibibytes(text, "MemAvailable:"), Some(21_772_212 << 10));
        assert_eq!(kibibytes(text, "RssAnon:"), None);
        assert_eq!(kibibytes("MemAvailable: many kB", "MemAvailable:"), None);
        assert_eq!(kibibytes("", "MemAvailable:"), None);
    }

    #[test]
    fn a_table_leaves_a_quarter_and_is_never_nothing() {
        assert_eq!(share_mib(1 << 30), 768);
        assert_eq!(share_mib(0), 1);
        assert_eq!(share_mib(u64::MAX), (u64::MAX >> 20) * 3 / 4);
    }

    #[test]
    fn the_group_of_memory_is_found_in_both_versions() {
        let first = "9:name=systemd:/\n4:cpu,memory:/jobs/a:b\n0::/\n";
        assert_eq!((path_of_version_1(first), path_of_version_2(first)), (Some("/jobs/a:b"), Some("/")));
        let second = "0::/user.slice/app.scope\n";
        assert_eq!(
            (path_of_version_1(second), path_of_version_2(second)),
            (None, Some("/user.slice/app.scope"))
        );
        assert_eq!((path_of_version_1("nonsense"), path_of_version_2("")), (None, None));
    }

    #[test]
    fn a_group_has_what_its_limit_leaves_and_what_it_keeps_of_files() {
        let stat = "anon 700\nactive_file 100\ninactive_file 50\ninactive_file_huge 9\n";
        assert_eq!(room_of_group(&VERSION_2, "1000\n", "850\n", stat), Some(300));
        assert_eq!(room_of_group(&VERSION_2, "1000\n", "2000\n", ""), Some(0));
        assert_eq!(room_of_group(&VERSION_2, "max\n", "850\n", stat), None);
        assert_eq!(room_of_group(&VERSION_2, "", "", ""), None);
        let stat = "active_file 1\ntotal_active_file 30\ntotal_inactive_file 20\n";
        assert_eq!(room_of_group(&VERSION_1, "1000", "500", stat), Some(550));
    }

    #[test]
    fn the_limit_of_address_space_is_the_soft_one() {
        let text = "Limit                     Soft Limit           Hard Limit           Units     \n\
                    Max cpu time              unlimited            unlimited            seconds   \n\
                    Max address space         4294967296           unlimited            bytes     \n";
        assert_eq!(limit_of_address_space(text), Some(1 << 32));
        assert_eq!(limit_of_address_space(&text.replace("4294967296", "unlimited")), None);
        assert_eq!(limit_of_address_space(""), None);
    }
}
