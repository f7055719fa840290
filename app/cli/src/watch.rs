//! `treewright watch`: exports the trees of a folder, and again whenever one of them, or what it depends on, changes. Ends with the program, which
//! Ctrl+C does.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

use clap::Args;
use treewright_exchange::{ExchangeFormat, WriteOptions};
use treewright_session::file_names::{stem_of, with_ending};
use treewright_session::host::export_targets;
use treewright_session::host::outputs::{Outputs, Replacing};
use treewright_session::host::project::{Project, ReferenceError};
use treewright_session::host::project_files::FileKind;
use treewright_session::host::watcher::Watcher;

use super::colors::{FAINT, HEADING, styled};
use super::export::{Job, Place};
use super::input::{self, Tree, Unusable};
use super::report::{Report, write_unusable};
use super::transfer::{Summary, WriteArguments, tell_progress, writable};
use super::walk::Walk;
use super::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Watch {
    /// The folder with the trees
    folder: PathBuf,

    /// The format for all trees [default: the targets that the editor's Export window keeps for each]
    #[arg(long, value_name = "FORMAT", value_parser = writable(), requires = "output_folder")]
    to: Option<ExchangeFormat>,

    /// The folder for what is exported, with --to; files lie in it as the trees lie in theirs
    #[arg(short, long, value_name = "DIR", requires = "to")]
    output_folder: Option<PathBuf>,

    /// Export once and end, for build servers
    #[arg(long)]
    once: bool,

    /// Replace what is there. Without it only what an earlier export wrote is replaced
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    write: WriteArguments,

    #[command(flatten)]
    output: Output,
}

/// The trees, each with the files on which it depends.
type Known = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

