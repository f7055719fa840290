//! How large cards are, for whoever lays a tree out, in whichever thread that is done. Knows nothing of layouts.

use std::sync::Arc;

use egui::Context;
use rustc_hash::FxHashMap;
use treewright_core::geometry::Size;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::scene::{self, TextMeasure};
use crate::i18n::Texts;

/// What says how large the cards of all nodes of a document with these kinds are, in this language and with the fonts of this window.
pub fn measuring(
    ctx: &Context,
    library: Arc<NodeLibrary>,
    texts: Texts,
) -> impl FnOnce(&Document) -> FxHashMap<NodeId, Size> + Send + 'static {
    let mut measure = TextMeasure::new(ctx);
    move |document| scene::card_sizes(document, &library, &texts, &mut measure)
}

/// The same, here and now.
pub fn card_sizes(
    ctx: &Context,
    document: &Document,
    library: &NodeLibrary,
    texts: &Texts,
) -> FxHashMap<NodeId, Size> {
    scene::card_sizes(document, library, texts, &mut TextMeasure::new(ctx))
}
