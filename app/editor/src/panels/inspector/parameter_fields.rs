//! The parameters of the selected nodes: each a literal or a variable of the declared type.

mod choices;
mod links;
mod mixed;
mod shared;
mod tree_choices;
mod variable_picker;

use egui::{Align, Id, Label, Layout, RichText, Ui, vec2};
pub use shared::{SharedParameter, shared_parameters, show_shared};
use treewright_authoring::edit::Command;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    FILE_PARAMETER, Node, ParameterDeclaration, ParameterType, ParameterValue, SUBTREE, Variable,
};
use treewright_core::value::{Value, ValueType};
use treewright_session::node_help::number;

use super::expression_field::ExpressionField;
use super::subtree_fields;
use crate::action::{Action, ActionSink, ViewAction};
use crate::focus_regions;
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{Form, IconButton, RowLabel, ValueField, choice, keyed, value_editor};

/// A parameter that the inspector shows.
pub struct ShownParameter {
    declaration: ParameterDeclaration,
    pub title: String,
    /// Whether the node type declares it.
    is_declared: bool,
    /// Whether it has no effect at present; it is shown because it is set.
    is_unused: bool,
}

/// The parameters of a node: those that have an effect, and those that are set.
pub fn fields_of(cx: &PanelContext<'_>, node: &Node) -> Vec<ShownParameter> {
    let declared = parameters_of(cx, node);
    let is_declared = |name: &str| declared.iter().any(|p| *p.name == *name);
    let unknown = node.parameters.iter();
    let unknown: Vec<ShownParameter> = unknown
        .filter(|(name, _)| !is_declared(name))
        .map(|(name, value)| ShownParameter {
            declaration: as_found(name, value),
            title: name.to_string(),
            is_declared: false,
            is_unused: false,
        })
        .collect();
    let known = declared.into_iter().map(|declaration| ShownParameter {
        title: cx
            .texts
            .parameter_title(help_task(cx, node, &declaration), &declaration.name),
        is_declared: true,
        is_unused: !has_effect(cx, node, &declaration),
        declaration,
    });
    let is_set = |shown: &ShownParameter| node.parameters.contains_key(&shown.declaration.name);
    let known = known.filter(|shown| !shown.is_unused || is_set(shown));
    known.chain(unknown).collect()
}

/// Whether a parameter has an effect on this node as it is set now.
pub(super) fn has_effect(
    cx: &PanelContext<'_>,
    node: &Node,
    parameter: &ParameterDeclaration,
) -> bool {
    let node_type = cx.library.declaration(&node.task);
    node_type.is_none_or(|node_type| node_type.has_effect(parameter, node))
}

/// A declaration of a parameter that the node type does not declare.
fn as_found(name: &str, value: &ParameterValue) -> ParameterDeclaration {
    let value_type = match value {
        ParameterValue::Literal(literal) => ParameterType::Value(literal.value.value_type()),
        ParameterValue::Variable(_) => ParameterType::Any,
    };
    ParameterDeclaration::without_default(name.to_owned(), value_type, "")
}

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    (node, fields): (&Node, &[ShownParameter]),
    sink: &mut ActionSink,
) {
    for shown in fields {
        let parameter = &shown.declaration;
        if !shown.is_declared {
            if let Some(value) = node.parameters.get(&parameter.name) {
                unknown(ui, cx, form, (node, &parameter.name, value), sink);
            }
            continue;
        }
        let id = ("parameter", cx.front.id(), node.id().as_str());
        let field = ParameterField {
            cx,
            node,
            parameter,
            help_task: help_task(cx, node, parameter),
            title: shown.title.clone(),
            id: Id::unique((id, &*parameter.name)),
            mixed: false,
            is_unused: shown.is_unused,
            resets: !parameter.required,
        };
        let top = ui.cursor().top();
        let row = keyed(ui, ("parameter", &*parameter.name), |ui| {
            field.show(ui, form, sink)
        });
        let change = row.inner;
        // The first one takes the keyboard that a key gives to the panel.
        let row = ui.max_rect().with_min_y(top).with_max_y(ui.cursor().top());
        focus_regions::start_at(ui, row);
        if let Some(change) = change {
            let nodes = vec![node.id().clone()];
            name_new_variable(&change, sink);
            sink.edit(set_parameter(change, nodes, &parameter.name));
        }
    }
}

