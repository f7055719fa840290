//! The fields of several selected nodes: what all of them have, with the value that all share or said to be mixed. One edit sets all of them.

use std::sync::Arc;

use egui::{Checkbox, Id, Label, RichText, TextEdit, Ui};
use rustc_hash::FxHashMap;
use treewright_authoring::edit::Command;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::{Node, StandIn};
use treewright_session::workspace::open_document::Version;

use super::node_fields::abort_text;
use super::parameter_fields::{SharedParameter, shared_parameters, show_shared};
use super::stand_in_fields::{Played, StandInFields};
use crate::action::{Action, ActionSink, EditAction};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::{space, text_size};
use crate::widgets::{caption, choice, draft};

/// The most kinds that the heading names.
const MOST_KINDS: usize = 6;

/// What the nodes that were looked at last have in common: finding it out walks all of them.
#[derive(Default)]
pub struct Several {
    made_of: Option<(Version, u64, usize)>,
    nodes: Vec<NodeId>,
    kinds: Vec<(Arc<str>, usize)>,
    name: Shared<String>,
    comment: Shared<String>,
    /// None if some have no abort type.
    abort: Option<Shared<AbortType>>,
    /// None if some are no leaves.
    stand_in: Option<Shared<Option<Box<StandIn>>>>,
    disabled: Shared<bool>,
    breakpoint: Shared<bool>,
    parameters: Vec<SharedParameter>,
}

/// The value of a field on several nodes.
#[derive(Default)]
enum Shared<T> {
    One(T),
    #[default]
    Mixed,
}

impl<T: PartialEq + Clone> Shared<T> {
    fn of<'a>(nodes: &[&'a Node], field: impl Fn(&'a Node) -> &'a T) -> Self
    where
        T: 'a,
    {
        match nodes {
            [first, rest @ ..] if rest.iter().all(|node| field(node) == field(first)) => {
                Self::One(field(first).clone())
            }
            _ => Self::Mixed,
        }
    }

    fn value(&self) -> Option<&T> {
        match self {
            Self::One(value) => Some(value),
            Self::Mixed => None,
        }
    }
}

impl Several {
    /// Shows the fields of the selected nodes.
    pub fn show(&mut self, ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
        self.look(cx);
        let last = self.nodes.last();
        let Some(primary) = last.and_then(|id| cx.front.document().node(id)) else {
            return;
        };
        self.heading(ui, cx);
        let id = Id::unique(("several nodes", cx.front.id(), primary.id().as_str()));
        self.text(ui, cx, id, ("inspector.name", &self.name), sink);
        self.text(ui, cx, id, ("inspector.comment", &self.comment), sink);
        self.abort_type(ui, cx, id, sink);
        let nodes = || self.nodes.clone();
        show_shared(ui, cx, (primary, &self.parameters), nodes, sink);
        if let Some(stand_in) = &self.stand_in {
            StandInFields {
                cx,
                node: primary,
                nodes: &nodes,
                played: match stand_in {
                    Shared::One(all) => Played::By(all.as_deref()),
                    Shared::Mixed => Played::Mixed,
                },
            }
            .show(ui, sink);
        }
        ui.add_space(space::S);
        ui.horizontal_wrapped(|ui| {
            let disabled = ("inspector.disabled", &self.disabled);
            switch(ui, cx, disabled, EditAction::ToggleDisabled, sink);
            ui.add_space(space::S);
            let breakpoint = ("inspector.breakpoint", &self.breakpoint);
            switch(ui, cx, breakpoint, EditAction::ToggleBreakpoint, sink);
        });
    }

    /// Finds out what they have in common, if they or the document are others than before.
    fn look(&mut self, cx: &PanelContext<'_>) {
        let library = std::ptr::from_ref(cx.library).addr();
        let breakpoints = &cx.front.breakpoints;
        let made_of = Some((cx.front.version(), breakpoints.revision(), library));
        let selected = cx.front.selection();
        if self.made_of == made_of && self.nodes.iter().eq(selected.iter()) {
            return;
        }
        self.made_of = made_of;
        self.nodes = selected.iter().cloned().collect();
        let ids = self.nodes.iter();
        let nodes: Vec<&Node> = ids.filter_map(|id| cx.front.document().node(id)).collect();
        self.kinds = kinds(&nodes);
        self.name = Shared::of(&nodes, |node| &node.name);
        self.comment = Shared::of(&nodes, |node| &node.comment);
        let composite = |(task, _): &(Arc<str>, usize)| {
            let declaration = cx.library.declaration(task);
            declaration.is_some_and(|d| d.category == Category::Composite)
        };
        let composites = self.kinds.iter().all(composite);
        self.abort = composites.then(|| Shared::of(&nodes, |node| &node.abort));
        let library = cx.library;
        let are_played = nodes.iter().all(|node| library.can_be_played(node))
            || nodes
                .iter()
                .all(|node| library.is_parent_without_code(node));
        self.stand_in = are_played.then(|| Shared::of(&nodes, |node| &node.stand_in));
        self.disabled = Shared::of(&nodes, |node| &node.disabled);
        let with_breakpoint = nodes.iter().filter(|node| breakpoints.has(node.id()));
        self.breakpoint = match with_breakpoint.count() {
            0 => Shared::One(false),
            count if count == nodes.len() => Shared::One(true),
            _ => Shared::Mixed,
        };
        self.parameters = match nodes.last() {
            Some(primary) => shared_parameters(cx, &nodes, primary),
            None => Vec::new(),
        };
    }

