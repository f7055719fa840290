//! `treewright install-desktop`: an entry in the desktop's menu, the type of our files, icons; for the user alone.

use std::io;

use clap::Args;

use super::{Outcome, Streams};

/// What to do where desktops have no folders to write into.
const ELSEWHERE: &str = "\
This desktop has no folders in which a program could enter itself.
Windows: right-click a .bt.json file, Open with, Choose another app, and take treewright.exe with \"Always\".
macOS: select a .bt.json file, Get Info, Open with, choose Treewright, and press \"Change All\".
";

#[derive(Debug, Args)]
pub struct InstallDesktop {
    /// For this user; there is no other way, and no rights are needed
    #[arg(long, required = true)]
    user: bool,

    /// Take away what was written
    #[arg(long)]
    uninstall: bool,
}

impl InstallDesktop {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        debug_assert!(self.user, "asked for by the arguments");
        if cfg!(any(windows, target_os = "macos")) {
            streams.err.block(ELSEWHERE)?;
            return Ok(Outcome::Unusable);
        }
        let Some(folders) = directories::BaseDirs::new() else {
            writeln!(streams.err, "treewright: there is no home folder")?;
            return Ok(Outcome::Unusable);
        };
        if self.uninstall {
            return uninstall(folders.data_dir(), streams);
        }
        install(folders.data_dir(), streams)
    }
}

fn install(data: &std::path::Path, streams: &mut Streams<'_>) -> io::Result<Outcome> {
    let program = std::env::current_exe()?;
    match treewright_session::host::desktop::install(data, &program) {
        Ok(written) => {
            for path in written {
                writeln!(streams.out, "wrote {}", path.display())?;
            }
            let program = program.display();
            writeln!(
                streams.out,
                "Treewright is in the menu and opens .bt.json files with {program}. `treewright install-desktop --user --uninstall` takes it away."
            )?;
            Ok(Outcome::Fine)
        }
        Err((path, error)) => {
            writeln!(streams.err, "treewright: {}: {error}", path.display())?;
            Ok(Outcome::Unusable)
        }
    }
}

fn uninstall(data: &std::path::Path, streams: &mut Streams<'_>) -> io::Result<Outcome> {
    let removed = treewright_session::host::desktop::uninstall(data);
    for path in &removed {
        writeln!(streams.out, "removed {}", path.display())?;
    }
    if removed.is_empty() {
        writeln!(streams.out, "There was nothing to remove.")?;
    }
    Ok(Outcome::Fine)
}
