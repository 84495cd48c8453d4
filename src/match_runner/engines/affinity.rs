//! Cores for a program: it inherits those of the thread that starts it.

/// Calls `start` with this thread bound to these cores, and releases the thread again. Without cores, and on systems
/// other than Linux, it only calls `start`.
///
/// # Errors
/// One line: the cores do not exist.
#[cfg(target_os = "linux")]
pub(super) fn on_cores<T>(cores: Option<&[usize]>, start: impl FnOnce() -> T) -> Result<T, String> {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    let Some(cores) = cores.filter(|cores| !cores.is_empty()) else { return Ok(start()) };
    let this_thread = Pid::from_raw(0);
    let cannot = |error| format!("cannot bind a program to the cores {cores:?}: {error}");
    let before = sched_getaffinity(this_thread).map_err(cannot)?;
    let mut wanted = CpuSet::new();
    cores.iter().try_for_each(|&core| wanted.set(core)).map_err(cannot)?;
    sched_setaffinity(this_thread, &wanted).map_err(cannot)?;
    let started = start();
    // An affinity that could be set can be restored.
    let _ = sched_setaffinity(this_thread, &before);
    Ok(started)
}

/// Calls `start`.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub(super) fn on_cores<T>(_: Option<&[usize]>, start: impl FnOnce() -> T) -> Result<T, String> {
    Ok(start())
}
