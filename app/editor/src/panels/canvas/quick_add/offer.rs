//! What the search offers: a kind of node, or a template. Knows how each is shown, not where it goes.

use std::borrow::Cow;

use egui::Color32;
use treewright_core::model::NodeDeclaration;
use treewright_session::templates::Template;

use super::super::CanvasInput;
use crate::icons;
use crate::panels::palette::{TEMPLATE_ICON, category_key};

/// Something to add.
#[derive(Clone, Copy)]
pub enum Offer<'a> {
    /// A node of this kind.
    Kind(&'a NodeDeclaration),
    /// A pattern of several nodes.
    Template(&'a Template),
}

impl Offer<'_> {
    /// What it is called.
    pub fn title(&self, input: &CanvasInput<'_>) -> String {
        match self {
            Self::Kind(kind) => input.texts.task_title(&kind.task),
            Self::Template(template) => template.title().to_owned(),
        }
    }

    /// What it does.
    pub fn summary(&self, input: &CanvasInput<'_>) -> String {
        match self {
            Self::Kind(kind) => input.texts.task_summary(kind),
            Self::Template(template) => template.summary().to_owned(),
        }
    }

    /// The family that it belongs to.
    pub fn family(&self, input: &CanvasInput<'_>) -> Cow<'static, str> {
        match self {
            Self::Kind(kind) => input.texts.tr(category_key(kind.category)),
            Self::Template(_) => input.texts.tr("template.family"),
        }
    }

    /// The name of its icon.
    pub fn icon(&self) -> &str {
        match self {
            Self::Kind(kind) => icons::of_kind(kind),
            Self::Template(_) => TEMPLATE_ICON,
        }
    }

    /// The color of its icon.
    pub fn color(&self, input: &CanvasInput<'_>) -> Color32 {
        match self {
            Self::Kind(kind) => input.theme.declared(kind),
            Self::Template(_) => input.theme.accent,
        }
    }
}
