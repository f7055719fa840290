//! A start while an editor runs already: its files are handed over to the window that is there. The two talk over a socket of this machine, in a
//! folder of the user's, and only one who can read a file of the user's is believed. Whatever goes wrong, there is a new window.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use interprocess::local_socket::{Listener, ListenerOptions, Name, Stream, prelude::*};
use serde::{Deserialize, Serialize};

use super::files;
use super::job::{Job, Work};

/// The socket and what proves that somebody may speak on it, in the folder of the editor's state.
const SOCKET: &str = "editor.sock";
const TOKEN: &str = "editor.token";

/// The most bytes of a message.
const LIMIT: u64 = 1 << 20;

/// How long a start waits for the window that is there, and how long it asks again where that has no place for it.
const PATIENCE: Duration = Duration::from_secs(2);
const ASKING: Duration = Duration::from_millis(1500);
const AGAIN: Duration = Duration::from_millis(50);

/// How many starts are heard at once, and how long each: it has its message ready.
const MOST: usize = 8;
const HEARD_FOR: Duration = Duration::from_millis(500);

/// What is said when files are taken, and when there are too many starts at once.
const TAKEN: &str = "taken";
const BUSY: &str = "busy";

#[derive(Serialize, Deserialize)]
struct Message {
    token: String,
    files: Vec<PathBuf>,
}

/// Files that other starts want to be opened; none to just come to the front.
pub type Arrivals = Job<Vec<PathBuf>>;

/// Hands files over to the editor that runs; whether there is one that took them.
pub fn hand_over(folder: &Path, files: &[PathBuf]) -> bool {
    let folder = folder.to_owned();
    let files = files.iter().map(|file| absolute(file)).collect();
    // An editor that hangs must not keep this start from opening a window.
    let asking = Job::begin("handing over", || {}, move |_| ask(&folder, files));
    matches!(asking.take_within(PATIENCE), Some(Ok(true)))
}

/// Whether an editor runs that takes files.
pub fn is_taken(folder: &Path) -> bool {
    name(folder).is_ok_and(|name| Stream::connect(name).is_ok())
}

fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

fn ask(folder: &Path, files: Vec<PathBuf>) -> Option<bool> {
    let token = String::from_utf8(files::read(&folder.join(TOKEN)).ok()?).ok()?;
    let mut text = serde_json::to_vec(&Message { token, files }).ok()?;
    text.push(b'\n');
    let end = Instant::now() + ASKING;
    loop {
        let mut connection = Until::new(Stream::connect(name(folder).ok()?).ok()?, end);
        // One who is sent away may be so before all is said.
        let said = connection.0.write_all(&text);
        let mut answer = String::new();
        let heard = BufReader::new(connection.take(64)).read_line(&mut answer);
        match answer.trim() {
            BUSY if Instant::now() < end => thread::sleep(AGAIN),
            answer => return Some(said.is_ok() && heard.is_ok() && answer == TAKEN),
        }
    }
}

/// A connection that is heard until a moment, however little it says at a time.
struct Until(Stream, Instant);

impl Until {
    fn new(connection: Stream, end: Instant) -> Self {
        // Not every system knows this of its connections; there their small number has to do.
        let _ = connection.set_send_timeout(Some(HEARD_FOR));
        Self(connection, end)
    }
}

impl Read for Until {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        let left = self.1.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let _ = self.0.set_recv_timeout(Some(left));
        self.0.read(part)
    }
}

/// Takes files of other starts from now on, and calls `wake` for each. None if that cannot be done here.
pub fn listen(folder: &Path, wake: impl Fn() + Send + Sync + 'static) -> Option<Arrivals> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).ok()?;
    let token = format!("{:032x}", u128::from_ne_bytes(random));
    files::save_private(&folder.join(TOKEN), token.as_bytes()).ok()?;
    let options = ListenerOptions::new().name(name(folder).ok()?);
    let listener: Listener = options.try_overwrite(true).create_sync().ok()?;
    files::narrow(&folder.join(SOCKET));
    Some(Job::begin("second starts", wake, move |work| {
        // Each that is heard holds one of these.
        let place = Arc::new(());
        for connection in listener.incoming() {
            match connection {
                Ok(connection) if Arc::strong_count(&place) <= MOST => {
                    take_beside(connection, &place, token.clone(), work.clone());
                }
                Ok(mut connection) => {
                    let _ = writeln!(connection, "{BUSY}");
                }
                // Without a file left to open there is none for the next either.
                Err(_) => thread::sleep(AGAIN),
            }
        }
        None
    }))
}

/// Each has a thread of its own, so that one who says nothing keeps nobody waiting.
fn take_beside(connection: Stream, place: &Arc<()>, token: String, work: Work<Vec<PathBuf>>) {
    let place = place.clone();
    let take = move || {
        if let Ok(Some(files)) = take(connection, &token) {
            work.tell(files);
        }
        drop(place);
    };
    // One who gets no thread opens a window of its own.
    let _ = thread::Builder::new()
        .name("second start".to_owned())
        .spawn(take);
}

