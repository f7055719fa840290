//! Handles a start while an editor is already running: the files are passed to the existing window. The two processes talk over a local socket in the
//! user's folder; only a process that can read a private file of the user is accepted. If anything fails, the new process opens its own window.
//! Only the real window listens, so tests never do.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use interprocess::local_socket::{Listener, ListenerOptions, Name, Stream, prelude::*};
use serde::{Deserialize, Serialize};

use super::files;
use super::job::{Job, JobContext};

/// The socket, and the token that authenticates a sender, in the editor's state folder.
const SOCKET: &str = "editor.sock";
const TOKEN: &str = "editor.token";

/// Size limit of a message in bytes.
const MAX_MESSAGE_BYTES: u64 = 1 << 20;

/// How long a start waits for the existing window, how long it retries while that is busy, and the time between retries.
const PATIENCE: Duration = Duration::from_secs(2);
const RETRY_FOR: Duration = Duration::from_millis(1500);
const RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// How many starts are served at once, and for how long each, since it has its message ready.
const MAX_CONNECTIONS: usize = 8;
const READ_TIMEOUT: Duration = Duration::from_millis(500);

/// Replies: files accepted; too many starts at once.
const ACCEPTED: &str = "taken";
const BUSY: &str = "busy";

#[derive(Serialize, Deserialize)]
struct HandOver {
    token: String,
    files: Vec<PathBuf>,
}

/// Files that other starts want to open. An empty list only brings the window to the front.
pub type Arrivals = Job<Vec<PathBuf>>;

/// Passes files to the running editor. Returns whether an editor accepted them.
pub fn pass_to_running_editor(folder: &Path, files: &[PathBuf]) -> bool {
    let folder = folder.to_owned();
    let files = files.iter().map(|file| files::from_root(file)).collect();
    // An editor that hangs must not keep this start from opening a window.
    let sending = Job::begin("handing over", || {}, move |_| send(&folder, files));
    matches!(sending.wait_for(PATIENCE), Some(Ok(true)))
}

/// Returns whether a running editor accepts files.
pub fn is_editor_listening(folder: &Path) -> bool {
    socket_name(folder).is_ok_and(|name| Stream::connect(name).is_ok())
}

fn send(folder: &Path, files: Vec<PathBuf>) -> Option<bool> {
    let token = String::from_utf8(files::read(&folder.join(TOKEN)).ok()?).ok()?;
    let mut text = serde_json::to_vec(&HandOver { token, files }).ok()?;
    text.push(b'\n');
    let end = Instant::now() + RETRY_FOR;
    loop {
        let mut connection =
            DeadlineStream::new(Stream::connect(socket_name(folder).ok()?).ok()?, end);
        // A busy editor may close the connection before everything is sent.
        let said = connection.0.write_all(&text);
        let mut answer = String::new();
        let heard = BufReader::new(connection.take(64)).read_line(&mut answer);
        match answer.trim() {
            BUSY if Instant::now() < end => thread::sleep(RETRY_INTERVAL),
            answer => return Some(said.is_ok() && heard.is_ok() && answer == ACCEPTED),
        }
    }
}

/// A connection that is read until a deadline, however slowly the other side sends.
struct DeadlineStream(Stream, Instant);

impl DeadlineStream {
    fn new(connection: Stream, end: Instant) -> Self {
        // Not every system supports this for local sockets; their limited number must suffice there.
        let _ = connection.set_send_timeout(Some(READ_TIMEOUT));
        Self(connection, end)
    }
}

impl Read for DeadlineStream {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        let left = self.1.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let _ = self.0.set_recv_timeout(Some(left));
        self.0.read(part)
    }
}

/// Accepts files of other starts from now on, and calls `wake` for each. `None` if that is not possible on this system.
pub fn listen(folder: &Path, wake: impl Fn() + Send + Sync + 'static) -> Option<Arrivals> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).ok()?;
    let token = format!("{:032x}", u128::from_ne_bytes(random));
    files::save_private(&folder.join(TOKEN), token.as_bytes()).ok()?;
    let options = ListenerOptions::new().name(socket_name(folder).ok()?);
    let listener: Listener = options.try_overwrite(true).create_sync().ok()?;
    files::narrow(&folder.join(SOCKET));
    Some(Job::begin("second starts", wake, move |work| {
        // Each connection being served holds a clone; the reference count limits their number.
        let place = Arc::new(());
        for connection in listener.incoming() {
            match connection {
                Ok(connection) if Arc::strong_count(&place) <= MAX_CONNECTIONS => {
                    serve_on_thread(connection, &place, token.clone(), work.clone());
                }
                Ok(mut connection) => {
                    let _ = writeln!(connection, "{BUSY}");
                }
                // When the process has no file descriptors left, the next connection would fail as well.
                Err(_) => thread::sleep(RETRY_INTERVAL),
            }
        }
        None
    }))
}

