//! An item of the search: a node type, a variable to check, a new variable or action, a tree of the project, or a template. Knows how it is shown, not where it goes.

use std::borrow::Cow;
use std::sync::Arc;

use egui::Color32;
use treewright_core::model::{NodeDeclaration, Variable};
use treewright_session::templates::Template;
use treewright_session::workspace::project_listing::ProjectTree;

use super::super::CanvasInput;
use crate::icons;
use crate::panels::PaletteDrag;
use crate::panels::palette::{TEMPLATE_ICON, category_key};
use crate::typed_comparison::Comparison;

/// Something to add.
#[derive(Clone)]
pub enum SearchItem<'a> {
    /// A node of this type.
    NodeType(&'a NodeDeclaration),
    /// A conditional of this type that checks this variable.
    Condition(&'a NodeDeclaration, &'a Variable),
    /// A conditional of this type that makes this comparison.
    Comparison(&'a NodeDeclaration, Comparison),
    /// A conditional of this type that checks a boolean variable of this name, which is declared with it.
    NewVariable(&'a NodeDeclaration, Arc<str>),
    /// An action of this type with this name.
    NewAction(&'a NodeDeclaration, Arc<str>),
    /// A node of this type that runs a tree of the project.
    Tree(&'a NodeDeclaration, &'a ProjectTree),
    /// A pattern of several nodes.
    Template(&'a Template),
}

impl SearchItem<'_> {
    pub fn title(&self, input: &CanvasInput<'_>) -> String {
        match self {
            Self::NodeType(node_type) => input.texts.task_title(&node_type.task),
            Self::Condition(_, variable) => variable.name.to_string(),
            Self::Comparison(_, comparison) => comparison.title(),
            Self::NewVariable(_, name) | Self::NewAction(_, name) => name.to_string(),
            Self::Tree(_, tree) => tree.title().to_owned(),
            Self::Template(template) => template.title().to_owned(),
        }
    }

    /// A one-line description.
    pub fn summary(&self, input: &CanvasInput<'_>) -> String {
        match self {
            Self::NodeType(node_type) => input.texts.task_summary(node_type),
            Self::Condition(node_type, _) | Self::Comparison(node_type, _) => {
                let task = input.texts.task_title(&node_type.task);
                input.texts.tr_with("canvas.add.checks", &[("task", &task)])
            }
            Self::NewVariable(node_type, _) => {
                let task = input.texts.task_title(&node_type.task);
                let arguments = [("task", &*task)];
                input.texts.tr_with("canvas.add.declares", &arguments)
            }
            Self::NewAction(..) => input.texts.tr("canvas.add.stands_in").into_owned(),
            Self::Tree(_, tree) => {
                let arguments = [("path", &*tree.file)];
                input.texts.tr_with("canvas.add.runs", &arguments)
            }
            Self::Template(template) => template.summary().to_owned(),
        }
    }

    /// The category, or the word for templates.
    pub fn family(&self, input: &CanvasInput<'_>) -> Cow<'static, str> {
        match self {
            Self::NodeType(node_type)
            | Self::Condition(node_type, _)
            | Self::Comparison(node_type, _)
            | Self::NewVariable(node_type, _)
            | Self::NewAction(node_type, _)
            | Self::Tree(node_type, _) => input.texts.tr(category_key(node_type.category)),
            Self::Template(_) => input.texts.tr("template.family"),
        }
    }

    /// The icon name.
    pub fn icon(&self) -> &str {
        match self {
            Self::NodeType(node_type)
            | Self::Condition(node_type, _)
            | Self::Comparison(node_type, _)
            | Self::NewVariable(node_type, _)
            | Self::NewAction(node_type, _)
            | Self::Tree(node_type, _) => icons::of_node_type(node_type),
            Self::Template(_) => TEMPLATE_ICON,
        }
    }

    /// The same item as it is dragged out of the palette.
    pub fn dragged(&self) -> PaletteDrag {
        match self {
            Self::NodeType(node_type)
            | Self::Condition(node_type, _)
            | Self::Comparison(node_type, _)
            | Self::NewVariable(node_type, _)
            | Self::NewAction(node_type, _) => PaletteDrag::Task(Arc::from(&*node_type.task)),
            Self::Tree(_, tree) => PaletteDrag::Tree((*tree).clone()),
            Self::Template(template) => PaletteDrag::Template(template.id.clone()),
        }
    }

    /// The color of the icon.
    pub fn color(&self, input: &CanvasInput<'_>) -> Color32 {
        match self {
            Self::NodeType(node_type)
            | Self::Condition(node_type, _)
            | Self::Comparison(node_type, _)
            | Self::NewVariable(node_type, _)
            | Self::NewAction(node_type, _)
            | Self::Tree(node_type, _) => input.theme.node_type_color(node_type),
            Self::Template(_) => input.theme.accent,
        }
    }
}
