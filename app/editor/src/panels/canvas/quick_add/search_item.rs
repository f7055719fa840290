//! An item of the search: a node type or a template. Knows how it is shown, not where it goes.

use std::borrow::Cow;
use std::sync::Arc;

use egui::Color32;
use treewright_core::model::NodeDeclaration;
use treewright_session::templates::Template;

use super::super::CanvasInput;
use crate::icons;
use crate::panels::PaletteDrag;
use crate::panels::palette::{TEMPLATE_ICON, category_key};

/// Something to add.
#[derive(Clone, Copy)]
pub enum SearchItem<'a> {
    /// A node of this type.
    NodeType(&'a NodeDeclaration),
    /// A pattern of several nodes.
    Template(&'a Template),
}

impl SearchItem<'_> {
    pub fn title(&self, input: &CanvasInput<'_>) -> String {
        match self {
            Self::NodeType(node_type) => input.texts.task_title(&node_type.task),
            Self::Template(template) => template.title().to_owned(),
        }
    }

    /// A one-line description.
    pub fn summary(&self, input: &CanvasInput<'_>) -> String {
        match self {
            Self::NodeType(node_type) => input.texts.task_summary(node_type),
            Self::Template(template) => template.summary().to_owned(),
        }
    }

    /// The category, or the word for templates.
    pub fn family(&self, input: &CanvasInput<'_>) -> Cow<'static, str> {
        match self {
            Self::NodeType(node_type) => input.texts.tr(category_key(node_type.category)),
            Self::Template(_) => input.texts.tr("template.family"),
        }
    }

    /// The icon name.
    pub fn icon(&self) -> &str {
        match self {
            Self::NodeType(node_type) => icons::of_node_type(node_type),
            Self::Template(_) => TEMPLATE_ICON,
        }
    }

    /// The same item as it is dragged out of the palette.
    pub fn dragged(&self) -> PaletteDrag {
        match self {
            Self::NodeType(node_type) => PaletteDrag::Task(Arc::from(&*node_type.task)),
            Self::Template(template) => PaletteDrag::Template(template.id.clone()),
        }
    }

    /// The color of the icon.
    pub fn color(&self, input: &CanvasInput<'_>) -> Color32 {
        match self {
            Self::NodeType(node_type) => input.theme.node_type_color(node_type),
            Self::Template(_) => input.theme.accent,
        }
    }
}
