//! The cores of each game's programs, if games are played at the same time.

/// Cores for this number of concurrent games: `threads` for each and none shared, of those that this program may use.
///
/// # Errors
/// One line: there are not enough, or this system cannot bind programs to cores.
#[cfg(target_os = "linux")]
pub fn cores_of_games(games: usize, threads: usize) -> Result<Vec<Vec<usize>>, String> {
    use nix::sched::{CpuSet, sched_getaffinity};
    use nix::unistd::Pid;

    let allowed = sched_getaffinity(Pid::from_raw(0)).map_err(|error| format!("--affinity: {error}"))?;
    let cores = (0..CpuSet::count()).filter(|&core| allowed.is_set(core) == Ok(true)).collect();
    share(cores, games, threads)
}

/// Cores for this number of concurrent games.
///
/// # Errors
/// Always: this system cannot bind programs to cores.
#[cfg(not(target_os = "linux"))]
pub fn cores_of_games(_games: usize, _threads: usize) -> Result<Vec<Vec<usize>>, String> {
    Err("--affinity is supported on Linux only".to_string())
}

#[cfg(any(target_os = "linux", test))]
fn share(cores: Vec<usize>, games: usize, threads: usize) -> Result<Vec<Vec<usize>>, String> {
    let (needed, there) = (games.saturating_mul(threads), cores.len());
    if needed > there {
        return Err(format!(
            "--affinity: {games} games at once with {threads} threads each need {needed} cores, of which {there} are available"
        ));
    }
    Ok(cores.chunks(threads.max(1)).take(games).map(<[usize]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_cores_of_its_own() {
        let shared = share(vec![0, 2, 3, 5, 7], 2, 2);
        assert_eq!(shared, Ok(vec![vec![0, 2], vec![3, 5]]));
    }

    #[test]
    fn too_few_cores_are_an_error_with_the_numbers() {
        let error = share(vec![0, 1, 2], 2, 2).expect_err("three are too few");
        assert!(error.contains("need 4 cores, of which 3 are available"), "{error}");
    }
}
