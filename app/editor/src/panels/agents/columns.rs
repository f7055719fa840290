//! The columns of the table of agents: which are shown, their widths, and what they say of an agent.

use std::cmp::Ordering;
use std::sync::Arc;

use egui::{Ui, containers::menu::MenuButton};
use treewright_core::ids::NodeId;
use treewright_core::value::Value;
use treewright_session::i18n::Texts;
use treewright_session::settings::agent_table::{AgentColumn, AgentTable};
use treewright_session::workspace::run_view::{AgentView, NodeState, RunView};

use crate::accessible_tree::opens_menu;
use crate::icons;
use crate::panels::PanelContext;
use crate::panels::canvas::status_key;
use crate::widgets::{check_box, list_in_popup};

/// The least width of the list of variables, in points.
const MENU_WIDTH: f32 = 180.0;

/// The heading of a column.
pub fn title(column: &AgentColumn, texts: &Texts) -> String {
    match column {
        AgentColumn::Name => texts.tr("agents.name").into_owned(),
        AgentColumn::Tree => texts.tr("agents.tree").into_owned(),
        AgentColumn::Leaf => texts.tr("agents.leaf").into_owned(),
        AgentColumn::Status => texts.tr("agents.status").into_owned(),
        AgentColumn::Variable(name) => name.clone(),
    }
}

/// The width of a column where there is no room for more, in points.
pub fn least_width(column: &AgentColumn) -> f32 {
    match column {
        AgentColumn::Name => 96.0,
        AgentColumn::Leaf => 170.0,
        AgentColumn::Tree | AgentColumn::Status | AgentColumn::Variable(_) => 110.0,
    }
}

/// What a column says of an agent.
pub fn text(
    column: &AgentColumn,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    agent: &AgentView,
) -> String {
    match column {
        AgentColumn::Name => cx.texts.agent(agent.number),
        AgentColumn::Tree => tree_text(cx, run, agent),
        AgentColumn::Leaf => leaf_text(&cx.of_tree(run, agent.tree), agent),
        AgentColumn::Status => cx.texts.tr(status_key(state_of(agent))).into_owned(),
        AgentColumn::Variable(name) => {
            let value = run.agent_variable(agent.number, name);
            value.map_or_else(String::new, Value::to_string)
        }
    }
}

/// The name of the tree, or that of the document for its main tree; after the name of its document, if the run has trees of several.
fn tree_text(cx: &PanelContext<'_>, run: &dyn RunView, agent: &AgentView) -> String {
    let own = cx.of_tree(run, agent.tree);
    let document = own.front.document();
    let trees = &document.trees;
    let named = agent.leaf.as_ref().and_then(|leaf| {
        let above = document.ancestors(leaf);
        let mut up = std::iter::once(leaf).chain(above);
        up.find_map(|node| trees.iter().find(|tree| tree.root == *node))
    });
    match (cx.tree_title(run, agent.tree), named) {
        (Some(title), Some(tree)) => cx.texts.with_note(&title, &tree.name),
        (Some(title), None) => title,
        (None, Some(tree)) => tree.name.to_string(),
        (None, None) if agent.leaf.is_none() => String::new(),
        (None, None) => document.name.clone(),
    }
}

fn leaf_text(cx: &PanelContext<'_>, agent: &AgentView) -> String {
    let Some(leaf) = &agent.leaf else {
        return String::new();
    };
    let title = title_of_leaf(cx, agent, leaf);
    if agent.other_leaves == 0 {
        return title;
    }
    let count = agent.other_leaves.to_string();
    let arguments = [("title", &*title), ("count", &*count)];
    cx.texts.tr_with("agents.leaves", &arguments)
}

/// The title of the leaf that an agent runs; of a leaf of another file, with that of the node that runs the file.
pub fn title_of_leaf(cx: &PanelContext<'_>, agent: &AgentView, leaf: &NodeId) -> String {
    let title = cx.title_of(leaf);
    match &agent.inside {
        Some(inside) => inside_of(&title, &cx.texts.argument(inside)),
        None => title,
    }
}

