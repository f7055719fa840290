//! What is written on a card, and how wide that makes it. Knows nothing of where it lies.

use std::borrow::Cow;
use std::sync::Arc;

use treewright_core::library::parameter_line;
use treewright_core::model::{Node, NodeDeclaration};

use super::{DETAIL_SIZE, Kind, TEXT_LEFT, TEXT_RIGHT, TITLE_SIZE, TextMeasure};

const MIN_WIDTH: f32 = 112.0;
const MAX_WIDTH: f32 = 224.0;
const COMMENT_WIDTH: f32 = 18.0;

/// What is written on a card, in full length.
pub(super) struct Lines<'n> {
    pub title: Cow<'n, str>,
    /// The most telling settings; may be empty.
    settings: String,
    /// What its task is called, if the title does not say it already.
    kind: Option<Arc<str>>,
    pub comment: bool,
}

impl<'n> Lines<'n> {
    pub fn of(node: &'n Node, kind: &Kind<'_>, parent: Option<&NodeDeclaration>) -> Self {
        let own = node.own_title();
        Self {
            title: own.map_or_else(|| Cow::Owned(kind.title.to_string()), Cow::Borrowed),
            settings: parameter_line(node, kind.declaration, parent),
            kind: own.map(|_| kind.title.clone()),
            comment: !node.comment.is_empty(),
        }
    }

    pub fn comment_width(&self) -> f32 {
        if self.comment { COMMENT_WIDTH } else { 0.0 }
    }

    /// Settings matter more than the kind, which the icon shows as well: a card is not widened for both.
    pub fn card_width(&self, measure: &mut TextMeasure) -> f32 {
        let title = measure.width(&self.title, TITLE_SIZE) + self.comment_width();
        let second = match &self.kind {
            Some(kind) if self.settings.is_empty() => kind,
            _ => &*self.settings,
        };
        let text = title.max(measure.width(second, DETAIL_SIZE));
        let width = TEXT_LEFT + text + TEXT_RIGHT;
        // Widths in steps of 8 make columns of similar cards line up.
        ((width / 8.0).ceil() * 8.0).clamp(MIN_WIDTH, MAX_WIDTH)
    }

    /// The second line: the kind, the settings, or both where they fit.
    pub fn detail(&self, measure: &mut TextMeasure, room: f32) -> String {
        match &self.kind {
            Some(kind) if self.settings.is_empty() => measure.shortened(kind, DETAIL_SIZE, room),
            Some(kind) => {
                let both = format!("{kind} · {}", self.settings);
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