    /// How many of each kind.
    fn heading(&self, ui: &mut Ui, cx: &PanelContext<'_>) {
        ui.horizontal(|ui| {
            let icon = icons::text("select_all").size(20.0);
            ui.label(icon.color(cx.theme.muted));
            let count = self.nodes.len().to_string();
            let title = cx.texts.tr_with("inspector.several", &[("count", &count)]);
            ui.label(RichText::new(title).size(text_size::HEADING));
        });
        let mut of_kinds: Vec<String> = Vec::new();
        for (task, count) in self.kinds.iter().take(MOST_KINDS) {
            let arguments = [
                ("count", &*count.to_string()),
                ("kind", &*cx.texts.task_title(task)),
            ];
            of_kinds.push(cx.texts.tr_with("inspector.of_kind", &arguments));
        }
        if self.kinds.len() > MOST_KINDS {
            of_kinds.push("…".to_owned());
        }
        let text = of_kinds.join(&cx.texts.tr("list.comma"));
        ui.add(Label::new(RichText::new(text).color(cx.theme.muted)).wrap());
        ui.add_space(space::XS);
    }

    /// The name or the comment; an empty field if they differ.
    fn text(
        &self,
        ui: &mut Ui,
        cx: &PanelContext<'_>,
        id: Id,
        (key, shared): (&str, &Shared<String>),
        sink: &mut ActionSink,
    ) {
        let label = cx.texts.tr(key);
        caption(ui, cx.theme, &label);
        let hint = match shared {
            Shared::One(_) => String::new(),
            Shared::Mixed => cx.texts.tr("inspector.several_values").into_owned(),
        };
        let current = shared.value().cloned().unwrap_or_default();
        let is_name = key == "inspector.name";
        let text = draft(ui, id.with(key), &current, |ui, text| {
            let edit = if is_name {
                TextEdit::singleline(text)
            } else {
                TextEdit::multiline(text).desired_rows(2)
            };
            let width = ui.available_width();
            ui.add(edit.hint_text(hint).desired_width(width))
                .accessible_name(&*label)
        });
        let Some(text) = text else {
            return;
        };
        let nodes = self.nodes.clone();
        sink.edit(if is_name {
            Command::SetName(nodes, text)
        } else {
            Command::SetComment(nodes, text)
        });
    }

    fn abort_type(&self, ui: &mut Ui, cx: &PanelContext<'_>, id: Id, sink: &mut ActionSink) {
        let Some(shared) = &self.abort else {
            return;
        };
        let label = cx.texts.tr("inspector.abort");
        caption(ui, cx.theme, &label).on_hover_text(cx.texts.tr("inspector.abort_hint"));
        let options = AbortType::ALL.map(|abort| abort_text(cx, abort));
        let current = shared.value();
        let shown = match current {
            Some(abort) => abort_text(cx, *abort),
            None => cx.texts.tr("inspector.several_values").into_owned(),
        };
        let place = current.and_then(|abort| AbortType::ALL.iter().position(|a| a == abort));
        if let Some(chosen) = choice(ui, id.with("abort"), &label, &shown, &options, place) {
            let nodes = self.nodes.clone();
            sink.edit(Command::SetAbort(nodes, AbortType::ALL[chosen]));
        }
    }
}

/// A check box; where the nodes differ, it sets all of them.
fn switch(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (key, shared): (&str, &Shared<bool>),
    action: EditAction,
    sink: &mut ActionSink,
) {
    let mut on = shared.value().copied().unwrap_or_default();
    let text = cx.texts.tr(key).into_owned();
    let mixed = shared.value().is_none();
    let switch = Checkbox::new(&mut on, text).indeterminate(mixed);
    if ui.add(switch).changed() {
        sink.push(Action::Edit(action));
    }
}

/// How many nodes there are of each kind, the most first.
fn kinds(nodes: &[&Node]) -> Vec<(Arc<str>, usize)> {
    let mut counts: FxHashMap<Arc<str>, usize> = FxHashMap::default();
    for node in nodes {
        *counts.entry(node.task.clone()).or_default() += 1;
    }
    let mut kinds: Vec<_> = counts.into_iter().collect();
    kinds.sort_by(|(a, many), (b, other)| other.cmp(many).then_with(|| a.cmp(b)));
    kinds
}
