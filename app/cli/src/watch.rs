//! `treewright watch`: exports the trees of a folder, and exports a tree again whenever it or a file on which it depends changes, until Ctrl+C ends
//! the program.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

use clap::Args;
use treewright_exchange::{ExchangeFormat, WriteOptions};
use treewright_session::file_names::{stem_of, with_ending};
use treewright_session::host::export_targets;
use treewright_session::host::export_targets::ExportFault;
use treewright_session::host::files;
use treewright_session::host::outputs::{Outputs, Replacing};
use treewright_session::host::project::{Project, ReferenceError};
use treewright_session::host::project_files::FileKind;
use treewright_session::host::watcher::Watcher;
use treewright_session::i18n::Texts;

use super::colors::{FAINT, HEADING, styled};
use super::export::{Job, Target};
use super::input::{self, Tree, Unusable, unusable};
use super::report::{Report, write_unusable};
use super::transfer::{Summary, WriteArguments, writable, write_progress};
use super::walk::Walk;
use super::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Watch {
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[arg(long, value_name = "FORMAT", value_parser = writable(), requires = "output_folder")]
    to: Option<ExchangeFormat>,

    #[arg(short, long, value_name = "DIR", requires = "to")]
    output_folder: Option<PathBuf>,

    #[arg(long)]
    once: bool,

    #[arg(long)]
    force: bool,

    #[command(flatten)]
    write: WriteArguments,

    #[command(flatten)]
    pub(super) output: Output,
}

/// The trees, each with the files on which it depends.
type Dependencies = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

