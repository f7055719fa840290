//! `treewright convert`: from one file to another, each in the format that its name says.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_exchange::ExchangeFormat;
use treewright_session::host::exchange::own_files_beside;
use treewright_session::host::outputs;
use treewright_session::host::outputs::{Kind, Outputs, Replacing};

use super::export::{Job, Place};
use super::input::{self, Unusable};
use super::render::Render;
use super::report::{Report, write_unusable};
use super::transfer::{ReadArguments, Summary, Transferred, WriteArguments, not_written, writable};
use super::{Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Convert {
    /// The file to read
    #[arg(value_name = "FROM")]
    source: PathBuf,

    /// The file to write
    #[arg(value_name = "TO")]
    target: PathBuf,

    /// The format to write, where several have the ending of the file
    #[arg(long, value_name = "FORMAT", value_parser = writable())]
    to: Option<ExchangeFormat>,

    /// Replace what is there
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    read: ReadArguments,

    #[command(flatten)]
    write: WriteArguments,

    #[command(flatten)]
    output: Output,
}

impl Convert {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if self.to.is_none() && is_picture(&self.target) {
            return self.draw(streams);
        }
        let tree = input::read_tree_as(&self.source, self.read.from, &self.read.options());
        let read = tree.and_then(|tree| Ok((self.format(tree.format)?, tree)));
        let (format, tree) = match read {
            Ok(read) => read,
            Err(Unusable { report, text }) => {
                write_unusable(streams, self.output.format, &report, text.as_deref())?;
                return Ok(Outcome::Unusable);
            }
        };
        let mut summary = Summary::default();
        let about = (&*self.source, &tree.document);
        summary.remark(streams, self.output, about, &tree.diagnostics)?;
        if format == ExchangeFormat::Native && tree.format != ExchangeFormat::Native {
            let formats = (tree.format, format);
            let line = Transferred::new(&self.source, formats, &tree.document, &tree.diagnostics);
            match self.import() {
                Ok(paths) => summary.add(line.written_to(&paths)),
                Err(unusable) => summary.fail(streams, self.output, unusable)?,
            }
            return summary.finish(streams, self.output);
        }
        let job = Job {
            file: &self.source,
            tree: &tree,
            format,
            options: &self.write.options(&self.read.type_key),
        };
        let place = Place::File(self.target.clone());
        let mut outputs = self.outputs();
        let made = (&mut summary, &mut outputs);
        job.run(streams, self.output, made, &place)?;
        summary.finish(streams, self.output)
    }

    fn outputs(&self) -> Outputs {
        Outputs::new(Replacing::Nothing.or_forced(self.force))
    }

    /// Writes a tree of another tool with all that it needs beside it.
    fn import(&self) -> Result<Vec<PathBuf>, Unusable> {
        let read = input::import(&self.source, self.read.from, &self.read.options())?;
        let name = self.target.file_name().unwrap_or_default();
        let files = own_files_beside(&self.source, &read.imported, name);
        let unusable = |report| Unusable {
            report: Box::new(report),
            text: None,
        };
        let failed = |code: &str, why: String| unusable(Report::error(&self.source, code, why));
        let files = files.map_err(|error| failed(error.code(), error.to_string()))?;
        let Some(files) = files else {
            let message = "it needs files that lie in other folders than its own";
            let report = Report::error(&self.source, "use_import", message)
                .with_remedy("`treewright import` writes them all, in folders as they lie.");
            return Err(unusable(report));
        };
        let main = outputs::Place::Named(self.target.clone());
        let written = files.iter().enumerate().map(|(index, file)| {
            let place = match index {
                0 => main.clone(),
                _ => main.beside(&file.path),
            };
            let bytes = file.text.as_bytes();
            outputs::Output { place, bytes }
        });
        let written: Vec<_> = written.collect();
        self.outputs()
            .write(Kind::Export(ExchangeFormat::Native), &written)
            .map_err(|(path, error)| not_written(&path, &error))
    }

    fn draw(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let picture = Render::plain(&self.source, &self.target, self.output);
        picture.forced(self.force).execute(streams)
    }

    /// The format of the target. Where its name fits several, the one that was read if that is among them.
    fn format(&self, read: ExchangeFormat) -> Result<ExchangeFormat, Unusable> {
        if let Some(format) = self.to {
            return Ok(format);
        }
        let name = self
            .target
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let fitting = ExchangeFormat::written_to(&name);
        match fitting.as_slice() {
            [only] => Ok(*only),
            several if several.contains(&read) => Ok(read),
            several => Err(unclear(&self.target, several)),
        }
    }
}

fn is_picture(target: &Path) -> bool {
    let ending = target.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("svg") || ending.eq_ignore_ascii_case("png")
}

fn unclear(target: &Path, fitting: &[ExchangeFormat]) -> Unusable {
    let message = if fitting.is_empty() {
        "its name fits no format that can be written"
    } else {
        "its name fits several formats"
    };
    let remedy = if is_picture(target) {
        "`treewright render FILE -o PICTURE` draws it.".to_owned()
    } else {
        format!("Say which one with --to: {}.", offered(target).join(", "))
    };
    let report = Report::error(target, "unclear_format", message).with_remedy(remedy);
    Unusable {
        report: Box::new(report),
        text: None,
    }
}

/// The words for the formats that may be meant: those whose files end as this one does, also behind an ending before that one (`.game.json`), or all.
fn offered(target: &Path) -> Vec<&'static str> {
    let ending = target.extension().unwrap_or_default();
    let all = ExchangeFormat::ALL.into_iter().filter(|f| f.is_writable());
    let ends_so = |format: &ExchangeFormat| {
        let last = format.extension().rsplit('.').next();
        last.is_some_and(|last| ending.eq_ignore_ascii_case(last))
    };
    let mut meant: Vec<ExchangeFormat> = all.clone().filter(ends_so).collect();
    if meant.is_empty() {
        meant = all.collect();
    }
    meant.into_iter().map(ExchangeFormat::name).collect()
}
