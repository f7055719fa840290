//! The system's compilers, valgrind and Python, and where the library is.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Returns the folder of the crate.
pub fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the folder of the library: cargo puts it beside the test, whatever the folder of the build is.
pub fn library_folder() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().unwrap().to_owned();
    assert!(
        folder.join(static_library()).exists(),
        "{} has no {}",
        folder.display(),
        static_library()
    );
    folder
}

fn static_library() -> &'static str {
    if cfg!(windows) {
        "treewright_c.lib"
    } else {
        "libtreewright_c.a"
    }
}

/// Returns the library that is loaded at run time.
pub fn shared_library() -> PathBuf {
    let (before, after) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    library_folder().join(format!("{before}treewright_c{after}"))
}

/// Returns a folder of this test alone.
pub fn own_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Says that a tool is missing, which fails if all tools are required.
pub fn skip(tool: &str) {
    let is_required = std::env::var_os("TREEWRIGHT_REQUIRE_C").is_some();
    assert!(!is_required, "there is no {tool}");
    println!("skipped: there is no {tool}");
}

/// Runs a command. `None` if its tool is missing and not required.
pub fn output(command: &mut Command) -> Option<Output> {
    match command.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skip(&command.get_program().to_string_lossy());
            None
        }
        output => Some(output.unwrap()),
    }
}

/// Returns what a command prints. Fails if it does.
pub fn printed(command: &mut Command) -> Option<String> {
    let output = output(command)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    let status = output.status;
    assert!(status.success(), "{command:?}: {status}\n{text}\n{errors}");
    Some(text)
}

/// A language with its compiler.
#[derive(Clone, Copy)]
pub enum Language {
    /// C99, and nothing else.
    C99,
    /// C11 with what POSIX has.
    C11,
    /// C++17.
    Cpp,
}

/// Compiles a program with the static library. `None` if there is no compiler, or it does not know the options, and neither is required.
pub fn compiled(
    language: Language,
    source: &Path,
    program: &Path,
    options: &[&str],
) -> Option<PathBuf> {
    let (variable, tool, standard) = match language {
        Language::C99 => ("CC", "cc", "-std=c99"),
        Language::C11 => ("CC", "cc", "-std=gnu11"),
        Language::Cpp => ("CXX", "c++", "-std=c++17"),
    };
    let tool = std::env::var_os(variable).unwrap_or_else(|| tool.into());
    let mut command = Command::new(&tool);
    command
        .args([standard, "-g", "-Wall", "-Wextra", "-Werror"])
        .args(options)
        .arg("-I")
        .arg(here().join("include"))
        .arg(source)
        .arg(library_folder().join(static_library()))
        .args(["-lpthread", "-lm"])
        .args(cfg!(target_os = "linux").then_some("-ldl"))
        .arg("-o")
        .arg(program);
    printed(&mut command)?;
    Some(program.to_owned())
}

/// Creates a command that runs a program under valgrind, which fails on errors and on what was surely lost.
pub fn under_valgrind(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command
        .args(["-q", "--error-exitcode=9", "--leak-check=full"])
        .args([
            "--errors-for-leak-kinds=definite",
            "--show-leak-kinds=definite",
        ])
        .arg(program);
    command
}

/// Creates a command that runs a module with Python, which finds the library.
pub fn python<A: AsRef<OsStr>>(module: &str, arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new("python3");
    command
        .arg("-B")
        .arg(here().join("python").join(module))
        .args(arguments)
        .env("TREEWRIGHT_LIB", shared_library())
        .env("PYTHONIOENCODING", "utf-8");
    command
}
