//! Draws two versions of a tree side by side. Each node that differs is marked by a color and a word.

use std::path::Path;

use treewright_authoring::diff::{Difference, DifferenceKind};
use treewright_authoring::layout;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_editor::panels::versions::marks;
use treewright_editor::picture;
use treewright_editor::picture::{Options, PictureDrawing, Side};
use treewright_session::host::outputs::{OutputTarget, Outputs, Replacing};
use treewright_session::i18n::Texts;

use super::Diff;
use crate::input;
use crate::input::{Unusable, unusable};
use crate::render::{kind_of, too_large, unknown_picture_format, write_picture};
use crate::report::Report;

impl Diff {
    /// Draws both versions into a file.
    pub(super) fn draw(
        &self,
        target: &Path,
        (old, new): (&Document, &Document),
        differences: &[Difference],
        texts: &Texts,
    ) -> Result<(), Unusable> {
        let kind = kind_of(target).ok_or_else(|| unknown_picture_format(target, texts))?;
        let libraries = [&self.old, &self.new].map(|file| library(file, texts));
        let captions = [
            ("cli.diff.old_version", &self.old),
            ("cli.diff.new_version", &self.new),
        ]
        .map(|(key, file)| texts.tr_with(key, &[("file", &crate::shown(file))]));
        let documents = [(old, &libraries[0]), (new, &libraries[1])]
            .map(|(document, library)| picture::placed(document, library, texts, None));
        let marks = [DifferenceKind::Removed, DifferenceKind::Added].map(|side| {
            let word = |kind: DifferenceKind| {
                texts
                    .tr(&format!("versions.mark_{}", kind.code()))
                    .into_owned()
            };
            let comma = texts.tr("list.comma");
            marks(differences, side, self.layout, (word, &comma))
        });
        let sides = [0, 1].map(|i| Side {
            document: &documents[i],
            library: &libraries[i],
            caption: &captions[i],
            options: Options {
                left_to_right: layout::grows_right(&documents[i]),
                marks: Some(&marks[i]),
                ..Options::default()
            },
        });
        let sketch = PictureDrawing::of(&sides, texts).map_err(|picture::EmptyPicture| {
            let message = texts.tr("cli.diff.both_empty");
            let report = Report::error(&self.new, "nothing_to_draw", message);
            unusable(report.with_remedy(texts.tr("cli.remedy.no_picture")))
        })?;
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        let place = OutputTarget::Named(target.to_owned());
        write_picture(&mut outputs, &place, kind, sketch, texts, |error| {
            let report = Report::error(target, "too_large", too_large(error, texts));
            unusable(report.with_remedy(texts.tr("cli.remedy.svg")))
        })
    }
}

/// The node types of a version; only the built-in ones if its libraries cannot be read.
fn library(file: &Path, texts: &Texts) -> NodeLibrary {
    let tree = input::read_tree(file, texts);
    tree.map_or_else(|_| NodeLibrary::builtin(), |tree| tree.library)
}
