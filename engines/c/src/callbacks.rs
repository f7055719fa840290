//! Calls from the engine into C: the world that a tick lends to them, and which callbacks are running.
//!
//! Function pointers have the ABI `C-unwind`, so that a C++ exception that leaves a callback ends the process with a message,
//! instead of being undefined behavior, and a panic of a callback in Rust makes its task fail.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use treewright_core::runtime::TaskContext;

use crate::node_task::{NodeNumber, NodeTask};
use crate::values::Shown;

/// What a tick lends to the game's tasks.
pub struct World {
    user: *mut c_void,
    /// The frames of the thread that ticks, found once a tick and not once a callback.
    frames: *const Frames,
}

impl World {
    /// Calls `run` with the world of a call from this thread, in which tasks get this pointer of the game.
    pub fn with<R>(user: *mut c_void, run: impl FnOnce(&mut Self) -> R) -> R {
        FRAMES.with(|frames| {
            frames.begin();
            run(&mut Self { user, frames })
        })
    }

    /// Returns the pointer of the game.
    pub fn user(&self) -> *mut c_void {
        self.user
    }
}

/// The callbacks of a thread that are running, one inside the other. Has no destructor, so that reaching it costs least.
pub struct Frames {
    top: Cell<*const Frame>,
    /// The number of the next callback; 0 before the first.
    next: Cell<usize>,
    /// The length of [`KEPT`].
    kept: Cell<usize>,
}

/// Counts the threads that have called back.
static THREADS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static FRAMES: Frames = const {
        Frames {
            top: Cell::new(ptr::null()),
            next: Cell::new(0),
            kept: Cell::new(0),
        }
    };

    /// Texts and lists that running callbacks were given.
    static KEPT: RefCell<Vec<Shown>> = const { RefCell::new(Vec::new()) };
}

impl Frames {
    /// Prepares the thread for its first callback.
    fn begin(&self) {
        if self.next.get() == 0 {
            // Threads number their nodes in ranges of their own, so that one is not taken for the other. A number returns when a
            // thread has called back more than 2^32 times (2^16 where pointers have 32 bits) and enters the next range, or when
            // there were as many threads. It then finds another callback only if that one is running in the same thread.
            let thread = THREADS.fetch_add(1, Ordering::Relaxed) << (usize::BITS / 2);
            self.next.set(thread.wrapping_add(1).max(1));
        }
    }

    /// Drops what callbacks were given that have returned.
    #[cold]
    fn keep_only(&self, count: usize) {
        self.kept.set(count);
        // Nothing is left to drop when the thread ends.
        let _ = KEPT.try_with(|kept| kept.borrow_mut().truncate(count));
    }
}

/// A callback that is running.
pub struct Frame {
    number: usize,
    /// A `TaskContext` of [`World`].
    context: *mut c_void,
    task: *const NodeTask,
    state: *mut c_void,
    before: *const Frame,
    /// How many texts and lists there were before.
    kept: usize,
}

impl Frame {
    /// Returns the memory of the node's own state; null if it has none.
    pub fn state(&self) -> *mut c_void {
        self.state
    }
}

/// Removes a frame when its callback returns or unwinds.
struct Leave<'f> {
    frames: &'f Frames,
    frame: &'f Frame,
}

impl Drop for Leave<'_> {
    #[inline]
    fn drop(&mut self) {
        self.frames.top.set(self.frame.before);
        if self.frames.kept.get() > self.frame.kept {
            self.frames.keep_only(self.frame.kept);
        }
    }
}

/// Calls back: `call` gets the number by which C knows the node while it runs.
#[inline]
pub fn call_back<R>(
    context: &mut TaskContext<'_, '_, World>,
    task: &NodeTask,
    state: *mut c_void,
    call: impl FnOnce(NodeNumber) -> R,
) -> R {
    let frames = context.world.frames;
    // SAFETY: the world is made and lent inside of `World::with`, in the thread that owns the frames and is running now.
    let frames = unsafe { &*frames };
    let number = frames.next.get();
    frames.next.set(number.wrapping_add(1).max(1));
    let frame = Frame {
        number,
        context: ptr::from_mut(context).cast(),
        task,
        state,
        before: frames.top.get(),
        kept: frames.kept.get(),
    };
    frames.top.set(&raw const frame);
    let _leave = Leave {
        frames,
        frame: &frame,
    };
    call(NodeNumber::of(number))
}

/// Calls `use_it` with a node's context, its task and the frame of its callback. `None` if no callback of this thread that is
/// running has this node.
#[inline]
pub fn with_node<R>(
    node: NodeNumber,
    use_it: impl FnOnce(&mut TaskContext<'_, '_, World>, &NodeTask, &Frame) -> R,
) -> Option<R> {
    FRAMES.with(|frames| {
        let mut at = frames.top.get();
        loop {
            // SAFETY: each frame in the list is on the stack of this thread, in a call that has not returned yet: `Leave`
            // removes it before.
            let frame = unsafe { at.as_ref() }?;
            if frame.number != node.number() {
                at = frame.before;
                continue;
            }
            let context = frame.context.cast::<TaskContext<'_, '_, World>>();
            // SAFETY: `call_back` made the pointer from a unique reference to such a context, which it does not use until the
            // callback returns. Only `with_node` uses it meanwhile, and nothing that runs inside of `use_it` calls back.
            let context = unsafe { &mut *context };
            // SAFETY: `call_back` made the pointer from a reference that outlives the frame.
            let task = unsafe { &*frame.task };
            return Some(use_it(context, task, frame));
        }
    })
}

/// Keeps a text or list until the callback that is running returns.
pub fn keep(shown: Shown) {
    let count = KEPT.with(|kept| {
        let mut kept = kept.borrow_mut();
        kept.push(shown);
        kept.len()
    });
    FRAMES.with(|frames| frames.kept.set(count));
}
