//! Merges three versions of another tool's file, by node and field like our own, if the nodes have ids in the file. The result is written as such a
//! file again, with unchanged parts byte for byte. It is then read again, and refused unless it contains exactly what was merged.

use std::path::Path;

use treewright_authoring::diff::{Difference, diff};
use treewright_authoring::merge::{Merged, merge};
use treewright_core::model::Document;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, WriteOptions, comparable, has_own_ids, with_kept_data};
use treewright_session::host::exchange::reread;
use treewright_session::i18n::Texts;

use super::MergedText;
use crate::input;
use crate::input::{Unusable, unusable};
use crate::report::Report;

/// Three files of one format of another tool.
pub(super) struct Foreign<'a> {
    pub format: ExchangeFormat,
    /// Base, ours and theirs.
    pub files: [&'a Path; 3],
    pub versions: [&'a Document; 3],
    /// Where the merged file is written; `None` for standard output.
    pub target: Option<&'a Path>,
    pub texts: &'a Texts,
}

impl Foreign<'_> {
    /// Returns the merged document and the text of the file: none if there are conflicts, which such a file cannot store.
    pub fn merged(&self) -> Result<(Merged, MergedText), Unusable> {
        self.check()?;
        let compared = self
            .versions
            .map(|document| comparable(document, self.format));
        let [base, ours, theirs] = &compared;
        let merged = merge(base, ours, theirs);
        if !merged.document.conflicts.is_empty() {
            return Ok((merged, MergedText::None));
        }
        let [base, ours, theirs] = self.versions;
        let whole = with_kept_data(&merged.document, self.format, [ours, theirs, base]);
        let text = whole.and_then(|whole| self.written(&whole));
        match text.filter(|text| self.contains(text, &merged.document)) {
            Some(text) => Ok((merged, MergedText::Of(text))),
            None => Err(self.refused("not_without_loss")),
        }
    }

    fn check(&self) -> Result<(), Unusable> {
        let mut all = self.versions.iter();
        if !self.format.is_writable() {
            return Err(self.refused("only_read"));
        }
        if !all.all(|document| has_own_ids(document, self.format)) {
            return Err(self.refused("no_ids"));
        }
        let name = self.target.and_then(Path::file_name).unwrap_or_default();
        let matching = ExchangeFormat::written_to(&name.to_string_lossy());
        if self.target.is_some() && !matching.contains(&self.format) {
            return Err(self.refused("other_format"));
        }
        Ok(())
    }

    fn written(&self, document: &Document) -> Option<String> {
        let tree = input::read_tree(self.files[1], self.texts).ok()?;
        let project = tree.project_with(document);
        let options = WriteOptions::default();
        let exported =
            exchange::write(self.format, &project, tree.program_library(), &options).ok()?;
        let main = exported.files.into_iter().next()?;
        Some(main.text().to_owned())
    }

    /// Whether a file with this text instead of ours contains exactly what was merged.
    fn contains(&self, text: &str, merged: &Document) -> bool {
        let read = reread(self.files[1], self.format, text.as_bytes());
        let first = read.and_then(|read| read.documents.into_iter().next());
        first.is_some_and(|read| {
            let read = comparable(&read.document, self.format);
            diff(merged, &read).iter().all(Difference::is_layout)
        })
    }

    /// The report with this code, whose message and remedy have the same name.
    fn refused(&self, code: &str) -> Unusable {
        let (title, extension) = (self.format.title(), self.format.extension());
        let by_lines = self.texts.tr("cli.merge.do_by_lines");
        let arguments = [
            ("format", title),
            ("extension", extension),
            ("lines", &*by_lines),
        ];
        let text = |part: &str| {
            self.texts
                .tr_with(&format!("cli.merge.{code}_{part}"), &arguments)
        };
        unusable(Report::error(self.files[1], code, text("error")).with_remedy(text("remedy")))
    }
}
