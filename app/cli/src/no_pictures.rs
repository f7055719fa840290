//! `treewright render` in a program that was built without the editor: it says why there are no pictures.

use std::io;
use std::path::Path;

use clap::Args;

use super::{Outcome, Output, Streams};

#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Render {
    /// Whatever was asked for
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<String>,
}

impl Render {
    /// As if a picture of this file had been asked for.
    pub(super) fn plain(_file: &Path, _output: &Path, _report: Output) -> Self {
        Self {
            _arguments: Vec::new(),
        }
    }

    /// The same.
    pub(super) fn forced(self, _force: bool) -> Self {
        self
    }

    #[expect(clippy::unused_self, reason = "as all commands have it")]
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        writeln!(
            streams.err,
            "treewright: there is no `render`: pictures are drawn by the editor's canvas, and this program was built without it; build it \
             with the feature `gui`, which is on by default"
        )?;
        Ok(Outcome::Unusable)
    }
}
