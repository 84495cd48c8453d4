//! A process group of Unix for each program.
//!
//! If this process is killed, Linux ends its programs, but not their children; on other systems a program only notices
//! the end of its standard input. The request to Linux, between fork and exec, is the only unsafe code here: there is
//! no other way.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// A program and everything in its process group.
pub(super) struct Group {
    leader: u32,
}

impl Group {
    /// Starts a program as the leader of its own process group: its children end with it, and Ctrl-C interrupts the
    /// match but not the engine.
    pub fn start(mut command: Command) -> io::Result<(Child, Group)> {
        command.process_group(0);
        #[cfg(target_os = "linux")]
        end_with_this_process(&mut command);
        let child = command.spawn()?;
        let group = Group { leader: child.id() };
        Ok((child, group))
    }

    /// Ends everything in the group.
    pub fn kill(&self) {
        if let Ok(leader) = i32::try_from(self.leader) {
            // The group may already be gone.
            let _ = killpg(Pid::from_raw(leader), Signal::SIGKILL);
        }
    }
}

/// Makes Linux kill the program as soon as this process has ended in any way.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn end_with_this_process(command: &mut Command) {
    use nix::sys::prctl::set_pdeathsig;
    use nix::unistd::getppid;

    let parent = nix::unistd::getpid();
    let ask = move || {
        set_pdeathsig(Signal::SIGKILL)?;
        // The parent may have ended before this request.
        if getppid() == parent { Ok(()) } else { Err(io::Error::from_raw_os_error(libc::ESRCH)) }
    };
    // SAFETY: between fork and exec only two system calls are made; nothing is allocated and no lock is taken.
    unsafe { command.pre_exec(ask) };
}
