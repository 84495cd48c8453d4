//! A job of Windows for each program, with everything that the program starts.
//!
//! A job can be ended as a whole, and Windows ends it when its last handle is closed. This process has the only handle,
//! which is not inherited: however it ends, its programs end with it. A program is in its job before its first
//! instruction, so all of its children are too. These calls have no safe wrapper without a second set of bindings to
//! Windows; they are the only unsafe code here.
//!
//! Windows can refuse a job inside another, for example one that limits the user interface. Then the program runs
//! without a job: it is killed without its children, and survives if this process is killed.

#![allow(unsafe_code)]

use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle, HandleOrInvalid, HandleOrNull, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::ptr;

use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_SUSPENDED, OpenThread, ResumeThread, THREAD_SUSPEND_RESUME,
    TerminateProcess,
};

/// A program and its children.
pub(super) enum Group {
    Job(OwnedHandle),
    /// Windows has refused the job: only the program.
    Program(OwnedHandle),
}

impl Group {
    /// Starts a program in a job of its own. As the leader of a console group it does not get Ctrl-C.
    pub fn start(mut command: Command) -> io::Result<(Child, Group)> {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED);
        let mut child = command.spawn()?;
        match Group::of(&child).and_then(|group| resume(child.id()).map(|()| group)) {
            Ok(group) => Ok((child, group)),
            Err(error) => {
                child.kill()?;
                child.wait()?;
                Err(error)
            }
        }
    }

    fn of(program: &Child) -> io::Result<Group> {
        let alone = |_| program.as_handle().try_clone_to_owned().map(Group::Program);
        job_of(program).map(Group::Job).or_else(alone)
    }

    /// Ends everything in it.
    pub fn kill(&self) {
        // SAFETY: the handles are open.
        unsafe {
            match self {
                Group::Job(job) => TerminateJobObject(job.as_raw_handle(), 1),
                Group::Program(program) => TerminateProcess(program.as_raw_handle(), 1),
            }
        };
    }
}

/// A job with this program in it, that ends when its handle is closed.
fn job_of(child: &Child) -> io::Result<OwnedHandle> {
    // SAFETY: no attributes and no name are read, and nobody else owns the handle.
    let job = unsafe { HandleOrNull::from_raw_handle(CreateJobObjectW(ptr::null(), ptr::null())) };
    let job = OwnedHandle::try_from(job).map_err(|_| io::Error::last_os_error())?;
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    let (kind, size) = (JobObjectExtendedLimitInformation, size_of_val(&limits) as u32);
    // SAFETY: the handles are open, and the limits have that type and size.
    unsafe {
        succeeded(SetInformationJobObject(job.as_raw_handle(), kind, (&raw const limits).cast(), size))?;
        succeeded(AssignProcessToJobObject(job.as_raw_handle(), child.as_raw_handle()))?;
    }
    Ok(job)
}

/// Resumes a program that was started suspended. The standard library has closed the handle of its thread, which is
/// looked up in the system.
fn resume(program: u32) -> io::Result<()> {
    // SAFETY: nobody else owns the handle.
    let threads = unsafe { HandleOrInvalid::from_raw_handle(CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0)) };
    let threads = OwnedHandle::try_from(threads).map_err(|_| io::Error::last_os_error())?;
    let mut entry = THREADENTRY32 { dwSize: size_of::<THREADENTRY32>() as u32, ..Default::default() };
    // SAFETY: the handle is open, and the entry states its size; so below.
    let mut found = unsafe { Thread32First(threads.as_raw_handle(), &raw mut entry) } != 0;
    let mut resumed = false;
    while found {
        if entry.th32OwnerProcessID == program {
            // SAFETY: nobody else owns the handle.
            let thread = unsafe {
                HandleOrNull::from_raw_handle(OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID))
            };
            let thread = OwnedHandle::try_from(thread).map_err(|_| io::Error::last_os_error())?;
            // SAFETY: the handle is open. A thread that is already running continues.
            resumed |= unsafe { ResumeThread(thread.as_raw_handle()) } != u32::MAX;
        }
        found = unsafe { Thread32Next(threads.as_raw_handle(), &raw mut entry) } != 0;
    }
    if resumed { Ok(()) } else { Err(io::Error::other("Windows does not let it run")) }
}

/// The result of a Windows call.
fn succeeded(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
