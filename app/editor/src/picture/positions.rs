//! Positions the nodes of a picture if the file has no positions, or if another growth direction is requested.

use std::borrow::Cow;

use egui::{RawInput, Theme};
use treewright_authoring::edit;
use treewright_authoring::layout;
use treewright_authoring::layout::Direction;
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
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
    let unplaced = layout::positions_for_unplaced(document, &options);
    if direction.is_none() {
        match unplaced {
            None => return Cow::Borrowed(document),
            Some(placed) if !placed.is_whole => {
                return Cow::Owned(arranged(document, placed.places));
            }
            Some(_) => {}
        }
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
    Cow::Owned(arranged(document, places))
}

fn arranged(document: &Document, places: Vec<(NodeId, Position)>) -> Document {
    let mut copy = document.clone();
    edit::arrange_read(&mut copy, places);
    copy
}
