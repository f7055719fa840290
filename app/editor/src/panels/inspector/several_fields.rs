//! The fields of several selected nodes: the common fields, each with the shared value or shown as mixed. One edit sets all nodes.

use std::sync::Arc;

use egui::{Id, Label, RichText, TextEdit, Ui};
use rustc_hash::FxHashMap;
use treewright_authoring::edit::Command;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::{Node, StandIn};
use treewright_session::workspace::open_document::Version;

use super::node_fields::{abort_text, abort_types};
use super::parameter_fields::{SharedParameter, shared_parameters, show_shared};
use super::sections::Section;
use super::stand_in_fields::{CurrentStandIn, StandInFields};
use crate::action::{Action, ActionSink, EditAction};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::{space, text_size};
use crate::widgets::{Form, draft, mixed_check_box, placeholder};

/// The maximum number of node types in the heading.
const MAX_NODE_TYPES: usize = 6;

/// A cache of what the selected nodes have in common: computing it walks all of them.
#[derive(Default)]
pub struct CommonFields {
    made_of: Option<(Version, u64, usize)>,
    nodes: Vec<NodeId>,
    node_type_counts: Vec<(Arc<str>, usize)>,
    name: CommonValue<String>,
    comment: CommonValue<String>,
    /// `None` if some have no abort type.
    abort: Option<CommonValue<AbortType>>,
    /// `None` if some are not leaves.
    stand_in: Option<CommonValue<Option<Box<StandIn>>>>,
    disabled: CommonValue<bool>,
    breakpoint: CommonValue<bool>,
    parameters: Vec<SharedParameter>,
}

/// The value of a field on several nodes.
#[derive(Default)]
enum CommonValue<T> {
    One(T),
    #[default]
    Mixed,
}

impl<T: PartialEq + Clone> CommonValue<T> {
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

impl CommonFields {
    pub fn show(&mut self, ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
        self.refresh(cx);
        let last = self.nodes.last();
        let Some(primary) = last.and_then(|id| cx.front.document().node(id)) else {
            return;
        };
        self.heading(ui, cx);
        let id = Id::unique(("several nodes", cx.front.id(), primary.id().as_str()));
        let form = self.form(ui, cx);
        Section::Node.show(ui, cx, "", sink, |ui, sink| {
            self.text(ui, cx, (&form, id), ("inspector.name", &self.name), sink);
            self.text(
                ui,
                cx,
                (&form, id),
                ("inspector.comment", &self.comment),
                sink,
            );
            form.unlabeled(ui, |ui| self.switches(ui, cx, sink));
        });
        let nodes = || self.nodes.clone();
        if !self.parameters.is_empty() {
            Section::Parameters.show(ui, cx, "", sink, |ui, sink| {
                show_shared(ui, cx, &form, (primary, &self.parameters), nodes, sink);
            });
        }
        self.abort_type(ui, cx, id, sink);
        if let Some(stand_in) = &self.stand_in {
            StandInFields {
                cx,
                form: &form,
                node: primary,
                nodes: &nodes,
                current_stand_in: match stand_in {
                    CommonValue::One(all) => CurrentStandIn::By(all.as_deref()),
                    CommonValue::Mixed => CurrentStandIn::Mixed,
                },
            }
            .show(ui, sink);
        }
    }

