//! Writes recovery copies on a background thread, because documents may be large and disks slow. A copy is made from an immutable snapshot of a
//! document, so that it can be written at any moment, even while another thread panics.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use treewright_core::format::{WriteError, native};
use treewright_core::model::Document;
use treewright_core::on_purpose;

use super::copy::{self, CopyHead};
use crate::host::files::{self, Expected, SaveError, lock};
use crate::host::panics::caught;

/// At exit, how long to wait for a copy that is being written, and how often to check.
const PATIENCE: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// After what time a failed copy is retried: by then the disk may have space or be mounted again.
const RETRY_AFTER: Duration = if cfg!(test) {
    Duration::from_millis(50)
} else {
    Duration::from_secs(5)
};

/// Added to the key of a document whose state may be inconsistent, so that its copy does not replace the consistent one.
const INCONSISTENT: u64 = 1 << 63;

/// Unsaved work at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Identifies the document within the session.
    pub key: u64,
    pub head: CopyHead,
    pub document: Arc<Document>,
}

/// Why a copy could not be written.
#[derive(Debug)]
pub enum CopyError {
    /// The document cannot be serialized.
    Write(WriteError),
    Save(SaveError),
    /// Writing panicked with this message.
    Panicked(String),
}

impl From<SaveError> for CopyError {
    fn from(error: SaveError) -> Self {
        Self::Save(error)
    }
}

/// A session that writes copies, or an ended one whose copies this session offers. The lock keeps other sessions from offering them.
#[derive(Debug)]
pub struct CopySession {
    pub name: String,
    pub lock: PathBuf,
    /// Keeps the lock while open.
    pub held: File,
}

/// The latest state of a document.
#[derive(Debug)]
struct LatestState {
    snapshot: Arc<Snapshot>,
    /// Whether a copy of exactly this state is on disk.
    is_written: bool,
    /// Copies of other sessions to be removed once this one is on disk.
    replaces: Vec<PathBuf>,
}

/// State that the window and the writing thread share.
#[derive(Debug)]
struct SharedState {
    folder: PathBuf,
    /// This session, started with the first copy. Locked while a copy is written or removed.
    session: Mutex<Option<CopySession>>,
    /// Locked only for lookups, never during other work.
    last: Mutex<BTreeMap<u64, LatestState>>,
}

/// A task for the writing thread.
enum WriterTask {
    Write(u64),
    WriteAt(u64, Instant),
    /// Also removes the copies that it would have replaced: their work is saved or discarded, too.
    Remove(u64, Vec<PathBuf>),
    /// Replies when all earlier orders are done.
    Reply(Sender<()>),
}

impl WriterTask {
    /// Returns the document's key.
    fn key(&self) -> Option<u64> {
        match self {
            Self::Write(key) | Self::WriteAt(key, _) | Self::Remove(key, _) => Some(*key),
            Self::Reply(_) => None,
        }
    }
}

/// The copies of this session.
#[derive(Debug)]
pub struct CopyWriter {
    shared: Arc<SharedState>,
    thread: Option<(Sender<WriterTask>, JoinHandle<()>)>,
    faults: (Sender<CopyError>, Receiver<CopyError>),
}

