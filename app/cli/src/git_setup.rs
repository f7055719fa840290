//! `treewright git-setup`: makes git use this program to diff and merge trees, in one repository or in all of the user's. Running it again
//! changes nothing.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use clap::Args;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint, SaveError};
use treewright_session::i18n::Texts;
use unicode_width::UnicodeWidthStr as _;

use super::colors::{FAINT, GOOD, styled};
use super::report::{Report, write_unusable};
use super::terminal::{padded, word};
use super::{Format, Outcome, Streams};

/// The line in git's attributes: which files are trees, and the drivers for them.
const ATTRIBUTES: &str = "*.bt.json diff=treewright merge=treewright";

#[derive(Debug, Args)]
pub struct GitSetup {
    #[arg(long)]
    global: bool,
}

/// Why git cannot be set up: code, reason, key of the remedy.
struct Failure(&'static str, String, &'static str);

impl GitSetup {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let texts = streams.texts;
        match self.set_up(texts) {
            Ok(lines) => {
                for line in lines {
                    writeln!(streams.out, "{line}")?;
                }
                Ok(Outcome::Success)
            }
            Err(Failure(code, why, remedy)) => {
                let report = Report::error(Path::new("git"), code, why);
                let report = report.with_remedy(texts.tr(remedy));
                write_unusable(streams, Format::Human, &report, None)?;
                Ok(Outcome::Unusable)
            }
        }
    }

    /// Writes the settings. Returns the lines of the result.
    fn set_up(&self, texts: &Texts) -> Result<Vec<String>, Failure> {
        let git = |arguments: &[&str]| git(arguments, texts);
        let attributes = if self.global {
            global_attributes(texts)?
        } else {
            PathBuf::from(git(&["rev-parse", "--show-toplevel"])?).join(".gitattributes")
        };
        let program = program(texts)?;
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
        let mut lines = Vec::new();
        let scope = if self.global { "--global" } else { "--local" };
        for (key, value) in settings {
            let is_new = git(&["config", scope, "--get", key]).ok().as_ref() != Some(&value);
            if is_new {
                git(&["config", scope, key, &value])?;
            }
            lines.push(setting(
                is_new,
                "git config",
                &format!("{key} = {value}"),
                texts,
            ));
        }
        let is_new = add_line(&attributes, self.global, texts)?;
        lines.push(setting(
            is_new,
            &super::shown(&attributes),
            ATTRIBUTES,
            texts,
        ));
        lines.push(texts.tr("cli.git.done").into_owned());
        Ok(lines)
    }
}

fn setting(is_new: bool, place: &str, what: &str, texts: &Texts) -> String {
    let (new, old) = (texts.tr("cli.git.set"), texts.tr("cli.git.already_set"));
    let width = new.width().max(old.width());
    let word = if is_new {
        styled(GOOD, padded(&new, width))
    } else {
        styled(FAINT, padded(&old, width))
    };
    format!("{word} {place}: {what}")
}

/// Runs git. Returns its output without white space around it.
fn git(arguments: &[&str], texts: &Texts) -> Result<String, Failure> {
    let run = Process::new("git").args(arguments).output();
    let output = run.map_err(|error| {
        let reason = texts.io_error(&error);
        let why = texts.tr_with("cli.git.not_started", &[("reason", &reason)]);
        Failure("no_git", why, "cli.remedy.install_git")
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(Failure("git_failed", why, "cli.remedy.repository"))
}

/// This program, as git's shell calls it.
fn program(texts: &Texts) -> Result<String, Failure> {
    let path = std::env::current_exe().map_err(|error| {
        let reason = texts.io_error(&error);
        let why = texts.tr_with("cli.git.no_program", &[("reason", &reason)]);
        Failure("no_program", why, "cli.remedy.full_path")
    })?;
    let path = path.to_string_lossy().replace('\\', "/");
    Ok(word(&path))
}

/// The file of git's attributes for all repositories of the user.
fn global_attributes(texts: &Texts) -> Result<PathBuf, Failure> {
    let arguments = [
        "config",
        "--global",
        "--type=path",
        "--get",
        "core.attributesFile",
    ];
    if let Ok(named) = git(&arguments, texts)
        && !named.is_empty()
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
            let why = texts.tr("cli.no_home").into_owned();
            Failure("no_home", why, "cli.remedy.set_home")
        })
}

/// Adds the line to a file of attributes. Returns whether it was not there yet. Only the user's own file may be a link.
fn add_line(file: &Path, may_be_link: bool, texts: &Texts) -> Result<bool, Failure> {
    let failed = |reason: String| {
        let arguments = [("file", &*super::shown(file)), ("reason", &*reason)];
        let why = texts.tr_with("cli.git.attributes_not_written", &arguments);
        Failure("attributes", why, "cli.remedy.writable")
    };
    if file.is_symlink() && !may_be_link {
        return Err(failed(texts.save_error(&SaveError::Link(file.to_owned()))));
    }
    let (mut text, expected) = match files::read(file) {
        Ok(bytes) => {
            let fingerprint = Fingerprint::of(&bytes);
            let text = String::from_utf8(bytes)
                .map_err(|_| failed(texts.tr("cli.git.attributes_not_utf8").into_owned()))?;
            (text, Expected::Version(fingerprint))
        }
        Err(files::ReadError::NotFound) => (String::new(), Expected::Nothing),
        Err(error) => return Err(failed(texts.read_error(&error))),
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
        files::make_folder(folder).map_err(|error| failed(texts.io_error(&error)))?;
    }
    files::save(file, text.as_bytes(), expected)
        .map_err(|error| failed(texts.save_error(&error)))?;
    Ok(true)
}
