//! Writes copies beside the window's thread: documents may be large, and disks slow. What is to be copied is a state of a document that nobody
//! changes any more, so that it can be written at any moment, even while another thread comes to grief.

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

/// How long whoever ends the program waits for a copy that is just being written, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// After what time a copy that could not be written is tried again: the disk may have room by then, or be there again.
const AGAIN: Duration = if cfg!(test) {
    Duration::from_millis(50)
} else {
    Duration::from_secs(5)
};

/// Added to the key of a document whose state may be half of a change, so that its copy lies beside the one that is whole.
const BESIDE: u64 = 1 << 63;

/// Unsaved work at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Tells the documents of one session apart.
    pub key: u64,
    /// Where the work belongs.
    pub head: CopyHead,
    /// The document as it was.
    pub document: Arc<Document>,
}

/// Why a copy could not be written.
#[derive(Debug)]
pub enum CopyError {
    /// The document cannot be put into words.
    Write(WriteError),
    /// The file cannot be written.
    Save(SaveError),
    /// Writing it panicked, and said this.
    Panicked(String),
}

impl From<SaveError> for CopyError {
    fn from(error: SaveError) -> Self {
        Self::Save(error)
    }
}

/// A session that keeps copies, or one that ended and whose copies this one offers: nobody else shall offer them meanwhile.
#[derive(Debug)]
pub struct Session {
    pub name: String,
    pub lock: PathBuf,
    /// Held for as long as this lives.
    pub held: File,
}

/// The last state of a document.
#[derive(Debug)]
struct Last {
    snapshot: Arc<Snapshot>,
    /// A copy of this very state is on the disk.
    is_written: bool,
    /// Copies of other sessions that it takes the place of, once it is on the disk.
    replaces: Vec<PathBuf>,
}

/// What the window and the thread that writes share.
#[derive(Debug)]
struct Shared {
    folder: PathBuf,
    /// The own session, begun with the first copy. Whoever writes or removes a copy holds this meanwhile.
    session: Mutex<Option<Session>>,
    /// Held for no longer than it takes to look something up, and never while anything else is done.
    last: Mutex<BTreeMap<u64, Last>>,
}

/// What the thread is to do.
enum Order {
    Write(u64),
    WriteAt(u64, Instant),
    /// With those that it was to take the place of: their work is saved or given up as well.
    Remove(u64, Vec<PathBuf>),
    /// Says when everything before it is done.
    Tell(Sender<()>),
}

impl Order {
    /// The document that it is about.
    fn key(&self) -> Option<u64> {
        match self {
            Self::Write(key) | Self::WriteAt(key, _) | Self::Remove(key, _) => Some(*key),
            Self::Tell(_) => None,
        }
    }
}

/// The copies of this session.
#[derive(Debug)]
pub struct Writing {
    shared: Arc<Shared>,
    thread: Option<(Sender<Order>, JoinHandle<()>)>,
    faults: (Sender<CopyError>, Receiver<CopyError>),
}

