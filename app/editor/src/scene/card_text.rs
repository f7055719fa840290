//! The text on a card and the card width that results from it. Knows nothing about positions.

use std::borrow::Cow;
use std::sync::Arc;

use treewright_core::library::parameter_line;
use treewright_core::model::{Node, NodeDeclaration};
use treewright_session::stand_in_words;

use super::{DETAIL_SIZE, NodeTypeInfo, TEXT_LEFT, TEXT_RIGHT, TITLE_SIZE, TextMeasure};

const MIN_WIDTH: f32 = 112.0;
const MAX_WIDTH: f32 = 224.0;
const COMMENT_WIDTH: f32 = 18.0;

/// The unshortened text of a card.
pub(super) struct CardText<'n> {
    pub title: Cow<'n, str>,
    /// The most informative settings; may be empty.
    settings: String,
    /// The name of its task, unless the title is that name.
    node_type: Option<Arc<str>>,
    pub comment: bool,
}

impl<'n> CardText<'n> {
    pub fn of(
        node: &'n Node,
        node_type: &NodeTypeInfo<'_>,
        parent: Option<&NodeDeclaration>,
    ) -> Self {
        let own = node.own_title();
        let in_words = stand_in_words::of_parameters(node_type.texts, node);
        let settings =
            in_words.unwrap_or_else(|| parameter_line(node, node_type.declaration, parent));
        Self {
            title: own.map_or_else(|| Cow::Owned(node_type.title.to_string()), Cow::Borrowed),
            settings,
            node_type: own.map(|_| node_type.title.clone()),
            comment: !node.comment.is_empty(),
        }
    }

    pub fn comment_width(&self) -> f32 {
        if self.comment { COMMENT_WIDTH } else { 0.0 }
    }

    /// The card is not widened to fit both the settings and the task: the icon shows the task as well.
    pub fn card_width(&self, measure: &mut TextMeasure) -> f32 {
        let title = measure.width(&self.title, TITLE_SIZE) + self.comment_width();
        let second = match &self.node_type {
            Some(node_type) if self.settings.is_empty() => node_type,
            _ => &*self.settings,
        };
        let text = title.max(measure.width(second, DETAIL_SIZE));
        let width = TEXT_LEFT + text + TEXT_RIGHT;
        // Widths in steps of 8 make columns of similar cards line up.
        ((width / 8.0).ceil() * 8.0).clamp(MIN_WIDTH, MAX_WIDTH)
    }

    /// The second line: the task, the settings, or both if they fit.
    pub fn detail(&self, measure: &mut TextMeasure, room: f32) -> String {
        match &self.node_type {
            Some(node_type) if self.settings.is_empty() => {
                measure.shortened(node_type, DETAIL_SIZE, room)
            }
            Some(node_type) => {
                let both = format!("{node_type} · {}", self.settings);
                if measure.width(&both, DETAIL_SIZE) <= room {
                    both
                } else {
                    measure.shortened(&self.settings, DETAIL_SIZE, room)
                }
            }
            None => measure.shortened(&self.settings, DETAIL_SIZE, room),
        }
    }
}
