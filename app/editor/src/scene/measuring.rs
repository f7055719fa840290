//! How large cards are, for whoever lays a tree out, in whichever thread that is done. Knows nothing of layouts.

use std::sync::Arc;

use egui::Context;
use rustc_hash::FxHashMap;
use treewright_core::geometry::Size;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_session::i18n::Texts;

use super::TextMeasure;
use crate::scene;

/// What says how large the cards of all nodes of a document with these kinds are, in this language and with the fonts of this window. It stops once what
/// it tells how many are measured says no.
pub fn measuring(
    ctx: &Context,
    library: Arc<NodeLibrary>,
    texts: Texts,
) -> impl FnOnce(&Document, &dyn Fn(usize) -> bool) -> Option<FxHashMap<NodeId, Size>> + Send + 'static
{
    let mut measure = TextMeasure::new(ctx);
    move |document, goes_on| scene::card_sizes(document, &library, &texts, &mut measure, goes_on)
}

/// The same, here and now.
pub fn card_sizes(
    ctx: &Context,
    document: &Document,
    library: &NodeLibrary,
    texts: &Texts,
) -> FxHashMap<NodeId, Size> {
    let mut measure = TextMeasure::new(ctx);
    scene::card_sizes(document, library, texts, &mut measure, &|_| true).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use treewright_core::model::{DocumentBuilder, Node};

    use super::*;

    #[test]
    fn cards_are_measured_no_further_once_nobody_wants_it() {
        let mut builder = DocumentBuilder::default();
        for number in 0..1_000 {
            builder
                .loose(Node::new(number.to_string(), "Idle"))
                .unwrap();
        }
        let (document, library) = (builder.finish(), NodeLibrary::builtin());
        let (texts, mut measure) = (Texts::default(), TextMeasure::fixed());
        let mut sizes = |goes_on: &dyn Fn(usize) -> bool| {
            scene::card_sizes(&document, &library, &texts, &mut measure, goes_on)
        };
        assert_eq!(sizes(&|_| true).map(|sizes| sizes.len()), Some(1_000));
        let heard = Cell::new(0);
        let half_way = |done| {
            heard.set(done);
            done < 500
        };
        assert_eq!(sizes(&half_way), None);
        assert!((500..1_000).contains(&heard.get()));
    }
}