impl Writing {
    /// Copies in this folder.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            shared: Arc::new(Shared {
                folder,
                session: Mutex::new(None),
                last: Mutex::new(BTreeMap::new()),
            }),
            thread: None,
            faults: channel(),
        }
    }

    /// This is what is to be written of a document from now on, if it has to be. Writes nothing yet.
    pub fn put(&self, snapshot: Arc<Snapshot>) {
        let (key, mut last) = (snapshot.key, free(&self.shared.last));
        let known = last.remove(&key);
        let same = known.as_ref().is_some_and(|known| {
            Arc::ptr_eq(&known.snapshot.document, &snapshot.document)
                && known.snapshot.head == snapshot.head
        });
        let state = Last {
            snapshot,
            is_written: same && known.as_ref().is_some_and(|known| known.is_written),
            replaces: known.map_or_else(Vec::new, |known| known.replaces),
        };
        last.insert(key, state);
    }

    /// The same for a state that may be half of a change: the state before it, if it is another one, stays beside it.
    pub fn put_beside(&self, mut snapshot: Snapshot) {
        let is_another = free(&self.shared.last)
            .get(&snapshot.key)
            .is_some_and(|known| !Arc::ptr_eq(&known.snapshot.document, &snapshot.document));
        if is_another {
            snapshot.key |= BESIDE;
        }
        self.put(Arc::new(snapshot));
    }

    /// The copy of this document, once it is written, takes the place of that one, which another session left.
    pub fn replaces(&self, key: u64, copy: &Path) {
        if let Some(last) = free(&self.shared.last).get_mut(&key) {
            last.replaces.push(copy.to_owned());
        }
    }

    /// Writes the last state of a document soon.
    pub fn write_soon(&mut self, key: u64) {
        self.order(Order::Write(key));
    }

    /// Writes the last state of a document when this time has passed, should nobody order it before.
    pub fn write_within(&mut self, key: u64, time: Duration) {
        self.order(Order::WriteAt(key, Instant::now() + time));
    }

    /// Removes the copy of one document; its work is saved or given up.
    pub fn remove(&mut self, key: u64) {
        let known = free(&self.shared.last).remove(&key);
        if let Some(known) = known {
            self.order(Order::Remove(key, known.replaces));
        }
    }

    /// What went wrong since this was asked last.
    pub fn fault(&self) -> Option<CopyError> {
        self.faults.1.try_iter().last()
    }

    /// Waits until everything that was ordered is done.
    pub fn wait(&mut self) {
        let (done, is_done) = channel();
        if self.thread.is_some() {
            self.order(Order::Tell(done));
            let _ = is_done.recv_timeout(PATIENCE);
        }
    }

    /// By which others can write what is there at the end, whatever end that is.
    pub fn last_words(&self) -> LastWords {
        LastWords(self.shared.clone())
    }

    /// Whether a session is this one.
    pub fn is_own(&self, session: &str) -> bool {
        let own = free(&self.shared.session);
        own.as_ref().is_some_and(|own| own.name == session)
    }

    /// The session, if it was begun.
    pub fn end(&mut self) -> Option<Session> {
        self.last_words().write();
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
        free(&self.shared.session).take()
    }

    /// Ends without a word, and leaves everything as it is on the disk.
    pub fn abandon(&mut self) {
        free(&self.shared.last).clear();
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
        free(&self.shared.session).take();
    }

    fn order(&mut self, order: Order) {
        if self.thread.is_none() {
            let (sender, orders) = channel();
            let (shared, faults) = (self.shared.clone(), self.faults.0.clone());
            let place = on_purpose::wanted();
            let follow = move || {
                on_purpose::want(place);
                let mut due = BTreeMap::new();
                while let Some(order) = next(&orders, &mut due) {
                    let (key, is_told) = (order.key(), matches!(order, Order::Write(_)));
                    let Err(error) = shared.follow(order) else {
                        continue;
                    };
                    // What cannot be put into words today cannot be tomorrow; a disk may be well again.
                    if let (Some(key), CopyError::Save(_)) = (key, &error) {
                        due.insert(key, Instant::now() + AGAIN);
                    }
                    // Nobody wants to hear every few seconds that the disk is still full.
                    if is_told {
                        let _ = faults.send(error);
                    }
                }
            };
            let thread = thread::Builder::new().name("recovery".to_owned());
            self.thread = thread.spawn(follow).ok().map(|thread| (sender, thread));
        }
        let order = match &self.thread {
            Some((sender, _)) => sender.send(order).map_err(|unsent| unsent.0),
            None => Err(order),
        };
        // Without a thread the window has to wait for it.
        if let Err(order) = order
            && let Err(error) = self.shared.follow(order)
        {
            let _ = self.faults.0.send(error);
        }
    }
}

/// Writes the copies that are missing when the program ends, from any thread: in a hook of panics, in a handler of signals.
#[derive(Clone, Debug)]
pub struct LastWords(Arc<Shared>);

