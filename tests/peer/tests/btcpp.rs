//! The editor's attachment to a program that is linked with BehaviorTree.CPP itself. `TREEWRIGHT_BTCPP` names the folder of its source; without that,
//! and without cmake and a compiler for C++ with libzmq, nothing is tried, and the test says so.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use peer::attached::{Attached, port};
use treewright_robot::groot2::{Hook, HookMode, HookPosition, HookResult, Request};
use treewright_robot::monitor::Fact;

/// A program that ends when this is dropped.
struct Robot(Child);

impl Robot {
    fn start(program: &Path, port: u16) -> Self {
        let mut command = Command::new(program);
        let command = command.arg(port.to_string()).stdin(Stdio::null());
        Self(command.spawn().unwrap())
    }
}

impl Drop for Robot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Builds the program. `None` if what it needs is not there.
fn built() -> Option<PathBuf> {
    let Some(source) = std::env::var_os("TREEWRIGHT_BTCPP") else {
        eprintln!("skipped: TREEWRIGHT_BTCPP does not name the source of BehaviorTree.CPP");
        return None;
    };
    if Command::new("cmake").arg("--version").output().is_err() {
        eprintln!("skipped: there is no cmake");
        return None;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("btcpp");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("btcpp");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(here).arg("-B").arg(&folder);
    let mut definition = std::ffi::OsString::from("-DBTCPP_SOURCE=");
    definition.push(source);
    run(configure.arg(definition));
    run(Command::new("cmake")
        .arg("--build")
        .arg(&folder)
        .args(["--target", "robot"]));
    Some(folder.join("robot"))
}

fn run(command: &mut Command) {
    let status = command.status().unwrap();
    assert!(status.success(), "{command:?}");
}

/// Returns the number of a node in the XML of a tree.
fn uid_of(name: &str, tree: &str) -> Option<u16> {
    let mut elements = tree.split('<');
    let element = elements.find(|element| element.contains(&format!("name=\"{name}\"")))?;
    let (_, number) = element.split_once("_uid=\"")?;
    number.split_once('"')?.0.parse().ok()
}

#[test]
fn behavior_tree_cpp_is_watched_stopped_and_let_go() {
    let Some(program) = built() else { return };
    let port = port();
    let _robot = Robot::start(&program, port);
    let mut attached = Attached::to(port);
    let tree = attached.wait_for_some("tree", |fact| match fact {
        Fact::Tree(text) => Some(text.clone()),
        _ => None,
    });
    let uid = uid_of("walk", &tree).unwrap();
    attached.wait_for(
        "changes",
        |fact| matches!(fact, Fact::Changes(changes) if changes.iter().any(|change| change.uid == uid)),
    );
    let insert = Request::InsertHook(Hook {
        uid,
        position: HookPosition::Before,
        mode: HookMode::Breakpoint,
        result: HookResult::AsItIs,
        is_enabled: true,
        is_once: false,
    });
    attached.ask(insert.clone());
    attached.wait_for("done", |fact| *fact == Fact::Done(insert.clone()));
    attached.wait_for("arrival", |fact| *fact == Fact::ReachedHook(uid));
    let unlock = Request::Unlock {
        uid,
        position: HookPosition::Before,
        result: HookResult::Failure,
        is_removed: false,
    };
    attached.ask(unlock.clone());
    attached.wait_for("let go", |fact| *fact == Fact::Done(unlock.clone()));
    attached.wait_for("the next time", |fact| *fact == Fact::ReachedHook(uid));
}
