//! `treewright install-desktop`: adds a menu entry, the file type and icons to the desktop of the current user.

use std::io;
use std::path::Path;

use clap::Args;

use super::{Outcome, Streams};

#[derive(Debug, Args)]
pub struct InstallDesktop {
    #[arg(long, required = true)]
    user: bool,

    #[arg(long)]
    uninstall: bool,
}

impl InstallDesktop {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        debug_assert!(self.user, "the arguments require it");
        if cfg!(any(windows, target_os = "macos")) {
            for key in ["elsewhere", "on_windows", "on_macos"] {
                let line = streams.texts.tr_with(&format!("cli.desktop.{key}"), &[]);
                writeln!(streams.err, "{line}")?;
            }
            return Ok(Outcome::Unusable);
        }
        let Some(folders) = directories::BaseDirs::new() else {
            writeln!(
                streams.err,
                "treewright: {}",
                streams.texts.tr("cli.no_home")
            )?;
            return Ok(Outcome::Unusable);
        };
        if self.uninstall {
            return uninstall(folders.data_dir(), streams);
        }
        install(folders.data_dir(), streams)
    }
}

fn install(data: &Path, streams: &mut Streams<'_>) -> io::Result<Outcome> {
    let texts = streams.texts;
    let program = std::env::current_exe()?;
    match treewright_session::host::desktop::install(data, &program) {
        Ok(written) => {
            for path in written {
                let text = texts.tr_with("cli.desktop.wrote", &[("path", &super::shown(&path))]);
                writeln!(streams.out, "{text}")?;
            }
            let program = super::shown(&program);
            let text = texts.tr_with("cli.desktop.installed", &[("program", &program)]);
            writeln!(streams.out, "{text}")?;
            Ok(Outcome::Success)
        }
        Err((path, error)) => {
            let reason = texts.save_error(&error);
            writeln!(streams.err, "treewright: {}: {reason}", path.display())?;
            Ok(Outcome::Unusable)
        }
    }
}

fn uninstall(data: &Path, streams: &mut Streams<'_>) -> io::Result<Outcome> {
    let texts = streams.texts;
    let removed = treewright_session::host::desktop::uninstall(data);
    for path in &removed {
        let text = texts.tr_with("cli.desktop.removed", &[("path", &super::shown(path))]);
        writeln!(streams.out, "{text}")?;
    }
    if removed.is_empty() {
        writeln!(streams.out, "{}", texts.tr("cli.desktop.nothing_installed"))?;
    }
    Ok(Outcome::Success)
}
