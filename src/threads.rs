//! Threads for shared work: of those requested, as many as the system grants.
//!
//! The system refuses a thread when the user's limit is reached or memory is short. Shared work continues with the
//! threads granted, and its caller is notified of the others.
//!
//! Invariants: a refusal is not a panic, and all work is done, if need be by the caller alone.

use std::any::Any;
use std::fmt;
use std::io;
use std::panic::resume_unwind;
use std::sync::{MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

/// Threads that the system did not start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    refused: usize,
    wanted: usize,
    why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system refused {} of {} threads: {}", self.refused, self.wanted, self.why)
    }
}

/// The receiver of the first refusal.
static LISTENER: OnceLock<fn(&Refusal)> = OnceLock::new();

/// Calls `listener` at the first refusal in this process, for commands that share work and have no client.
pub fn on_first_refusal(listener: fn(&Refusal)) {
    let _ = LISTENER.set(listener);
}

/// Starts a thread for each piece of work until one is refused; the rest of the work is dropped.
pub fn start_all<'scope, T, F>(
    scope: &'scope Scope<'scope, '_>,
    works: impl ExactSizeIterator<Item = F>,
) -> (Vec<ScopedJoinHandle<'scope, T>>, Option<Refusal>)
where
    T: Send + 'scope,
    F: FnOnce() -> T + Send + 'scope,
{
    let wanted = works.len();
    let mut started = Vec::with_capacity(wanted);
    for work in works {
        match start(scope, started.len(), work) {
            Ok(thread) => started.push(thread),
            Err(error) => {
                let refusal = refused(wanted - started.len(), wanted, &error);
                return (started, Some(refusal));
            }
        }
    }
    (started, None)
}

/// A piece of work for a thread.
pub type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does pieces of work on threads of their own and `own`, which is handed the refusal of some of them, on this one. Returns
/// when all that was started is done; a panic of any of it continues here. Compiled once, whatever the work.
pub fn alongside(works: Vec<Work<'_>>, own: &mut dyn FnMut(Option<Refusal>)) {
    scope(|scope| {
        let (others, refusal) = start_all(scope, works.into_iter());
        own(refusal);
        others.into_iter().for_each(joined);
    });
}

/// Starts a thread after `number` others.
fn start<'scope, T, F>(
    scope: &'scope Scope<'scope, '_>,
    number: usize,
    work: F,
) -> io::Result<ScopedJoinHandle<'scope, T>>
where
    T: Send + 'scope,
    F: FnOnce() -> T + Send + 'scope,
{
    #[cfg(test)]
    if number >= testing::granted() {
        return Err(io::Error::from(io::ErrorKind::WouldBlock));
    }
    let _ = number;
    Builder::new().spawn_scoped(scope, work)
}

#[cold]
fn refused(refused: usize, wanted: usize, error: &io::Error) -> Refusal {
    static IS_KNOWN: std::sync::Once = std::sync::Once::new();
    let refusal = Refusal { refused, wanted, why: error.to_string() };
    if let Some(listener) = LISTENER.get() {
        IS_KNOWN.call_once(|| listener(&refusal));
    }
    refusal
}

/// The result of a thread. A panic there continues here.
pub fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Does the work on every item, on at most `threads` threads including the caller's; results are in the order of the
/// items.
pub fn share<T: Send, R: Send>(items: Vec<T>, threads: usize, work: &(dyn Fn(T) -> R + Sync)) -> Vec<R> {
    let helpers = threads.clamp(1, items.len().max(1)) - 1;
    let queue = Mutex::new(items.into_iter().enumerate());
    let run = || {
        let mut done = Vec::new();
        loop {
            let next = queue.lock().next();
            let Some((place, item)) = next else { return done };
            done.push((place, work(item)));
        }
    };
    let mut done = scope(|scope| {
        let (others, _) = start_all(scope, (0..helpers).map(|_| run));
        let own = run();
        others.into_iter().map(joined).fold(own, |mut all, some| {
            all.extend(some);
            all
        })
    });
    done.sort_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// A lock that a panic does not poison: what a panic interrupts is given up as a whole, so nobody reads a half-done value.
#[derive(Debug, Default)]
pub struct Mutex<T>(std::sync::Mutex<T>);

impl<T> Mutex<T> {
    /// An open lock.
    pub const fn new(value: T) -> Mutex<T> {
        Mutex(std::sync::Mutex::new(value))
    }

    /// Waits for the lock.
    #[inline]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value, without a lock: nobody else has it.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message of a panic.
pub fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}

/// Refusals for tests.
#[cfg(test)]
pub mod testing {
    use std::cell::Cell;

    thread_local! {
        static GRANTED: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    /// Maximum number of threads granted at a time to the current thread.
    pub(super) fn granted() -> usize {
        GRANTED.get()
    }

    /// Runs a function on this thread while at most this number of threads are granted to it at a time.
    pub fn with_threads<T>(granted: usize, work: impl FnOnce() -> T) -> T {
        let before = GRANTED.replace(granted);
        let done = work();
        GRANTED.set(before);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::testing::with_threads;
    use super::*;

    #[test]
    fn all_work_is_done_however_many_threads_are_granted() {
        for granted in [0, 1, 3, 100] {
            let squares =
                with_threads(granted, || share((0..1000).collect(), 8, &|number: u64| number * number));
            assert_eq!(squares, (0..1000).map(|number| number * number).collect::<Vec<_>>(), "{granted}");
        }
    }

    #[test]
    fn a_refusal_says_how_many_threads_there_are_not() {
        scope(|scope| {
            let (started, refusal) =
                with_threads(2, || start_all(scope, (0..5).map(|number| move || number)));
            assert_eq!(started.into_iter().map(joined).collect::<Vec<_>>(), [0, 1]);
            let text = refusal.expect("three are refused").to_string();
            assert!(text.starts_with("the system refused 3 of 5 threads: "), "{text}");
        });
    }

    #[test]
    fn a_lock_held_during_a_panic_opens_again() {
        let mut lock = Mutex::new(1);
        let panic = scope(|scope| {
            let held = scope.spawn(|| {
                let _guard = lock.lock();
                panic!("while the lock is held");
            });
            held.join()
        });
        assert!(panic.is_err());
        *lock.lock() += 1;
        assert_eq!(*lock.get_mut(), 2);
        assert_eq!(lock.into_inner(), 2);
    }

    #[test]
    fn what_a_panic_said_is_known() {
        let panic = |work: fn()| std::panic::catch_unwind(work).expect_err("a panic");
        assert_eq!(panic_text(&*panic(|| panic!("one"))), "one");
        assert_eq!(panic_text(&*panic(|| panic!("number {}", 2))), "number 2");
    }
}
