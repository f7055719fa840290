//! Measures cards for auto layout, on any thread. Knows nothing about layouts.

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

/// Returns a function that measures the cards of all nodes of a document, with this library and language and the fonts of this window. The
/// function can run on another thread. It is cancelled when its callback, which receives the number of measured cards, returns false.
pub fn measuring(
    ctx: &Context,
    library: Arc<NodeLibrary>,
    texts: Texts,
) -> impl FnOnce(&Document, &dyn Fn(usize) -> bool) -> Option<FxHashMap<NodeId, Size>> + Send + 'static
{
    let mut measure = TextMeasure::new(ctx);
    move |document, goes_on| scene::card_sizes(document, &library, &texts, &mut measure, goes_on)
}

/// Like [`measuring`], but runs at once on this thread.
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
    fn measuring_stops_when_cancelled() {
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