/// The parameters declared for a node: its own, those that its parent requires of children, and the variables of the tree that it runs.
fn parameters_of(cx: &PanelContext<'_>, node: &Node) -> Vec<ParameterDeclaration> {
    let declared = cx.library.parameters(&node.task, parent_task(cx, node));
    let mut parameters: Vec<ParameterDeclaration> = declared.cloned().collect();
    // The file is chosen first: the trees to choose from are its trees.
    parameters.sort_by_key(|p| &*node.task == SUBTREE && p.name != FILE_PARAMETER);
    let of_tree = subtree_fields::document_of(cx, node).into_iter();
    parameters.extend(of_tree.flat_map(|document| subtree_fields::variables(document, node)));
    parameters
}

/// The task whose help explains a parameter of a node. A parameter that a child has for its parent is explained by the parent's type.
fn help_task<'a>(
    cx: &PanelContext<'a>,
    node: &'a Node,
    parameter: &ParameterDeclaration,
) -> &'a str {
    let own = cx.library.declaration(&node.task);
    let is_own = own.is_some_and(|own| own.parameter(&parameter.name).is_some());
    let parent = if is_own { None } else { parent_task(cx, node) };
    parent.unwrap_or(&node.task)
}

fn parent_task<'a>(cx: &PanelContext<'a>, node: &Node) -> Option<&'a str> {
    let document = cx.front.document();
    let parent = node.parent().and_then(|id| document.node(id));
    parent.map(|parent| &*parent.task)
}

/// Lets the user name the variable that a change declares.
fn name_new_variable(change: &ParameterChange, sink: &mut ActionSink) {
    if let ParameterChange::ToNew(variable) = change {
        let name = variable.name.clone();
        sink.push(Action::View(ViewAction::RenameVariable(name)));
    }
}

/// The command that changes a parameter of these nodes.
fn set_parameter(change: ParameterChange, nodes: Vec<NodeId>, name: &str) -> Command {
    change.command(|value| Command::SetParameter {
        nodes,
        name: name.into(),
        value,
    })
}

/// A parameter that the node type does not declare: shown as it is, and removable.
fn unknown(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    (node, name, value): (&Node, &str, &ParameterValue),
    sink: &mut ActionSink,
) {
    let shown = match value {
        ParameterValue::Literal(literal) => literal.value.to_string(),
        ParameterValue::Variable(variable) => variable.to_string(),
    };
    form.row(ui, name, |ui| {
        ui.horizontal(|ui| {
            let remove = cx
                .texts
                .tr_with("inspector.remove_parameter", &[("name", name)]);
            let room = ui.available_width() - BUTTON;
            ui.scope(|ui| {
                ui.set_max_width(room.max(0.0));
                let shown = RichText::new(shown).color(cx.theme.muted);
                ui.add(Label::new(shown).truncate());
            });
            if IconButton::new("close", &remove).small().show(ui).clicked() {
                let nodes = vec![node.id().clone()];
                sink.edit(set_parameter(ParameterChange::To(None), nodes, name));
            }
        });
    });
}

/// The field of one parameter of a node.
pub(super) struct ParameterField<'a> {
    pub cx: &'a PanelContext<'a>,
    pub node: &'a Node,
    pub parameter: &'a ParameterDeclaration,
    /// The task whose help explains the parameter.
    pub help_task: &'a str,
    pub title: String,
    pub id: Id,
    /// Whether it is for several nodes with different values.
    pub mixed: bool,
    /// Whether it has no effect at present.
    pub is_unused: bool,
    /// Whether it has a button that restores the default.
    pub resets: bool,
}

/// The width of a small button with the gap before it, in points.
const BUTTON: f32 = 27.0;
/// An editor beside buttons has at least this width; otherwise the buttons are below it.
const MIN_EDITOR: f32 = 70.0;

/// The width of the type menu beside the value's editor.
const TYPE_WIDTH: f32 = 90.0;

