//! `treewright git-setup`: tells git to compare and merge trees with this program, for one repository or for all of the user.
//! Done again, it changes nothing.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use clap::Args;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint, SaveError};

use super::colors::{FAINT, GOOD, styled};
use super::report::{Report, write_unusable};
use super::terminal::word;
use super::{Format, Outcome, Streams};

/// Which files are trees, and who compares and merges them.
const ATTRIBUTES: &str = "*.bt.json diff=treewright merge=treewright";

#[derive(Debug, Args)]
pub struct GitSetup {
    /// For all repositories of this user, not only for this one
    #[arg(long)]
    global: bool,
}

/// What keeps git from being set up: code, reason, remedy.
struct Failure(&'static str, String, &'static str);

impl GitSetup {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        match self.set_up() {
            Ok(done) => {
                for line in done {
                    writeln!(streams.out, "{line}")?;
                }
                Ok(Outcome::Fine)
            }
            Err(Failure(code, why, remedy)) => {
                let report = Report::error(Path::new("git"), code, why).with_remedy(remedy);
                write_unusable(streams, Format::Human, &report, None)?;
                Ok(Outcome::Unusable)
            }
        }
    }

    /// Does it, and says what was done.
    fn set_up(&self) -> Result<Vec<String>, Failure> {
        let attributes = if self.global {
            global_attributes()?
        } else {
            PathBuf::from(git(&["rev-parse", "--show-toplevel"])?).join(".gitattributes")
        };
        let program = program()?;
        let settings = [
            ("diff.treewright.command", format!("{program} git-diff --")),
            (
                "merge.treewright.name",
                "behavior trees, by node and field".to_owned(),
            ),
            (
                "merge.treewright.driver",
                format!("{program} merge --git --out=%A -- %O %A %B"),
            ),
            (
                "mergetool.treewright.cmd",
                format!(
                    "{program} merge --force --edit --out=\"$MERGED\" -- \"$BASE\" \"$LOCAL\" \"$REMOTE\""
                ),
            ),
            ("mergetool.treewright.trustExitCode", "true".to_owned()),
        ];
        let mut done = Vec::new();
        let whose = if self.global { "--global" } else { "--local" };
        for (key, value) in settings {
            let is_new = git(&["config", whose, "--get", key]).ok().as_ref() != Some(&value);
            if is_new {
                git(&["config", whose, key, &value])?;
            }
            done.push(told(is_new, "git config", &format!("{key} = {value}")));
        }
        let is_new = add_line(&attributes, self.global)?;
        let place = attributes.display().to_string();
        done.push(told(is_new, &place, ATTRIBUTES));
        done.push(
            "`git diff` and `git merge` now go by nodes; `git mergetool -t treewright` opens what is left to decide in the editor, and `git log -p --ext-diff` shows what changed.".to_owned()
        );
        Ok(done)
    }
}

fn told(is_new: bool, place: &str, what: &str) -> String {
    let word = if is_new {
        styled(GOOD, "set    ")
    } else {
        styled(FAINT, "was set")
    };
    format!("{word} {place}: {what}")
}

/// Runs git, and gives what it says on one line.
fn git(arguments: &[&str]) -> Result<String, Failure> {
    let run = Process::new("git").args(arguments).output();
    let output = run.map_err(|error| {
        let why = format!("git cannot be started: {error}");
        Failure("no_git", why, "Install git, or check PATH.")
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let remedy = "Start this in a repository, or say --global for all repositories.";
    Err(Failure("git_failed", why, remedy))
}

/// This program as git's shell calls it.
fn program() -> Result<String, Failure> {
    let path = std::env::current_exe().map_err(|error| {
        let why = format!("it is not known where this program lies: {error}");
        Failure("no_program", why, "Start it by its full path.")
    })?;
    let path = path.to_string_lossy().replace('\\', "/");
    Ok(word(&path))
}

/// The file in which git looks for attributes of all repositories.
fn global_attributes() -> Result<PathBuf, Failure> {
    if let Ok(named) = git(&[
        "config",
        "--global",
        "--type=path",
        "--get",
        "core.attributesFile",
    ]) && !named.is_empty()
    {
        return Ok(PathBuf::from(named));
    }
    let folder = |name: &str| {
        let value = std::env::var_os(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    let config = folder("XDG_CONFIG_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".config")))
        .or_else(|| folder("USERPROFILE").map(|home| home.join(".config")));
    config
        .map(|config| config.join("git/attributes"))
        .ok_or_else(|| {
            let why = "there is no home folder".to_owned();
            Failure("no_home", why, "Set HOME, or set up a single repository.")
        })
}

/// Adds the line to a file of attributes, if it is not there yet; whether it was not. Only the user's own file may be a link.
fn add_line(file: &Path, may_be_link: bool) -> Result<bool, Failure> {
    let failed = |why: String| {
        let why = format!("{} was not written: {why}", file.display());
        Failure("attributes", why, "Check that the file can be written.")
    };
    if file.is_symlink() && !may_be_link {
        return Err(failed(SaveError::Link(file.to_owned()).to_string()));
    }
    let (mut text, expected) = match files::read(file) {
        Ok(bytes) => {
            let fingerprint = Fingerprint::of(&bytes);
            let text = String::from_utf8(bytes).map_err(|error| failed(error.to_string()))?;
            (text, Expected::Version(fingerprint))
        }
        Err(files::ReadError::NotFound) => (String::new(), Expected::Nothing),
        Err(error) => return Err(failed(error.to_string())),
    };
    if text.lines().any(|line| line.trim() == ATTRIBUTES) {
        return Ok(false);
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(ATTRIBUTES);
    text.push('\n');
    if let Some(folder) = file.parent() {
        files::make_folder(folder).map_err(|error| failed(error.to_string()))?;
    }
    files::save(file, text.as_bytes(), expected).map_err(|error| failed(error.to_string()))?;
    Ok(true)
}