/// The files of a message, if it comes from one who knows the token.
fn take(connection: Stream, token: &str) -> io::Result<Option<Vec<PathBuf>>> {
    let connection = Until::new(connection, Instant::now() + HEARD_FOR);
    let mut reader = BufReader::new(connection.take(LIMIT));
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line)?;
    let message: Option<Message> = serde_json::from_slice(&line).ok();
    let Some(message) = message.filter(|message| message.token == token) else {
        return Ok(None);
    };
    writeln!(reader.get_mut().get_mut().0, "{TAKEN}")?;
    Ok(Some(message.files))
}

/// The name of the socket: a file, or on Windows a name that the folder decides.
fn name(folder: &Path) -> io::Result<Name<'static>> {
    #[cfg(windows)]
    {
        use interprocess::local_socket::GenericNamespaced;
        let folder = folder.display().to_string();
        let flat = folder.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        format!("treewright-{flat}").to_ns_name::<GenericNamespaced>()
    }
    #[cfg(not(windows))]
    {
        use interprocess::local_socket::GenericFilePath;
        folder.join(SOCKET).to_fs_name::<GenericFilePath>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_to_the_window_that_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let (woken, wakes) = std::sync::mpsc::channel();
        let wake = move || {
            let _ = woken.send(());
        };
        assert!(!is_taken(folder.path()));
        let arrivals = listen(folder.path(), wake).unwrap();
        assert!(is_taken(folder.path()));
        assert!(hand_over(folder.path(), &["/a.bt.json".into()]));
        assert!(hand_over(folder.path(), &[]));
        wakes.recv_timeout(PATIENCE).unwrap();
        wakes.recv_timeout(PATIENCE).unwrap();
        let mut came = [arrivals.take(), arrivals.take()].map(|came| came.unwrap().unwrap());
        came.sort();
        assert_eq!(came, [vec![], vec![PathBuf::from("/a.bt.json")]]);
    }

    #[test]
    fn with_no_window_there_nothing_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!hand_over(folder.path(), &[]));
        // As an editor that crashed leaves them.
        files::save_private(&folder.path().join(TOKEN), b"old").unwrap();
        std::fs::write(folder.path().join(SOCKET), b"").unwrap();
        assert!(!hand_over(folder.path(), &[]));
    }

    #[test]
    fn who_does_not_know_the_token_is_not_heard() {
        let folder = tempfile::tempdir().unwrap();
        let arrivals = listen(folder.path(), || {}).unwrap();
        std::fs::write(folder.path().join(TOKEN), b"guessed").unwrap();
        assert!(!hand_over(folder.path(), &["/a.bt.json".into()]));
        assert!(arrivals.take().is_none());
    }

    /// The threads that hear starts, in whichever test of this process.
    #[cfg(target_os = "linux")]
    fn hearing() -> usize {
        let threads = std::fs::read_dir("/proc/self/task").unwrap();
        let names = threads
            .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("comm")).ok());
        names.filter(|name| name.trim() == "second start").count()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn thousands_who_say_nothing_cost_few_threads_and_keep_no_start_from_being_heard() {
        let folder = tempfile::tempdir().unwrap();
        let (woken, wakes) = std::sync::mpsc::channel();
        let wake = move || {
            let _ = woken.send(());
        };
        let arrivals = listen(folder.path(), wake).unwrap();
        let connect = || Stream::connect(name(folder.path()).unwrap()).unwrap();
        let mut silent = Vec::new();
        let mut most = 0;
        for count in 0..3_000 {
            let mut connection = connect();
            if count % 100 == 0 {
                most = most.max(hearing());
            }
            // As many as a process may hold by default are left open; some say something and no more.
            if count % 3 == 0 {
                let _ = connection.write_all(b"{");
            }
            if silent.len() < 300 {
                silent.push(connection);
            }
        }
        // Other tests hear some at the same time.
        assert!(most <= 3 * MOST, "{most} threads");
        assert!(hand_over(folder.path(), &["/a.bt.json".into()]));
        wakes.recv_timeout(PATIENCE).unwrap();
        let came = arrivals.take().unwrap().unwrap();
        assert_eq!(came, [PathBuf::from("/a.bt.json")]);
    }

    #[test]
    fn one_who_speaks_too_slowly_is_not_heard_to_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let _arrivals = listen(folder.path(), || {}).unwrap();
        let mut slow = Stream::connect(name(folder.path()).unwrap()).unwrap();
        let heard = (0..200).take_while(|_| {
            thread::sleep(Duration::from_millis(20));
            slow.write_all(b" ").is_ok()
        });
        assert!(heard.count() < 200, "heard for four seconds");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_the_token() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(TOKEN);
        std::fs::write(&path, b"readable by all").unwrap();
        let wide = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(), wide).unwrap();
        let _arrivals = listen(folder.path(), || {}).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        assert_eq!(mode(folder.path()), 0o700);
        assert_eq!(mode(&folder.path().join(SOCKET)) & 0o077, 0);
    }
}
