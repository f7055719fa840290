//! Exported images, examined as other programs would: a third-party library parses and draws the SVG, the PNG is decoded.

mod frames;
mod pixels;
mod svg;

use std::path::PathBuf;

use treewright_core::format::native;
use treewright_core::geometry::Position;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node};
use treewright_editor::picture::{Options, Picture};
use treewright_session::i18n::Texts;

/// Returns an image with English texts.
fn picture(document: &Document, options: &Options<'_>) -> Picture {
    let library = NodeLibrary::builtin();
    Picture::of(document, &library, &Texts::default(), options).expect("the document has nodes")
}

fn folder_of_examples() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../assets/examples")
}

/// Returns the bundled guard example.
fn guard() -> Document {
    let bytes = std::fs::read(folder_of_examples().join("guard.bt.json")).unwrap();
    native::read(&bytes).unwrap().document
}

/// Returns all bundled trees.
fn examples() -> Vec<Document> {
    let files = std::fs::read_dir(folder_of_examples()).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let trees = paths.filter(|path| path.to_string_lossy().ends_with(".bt.json"));
    trees
        .map(|path| {
            let bytes = std::fs::read(path).unwrap();
            native::read(&bytes).unwrap().document
        })
        .collect()
}

/// A Sequence of `leaves` leaves with these names, a hundred in a row.
fn wide(leaves: usize, name: impl Fn(usize) -> String) -> Document {
    let mut builder = DocumentBuilder::new("Wide");
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    for leaf in 0..leaves {
        let mut node = Node::new(format!("n{leaf}"), "Wait");
        node.name = name(leaf);
        let (row, column) = (leaf / 100, leaf % 100);
        node.position = Position::new(240 * column as i32, 100 + 100 * row as i32);
        builder.child(&root, node).unwrap();
    }
    builder.finish()
}
