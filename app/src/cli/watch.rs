//! `treewright watch`: exports the trees of a folder, and again whenever one of them, or what it depends on, changes. Ends with the program, which
//! Ctrl+C does.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

use clap::Args;
use treewright_core::format::exchange::{ExchangeFormat, WriteOptions};

use super::colours::{FAINT, HEADING, styled};
use super::export::{Job, Place};
use super::input::{self, Tree, Unusable};
use super::replacing::Replacing;
use super::report::{Report, write_unusable};
use super::scenarios::folders;
use super::transfer::{Summary, WriteArguments, tell_progress, writable};
use super::{Format, Outcome, Output, Streams};
use crate::host::export_targets;
use crate::host::project_files::FileKind;
use crate::host::watcher::Watcher;

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
        let trees = self.trees();
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
        for (index, file) in wanted.iter().enumerate() {
            tell_progress(streams, self.output, (index, wanted.len()))?;
            let mut files: BTreeSet<PathBuf> = [file.clone()].into();
            match input::read_tree(file) {
                Err(unusable) => summary.fail(streams, self.output, unusable)?,
                Ok(tree) => {
                    files.extend(tree.depends_on().map(Path::to_owned));
                    self.export(streams, &mut summary, file, &tree)?;
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
        summary: &mut Summary,
        file: &Path,
        tree: &Tree,
    ) -> io::Result<()> {
        for target in self.targets(file) {
            let (format, options, path) = match target {
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
                replacing: Replacing::Anything,
            };
            job.run(streams, self.output, summary, &Place::File(path))?;
        }
        Ok(())
    }

    /// What is to be written of a tree.
    fn targets(
        &self,
        file: &Path,
    ) -> Vec<Result<(ExchangeFormat, WriteOptions, PathBuf), Unusable>> {
        if let (Some(format), Some(folder)) = (self.to, &self.output_folder) {
            let inside = file.strip_prefix(self.real_folder()).unwrap_or(file);
            let name = inside.to_string_lossy();
            let stem = name.strip_suffix(".bt.json").unwrap_or(&name);
            let path = folder.join(format!("{stem}.{}", format.extension()));
            return vec![Ok((format, self.write.options(""), path))];
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
            let path = export_targets::file_of(file, &target).ok_or_else(|| {
                refused(
                    file,
                    format!(
                        "the export `{}` lies outside the project folder",
                        target.file
                    ),
                )
            })?;
            Ok((format, target.options(), path))
        });
        resolved.collect()
    }

    fn real_folder(&self) -> PathBuf {
        self.folder
            .canonicalize()
            .unwrap_or_else(|_| self.folder.clone())
    }

    /// The folders of the trees. What is exported into a folder among them is none of them.
    fn source_folders(&self) -> Vec<PathBuf> {
        let output = self.output_folder.as_ref();
        let output = output.and_then(|folder| folder.canonicalize().ok());
        let mut all = folders(&self.real_folder()).unwrap_or_default();
        all.retain(|folder| {
            output
                .as_ref()
                .is_none_or(|output| !folder.starts_with(output))
        });
        all
    }

    /// All trees of the folder, in order.
    fn trees(&self) -> BTreeSet<PathBuf> {
        let mut trees = BTreeSet::new();
        for folder in self.source_folders() {
            let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            trees.extend(entries.map(|entry| entry.path()).filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                FileKind::of(&name) == Some(FileKind::Tree)
            }));
        }
        trees
    }

    /// The folders in which something can change that matters.
    fn folders(&self, known: &Known) -> Vec<PathBuf> {
        let below = self.source_folders();
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
        streams.out.flush()
    }
}
