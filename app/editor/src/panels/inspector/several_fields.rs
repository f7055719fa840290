//! The fields of several selected nodes: the common fields, each with the shared value or shown as mixed. One edit sets all nodes.

use std::sync::Arc;

use egui::{Id, Label, RichText, TextEdit, Ui};
use rustc_hash::FxHashMap;
use treewright_authoring::edit::{Command, Selection};
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
    selection: Selection,
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
    fn of(value: Option<&T>) -> Self {
        value.map_or(Self::Mixed, |value| Self::One(value.clone()))
    }

    fn value(&self) -> Option<&T> {
        match self {
            Self::One(value) => Some(value),
            Self::Mixed => None,
        }
    }
}

/// The value of each field that several nodes share; `None` if they differ. Also counts their types: all in
/// one pass, as a hundred thousand nodes are more than the processor's cache holds.
struct CommonFieldValues<'n> {
    /// The number of nodes of each type. Found by the address of its name, which most nodes of a type share, because comparing the texts
    /// of all nodes is slow.
    types: FxHashMap<*const str, (&'n Arc<str>, usize)>,
    name: Option<&'n String>,
    comment: Option<&'n String>,
    abort: Option<&'n AbortType>,
    stand_in: Option<&'n Option<Box<StandIn>>>,
    disabled: Option<&'n bool>,
}

impl<'n> CommonFieldValues<'n> {
    fn of(nodes: &[&'n Node]) -> Self {
        let first = nodes.first();
        let mut common = Self {
            types: FxHashMap::default(),
            name: first.map(|node| &node.name),
            comment: first.map(|node| &node.comment),
            abort: first.map(|node| &node.abort),
            stand_in: first.map(|node| &node.stand_in),
            disabled: first.map(|node| &node.disabled),
        };
        for node in nodes {
            let place = Arc::as_ptr(&node.task);
            common.types.entry(place).or_insert((&node.task, 0)).1 += 1;
            common.name.take_if(|name| **name != node.name);
            common.comment.take_if(|comment| **comment != node.comment);
            common.abort.take_if(|abort| **abort != node.abort);
            common
                .stand_in
                .take_if(|stand_in| **stand_in != node.stand_in);
            common
                .disabled
                .take_if(|disabled| **disabled != node.disabled);
        }
        common
    }

    /// The number of nodes of each type, most frequent first.
    fn node_type_counts(&self) -> Vec<(Arc<str>, usize)> {
        let mut counts: FxHashMap<Arc<str>, usize> = FxHashMap::default();
        for (task, count) in self.types.values() {
            *counts.entry((*task).clone()).or_default() += count;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by(|(a, many), (b, other)| other.cmp(many).then_with(|| a.cmp(b)));
        counts
    }
}

impl CommonFields {
    pub fn show(&mut self, ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
        self.refresh(cx);
        let last = self.selection.primary();
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
        let nodes = || self.nodes();
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
        let selection = cx.front.selection();
        if self.made_of == made_of && self.selection.is_clone_of(selection) {
            return;
        }
        self.made_of = made_of;
        self.selection = selection.clone();
        let nodes = selection.nodes(cx.front.document());
        let common = CommonFieldValues::of(&nodes);
        self.node_type_counts = common.node_type_counts();
        self.name = CommonValue::of(common.name);
        self.comment = CommonValue::of(common.comment);
        let composite = |(task, _): &(Arc<str>, usize)| {
            let declaration = cx.library.declaration(task);
            declaration.is_some_and(|d| d.category == Category::Composite)
        };
        let composites = self.node_type_counts.iter().all(composite);
        self.abort = composites.then(|| CommonValue::of(common.abort));
        let library = cx.library;
        let are_played = nodes.iter().all(|node| library.can_have_stand_in(node))
            || nodes
                .iter()
                .all(|node| library.is_parent_without_code(node));
        self.stand_in = are_played.then(|| CommonValue::of(common.stand_in));
        self.disabled = CommonValue::of(common.disabled);
        let with_breakpoint = breakpoints.marked().filter(|node| selection.contains(node));
        self.breakpoint = match with_breakpoint.count() {
            0 => CommonValue::One(false),
            count if count == nodes.len() => CommonValue::One(true),
            _ => CommonValue::Mixed,
        };
        let primary = selection.primary();
        self.parameters = match primary.and_then(|id| cx.front.document().node(id)) {
            Some(primary) => shared_parameters(cx, &nodes, primary),
            None => Vec::new(),
        };
    }

    fn nodes(&self) -> Vec<NodeId> {
        self.selection.iter().cloned().collect()
    }

    /// The number of nodes of each type.
    fn heading(&self, ui: &mut Ui, cx: &PanelContext<'_>) {
        ui.horizontal(|ui| {
            let icon = icons::text("select_all").size(20.0);
            ui.label(icon.color(cx.theme.muted));
            let count = self.selection.len().to_string();
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
        let nodes = self.nodes();
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
                sink.edit(Command::SetAbort(self.nodes(), chosen));
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
