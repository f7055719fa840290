//! Temporary folders with files, and runs of the program in them.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// A process that runs longer hangs and is killed.
const PATIENCE: Duration = Duration::from_mins(5);

/// A folder that is deleted after the test.
pub struct Folder {
    folder: TempDir,
}

/// The result of a run of the program.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// Asserts that standard output contains all of these texts, which ` + ` separates.
    #[track_caller]
    pub fn out_holds(&self, parts: &str) {
        self.out.must_hold(parts);
    }

    /// Asserts that standard error contains all of these texts, which ` + ` separates.
    #[track_caller]
    pub fn err_holds(&self, parts: &str) {
        self.err.must_hold(parts);
    }
}

impl Folder {
    /// An empty folder.
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A folder with the guard in `guard.bt.json`.
    pub fn with_guard() -> Self {
        Self::new().with("guard.bt.json", GUARD)
    }

    /// Adds a file to the folder.
    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The program with these arguments, in this folder, in English and without a display. It also stores its settings here.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = self.with_conditions(Command::new(env!("CARGO_BIN_EXE_treewright")));
        command.args(arguments.split_whitespace());
        command
    }

    fn with_conditions(&self, mut command: Command) -> Command {
        command
            .current_dir(self.folder.path())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("LC_ALL", "C")
            .stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &str) -> Ended {
        let output = self.command(arguments).output();
        let output = output.unwrap_or_else(|error| panic!("{arguments}: {error}"));
        let ended = Ended {
            code: output.status.code().unwrap(),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        assert!(
            !ended.err.contains("panicked"),
            "{arguments}: {}",
            ended.err
        );
        ended
    }

    /// Runs the program with at most this number of kilobytes of memory; it fails if it needs more. Windows has no such limit.
    pub fn run_within(&self, kilobytes: usize, arguments: &str) -> Ended {
        let mut command = self.command(arguments);
        if cfg!(unix) {
            let limited = format!("ulimit -d {kilobytes}; exec \"$0\" {arguments}");
            command = self.with_conditions(Command::new("sh"));
            command.args(["-c", &limited, env!("CARGO_BIN_EXE_treewright")]);
        }
        let (out, err) = (self.path("out.txt"), self.path("err.txt"));
        let mut child = command
            .stdout(File::create(&out).unwrap())
            .stderr(File::create(&err).unwrap())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let code = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
            if begun.elapsed() > PATIENCE {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("{arguments}: it hangs");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let [out, err] = [out, err].map(|path| text(std::fs::read(path).unwrap()));
        let code = code.unwrap_or_else(|| panic!("{arguments} was killed: {err}"));
        assert!(
            code <= 2 && !err.contains("panicked"),
            "{arguments}: {code}, {err}"
        );
        Ended { code, out, err }
    }

    /// Runs the program, and asserts its exit code.
    #[track_caller]
    pub fn expect(&self, code: i32, arguments: &str) -> Ended {
        let ended = self.run(arguments);
        assert_eq!(
            ended.code, code,
            "{arguments}\n{}\n{}",
            ended.out, ended.err
        );
        ended
    }

    /// Runs the program, which must succeed. After ` => ` are texts that its output must contain, which ` + ` separates.
    #[track_caller]
    pub fn works(&self, arguments: &str) -> Ended {
        let (arguments, told) = arguments.split_once(" => ").unwrap_or((arguments, ""));
        let ended = self.expect(0, arguments);
        ended.out_holds(told);
        ended
    }

    /// Runs the program, which must find problems. After ` => ` are texts that its output must contain, which ` + ` separates.
    #[track_caller]
    pub fn finds(&self, arguments: &str) -> Ended {
        let (arguments, told) = arguments.split_once(" => ").unwrap_or((arguments, ""));
        let ended = self.expect(1, arguments);
        ended.out_holds(told);
        ended
    }

    /// Runs the program, which must refuse this. After ` => ` are texts that standard error must contain, which ` + ` separates.
    #[track_caller]
    pub fn refuses(&self, arguments: &str) -> Ended {
        let (arguments, told) = arguments.split_once(" => ").unwrap_or((arguments, ""));
        let ended = self.expect(2, arguments);
        ended.err_holds(told);
        ended
    }

    /// Runs the program with `--format json`, and parses its output.
    pub fn json(&self, code: i32, arguments: &str) -> Value {
        let ended = self.expect(code, &format!("{arguments} --format json"));
        assert_eq!(ended.err, "", "machines look at the output only");
        let json = serde_json::from_str(&ended.out);
        with_slashes(json.unwrap_or_else(|e| panic!("{e}: {}", ended.out)))
    }
}

/// What the program wrote. Tests name paths with `/`; the program writes them with `\` on Windows. JSON stays as it is, since other characters begin
/// with `\` in it, too.
fn text(written: Vec<u8>) -> String {
    let text = String::from_utf8(written).unwrap();
    if cfg!(windows) && !text.starts_with(['{', '[']) {
        text.replace('\\', "/")
    } else {
        text
    }
}

/// The same for the texts in JSON.
fn with_slashes(json: Value) -> Value {
    match json {
        Value::String(text) if cfg!(windows) => Value::String(text.replace('\\', "/")),
        Value::Array(items) => items.into_iter().map(with_slashes).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            fields
                .map(|(key, value)| (key, with_slashes(value)))
                .collect()
        }
        other => other,
    }
}

/// Asserts that a text contains all of these.
#[track_caller]
pub fn assert_holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}

/// A text to examine.
pub trait MustHold {
    /// Asserts that it contains all of these texts, which ` + ` separates.
    fn must_hold(&self, parts: &str);
}

impl MustHold for str {
    #[track_caller]
    fn must_hold(&self, parts: &str) {
        assert_holds(self, &parts.split(" + ").collect::<Vec<_>>());
    }
}

/// Patrols until an intruder is seen, then chases.
pub const GUARD: &str = include_str!("guard.bt.json");
