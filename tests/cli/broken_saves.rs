//! Saves that are killed at every system call, and saves in which every system call fails, in the built program. Needs `strace`; without it the tests
//! are skipped with a message, unless `TREEWRIGHT_REQUIRE_STRACE` is set.
#![cfg(target_os = "linux")]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::harness::{Folder, GUARD};

/// A run of the program that saves the files which its arguments name.
struct Case {
    arguments: &'static str,
    /// Whether the files exist before.
    exist: bool,
    /// Whether the first name is a link to the file.
    link: bool,
}

const fn case(arguments: &'static str, exist: bool, link: bool) -> Case {
    Case {
        arguments,
        exist,
        link,
    }
}

const CASES: [Case; 4] = [
    case("fmt a.bt.json", true, false),
    case("fmt a.bt.json", true, true),
    case("new a.bt.json", false, false),
    case(
        "fmt a.bt.json b.bt.json c.bt.json d.bt.json e.bt.json f.bt.json g.bt.json h.bt.json \
            i.bt.json j.bt.json",
        true,
        false,
    ),
];

/// The errors with which a system call can fail.
const ERRORS: [&str; 6] = ["ENOSPC", "EIO", "EACCES", "EROFS", "EDQUOT", "EINTR"];

/// A system call: its name, and its number among the calls of that name.
#[derive(Clone, Debug)]
struct Call {
    name: String,
    number: usize,
    /// The line of `strace`.
    line: String,
    /// Whether the program has begun to work with its files.
    at_work: bool,
}

impl Case {
    fn files(&self) -> impl Iterator<Item = &'static str> {
        self.arguments.split_whitespace().skip(1)
    }

    fn first(&self) -> &'static str {
        self.files().next().unwrap()
    }

    fn folder(&self) -> Folder {
        let old = old();
        let mut folder = Folder::new();
        if self.exist {
            for name in self.files() {
                folder = folder.with(if self.link { "real.json" } else { name }, &old);
            }
        }
        if self.link {
            std::os::unix::fs::symlink("real.json", folder.path(self.first())).unwrap();
        }
        folder
    }

    /// The content of the file, read through the link.
    fn holds(&self, folder: &Folder, name: &str) -> Option<Vec<u8>> {
        if self.link {
            let about = fs::symlink_metadata(folder.path(name)).unwrap();
            assert!(about.is_symlink(), "a link stays a link");
        }
        fs::read(folder.path(name)).ok()
    }

    /// The content before and after a save.
    fn versions(&self) -> (Option<Vec<u8>>, Vec<u8>) {
        let folder = self.folder();
        let before = fs::read(folder.path(self.first())).ok();
        folder.works(self.arguments);
        (before, fs::read(folder.path(self.first())).unwrap())
    }

    /// The system calls of a run without failures.
    fn calls(&self) -> Vec<Call> {
        let folder = self.folder();
        let log = folder.path("calls.log");
        traced(&folder, self.arguments, &["-o", log.to_str().unwrap()]);
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut calls = Vec::new();
        let mut at_work = false;
        for line in fs::read_to_string(log).unwrap().lines() {
            // The process number is before the call.
            let line = line
                .split_once(' ')
                .map_or("", |(_, rest)| rest.trim_start());
            let Some((name, _)) = line.split_once('(') else {
                continue;
            };
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                continue;
            }
            at_work |= name != "execve" && line.contains(self.first());
            let number = counts.entry(name.to_owned()).or_default();
            *number += 1;
            calls.push(Call {
                name: name.to_owned(),
                number: *number,
                line: line.to_owned(),
                at_work,
            });
        }
        calls
    }
}

/// The guard, not in canonical form.
pub fn old() -> String {
    GUARD.lines().map(str::trim).collect()
}

pub fn strace_is_here() -> bool {
    let traces = Command::new("strace")
        .args(["-qq", "-o", "/dev/null", "true"])
        .output();
    let is_required = std::env::var_os("TREEWRIGHT_REQUIRE_STRACE").is_some();
    assert!(traces.is_ok() || !is_required, "strace is missing");
    let traces = traces.is_ok_and(|output| output.status.success());
    if !traces {
        eprintln!("skipped: there is no strace, or it may not trace here");
    }
    traces
}

/// Runs the program under `strace`.
pub fn traced(folder: &Folder, arguments: &str, options: &[&str]) -> Output {
    let plain = folder.command(arguments);
    let mut command = Command::new("strace");
    command.args(["-f", "-qq"]).args(options);
    command.arg(plain.get_program()).args(plain.get_args());
    command.current_dir(plain.get_current_dir().unwrap());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.output().unwrap()
}

fn injected(folder: &Folder, case: &Case, call: &Call, what: &str) -> Output {
    let trace = format!("trace={}", call.name);
    let inject = format!("inject={}:{what}:when={}", call.name, call.number);
    traced(
        folder,
        case.arguments,
        &["-o", "/dev/null", "-e", &trace, "-e", &inject],
    )
}

/// Calls a function for each item, on all processors.
fn each<T: Sync>(items: &[T], act: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    act(item);
                }
            });
        }
    });
}

fn temporaries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.to_string_lossy().contains(".treewright-"))
        .collect()
}