    /// The columns of all sections, wide enough for the labels in them.
    fn form<'a>(&self, ui: &Ui, cx: &PanelContext<'a>) -> Form<'a> {
        let keys = ["inspector.name", "inspector.comment", "stand_in.kind"];
        let fixed = keys.map(|key| cx.texts.tr(key));
        let titles: Vec<String> = self.parameters.iter().map(|p| p.title(cx)).collect();
        let labels = fixed.iter().map(|text| &**text);
        Form::new(
            ui,
            cx.theme,
            labels.chain(titles.iter().map(|title| &**title)),
        )
    }

    fn switches(&self, ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
        ui.horizontal_wrapped(|ui| {
            let disabled = ("inspector.disabled", &self.disabled);
            switch(ui, cx, disabled, EditAction::ToggleDisabled, sink);
            ui.add_space(space::S);
            let breakpoint = ("inspector.breakpoint", &self.breakpoint);
            switch(ui, cx, breakpoint, EditAction::ToggleBreakpoint, sink);
        });
    }

    /// Recomputes the common values if the selection or the document changed.
    fn refresh(&mut self, cx: &PanelContext<'_>) {
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
        self.node_type_counts = node_type_counts(&nodes);
        self.name = CommonValue::of(&nodes, |node| &node.name);
        self.comment = CommonValue::of(&nodes, |node| &node.comment);
        let composite = |(task, _): &(Arc<str>, usize)| {
            let declaration = cx.library.declaration(task);
            declaration.is_some_and(|d| d.category == Category::Composite)
        };
        let composites = self.node_type_counts.iter().all(composite);
        self.abort = composites.then(|| CommonValue::of(&nodes, |node| &node.abort));
        let library = cx.library;
        let are_played = nodes.iter().all(|node| library.can_have_stand_in(node))
            || nodes
                .iter()
                .all(|node| library.is_parent_without_code(node));
        self.stand_in = are_played.then(|| CommonValue::of(&nodes, |node| &node.stand_in));
        self.disabled = CommonValue::of(&nodes, |node| &node.disabled);
        let with_breakpoint = nodes.iter().filter(|node| breakpoints.has(node.id()));
        self.breakpoint = match with_breakpoint.count() {
            0 => CommonValue::One(false),
            count if count == nodes.len() => CommonValue::One(true),
            _ => CommonValue::Mixed,
        };
        self.parameters = match nodes.last() {
            Some(primary) => shared_parameters(cx, &nodes, primary),
            None => Vec::new(),
        };
    }

    /// The number of nodes of each type.
    fn heading(&self, ui: &mut Ui, cx: &PanelContext<'_>) {
        ui.horizontal(|ui| {
            let icon = icons::text("select_all").size(20.0);
            ui.label(icon.color(cx.theme.muted));
            let count = self.nodes.len().to_string();
            let title = cx.texts.tr_with("inspector.several", &[("count", &count)]);
            ui.label(RichText::new(title).size(text_size::HEADING));
        });
        let mut of_kinds: Vec<String> = Vec::new();
        for (task, count) in self.node_type_counts.iter().take(MAX_NODE_TYPES) {
            let arguments = [
                ("count", &*count.to_string()),
                ("kind", &*cx.texts.task_title(task)),
            ];
            of_kinds.push(cx.texts.tr_with("inspector.of_kind", &arguments));
        }
        if self.node_type_counts.len() > MAX_NODE_TYPES {
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
        (form, id): (&Form<'_>, Id),
        (key, shared): (&str, &CommonValue<String>),
        sink: &mut ActionSink,
    ) {
        let label = cx.texts.tr(key);
        let hint = match shared {
            CommonValue::One(_) => String::new(),
            CommonValue::Mixed => cx.texts.tr("inspector.several_values").into_owned(),
        };
        let current = shared.value().cloned().unwrap_or_default();
        let is_name = key == "inspector.name";
        let text = form.row(ui, &label, |ui| {
            draft(ui, id.with(key), &current, |ui, text| {
                let edit = if is_name {
                    TextEdit::singleline(text)
                } else {
                    TextEdit::multiline(text).desired_rows(2)
                };
                let width = ui.available_width();
                let edit = edit.hint_text(placeholder(hint)).desired_width(width);
                ui.add(edit).accessible_name(&*label)
            })
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
        let current = shared.value().copied();
        let detail = match current {
            Some(abort) => abort_text(cx, abort),
            None => cx.texts.tr("inspector.several_values").into_owned(),
        };
        Section::Abort.show(ui, cx, &detail, sink, |ui, sink| {
            if let Some(chosen) = abort_types(ui, cx, id.with("abort"), current) {
                sink.edit(Command::SetAbort(self.nodes.clone(), chosen));
            }
        });
    }
}

/// A check box. If the nodes differ, clicking it sets all of them.
fn switch(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (key, shared): (&str, &CommonValue<bool>),
    action: EditAction,
    sink: &mut ActionSink,
) {
    let mut on = shared.value().copied().unwrap_or_default();
    let text = cx.texts.tr(key).into_owned();
    let mixed = shared.value().is_none();
    if mixed_check_box(ui, &mut on, text, mixed).changed() {
        sink.push(Action::Edit(action));
    }
}

/// The number of nodes of each type, most frequent first.
fn node_type_counts(nodes: &[&Node]) -> Vec<(Arc<str>, usize)> {
    let mut counts: FxHashMap<Arc<str>, usize> = FxHashMap::default();
    for node in nodes {
        *counts.entry(node.task.clone()).or_default() += 1;
    }
    let mut node_type_counts: Vec<_> = counts.into_iter().collect();
    node_type_counts.sort_by(|(a, many), (b, other)| other.cmp(many).then_with(|| a.cmp(b)));
    node_type_counts
}
