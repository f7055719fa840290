//! The texts on a card and the card size that results from them. Knows nothing about positions.

use std::borrow::Cow;
use std::sync::Arc;

use egui::{Vec2, vec2};
use treewright_core::diagnostic::visible_line;
use treewright_core::library::{carried_line, parameter_line};
use treewright_core::model::{Node, NodeDeclaration};
use treewright_session::stand_in_words;

use super::{
    BODY_MARGIN, CARD_HEIGHT, DETAIL_SIZE, HEADER_HEIGHT, LONE_HEADER_HEIGHT, NodeTypeInfo,
    ROW_HEIGHT, TEXT_LEFT, TEXT_RIGHT, TITLE_SIZE, TextMeasure,
};
use treewright_session::card_rows::{CardRow, RowKind, RowTexts};

const MIN_WIDTH: f32 = 112.0;
const MAX_WIDTH: f32 = 240.0;
const COMMENT_WIDTH: f32 = 18.0;

/// The unshortened texts of a card.
pub(super) struct CardText<'n> {
    pub title: Cow<'n, str>,
    /// The most informative settings that no row says in words; may be empty.
    settings: String,
    /// What settings say next, on a row of its own.
    settings_next: Option<String>,
    /// The name of its task, unless the title is that name.
    node_type: Option<Arc<str>>,
    rule: Option<String>,
    abort: Option<String>,
    pub comment: bool,
}

impl<'n> CardText<'n> {
    pub fn of(
        node: &'n Node,
        node_type: &NodeTypeInfo<'_>,
        parent: Option<&NodeDeclaration>,
        rows: &mut RowTexts<'_>,
    ) -> Self {
        let own = node.own_title();
        let rule = node_type.declaration.and_then(|d| rows.of_rule(node, d));
        let in_words = stand_in_words::of_parameters(node_type.texts, node);
        let mut settings_next = None;
        let settings = match (&rule, in_words) {
            (Some(_), _) => carried_line(node, parent, node_type.texts),
            (None, Some(in_words)) => {
                let (first, next) = stand_in_words::in_two_lines(&in_words);
                settings_next = next.map(str::to_owned);
                first.to_owned()
            }
            (None, None) => parameter_line(node, node_type.declaration, parent, node_type.texts),
        };
        Self {
            title: own.map_or_else(|| Cow::Owned(node_type.title.to_string()), visible_line),
            settings,
            settings_next,
            node_type: own.map(|_| node_type.title.clone()),
            rule,
            abort: rows.of_abort(node.abort),
            comment: !node.comment.is_empty(),
        }
    }

    pub fn comment_width(&self) -> f32 {
        if self.comment { COMMENT_WIDTH } else { 0.0 }
    }

    /// The card is not widened to fit both the settings and the task: the icon shows the task as well.
    pub fn card_size(&self, measure: &mut TextMeasure) -> Vec2 {
        let title = measure.width(&self.title, TITLE_SIZE) + self.comment_width();
        let mut text = title.max(measure.width(self.shortest_detail(), DETAIL_SIZE));
        for (_, row) in self.further_rows() {
            text = text.max(measure.width(row, DETAIL_SIZE));
        }
        let width = TEXT_LEFT + text + TEXT_RIGHT;
        // Widths in steps of 8 make columns of similar cards line up.
        let width = ((width / 8.0).ceil() * 8.0).clamp(MIN_WIDTH, MAX_WIDTH);
        vec2(width, self.height())
    }

    fn height(&self) -> f32 {
        let detail = usize::from(!self.shortest_detail().is_empty());
        match detail + self.further_rows().count() {
            0 => LONE_HEADER_HEIGHT,
            1 => CARD_HEIGHT,
            rows => HEADER_HEIGHT + rows as f32 * ROW_HEIGHT + 2.0 * BODY_MARGIN,
        }
    }

    /// The rows after the first one.
    fn further_rows(&self) -> impl Iterator<Item = (RowKind, &str)> {
        let rows = [
            (RowKind::Detail, &self.settings_next),
            (RowKind::Rule, &self.rule),
            (RowKind::Abort, &self.abort),
        ];
        let rows = rows.into_iter();
        rows.filter_map(|(kind, text)| Some((kind, text.as_deref()?)))
    }

    /// The detail row that needs the least room.
    fn shortest_detail(&self) -> &str {
        match &self.node_type {
            Some(node_type) if self.settings.is_empty() => node_type,
            _ => &self.settings,
        }
    }

    /// The rows below the header, shortened to fit.
    pub fn rows(&self, measure: &mut TextMeasure, room: f32) -> Vec<CardRow> {
        let mut rows = Vec::new();
        let detail = self.detail(measure, room);
        if !detail.is_empty() {
            let kind = RowKind::Detail;
            rows.push(CardRow { kind, text: detail });
        }
        for (kind, text) in self.further_rows() {
            let text = measure.shortened(text, DETAIL_SIZE, room);
            rows.push(CardRow { kind, text });
        }
        rows
    }

    /// The first row: the task, the settings, or both if they fit.
    fn detail(&self, measure: &mut TextMeasure, room: f32) -> String {
        match &self.node_type {
            Some(node_type) if !self.settings.is_empty() && self.settings_next.is_none() => {
                let both = format!("{node_type} · {}", self.settings);
                if measure.width(&both, DETAIL_SIZE) <= room {
                    both
                } else {
                    measure.shortened(&self.settings, DETAIL_SIZE, room)
                }
            }
            _ => measure.shortened(self.shortest_detail(), DETAIL_SIZE, room),
        }
    }
}