impl Watch {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if !self.folder.is_dir() {
            let report = Report::error(&self.folder, "no_folder", "there is no such folder")
                .with_remedy("Name the folder in which the trees lie.");
            write_unusable(streams, self.output.format, &report, None)?;
            return Ok(Outcome::Unusable);
        }
        let (wake, woken) = channel();
        let mut watcher = Watcher::new(
            |_| true,
            move || {
                // Nobody waits any more when the program ends.
                let _ = wake.send(());
            },
        );
        let mut known = Known::new();
        watcher.watch_folders(&self.folders(&known));
        let mut outcome = self.pass(streams, &mut known, None)?;
        if self.once {
            return Ok(outcome);
        }
        self.say(streams, FAINT, "Watching; Ctrl+C ends.")?;
        loop {
            watcher.watch_folders(&self.folders(&known));
            if streams.out.is_closed() {
                return Ok(outcome);
            }
            if woken.recv().is_err() {
                return Ok(outcome);
            }
            let news = watcher.changes();
            let changed = (!news.any_file).then(|| news.paths.into_iter().collect());
            outcome = self.pass(streams, &mut known, changed.as_ref())?;
        }
    }

    /// Exports the trees that are new or that one of the changed files concerns; all if it is not known what changed.
    fn pass(
        &self,
        streams: &mut Streams<'_>,
        known: &mut Known,
        changed: Option<&BTreeSet<PathBuf>>,
    ) -> io::Result<Outcome> {
        let Walk {
            files: trees,
            missed,
            ..
        } = self.sources();
        known.retain(|tree, _| trees.contains(tree));
        let concerns = |tree: &PathBuf| match (known.get(tree), changed) {
            (Some(files), Some(changed)) => !files.is_disjoint(changed),
            _ => true,
        };
        let wanted: Vec<PathBuf> = trees
            .iter()
            .filter(|tree| concerns(tree))
            .cloned()
            .collect();
        let mut summary = Summary::default();
        let mut outputs = Outputs::new(Replacing::Own.or_forced(self.force));
        // Told once, not after each change.
        for unusable in missed.into_iter().filter(|_| changed.is_none()) {
            summary.fail(streams, self.output, unusable)?;
        }
        for (index, file) in wanted.iter().enumerate() {
            tell_progress(streams, self.output, (index, wanted.len()))?;
            let mut files: BTreeSet<PathBuf> = [file.clone()].into();
            match input::read_tree(file) {
                Err(unusable) => summary.fail(streams, self.output, unusable)?,
                Ok(tree) => {
                    files.extend(tree.depends_on().map(Path::to_owned));
                    let made = (&mut summary, &mut outputs);
                    self.export(streams, made, file, &tree)?;
                }
            }
            known.insert(file.clone(), files);
        }
        if summary.is_empty() {
            // What is exported changes files, too, which concerns no tree.
            if changed.is_none() {
                self.say(streams, HEADING, self.nothing())?;
            }
            return Ok(Outcome::Fine);
        }
        summary.finish(streams, self.output)
    }

    fn nothing(&self) -> &'static str {
        if self.to.is_some() {
            "There is no tree in this folder."
        } else {
            "No tree in this folder has an export that is written on save: set one in the editor, or use --to and -o."
        }
    }

    fn export(
        &self,
        streams: &mut Streams<'_>,
        (summary, outputs): (&mut Summary, &mut Outputs),
        file: &Path,
        tree: &Tree,
    ) -> io::Result<()> {
        for target in self.targets(file) {
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

    /// What is to be written of a tree.
    fn targets(&self, file: &Path) -> Vec<Result<(ExchangeFormat, WriteOptions, Place), Unusable>> {
        if let (Some(format), Some(folder)) = (self.to, &self.output_folder) {
            let inside = file.strip_prefix(self.real_folder()).unwrap_or(file);
            let name = with_ending(stem_of(inside), &format!(".{}", format.extension()));
            let place = Place::Below(folder.clone(), inside.with_file_name(name));
            return vec![Ok((format, self.write.options(""), place))];
        }
        let refused = |path: &Path, why: String| {
            let report = Report::error(path, "export_target", why)
                .with_remedy("Set the export anew in the editor, or correct the file.");
            Unusable {
                report: Box::new(report),
                text: None,
            }
        };
        let targets = match export_targets::load(file) {
            Ok(targets) => targets,
            Err(fault) => return vec![Err(refused(fault.path(), fault.to_string()))],
        };
        let wanted = targets.into_iter().filter(|target| target.on_save);
        let resolved = wanted.map(|target| {
            let format = ExchangeFormat::from_name(&target.to).filter(|f| f.is_writable());
            let format = format
                .ok_or_else(|| refused(file, format!("no format is called `{}`", target.to)))?;
            let folder = export_targets::folder_of(file, &target).ok_or_else(|| {
                let project = Project::of(file);
                let folder = project.map(|project| project.folder().display().to_string());
                let outside = ReferenceError::Outside {
                    path: target.file.clone(),
                    folder: folder.unwrap_or_default(),
                };
                let report = Report::error(file, "export_target", format!("the export {outside}"));
                Unusable {
                    report: Box::new(report.with_remedy(outside.remedy())),
                    text: None,
                }
            })?;
            let options = target.options();
            Ok((format, options, Place::Below(folder, target.file.into())))
        });
        resolved.collect()
    }

    fn real_folder(&self) -> PathBuf {
        self.folder
            .canonicalize()
            .unwrap_or_else(|_| self.folder.clone())
    }

    /// The trees, and their folders. What is exported into a folder among them is none of them.
    fn sources(&self) -> Walk {
        let is_tree = |file: &Path| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            FileKind::of(&name) == Some(FileKind::Tree)
        };
        let mut found = Walk::below(&self.real_folder(), is_tree);
        let output = self.output_folder.as_ref();
        let output = output.and_then(|folder| folder.canonicalize().ok());
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

    /// The folders in which something can change that matters.
    fn folders(&self, known: &Known) -> Vec<PathBuf> {
        let below = self.sources().folders;
        let of_files = known.values().flatten();
        let of_files = of_files.filter_map(|file| file.parent().map(Path::to_owned));
        let all: BTreeSet<PathBuf> = below.into_iter().chain(of_files).collect();
        all.into_iter().filter(|folder| folder.is_dir()).collect()
    }

    fn say(
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