impl Watch {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let texts = streams.texts;
        if !self.folder.is_dir() {
            let report = Report::error(&self.folder, "no_folder", texts.tr("cli.watch.no_folder"))
                .with_remedy(texts.tr("cli.remedy.name_tree_folder"));
            write_unusable(streams, self.output.format, &report, None)?;
            return Ok(Outcome::Unusable);
        }
        let (wake, woken) = channel();
        let mut watcher = Watcher::new(
            |_| true,
            move || {
                // At the end of the program the receiver is gone.
                let _ = wake.send(());
            },
        );
        let mut known = Dependencies::new();
        watcher.watch_folders(&self.folders(&known, texts));
        let mut outcome = self.export_changed(streams, &mut known, None)?;
        if self.once {
            return Ok(outcome);
        }
        self.write_note(streams, FAINT, &texts.tr("cli.watch.watching"))?;
        loop {
            watcher.watch_folders(&self.folders(&known, texts));
            if streams.out.is_closed() {
                return Ok(outcome);
            }
            if woken.recv().is_err() {
                return Ok(outcome);
            }
            let news = watcher.changes();
            let changed = (!news.any_file).then(|| news.paths.into_iter().collect());
            outcome = self.export_changed(streams, &mut known, changed.as_ref())?;
        }
    }

    /// Exports the trees that are new or depend on a changed file. `None` exports all.
    fn export_changed(
        &self,
        streams: &mut Streams<'_>,
        known: &mut Dependencies,
        changed: Option<&BTreeSet<PathBuf>>,
    ) -> io::Result<Outcome> {
        let Walk {
            files: trees,
            missed,
            ..
        } = self.sources(streams.texts);
        known.retain(|tree, _| trees.contains(tree));
        let is_outdated = |tree: &PathBuf| match (known.get(tree), changed) {
            (Some(files), Some(changed)) => !files.is_disjoint(changed),
            _ => true,
        };
        let wanted: Vec<PathBuf> = trees
            .iter()
            .filter(|tree| is_outdated(tree))
            .cloned()
            .collect();
        let mut summary = Summary::default();
        let mut outputs = Outputs::new(Replacing::Own.or_forced(self.force));
        // Reported once, not after each change.
        for unusable in missed.into_iter().filter(|_| changed.is_none()) {
            summary.fail(streams, self.output, unusable)?;
        }
        for (index, file) in wanted.iter().enumerate() {
            write_progress(streams, self.output, (index, wanted.len()))?;
            let mut files: BTreeSet<PathBuf> = [file.clone()].into();
            match input::read_tree(file, streams.texts) {
                Err(unusable) => summary.fail(streams, self.output, unusable)?,
                Ok(tree) => {
                    files.extend(tree.depends_on().map(Path::to_owned));
                    let results = (&mut summary, &mut outputs);
                    self.export(streams, results, file, &tree)?;
                }
            }
            known.insert(file.clone(), files);
        }
        if summary.is_empty() {
            // The exported files are changes too, without effect on any tree.
            if changed.is_none() {
                let text = streams.texts.tr(self.nothing_exported());
                self.write_note(streams, HEADING, &text)?;
            }
            return Ok(Outcome::Success);
        }
        summary.finish(streams, self.output)
    }

    /// The key of the sentence that there is nothing to export.
    fn nothing_exported(&self) -> &'static str {
        if self.to.is_some() {
            "cli.watch.no_tree"
        } else {
            "cli.watch.no_target"
        }
    }

    fn export(
        &self,
        streams: &mut Streams<'_>,
        (summary, outputs): (&mut Summary, &mut Outputs),
        file: &Path,
        tree: &Tree,
    ) -> io::Result<()> {
        for target in self.targets(file, streams.texts) {
            let (format, options, place) = match target {
                Ok(target) => target,
                Err(unusable) => {
                    summary.fail(streams, self.output, unusable)?;
                    continue;
                }
            };
            let job = Job {
                file,
                tree,
                format,
                options: &options,
            };
            job.run(streams, self.output, (summary, outputs), &place)?;
        }
        Ok(())
    }

    /// The exports of a tree.
    fn targets(
        &self,
        file: &Path,
        texts: &Texts,
    ) -> Vec<Result<(ExchangeFormat, WriteOptions, Target), Unusable>> {
        if let (Some(format), Some(folder)) = (self.to, &self.output_folder) {
            let inside = file.strip_prefix(self.real_folder()).unwrap_or(file);
            let name = with_ending(stem_of(inside), &format!(".{}", format.extension()));
            let target = Target::Below(folder.clone(), inside.with_file_name(name));
            return vec![Ok((format, self.write.options(""), target))];
        }
        let refused = |path: &Path, why: String| {
            let report = Report::error(path, "export_target", why);
            unusable(report.with_remedy(texts.tr("cli.remedy.export_target")))
        };
        let targets = match export_targets::load(file) {
            Ok(targets) => targets,
            Err(fault) => return vec![Err(refused(fault.path(), fault_message(&fault, texts)))],
        };
        let wanted = targets.into_iter().filter(|target| target.on_save);
        let resolved = wanted.map(|target| {
            let format = ExchangeFormat::from_name(&target.to).filter(|f| f.is_writable());
            let format = format.ok_or_else(|| {
                let name = [("name", &*target.to)];
                refused(file, texts.tr_with("cli.watch.unknown_format", &name))
            })?;
            let folder = export_targets::folder_of(file, &target).ok_or_else(|| {
                let project = Project::of(file);
                let folder = project.map(|project| project.folder().display().to_string());
                let outside = ReferenceError::Outside {
                    path: target.file.clone(),
                    folder: folder.unwrap_or_default(),
                };
                let reason = texts.reference_error(&outside);
                let message = texts.tr_with("cli.watch.bad_target", &[("reason", &reason)]);
                let report = Report::error(file, "export_target", message);
                unusable(report.with_remedy(texts.reference_remedy(&outside)))
            })?;
            let options = target.options();
            Ok((format, options, Target::Below(folder, target.file.into())))
        });
        resolved.collect()
    }

    fn real_folder(&self) -> PathBuf {
        files::real_path(&self.folder).unwrap_or_else(|_| self.folder.clone())
    }

    /// The trees and their folders, without the exported files if these are in one of the folders.
    fn sources(&self, texts: &Texts) -> Walk {
        let is_tree = |file: &Path| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            FileKind::of(&name) == Some(FileKind::Tree)
        };
        let mut found = Walk::below(&self.real_folder(), texts, is_tree);
        let output = self.output_folder.as_ref();
        let output = output.and_then(|folder| files::real_path(folder).ok());
        let is_among_them = |output: &PathBuf| {
            let watched = self.real_folder();
            output.starts_with(&watched) && *output != watched
        };
        if let Some(output) = output.filter(is_among_them) {
            found.folders.retain(|folder| !folder.starts_with(&output));
            found.files.retain(|file| !file.starts_with(&output));
        }
        found
    }

    /// The folders of all files on which the trees depend.
    fn folders(&self, known: &Dependencies, texts: &Texts) -> Vec<PathBuf> {
        let below = self.sources(texts).folders;
        let of_files = known.values().flatten();
        let of_files = of_files.map(|file| files::folder_of(file));
        let all: BTreeSet<PathBuf> = below.into_iter().chain(of_files).collect();
        all.into_iter().filter(|folder| folder.is_dir()).collect()
    }

    /// Writes a line for people.
    fn write_note(
        &self,
        streams: &mut Streams<'_>,
        style: anstyle::Style,
        sentence: &str,
    ) -> io::Result<()> {
        if self.output.format == Format::Human {
            writeln!(streams.out, "{}", styled(style, sentence))?;
        }
        streams.out.flush();
        Ok(())
    }
}

fn fault_message(fault: &ExportFault, texts: &Texts) -> String {
    match fault {
        ExportFault::Read(_, error) => texts.read_error(error),
        ExportFault::Save(_, error) => texts.save_error(error),
        ExportFault::Damaged(_) => texts.tr("cli.watch.broken_targets").into_owned(),
        ExportFault::NotText(_) => texts.tr("cli.watch.name_not_unicode").into_owned(),
    }
}
