//! Three versions of another tool's file made one: by node and field, as our own, where the nodes have ids in the file; and written as such a
//! file again, byte for byte where nobody changed anything. What came out is read again before it counts: it must say what was merged.

use std::path::Path;

use treewright_authoring::diff::{Difference, diff};
use treewright_authoring::merge::{Merged, merge};
use treewright_core::model::Document;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, WriteOptions, comparable, has_own_ids, with_kept_of};
use treewright_session::host::exchange::reread;

use super::Text;
use crate::input;
use crate::input::Unusable;
use crate::report::Report;

/// Three files of one format of another tool.
pub(super) struct Foreign<'a> {
    pub format: ExchangeFormat,
    /// Base, ours and theirs.
    pub files: [&'a Path; 3],
    pub versions: [&'a Document; 3],
    /// Where the merged file is to go; none for the terminal.
    pub target: Option<&'a Path>,
}

const BY_LINES: &str = "merge the files line by line (`git merge-file OURS BASE THEIRS`)";

impl Foreign<'_> {
    /// What comes of it, and what the file will hold: nothing where something is left to decide, for which such a file has no place.
    pub fn merged(&self) -> Result<(Merged, Text), Unusable> {
        self.check()?;
        let compared = self
            .versions
            .map(|document| comparable(document, self.format));
        let [base, ours, theirs] = &compared;
        let merged = merge(base, ours, theirs);
        if !merged.document.conflicts.is_empty() {
            return Ok((merged, Text::None));
        }
        let [base, ours, theirs] = self.versions;
        let whole = with_kept_of(&merged.document, self.format, [ours, theirs, base]);
        let text = whole.and_then(|whole| self.written(&whole));
        match text.filter(|text| self.says(text, &merged.document)) {
            Some(text) => Ok((merged, Text::Of(text))),
            None => Err(self.refused(
                "not_without_loss",
                "what was merged cannot be written as such a file without loss".to_owned(),
                &format!("Nothing was written: {BY_LINES}, or change one of them so that both say the same there."),
            )),
        }
    }

    fn check(&self) -> Result<(), Unusable> {
        let title = self.format.title();
        let mut all = self.versions.iter();
        if !self.format.is_writable() {
            return Err(self.refused(
                "only_read",
                format!("files of {title} are only read, not written"),
                &format!("Import them with `treewright import` once, and merge the .bt.json files; or {BY_LINES}."),
            ));
        }
        if !all.all(|document| has_own_ids(document, self.format)) {
            return Err(self.refused(
                "no_ids",
                format!("nodes have no ids in these files of {title}: which of three versions are the same cannot be told for certain"),
                &format!("Import the tree once with `treewright import`, go on with its .bt.json, and merge the versions of that; or {BY_LINES}."),
            ));
        }
        let name = self.target.and_then(Path::file_name).unwrap_or_default();
        let fits = ExchangeFormat::written_to(&name.to_string_lossy());
        if self.target.is_some() && !fits.contains(&self.format) {
            return Err(self.refused(
                "other_format",
                format!("the versions are files of {title}, and the merged file is named as something else"),
                &format!("Name a file that ends in .{}; `treewright convert` makes another of it.", self.format.extension()),
            ));
        }
        Ok(())
    }

    fn written(&self, document: &Document) -> Option<String> {
        let tree = input::read_tree(self.files[1]).ok()?;
        let project = tree.project_with(document);
        let options = WriteOptions::default();
        let exported = exchange::write(self.format, &project, tree.kinds(), &options).ok()?;
        let main = exported.files.into_iter().next()?;
        Some(main.text)
    }

    /// Whether a file with this text, in the place of ours, would say what was merged.
    fn says(&self, text: &str, merged: &Document) -> bool {
        let read = reread(self.files[1], self.format, text.as_bytes());
        let first = read.and_then(|read| read.documents.into_iter().next());
        first.is_some_and(|read| {
            let read = comparable(&read.document, self.format);
            diff(merged, &read).iter().all(Difference::is_layout)
        })
    }

    fn refused(&self, code: &str, message: String, remedy: &str) -> Unusable {
        let report = Report::error(self.files[1], code, message).with_remedy(remedy);
        Unusable {
            report: Box::new(report),
            text: None,
        }
    }
}
