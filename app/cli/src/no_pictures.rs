//! `treewright render` in a program that was built without the editor: reports why it cannot draw.

use std::io;
use std::path::Path;

use clap::Args;

use super::{Outcome, Output, Streams};

#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Render {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<String>,
}

impl Render {
    /// See `render.rs`.
    pub(super) fn plain(_file: &Path, _output: &Path, _report: Output) -> Self {
        Self {
            _arguments: Vec::new(),
        }
    }

    /// See `render.rs`.
    pub(super) fn forced(self, _force: bool) -> Self {
        self
    }

    #[expect(clippy::unused_self, reason = "the signature of all commands")]
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        writeln!(
            streams.err,
            "treewright: {}",
            streams.texts.tr("cli.render.not_built")
        )?;
        Ok(Outcome::Unusable)
    }
}