impl CopyWriter {
    /// Writes copies to this folder.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            shared: Arc::new(SharedState {
                folder,
                session: Mutex::new(None),
                last: Mutex::new(BTreeMap::new()),
            }),
            thread: None,
            faults: channel(),
        }
    }

    /// Sets the state of a document to be written by the next order. Writes nothing itself.
    pub fn put(&self, snapshot: Arc<Snapshot>) {
        let (key, mut last) = (snapshot.key, lock_ignoring_poison(&self.shared.last));
        let known = last.remove(&key);
        let same = known.as_ref().is_some_and(|known| {
            Arc::ptr_eq(&known.snapshot.document, &snapshot.document)
                && known.snapshot.head == snapshot.head
        });
        let state = LatestState {
            snapshot,
            is_written: same && known.as_ref().is_some_and(|known| known.is_written),
            replaces: known.map_or_else(Vec::new, |known| known.replaces),
        };
        last.insert(key, state);
    }

    /// Like [`CopyWriter::put`], for a state that may be inconsistent: an earlier, different state keeps its own copy.
    pub fn put_beside(&self, mut snapshot: Snapshot) {
        let is_another = lock_ignoring_poison(&self.shared.last)
            .get(&snapshot.key)
            .is_some_and(|known| !Arc::ptr_eq(&known.snapshot.document, &snapshot.document));
        if is_another {
            snapshot.key |= INCONSISTENT;
        }
        self.put(Arc::new(snapshot));
    }

    /// Removes `copy`, left by another session, once the copy of this document is written.
    pub fn replaces(&self, key: u64, copy: &Path) {
        if let Some(last) = lock_ignoring_poison(&self.shared.last).get_mut(&key) {
            last.replaces.push(copy.to_owned());
        }
    }

    /// Orders the latest state of a document to be written as soon as possible.
    pub fn write_soon(&mut self, key: u64) {
        self.order(WriterTask::Write(key));
    }

    /// Orders the latest state of a document to be written after this time, unless another order does so earlier.
    pub fn write_within(&mut self, key: u64, time: Duration) {
        self.order(WriterTask::WriteAt(key, Instant::now() + time));
    }

    /// Removes the copy of a document whose work is saved or discarded.
    pub fn remove(&mut self, key: u64) {
        let known = lock_ignoring_poison(&self.shared.last).remove(&key);
        if let Some(known) = known {
            self.order(WriterTask::Remove(key, known.replaces));
        }
    }

    /// Returns the last error since the previous call.
    pub fn fault(&self) -> Option<CopyError> {
        self.faults.1.try_iter().last()
    }

    /// Waits until all orders are done, for at most two seconds.
    pub fn wait(&mut self) {
        let (done, is_done) = channel();
        if self.thread.is_some() {
            self.order(WriterTask::Reply(done));
            let _ = is_done.recv_timeout(PATIENCE);
        }
    }

    /// Returns a handle to write missing copies when the program ends for any reason.
    pub fn emergency_writer(&self) -> EmergencyWriter {
        EmergencyWriter(self.shared.clone())
    }

    /// Returns whether this is the name of the own session.
    pub fn is_own(&self, session: &str) -> bool {
        let own = lock_ignoring_poison(&self.shared.session);
        own.as_ref().is_some_and(|own| own.name == session)
    }

    /// Writes missing copies, stops the thread and returns the session, if it was started.
    pub fn end(&mut self) -> Option<CopySession> {
        self.emergency_writer().write();
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
        lock_ignoring_poison(&self.shared.session).take()
    }

    /// Stops without writing or removing anything.
    pub fn abandon(&mut self) {
        lock_ignoring_poison(&self.shared.last).clear();
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
        lock_ignoring_poison(&self.shared.session).take();
    }

    fn order(&mut self, order: WriterTask) {
        if self.thread.is_none() {
            let (sender, orders) = channel();
            let (shared, faults) = (self.shared.clone(), self.faults.0.clone());
            let place = on_purpose::wanted();
            let execute = move || {
                on_purpose::want(place);
                let mut due = BTreeMap::new();
                while let Some(order) = next_task(&orders, &mut due) {
                    let (key, is_reported) = (order.key(), matches!(order, WriterTask::Write(_)));
                    let Err(error) = shared.execute(order) else {
                        continue;
                    };
                    // A document that cannot be serialized now will not be later; a disk may recover.
                    if let (Some(key), CopyError::Save(_)) = (key, &error) {
                        due.insert(key, Instant::now() + RETRY_AFTER);
                    }
                    // Repeated failures of retries are not reported.
                    if is_reported {
                        let _ = faults.send(error);
                    }
                }
            };
            let thread = thread::Builder::new().name("recovery".to_owned());
            self.thread = thread.spawn(execute).ok().map(|thread| (sender, thread));
        }
        let order = match &self.thread {
            Some((sender, _)) => sender.send(order).map_err(|unsent| unsent.0),
            None => Err(order),
        };
        // Without a thread, the window itself has to do it.
        if let Err(order) = order
            && let Err(error) = self.shared.execute(order)
        {
            let _ = self.faults.0.send(error);
        }
    }
}

/// Writes missing copies when the program ends, on any thread: in a panic hook or a signal handler.
#[derive(Clone, Debug)]
pub struct EmergencyWriter(Arc<SharedState>);

impl EmergencyWriter {
    /// Writes the latest state of each unsaved document that has no copy, and returns the documents that have one now. Waits at most two seconds for
    /// the lock for writing; the other lock is only held for lookups. So it does not block on code that panicked.
    pub fn write(&self) -> BTreeSet<u64> {
        let Some(mut session) = try_lock_for_a_while(&self.0.session) else {
            return BTreeSet::new();
        };
        let keys: Vec<u64> = match try_lock_for_a_while(&self.0.last) {
            Some(last) => last.keys().copied().collect(),
            None => return BTreeSet::new(),
        };
        // Each on its own: a document that cannot be written must not prevent the copies of others.
        let mut write = |key| matches!(caught(|| self.0.write(&mut session, key)), Ok(Ok(())));
        let written = keys.into_iter().filter(|key| write(*key));
        written.map(|key| key & !INCONSISTENT).collect()
    }
}

