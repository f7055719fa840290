//! Positions the nodes of a picture if the file has no positions, or if another growth direction is requested.

use std::borrow::Cow;

use egui::{RawInput, Theme};
use treewright_authoring::edit::{Command, History, Selection};
use treewright_authoring::layout;
use treewright_authoring::layout::Direction;
use treewright_core::geometry::Size;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};
use treewright_session::i18n::Texts;

use super::fonts;
use crate::scene::card_measuring::card_sizes;

/// Returns a document in which all nodes have positions: its own, unless the file has none or another growth direction is requested.
pub fn placed<'a>(
    document: &'a Document,
    library: &NodeLibrary,
    texts: &Texts,
    direction: Option<Direction>,
) -> Cow<'a, Document> {
    let options = layout::Options {
        direction: direction.unwrap_or_default(),
        stack_from: Some(layout::Options::STACK_FROM),
        ..layout::Options::default()
    };
    let unplaced = layout::positions_for_unplaced(document, &options).is_some();
    if !unplaced && direction.is_none() {
        return Cow::Borrowed(document);
    }
    let ctx = fonts::context(Theme::Light);
    let mut sizes = None;
    let mut output = ctx.run_ui(RawInput::default(), |ui| {
        sizes = Some(card_sizes(ui.ctx(), document, library, texts));
    });
    output.textures_delta.clear();
    let sizes = sizes.unwrap_or_default();
    let size_of = |node: &Node| {
        let size = sizes.get(node.id()).copied();
        size.unwrap_or(Size::new(160.0, 48.0))
    };
    let places = layout::tidy(document, &size_of, &options);
    let mut copy = document.clone();
    let (builtin, arrange) = (NodeLibrary::builtin(), Command::Arrange(places));
    // An error only says that nothing had to move.
    let _ = History::new().apply(&mut copy, &builtin, &mut Selection::default(), &arrange);
    Cow::Owned(copy)
}

/// Guesses whether a document grows to the right: whether more children lie right of their parents than below them.
pub fn grows_right(document: &Document) -> bool {
    /// The minimum width and the height of a card.
    const CARD: (i64, i64) = (112, 48);
    let (mut right, mut down) = (0_usize, 0_usize);
    for node in document.nodes() {
        let parent = node.parent().and_then(|id| document.node(id));
        let Some(parent) = parent else { continue };
        let away = |own: i32, above: i32| i64::from(own) - i64::from(above);
        right += usize::from(away(node.position.x, parent.position.x) >= CARD.0);
        down += usize::from(away(node.position.y, parent.position.y) >= CARD.1);
    }
    right > down
}