/// Serves a connection on its own thread, so that a silent one does not block others.
fn serve_on_thread(
    connection: Stream,
    place: &Arc<()>,
    token: String,
    work: JobContext<Vec<PathBuf>>,
) {
    let place = place.clone();
    let take = move || {
        if let Ok(Some(files)) = receive(connection, &token) {
            work.tell(files);
        }
        drop(place);
    };
    // If no thread can be started, the other process opens its own window.
    let _ = thread::Builder::new()
        .name("second start".to_owned())
        .spawn(take);
}

/// Returns the files of a message if its token is correct.
fn receive(connection: Stream, token: &str) -> io::Result<Option<Vec<PathBuf>>> {
    let connection = DeadlineStream::new(connection, Instant::now() + READ_TIMEOUT);
    let mut reader = BufReader::new(connection.take(MAX_MESSAGE_BYTES));
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line)?;
    let message: Option<HandOver> = serde_json::from_slice(&line).ok();
    let Some(message) = message.filter(|message| message.token == token) else {
        return Ok(None);
    };
    writeln!(reader.get_mut().get_mut().0, "{ACCEPTED}")?;
    Ok(Some(message.files))
}

/// Returns the name of the socket: a file, or on Windows a name derived from the folder.
fn socket_name(folder: &Path) -> io::Result<Name<'static>> {
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
    fn files_are_passed_to_the_running_window() {
        let folder = tempfile::tempdir().unwrap();
        let (woken, wakes) = std::sync::mpsc::channel();
        let wake = move || {
            let _ = woken.send(());
        };
        assert!(!is_editor_listening(folder.path()));
        let arrivals = listen(folder.path(), wake).unwrap();
        assert!(is_editor_listening(folder.path()));
        assert!(pass_to_running_editor(
            folder.path(),
            &["/a.bt.json".into()]
        ));
        assert!(pass_to_running_editor(folder.path(), &[]));
        wakes.recv_timeout(PATIENCE).unwrap();
        wakes.recv_timeout(PATIENCE).unwrap();
        let mut came = [arrivals.take(), arrivals.take()].map(|came| came.unwrap().unwrap());
        came.sort();
        // With the letter of a drive on Windows.
        let whole = files::from_root(Path::new("/a.bt.json"));
        assert_eq!(came, [vec![], vec![whole]]);
    }

    #[test]
    fn without_a_running_window_nothing_is_accepted() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!pass_to_running_editor(folder.path(), &[]));
        // What an editor that crashed leaves behind.
        files::save_private(&folder.path().join(TOKEN), b"old").unwrap();
        std::fs::write(folder.path().join(SOCKET), b"").unwrap();
        assert!(!pass_to_running_editor(folder.path(), &[]));
    }

    #[test]
    fn a_sender_without_the_token_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let arrivals = listen(folder.path(), || {}).unwrap();
        std::fs::write(folder.path().join(TOKEN), b"guessed").unwrap();
        assert!(!pass_to_running_editor(
            folder.path(),
            &["/a.bt.json".into()]
        ));
        assert!(arrivals.take().is_none());
    }

    /// How many threads serve starts, including those of other tests in this process.
    #[cfg(target_os = "linux")]
    fn serving_threads() -> usize {
        let threads = std::fs::read_dir("/proc/self/task").unwrap();
        let names = threads
            .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("comm")).ok());
        names.filter(|name| name.trim() == "second start").count()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn thousands_of_silent_connections_use_few_threads_and_block_no_start() {
        let folder = tempfile::tempdir().unwrap();
        let (woken, wakes) = std::sync::mpsc::channel();
        let wake = move || {
            let _ = woken.send(());
        };
        let arrivals = listen(folder.path(), wake).unwrap();
        let connect = || Stream::connect(socket_name(folder.path()).unwrap()).unwrap();
        let mut silent = Vec::new();
        let mut most = 0;
        for count in 0..3_000 {
            let mut connection = connect();
            if count % 100 == 0 {
                most = most.max(serving_threads());
            }
            // As many connections as a process may open by default stay open; some send an incomplete message.
            if count % 3 == 0 {
                let _ = connection.write_all(b"{");
            }
            if silent.len() < 300 {
                silent.push(connection);
            }
        }
        // Other tests serve some at the same time.
        assert!(most <= 3 * MAX_CONNECTIONS, "{most} threads");
        assert!(pass_to_running_editor(
            folder.path(),
            &["/a.bt.json".into()]
        ));
        wakes.recv_timeout(PATIENCE).unwrap();
        let came = arrivals.take().unwrap().unwrap();
        assert_eq!(came, [PathBuf::from("/a.bt.json")]);
    }

    #[test]
    fn a_slow_sender_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let _arrivals = listen(folder.path(), || {}).unwrap();
        let mut slow = Stream::connect(socket_name(folder.path()).unwrap()).unwrap();
        let heard = (0..200).take_while(|_| {
            thread::sleep(Duration::from_millis(20));
            slow.write_all(b" ").is_ok()
        });
        assert!(heard.count() < 200, "served for four seconds");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_can_read_the_token() {
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