/// Returns the next order, or a copy that is due before one arrives. `None` if no more orders will come.
fn next_task(
    orders: &Receiver<WriterTask>,
    due: &mut BTreeMap<u64, Instant>,
) -> Option<WriterTask> {
    loop {
        let first = due.iter().min_by_key(|(_, at)| **at);
        let first = first.map(|(key, at)| (*key, *at));
        let order = match first {
            None => orders.recv().ok()?,
            Some((key, at)) => {
                let wait = at.saturating_duration_since(Instant::now());
                match orders.recv_timeout(wait) {
                    Ok(order) => order,
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {
                        due.remove(&key);
                        return Some(WriterTask::WriteAt(key, at));
                    }
                }
            }
        };
        match order {
            // The earliest time counts; later changes are written with it.
            WriterTask::WriteAt(key, at) => {
                due.entry(key).or_insert(at);
            }
            WriterTask::Write(key) | WriterTask::Remove(key, _) => {
                due.remove(&key);
                return Some(order);
            }
            WriterTask::Reply(_) => return Some(order),
        }
    }
}

impl SharedState {
    /// Executes an order. A panic only affects this order.
    fn execute(&self, order: WriterTask) -> Result<(), CopyError> {
        caught(|| self.try_execute(order)).unwrap_or_else(|said| Err(CopyError::Panicked(said)))
    }

    fn try_execute(&self, order: WriterTask) -> Result<(), CopyError> {
        match order {
            WriterTask::Write(key) | WriterTask::WriteAt(key, _) => {
                self.write(&mut lock_ignoring_poison(&self.session), key)
            }
            WriterTask::Remove(key, replaced) => {
                let session = lock_ignoring_poison(&self.session);
                // A document that has unsaved changes again by now gets a new copy.
                if let Some(last) = lock_ignoring_poison(&self.last).get_mut(&key) {
                    last.is_written = false;
                }
                if let Some(own) = session.as_ref() {
                    files::remove(&self.file(own, key));
                }
                for copy in replaced {
                    files::remove(&copy);
                }
                Ok(())
            }
            WriterTask::Reply(done) => {
                let _ = done.send(());
                Ok(())
            }
        }
    }

    /// Writes the copy of a document, unless it is on disk already, and removes the copies that it replaces.
    fn write(&self, session: &mut Option<CopySession>, key: u64) -> Result<(), CopyError> {
        let snapshot = match lock_ignoring_poison(&self.last).get(&key) {
            None => return Ok(()),
            Some(last) => (!last.is_written).then(|| last.snapshot.clone()),
        };
        if let Some(snapshot) = &snapshot {
            on_purpose::panic_at(&format!("copy of {}", snapshot.head.title));
            let own = match session {
                Some(own) => own,
                none => none.insert(start_session(&self.folder).map_err(SaveError::from)?),
            };
            let document = native::write(&snapshot.document).map_err(CopyError::Write)?;
            let text = copy::text(&snapshot.head, &document).map_err(io::Error::other);
            let text = text.map_err(SaveError::from)?;
            files::keep_private(&self.file(own, key), text.as_bytes(), Expected::Anything)?;
        }
        let mut replaced = Vec::new();
        if let Some(last) = lock_ignoring_poison(&self.last).get_mut(&key) {
            if let Some(snapshot) = &snapshot {
                last.is_written = Arc::ptr_eq(&last.snapshot, snapshot);
            }
            replaced = std::mem::take(&mut last.replaces);
        }
        for copy in replaced {
            files::remove(&copy);
        }
        Ok(())
    }

    fn file(&self, own: &CopySession, key: u64) -> PathBuf {
        self.folder.join(format!("{}-{key}.copy", own.name))
    }
}

fn start_session(folder: &Path) -> io::Result<CopySession> {
    files::make_private_folder(folder)?;
    let (lock, held) = lock::create(folder, "session-")?;
    let name = lock.file_stem().unwrap_or_default();
    Ok(CopySession {
        name: name.to_string_lossy().into_owned(),
        lock,
        held,
    })
}

/// Ignores poisoning: every change under these locks is a single step, so a panic leaves nothing half done.
fn lock_ignoring_poison<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Like [`lock_ignoring_poison`], but gives up after two seconds, because the caller itself may hold the lock.
fn try_lock_for_a_while<T>(lock: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    let mut waited = Duration::ZERO;
    loop {
        match lock.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if waited < PATIENCE => {
                thread::sleep(POLL_INTERVAL);
                waited += POLL_INTERVAL;
            }
            Err(TryLockError::WouldBlock) => return None,
        }
    }
}