#[test]
fn a_save_killed_at_any_system_call_leaves_the_old_file_or_the_new_one() {
    if !strace_is_here() {
        return;
    }
    let points = AtomicUsize::new(0);
    let left = Mutex::new(0);
    for case in &CASES {
        let (old, new) = case.versions();
        each(&case.calls(), |call| {
            let folder = case.folder();
            injected(&folder, case, call, "signal=KILL");
            points.fetch_add(1, Ordering::Relaxed);
            for name in case.files() {
                let there = case.holds(&folder, name);
                assert!(
                    there == old || there.as_ref() == Some(&new),
                    "{name} is neither the old nor the new one after {call:?}"
                );
            }
            let stale = temporaries(&folder.path(""));
            if !stale.is_empty() {
                *left.lock().unwrap() += stale.len();
                // The next run removes the leftovers.
                folder.works(&format!("fmt {}", existing(case, &folder)));
                assert!(temporaries(&folder.path("")).is_empty(), "{stale:?} stays");
            }
        });
    }
    let points = points.into_inner();
    println!(
        "{points} kills, no file lost; {} temporary files were left, and tidied up",
        left.into_inner().unwrap()
    );
    assert!(points >= 1000, "only {points} moments to kill it at");
}

/// A file of the folder that can be formatted. `None` if the new file was not created.
fn existing(case: &Case, folder: &Folder) -> String {
    if case.exist {
        return case.first().to_owned();
    }
    fs::write(folder.path("other.bt.json"), GUARD).unwrap();
    "other.bt.json".to_owned()
}

#[test]
fn a_failure_of_any_system_call_loses_nothing_and_is_reported() {
    if !strace_is_here() {
        return;
    }
    let errors = AtomicUsize::new(0);
    for case in &CASES[..3] {
        let (old, new) = case.versions();
        let calls: Vec<Call> = case.calls();
        let at_work: Vec<&Call> = calls.iter().filter(|call| is_of_files(call)).collect();
        each(&at_work, |call| {
            for error in ERRORS {
                let folder = case.folder();
                let output = injected(&folder, case, call, &format!("error={error}"));
                errors.fetch_add(1, Ordering::Relaxed);
                let there = case.holds(&folder, case.first());
                let context = format!("{error} at {call:?}: {output:?}");
                let code = output.status.code();
                assert_ne!(code, Some(101), "a mistake of its own; {context}");
                if output.status.success() {
                    assert_eq!(there.as_ref(), Some(&new), "said to be saved; {context}");
                } else {
                    assert!(there == old, "said to have failed; {context}");
                    assert!(!output.stderr.is_empty(), "no reason; {context}");
                }
            }
        });
    }
    let errors = errors.into_inner();
    println!("{errors} errors, no file lost, no report wrong");
    assert!(errors >= 500, "only {errors} errors");
}

/// Whether a call is about files after the start of the program, not about the terminal.
fn is_of_files(call: &Call) -> bool {
    const OTHERS: [&str; 14] = [
        "brk",
        "mmap",
        "munmap",
        "mprotect",
        "rt_sigaction",
        "rt_sigprocmask",
        "sigaltstack",
        "exit_group",
        "getrandom",
        "futex",
        "sched_getaffinity",
        "gettid",
        "madvise",
        "prlimit64",
    ];
    let says = call.line.starts_with("write(1,") || call.line.starts_with("write(2,");
    call.at_work && !says && !OTHERS.contains(&&*call.name)
}

#[test]
fn what_another_program_writes_just_before_the_last_step_is_kept() {
    if !strace_is_here() {
        return;
    }
    let folder = Folder::new().with("a.bt.json", old());
    let inject = "inject=renameat2:delay_enter=700000";
    let path = folder.path("a.bt.json");
    let output = thread::scope(|scope| {
        let writer = scope.spawn(|| {
            // The new file is next to the old one just before the program replaces that.
            while temporaries(&folder.path("")).is_empty() {
                thread::yield_now();
            }
            thread::sleep(std::time::Duration::from_millis(300));
            fs::write(&path, "theirs").unwrap();
        });
        let output = traced(&folder, "fmt a.bt.json", &["-o", "/dev/null", "-e", inject]);
        writer.join().unwrap();
        output
    });
    assert!(!output.status.success());
    assert_eq!(fs::read(&path).unwrap(), b"theirs");
    assert_eq!(folder.names(), ["a.bt.json"]);
}

#[test]
fn a_full_disk_leaves_the_old_file_and_is_reported() {
    let may = Command::new("unshare")
        .args(["-Urm", "mount", "-t", "tmpfs", "none", "/mnt"])
        .output();
    if !may.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no file system may be mounted here");
        return;
    }
    let known = "\"name\": \"Guard\",";
    let long = format!("{known}\"studio\": \"{}\",", "x".repeat(100 * 1024));
    let large = old().replace(known, &long);
    let folder = Folder::new().with("a.bt.json", &large);
    folder.works("fmt a.bt.json");
    let new = folder.read("a.bt.json");
    let (mut kept, mut saved) = (0, 0);
    for pages in 0..40 {
        let size = 108 + 4 * pages;
        let folder = Folder::new().with("old", &large).with("disk/none", "");
        let program = env!("CARGO_BIN_EXE_treewright");
        // A file system in memory, in a private mount namespace.
        let script = format!(
            "mount -t tmpfs -o size={size}k none disk && cp old disk/a.bt.json || exit 99
             {program} fmt disk/a.bt.json; code=$?; cat disk/a.bt.json > after; ls -A disk > names; exit $code"
        );
        let output = Command::new("unshare")
            .args(["-Urm", "sh", "-c", &script])
            .current_dir(folder.path(""))
            .output()
            .unwrap();
        let says = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(folder.read("names"), "a.bt.json\n", "at {size} kB: {says}");
        if output.status.success() {
            assert!(folder.read("after") == new, "at {size} kB");
            saved += 1;
        } else {
            assert!(folder.read("after") == large, "at {size} kB: {says}");
            assert!(says.contains("space left"), "at {size} kB: {says}");
            kept += 1;
        }
    }
    println!("a disk of 40 sizes: {saved} times saved, {kept} times refused, no file lost");
    assert!(kept >= 10 && saved >= 10, "{kept} refused, {saved} saved");
}