impl LastWords {
    /// Writes the last state of each document with unsaved changes of which there is no copy yet, and says of which ones there is one now. Needs no lock
    /// that code which can come to grief holds for long: the one for writing is waited for no longer than two seconds, the other is only
    /// held to look something up.
    pub fn write(&self) -> BTreeSet<u64> {
        let Some(mut session) = within_patience(&self.0.session) else {
            return BTreeSet::new();
        };
        let keys: Vec<u64> = match within_patience(&self.0.last) {
            Some(last) => last.keys().copied().collect(),
            None => return BTreeSet::new(),
        };
        // Each by itself: a document that cannot be written costs no other its copy.
        let mut write = |key| matches!(caught(|| self.0.write(&mut session, key)), Ok(Ok(())));
        let written = keys.into_iter().filter(|key| write(*key));
        written.map(|key| key & !BESIDE).collect()
    }
}

/// The next thing to do, which is to write what is due where no order comes before; none if no order will come any more.
fn next(orders: &Receiver<Order>, due: &mut BTreeMap<u64, Instant>) -> Option<Order> {
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
                        return Some(Order::WriteAt(key, at));
                    }
                }
            }
        };
        match order {
            // The first time counts: what changes meanwhile is written with it.
            Order::WriteAt(key, at) => {
                due.entry(key).or_insert(at);
            }
            Order::Write(key) | Order::Remove(key, _) => {
                due.remove(&key);
                return Some(order);
            }
            Order::Tell(_) => return Some(order),
        }
    }
}

impl Shared {
    /// Does it. A panic costs this order and no other.
    fn follow(&self, order: Order) -> Result<(), CopyError> {
        caught(|| self.try_to_follow(order)).unwrap_or_else(|said| Err(CopyError::Panicked(said)))
    }

    fn try_to_follow(&self, order: Order) -> Result<(), CopyError> {
        match order {
            Order::Write(key) | Order::WriteAt(key, _) => self.write(&mut free(&self.session), key),
            Order::Remove(key, replaced) => {
                let session = free(&self.session);
                // A document that has unsaved changes again meanwhile gets its copy anew.
                if let Some(last) = free(&self.last).get_mut(&key) {
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
            Order::Tell(done) => {
                let _ = done.send(());
                Ok(())
            }
        }
    }

    /// Writes the copy of one document, unless it is on the disk; then what it takes the place of goes.
    fn write(&self, session: &mut Option<Session>, key: u64) -> Result<(), CopyError> {
        let snapshot = match free(&self.last).get(&key) {
            None => return Ok(()),
            Some(last) => (!last.is_written).then(|| last.snapshot.clone()),
        };
        if let Some(snapshot) = &snapshot {
            on_purpose::panic_at(&format!("copy of {}", snapshot.head.title));
            let own = match session {
                Some(own) => own,
                none => none.insert(begin(&self.folder).map_err(SaveError::from)?),
            };
            let document = native::write(&snapshot.document).map_err(CopyError::Write)?;
            let text = copy::text(&snapshot.head, &document).map_err(io::Error::other);
            let text = text.map_err(SaveError::from)?;
            files::keep_private(&self.file(own, key), text.as_bytes(), Expected::Anything)?;
        }
        let mut replaced = Vec::new();
        if let Some(last) = free(&self.last).get_mut(&key) {
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

    fn file(&self, own: &Session, key: u64) -> PathBuf {
        self.folder.join(format!("{}-{key}.copy", own.name))
    }
}

fn begin(folder: &Path) -> io::Result<Session> {
    files::make_private_folder(folder)?;
    let (lock, held) = lock::begin(folder, "session-")?;
    let name = lock.file_stem().unwrap_or_default();
    Ok(Session {
        name: name.to_string_lossy().into_owned(),
        lock,
        held,
    })
}

/// What a panic left in the middle is whole all the same: nothing is done under these locks that takes more than one step.
fn free<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same, unless whoever holds it does not let go of it: it may be the one that asks.
fn within_patience<T>(lock: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    let mut waited = Duration::ZERO;
    loop {
        match lock.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if waited < PATIENCE => {
                thread::sleep(LOOK_EVERY);
                waited += LOOK_EVERY;
            }
            Err(TryLockError::WouldBlock) => return None,
        }
    }
}
