//! Two versions of a tree beside each other, with each node that differs marked by a color and a word.

use std::path::Path;

use treewright_authoring::diff::{Difference, DifferenceKind};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_editor::panels::versions::marks;
use treewright_editor::picture;
use treewright_editor::picture::{Options, Side, Sketch};
use treewright_session::host::outputs::{Outputs, Place, Replacing};
use treewright_session::i18n::Texts;

use super::Diff;
use crate::input;
use crate::input::Unusable;
use crate::render::{kind_of, no_kind, unusable, write_picture};
use crate::report::Report;

impl Diff {
    /// Draws both versions into a file.
    pub(super) fn draw(
        &self,
        target: &Path,
        (old, new): (&Document, &Document),
        differences: &[Difference],
    ) -> Result<(), Unusable> {
        let kind = kind_of(target).ok_or_else(|| no_kind(target))?;
        let texts = Texts::default();
        let libraries = [&self.old, &self.new].map(|file| library(file));
        let captions = [("Old", &self.old), ("New", &self.new)]
            .map(|(word, file)| format!("{word}: {}", file.display()));
        let documents = [(old, &libraries[0]), (new, &libraries[1])]
            .map(|(document, library)| picture::placed(document, library, &texts, None));
        let marks = [DifferenceKind::Removed, DifferenceKind::Added].map(|side| {
            marks(differences, side, self.layout, |kind| {
                kind.code().to_owned()
            })
        });
        let sides = [0, 1].map(|i| Side {
            document: &documents[i],
            library: &libraries[i],
            caption: &captions[i],
            options: Options {
                left_to_right: picture::grows_right(&documents[i]),
                marks: Some(&marks[i]),
                ..Options::default()
            },
        });
        let sketch = Sketch::of(&sides, &texts).map_err(|picture::Nothing| {
            let report = Report::error(&self.new, "nothing_to_draw", "both versions are empty");
            unusable(report.with_remedy("Leave out `--picture`."))
        })?;
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        let place = Place::Named(target.to_owned());
        write_picture(&mut outputs, &place, kind, sketch, |error| {
            let report = Report::error(target, "too_large", error.to_string());
            unusable(report.with_remedy("Draw an SVG, which has no such limit."))
        })
    }
}

/// The kinds of nodes of a version, as far as its libraries can be read.
fn library(file: &Path) -> NodeLibrary {
    let tree = input::read_tree(file);
    tree.map_or_else(|_| NodeLibrary::builtin(), |tree| tree.library)
}