/// The title of a node of another file, after that of the node that runs the file.
pub fn inside_of(title: &str, inside: &str) -> String {
    format!("{title} › {inside}")
}

/// The state of an agent's tree.
pub fn state_of(agent: &AgentView) -> NodeState {
    agent.status.map_or(NodeState::Idle, NodeState::from)
}

/// Orders two values of a variable: numbers by size, others by their texts.
pub fn compare(a: Option<&Value>, b: Option<&Value>) -> Ordering {
    match (a, b) {
        (Some(Value::Int(a)), Some(Value::Int(b))) => a.cmp(b),
        (Some(Value::Float(a)), Some(Value::Float(b))) => a.total_cmp(b),
        (Some(Value::Bool(a)), Some(Value::Bool(b))) => a.cmp(b),
        (Some(a), Some(b)) => a.to_string().cmp(&b.to_string()),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

/// The names of the variables of all trees of a run, each once.
fn variables(cx: &PanelContext<'_>, run: Option<&dyn RunView>) -> Vec<Arc<str>> {
    let count = run.map_or(1, RunView::tree_count);
    let mut names: Vec<Arc<str>> = Vec::new();
    for tree in 0..count {
        let own = run.map_or(*cx, |run| cx.of_tree(run, tree));
        for variable in &own.front.document().variables {
            // Trees share few names, and of one tree none is there twice.
            if count == 1 || !names.contains(&variable.name) {
                names.push(variable.name.clone());
            }
        }
    }
    names
}

/// The columns of the table of a run.
pub fn shown(cx: &PanelContext<'_>, run: &dyn RunView, table: &AgentTable) -> Vec<AgentColumn> {
    let is_chosen = |name: &str| table.variables.iter().any(|it| it == name);
    let variables = if table.variables.is_empty() {
        Vec::new()
    } else {
        variables(cx, Some(run))
    };
    let variables = variables.iter().filter(|name| is_chosen(name));
    let variables = variables.map(|name| AgentColumn::Variable(name.to_string()));
    let has_trees = run.tree_count() > 1 || !cx.front.document().trees.is_empty();
    let tree = has_trees.then_some(AgentColumn::Tree);
    [AgentColumn::Name]
        .into_iter()
        .chain(tree)
        .chain([AgentColumn::Leaf, AgentColumn::Status])
        .chain(variables)
        .collect()
}

/// The button with the list of variables, of which some have columns.
pub fn menu(ui: &mut Ui, cx: &PanelContext<'_>, table: &mut AgentTable) {
    let count = cx.run.map_or(1, RunView::tree_count);
    let own = |tree| cx.run.map_or(*cx, |run| cx.of_tree(run, tree));
    let has_none = |tree| own(tree).front.document().variables.is_empty();
    if (0..count).all(has_none) {
        return;
    }
    let name = cx.texts.tr("agents.columns").into_owned();
    let icon = icons::text("list").size(15.0);
    let button = egui::Button::new(icon).frame_when_inactive(false);
    let button = MenuButton::from_button(button);
    let button = button.config(
        egui::containers::menu::MenuConfig::new()
            .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside),
    );
    let (response, shown) = button.ui(ui, |ui| {
        let chosen = &mut table.variables;
        list_in_popup(ui, |ui| {
            ui.set_min_width(MENU_WIDTH);
            for variable in variables(cx, cx.run) {
                let mut is_shown = chosen.iter().any(|name| **name == *variable);
                let text = variable.to_string();
                if check_box(ui, &mut is_shown, text.clone()).changed() {
                    if is_shown {
                        chosen.push(text);
                    } else {
                        chosen.retain(|name| *name != text);
                    }
                }
            }
        });
    });
    opens_menu(&response, shown.is_some());
    response.accessible_name(&*name).on_hover_text(name);
}