/// A change by the user.
pub(super) enum ParameterChange {
    /// Sets this value; `None` restores the default.
    To(Option<ParameterValue>),
    /// Declares a variable and binds it, in one step.
    ToNew(Variable),
}

impl ParameterChange {
    fn literal(value: impl Into<Value>) -> Self {
        Self::To(Some(ParameterValue::literal(value)))
    }

    /// The one command for the change, given the command that sets a value.
    pub fn command(self, set: impl FnOnce(Option<ParameterValue>) -> Command) -> Command {
        match self {
            Self::To(value) => set(value),
            Self::ToNew(variable) => {
                let bound = ParameterValue::Variable(variable.name.clone());
                Command::Batch(vec![Command::AddVariable(variable), set(Some(bound))])
            }
        }
    }
}

impl ParameterField<'_> {
    /// Shows the field. Returns the user's change.
    pub fn show(
        &self,
        ui: &mut Ui,
        form: &Form<'_>,
        sink: &mut ActionSink,
    ) -> Option<ParameterChange> {
        let texts = self.cx.texts;
        let set = self.node.parameters.get(&self.parameter.name);
        let set = set.filter(|_| !self.mixed);
        let required = texts.tr("node_help.required");
        let unused = texts.tr("inspector.unused");
        let note = if self.is_unused {
            Some((&*unused, self.cx.theme.muted))
        } else if set.is_none() && self.parameter.required && !self.mixed {
            Some((&*required, self.cx.theme.warning))
        } else {
            None
        };
        let help = self.help();
        let label = RowLabel {
            text: &self.title,
            hint: &help,
            note,
            is_unused: self.is_unused,
        };
        form.labeled_row(ui, label, |ui| {
            let change = self.editor_and_buttons(ui, set, sink);
            if let Some(field) = self.expression() {
                field.show_error(ui, self.expression_text(set));
            }
            change
        })
    }

    /// The editor, and its buttons beside it, or below it if there is no room.
    fn editor_and_buttons(
        &self,
        ui: &mut Ui,
        set: Option<&ParameterValue>,
        sink: &mut ActionSink,
    ) -> Option<ParameterChange> {
        let room = ui.available_width();
        let needed = self.width_of_buttons(set);
        let is_beside = room - needed >= MIN_EDITOR;
        let width = if is_beside { room - needed } else { room };
        let mut change = None;
        let mut buttons = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            self.link_buttons(ui, set, sink);
            self.buttons(ui, set)
        };
        ui.horizontal_top(|ui| {
            let size = vec2(width, ui.spacing().interact_size.y);
            let layout = Layout::left_to_right(Align::Center);
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(width);
                ui.spacing_mut().item_spacing.x = space::S;
                change = self.editor(ui, set);
            });
            if is_beside && needed > 0.0 {
                ui.add_space(space::XS);
                let pressed = ui.scope(&mut buttons).inner;
                change = change.take().or(pressed);
            }
        });
        if !is_beside {
            let pressed = ui.horizontal(buttons).inner;
            change = change.or(pressed);
        }
        change
    }

    /// The width of all buttons of the field with the gaps before them.
    fn width_of_buttons(&self, set: Option<&ParameterValue>) -> f32 {
        // Its place is kept also while there is nothing to reset, so that nothing moves under the pointer.
        let inserts = self.expression().is_some();
        let binds = self.accepts_both();
        let small = [self.resets, inserts, binds].into_iter().filter(|on| *on);
        let count = small.count() + self.count_link_buttons(set);
        let types = if self.has_type_menu(set) {
            TYPE_WIDTH + space::XS
        } else {
            0.0
        };
        count as f32 * BUTTON + types
    }

    fn can_be_reset(&self, set: Option<&ParameterValue>) -> bool {
        (set.is_some() || self.mixed) && self.resets
    }

    fn has_type_menu(&self, set: Option<&ParameterValue>) -> bool {
        let bound = matches!(set, Some(ParameterValue::Variable(_)));
        self.parameter.parameter_type == ParameterType::Any && !bound && !self.mixed
    }

    /// The expression field, if the parameter holds an expression.
    fn expression(&self) -> Option<ExpressionField<'_>> {
        match &self.parameter.parameter_type {
            ParameterType::Expression(expression_type) => Some(ExpressionField {
                cx: self.cx,
                node: self.node,
                expression_type,
                id: self.id,
                name: &self.title,
                hint: if self.mixed {
                    self.mixed_hint()
                } else {
                    String::new()
                },
            }),
            _ => None,
        }
    }

    /// The text of the expression; `None` if it is not set and has no default.
    fn expression_text<'s>(&'s self, set: Option<&'s ParameterValue>) -> Option<&'s str> {
        match set {
            Some(set) => set.as_literal()?.as_str(),
            None if self.mixed => None,
            None => self.parameter.default.as_ref()?.as_str(),
        }
    }

    /// A sentence about the parameter, and the allowed range of numbers.
    fn help(&self) -> String {
        let texts = self.cx.texts;
        let help = texts.parameter_help(self.help_task, self.parameter);
        let Some(range) = self.parameter.range else {
            return help;
        };
        let (min, mut max) = (number(range.min), number(range.max));
        if !self.parameter.unit.is_empty() {
            max = format!("{max} {}", self.parameter.unit);
        }
        let allowed = texts.tr_with("inspector.range", &[("min", &min), ("max", &max)]);
        format!("{help}\n{allowed}").trim_start().to_owned()
    }

    fn buttons(&self, ui: &mut Ui, set: Option<&ParameterValue>) -> Option<ParameterChange> {
        let texts = self.cx.texts;
        let mut change = None;
        let arguments = [("name", &*self.title)];
        if self.can_be_reset(set) {
            let reset = texts.tr_with("inspector.reset", &arguments);
            let button = IconButton::new("restart_alt", &reset).small();
            if keyed(ui, "reset", |ui| button.show(ui)).inner.clicked() {
                change = Some(ParameterChange::To(None));
            }
        } else if self.resets {
            ui.add_space(BUTTON - space::XS);
        }
        if let Some(field) = self.expression() {
            let text = self.expression_text(set).unwrap_or_default();
            if let Some(text) = field.choose(ui, text) {
                change = Some(ParameterChange::literal(text.as_str()));
            }
        }
        if !self.accepts_both() {
            return change;
        }
        let bound = matches!(set, Some(ParameterValue::Variable(_)));
        let key = if bound {
            "inspector.unbind"
        } else {
            "inspector.bind"
        };
        let name = texts.tr_with(key, &arguments);
        let button = IconButton::new("link", &name).small().selected(bound);
        if keyed(ui, "link", |ui| button.show(ui)).inner.clicked() {
            change = Some(if bound {
                ParameterChange::literal(self.fallback())
            } else {
                self.first_variable()
            });
        }
        if self.has_type_menu(set) {
            change = change.or(self.type_menu(ui, set));
        }
        change
    }

    /// For parameters of any type: shows the type of the value, and can change it.
    fn type_menu(&self, ui: &mut Ui, set: Option<&ParameterValue>) -> Option<ParameterChange> {
        let shown = set.and_then(ParameterValue::as_literal).cloned();
        let current = shown.unwrap_or_else(|| self.fallback()).value_type();
        let types = ValueType::SIMPLE;
        let title = |value_type: &ValueType| self.cx.texts.type_title(value_type);
        let names: Vec<String> = types.iter().map(title).collect();
        let place = types.iter().position(|t| *t == current);
        let arguments = [("name", &*self.title)];
        let name = self.cx.texts.tr_with("inspector.type_of", &arguments);
        let shown = place.map_or_else(|| current.to_string(), |place| names[place].clone());
        let id = self.id.with("type");
        let chosen = ui.scope(|ui| {
            ui.set_max_width(TYPE_WIDTH);
            choice(ui, id, &name, &shown, &names, place)
        });
        let value = types[chosen.inner?].default_value();
        Some(ParameterChange::literal(value))
    }

    fn editor(&self, ui: &mut Ui, set: Option<&ParameterValue>) -> Option<ParameterChange> {
        if let (Some(field), None | Some(ParameterValue::Literal(_))) = (self.expression(), set) {
            let text = self.expression_text(set).unwrap_or_default();
            let written = field.editor(ui, text)?;
            return Some(ParameterChange::literal(written.as_str()));
        }
        if self.mixed {
            return self.mixed_editor(ui);
        }
        if set.is_none() && self.is_optional() {
            return self.unset_button(ui);
        }
        if self.is_of_subtree() {
            return self.subtree_editor(ui);
        }
        match (&self.parameter.parameter_type, set) {
            (ParameterType::Choice(options), _) => self.choice_editor(ui, options, set),
            (ParameterType::Tree, _)
                if subtree_fields::document_of(self.cx, self.node).is_some() =>
            {
                self.tree_editor(ui, set)
            }
            (ParameterType::VariableName(_), _) | (_, Some(ParameterValue::Variable(_))) => {
                self.variable_picker(ui, set)
            }
            (
                ParameterType::Value(_)
                | ParameterType::SameAs(_)
                | ParameterType::Expression(_)
                | ParameterType::Tree
                | ParameterType::Name
                | ParameterType::Any,
                _,
            ) => {
                let shown = match set {
                    Some(ParameterValue::Literal(literal)) => literal.value.clone(),
                    _ => self.fallback(),
                };
                let field = ValueField {
                    id: self.id,
                    name: &self.title,
                    range: self.parameter.range.map(|range| (range.min, range.max)),
                    unit: &self.parameter.unit,
                    lines: matches!(self.parameter.parameter_type, ParameterType::Value(_)),
                    texts: self.cx.texts,
                };
                let value_type = self.value_type().unwrap_or_else(|| shown.value_type());
                value_editor(ui, &field, &value_type, &shown).map(ParameterChange::literal)
            }
        }
    }

    /// Whether it has no value at all while it is not set.
    fn is_optional(&self) -> bool {
        let plain = matches!(
            self.parameter.parameter_type,
            ParameterType::Value(_) | ParameterType::SameAs(_) | ParameterType::Any
        );
        plain && !self.parameter.required && self.parameter.default.is_none()
    }

    /// Shows that it is not set; clicking sets it.
    fn unset_button(&self, ui: &mut Ui) -> Option<ParameterChange> {
        let texts = self.cx.texts;
        let set = texts.tr_with("inspector.set", &[("name", &self.title)]);
        let text = texts.tr("inspector.left_out").into_owned();
        let button = ui.button(RichText::new(text).color(self.cx.theme.muted));
        let pressed = button.accessible_name(&*set).on_hover_text(set).clicked();
        pressed.then(|| ParameterChange::literal(self.fallback()))
    }

    /// Whether it accepts both a literal and a variable.
    fn accepts_both(&self) -> bool {
        matches!(
            self.parameter.parameter_type,
            ParameterType::Value(_) | ParameterType::SameAs(_) | ParameterType::Any
        )
    }

    /// The required type of a value, if known.
    fn value_type(&self) -> Option<ValueType> {
        value_type_of(self.cx, self.node, &self.parameter.parameter_type)
    }

    /// The value while it is not set.
    fn fallback(&self) -> Value {
        let default = self.parameter.default.clone();
        default.unwrap_or_else(|| {
            let value_type = self.value_type().unwrap_or(ValueType::String);
            value_type.default_value()
        })
    }
}

/// The required type of a value of a parameter of this node, if known.
fn value_type_of(
    cx: &PanelContext<'_>,
    node: &Node,
    parameter_type: &ParameterType,
) -> Option<ValueType> {
    match parameter_type {
        ParameterType::Value(value_type) => Some(value_type.clone()),
        ParameterType::VariableName(value_type) => value_type.clone(),
        ParameterType::Any => None,
        ParameterType::Choice(_)
        | ParameterType::Expression(_)
        | ParameterType::Tree
        | ParameterType::Name => Some(ValueType::String),
        ParameterType::SameAs(other) => {
            let named = node.parameters.get(other)?.as_variable()?;
            let variable = cx.front.document().variable(named)?;
            Some(variable.value_type.clone())
        }
    }
}
