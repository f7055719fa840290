//! `treewright convert`: converts a file to the format of the target's extension.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_exchange::ExchangeFormat;
use treewright_session::host::exchange::own_files_relative;
use treewright_session::host::outputs;
use treewright_session::host::outputs::{OutputKind, Outputs, Replacing};
use treewright_session::i18n::Texts;

use super::export::{Job, Target};
use super::input::{self, Unusable, unusable};
use super::render::Render;
use super::report::{Report, write_unusable};
use super::transfer::{ReadArguments, Summary, Transferred, WriteArguments, not_written, writable};
use super::{Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Convert {
    #[arg(value_name = "FROM")]
    source: PathBuf,

    #[arg(value_name = "TO")]
    target: PathBuf,

    #[arg(long, value_name = "FORMAT", value_parser = writable())]
    to: Option<ExchangeFormat>,

    #[arg(long)]
    force: bool,

    #[command(flatten)]
    read: ReadArguments,

    #[command(flatten)]
    write: WriteArguments,

    #[command(flatten)]
    pub(super) output: Output,
}

impl Convert {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if self.to.is_none() && is_picture(&self.target) {
            return self.draw(streams);
        }
        let texts = streams.texts;
        let options = self.read.options();
        let tree = input::read_tree_as(&self.source, self.read.from, &options, texts);
        let read = tree.and_then(|tree| Ok((self.format(tree.format, texts)?, tree)));
        let (format, tree) = match read {
            Ok(read) => read,
            Err(Unusable { report, text }) => {
                write_unusable(streams, self.output.format, &report, text.as_deref())?;
                return Ok(Outcome::Unusable);
            }
        };
        let mut summary = Summary::default();
        let about = (&*self.source, &tree.document);
        summary.add_notes(streams, self.output, about, &tree.diagnostics)?;
        if format == ExchangeFormat::Native && tree.format != ExchangeFormat::Native {
            let formats = (tree.format, format);
            let line = Transferred::new(&self.source, formats, &tree.document, &tree.diagnostics);
            match self.import(texts) {
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
        let target = Target::File(self.target.clone());
        let mut outputs = self.outputs();
        let results = (&mut summary, &mut outputs);
        job.run(streams, self.output, results, &target)?;
        summary.finish(streams, self.output)
    }

    fn outputs(&self) -> Outputs {
        Outputs::new(Replacing::Nothing.or_forced(self.force))
    }

    /// Writes a tree of another tool as a document, and the files that it needs next to it. Returns their paths.
    fn import(&self, texts: &Texts) -> Result<Vec<PathBuf>, Unusable> {
        let options = self.read.options();
        let read = input::import(&self.source, self.read.from, &options, texts)?;
        let name = self.target.file_name().unwrap_or_default();
        let files = own_files_relative(&self.source, &read.imported, name);
        let files = files.map_err(|error| {
            let message = texts.write_error(&error);
            unusable(Report::error(&self.source, error.code(), message))
        })?;
        let Some(files) = files else {
            let message = texts.tr("cli.convert.other_folders");
            let report = Report::error(&self.source, "use_import", message)
                .with_remedy(texts.tr("cli.remedy.import_all"));
            return Err(unusable(report));
        };
        let main = outputs::OutputTarget::Named(self.target.clone());
        let written = files.iter().enumerate().map(|(index, file)| {
            let place = match index {
                0 => main.clone(),
                _ => main.beside(&file.path),
            };
            let bytes = &file.bytes;
            outputs::Output { place, bytes }
        });
        let written: Vec<_> = written.collect();
        self.outputs()
            .write(OutputKind::Export(ExchangeFormat::Native), &written)
            .map_err(|(path, error)| not_written(&path, &error, texts))
    }

    fn draw(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let picture = Render::plain(&self.source, &self.target, self.output);
        picture.forced(self.force).execute(streams)
    }

    /// The format of the target. If its name matches several, the format that was read, if it is one of them.
    fn format(&self, read: ExchangeFormat, texts: &Texts) -> Result<ExchangeFormat, Unusable> {
        if let Some(format) = self.to {
            return Ok(format);
        }
        let name = self
            .target
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let matching = ExchangeFormat::written_to(&name);
        match matching.as_slice() {
            [only] => Ok(*only),
            several if several.contains(&read) => Ok(read),
            several => Err(unclear_format(&self.target, several, texts)),
        }
    }
}

fn is_picture(target: &Path) -> bool {
    let ending = target.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("svg") || ending.eq_ignore_ascii_case("png")
}

fn unclear_format(target: &Path, matching: &[ExchangeFormat], texts: &Texts) -> Unusable {
    let message = if matching.is_empty() {
        texts.tr("cli.convert.no_format")
    } else {
        texts.tr("cli.convert.several_formats")
    };
    let remedy = if is_picture(target) {
        texts.tr("cli.remedy.render").into_owned()
    } else {
        let formats = offered_formats(target).join(", ");
        texts.tr_with("cli.remedy.to", &[("formats", &formats)])
    };
    unusable(Report::error(target, "unclear_format", message).with_remedy(remedy))
}

/// The names of the formats whose extension ends like that of the target (`.game.json` matches `.json`); all if there are none.
fn offered_formats(target: &Path) -> Vec<&'static str> {
    let ending = target.extension().unwrap_or_default();
    let all = ExchangeFormat::ALL.into_iter().filter(|f| f.is_writable());
    let has_ending = |format: &ExchangeFormat| {
        let last = format.extension().rsplit('.').next();
        last.is_some_and(|last| ending.eq_ignore_ascii_case(last))
    };
    let mut offered: Vec<ExchangeFormat> = all.clone().filter(has_ending).collect();
    if offered.is_empty() {
        offered = all.collect();
    }
    offered.into_iter().map(ExchangeFormat::name).collect()
}
