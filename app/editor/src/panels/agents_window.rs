//! The window that adds several agents to a run: of which tree, how many, and which variables differ from agent to agent.

use std::path::{Path, PathBuf};

use egui::{DragValue, RichText, Ui};
use rustc_hash::FxHashMap;
use treewright_core::model::{Scope, Variable};
use treewright_core::value::{Value, ValueType};
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::project_listing::{FileKind, ProjectTree, sort_key};
use treewright_session::workspace::run_session::VariableSpread;
use treewright_session::workspace::tab_titles::{disambiguated, tab_titles};

use super::PanelContext;
use crate::action::{Action, ActionSink, AgentAction, AgentTree, RunAction};
use crate::theme::space;
use crate::widgets::{
    Dialog, DialogButton, DialogPlace, caption, check_box, dialog_body, dialog_buttons,
    explained_choice, focus_all_at_first,
};

/// The most agents that are added at once.
const MOST: usize = 1_000;

/// What has been entered so far.
pub struct AgentsWindow {
    /// `None` for the tree of the active document.
    tree: Option<AgentTree>,
    offered: Memo<OfferedKey, OfferedTrees>,
    count: usize,
    /// The first and the last value of the variables that differ.
    spreads: FxHashMap<String, (f64, f64)>,
    shown_before: bool,
}

impl Default for AgentsWindow {
    fn default() -> Self {
        Self {
            tree: None,
            offered: Memo::default(),
            count: 100,
            spreads: FxHashMap::default(),
            shown_before: false,
        }
    }
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut AgentsWindow,
    sink: &mut ActionSink,
) {
    let title = cx.texts.tr("agents.add_title");
    let dialog = Dialog {
        id: "agents",
        title: &title,
        close: &cx.texts.tr("dialog.close"),
        width: 430.0,
        closes_outside: false,
        place: DialogPlace::Middle,
    };
    let mut pressed = None;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        dialog_body(ui, |ui| {
            tree_field(ui, cx, window);
            count_field(ui, cx, window);
            if matches!(window.tree, Some(AgentTree::File(_))) {
                caption(ui, cx.theme, &cx.texts.tr("agents.tree_opens"));
            }
            spreads(ui, cx, variables_of(cx, window), window);
        });
        let (cancel, add) = (
            cx.texts.tr("question.cancel"),
            cx.texts.tr("agents.add_now"),
        );
        let buttons = [DialogButton::new(&cancel), DialogButton::new(&add)];
        pressed = dialog_buttons(ui, cx.theme, &buttons);
    });
    let act = |action| Action::Run(RunAction::Agents(action));
    if pressed == Some(1) {
        let own = || AgentTree::Open(cx.front.id());
        sink.push(act(AgentAction::AddMany {
            tree: window.tree.clone().unwrap_or_else(own),
            count: window.count,
            spreads: chosen(variables_of(cx, window), window),
        }));
    } else if closed || pressed.is_some() {
        sink.push(act(AgentAction::CloseWindow));
    }
}

/// The variables of the chosen tree; none of a file that was not read yet.
fn variables_of<'a>(cx: &PanelContext<'a>, window: &AgentsWindow) -> &'a [Variable] {
    let open = |document: &'a OpenDocument| -> &'a [Variable] { &document.document().variables };
    match &window.tree {
        None => open(cx.front),
        Some(AgentTree::Open(id)) => cx.workspace.with_id(*id).map_or(&[], open),
        Some(AgentTree::File(path)) => {
            let facts = cx.project.facts.get(path);
            facts.map_or(&[], |facts| &*facts.variables)
        }
    }
}

/// The trees that can be chosen.
#[derive(Default)]
struct OfferedTrees {
    trees: Vec<AgentTree>,
    /// The name of each, and the path of a file that is not open.
    options: Vec<(String, String)>,
}

/// A tree with its title and file, and the path to show.
type OfferedTree = (AgentTree, (String, Option<PathBuf>), String);

/// What the offered trees depend on: the listing of the project, the titles of all open documents, and which of them is active.
type OfferedKey = (u64, Vec<String>, DocumentId);

/// The tree of the active document, those of the other open documents, and those of other files of the project by name. Those of the same name
/// come with their folders.
fn offered(cx: &PanelContext<'_>, (_, _, front): &OfferedKey) -> OfferedTrees {
    let open = cx.workspace.documents().iter();
    let open = open.filter(|document| document.document().node_count() > 0);
    let mut open: Vec<_> = open.collect();
    open.sort_by_key(|document| document.id() != *front);
    let open = open.into_iter().map(|document| {
        let file = document.file_or_origin().map(Path::to_owned);
        let tree = AgentTree::Open(document.id());
        (tree, (document.title(cx.texts), file), String::new())
    });
    let all: Vec<OfferedTree> = open.chain(closed(cx)).collect();
    let named: Vec<_> = all.iter().map(|(_, named, _)| named.clone()).collect();
    let titles = disambiguated(&named).into_iter();
    let offered = titles.zip(all);
    let offered = offered.map(|(title, (tree, _, path))| (tree, (title, path)));
    let (trees, options) = offered.unzip();
    OfferedTrees { trees, options }
}

/// The trees of the project's files that are not open, by name: each with its title and file, and its path in the project.
fn closed(cx: &PanelContext<'_>) -> Vec<OfferedTree> {
    let files = cx.project.files.iter();
    let files = files.filter(|file| file.kind == FileKind::Tree);
    let closed = files.filter_map(|file| {
        let path = cx.project.folder?.join(&file.relative);
        let tree = ProjectTree {
            file: file.relative.clone(),
            tree: None,
        };
        let is_open = cx.workspace.index_of_path(&path).is_some();
        let title = tree.title().to_owned();
        (!is_open).then(|| {
            (
                AgentTree::File(path.clone()),
                (title, Some(path)),
                tree.file,
            )
        })
    });
    let mut closed: Vec<OfferedTree> = closed.collect();
    closed.sort_by_cached_key(|(_, (title, _), path)| (sort_key(title), sort_key(path)));
    closed
}

/// The choice of the tree, if there are several.
fn tree_field(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut AgentsWindow) {
    let titles = tab_titles(cx.workspace.documents(), cx.texts);
    let key = (cx.project.revision, titles, cx.front.id());
    let offered = window.offered.of(key, |key| offered(cx, key));
    if offered.trees.len() < 2 {
        return;
    }
    let name = cx.texts.tr("agents.tree");
    let own = AgentTree::Open(cx.front.id());
    let chosen = window.tree.as_ref().unwrap_or(&own);
    let current = offered.trees.iter().position(|tree| tree == chosen);
    let shown = current.map_or("", |current| &*offered.options[current].0);
    let taken = ui.horizontal(|ui| {
        ui.label(&*name);
        let id = ui.scope_id().with("tree");
        explained_choice(ui, id, &name, shown, &offered.options, current)
    });
    if let Some(tree) = taken.inner.and_then(|taken| offered.trees.get(taken)) {
        window.tree = Some(tree.clone());
        // Another tree has other variables.
        window.spreads.clear();
    }
}

fn count_field(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut AgentsWindow) {
    let name = cx.texts.tr("agents.count_field");
    ui.horizontal(|ui| {
        ui.label(&*name);
        let field = DragValue::new(&mut window.count).range(1..=MOST).speed(0.5);
        let field = ui.add(field).accessible_name(&*name);
        let text = window.count.to_string();
        focus_all_at_first(ui, &field, &text, &mut window.shown_before);
    });
}

/// The variables that can differ: numbers and conditions of the agent's own.
fn spreadable(variables: &[Variable]) -> impl Iterator<Item = &Variable> {
    variables.iter().filter(|variable| {
        let types = [ValueType::Int, ValueType::Float, ValueType::Bool];
        types.contains(&variable.value_type) && variable.scope != Scope::Global
    })
}

fn spreads(ui: &mut Ui, cx: &PanelContext<'_>, variables: &[Variable], window: &mut AgentsWindow) {
    if spreadable(variables).next().is_none() {
        return;
    }
    ui.add_space(space::S);
    let text = RichText::new(cx.texts.tr("agents.spread")).color(cx.theme.muted);
    ui.label(text);
    for variable in spreadable(variables) {
        let name = &*variable.name;
        ui.push_id(name, |ui| {
            ui.horizontal(|ui| {
                let mut is_on = window.spreads.contains_key(name);
                if check_box(ui, &mut is_on, name.to_owned()).changed() {
                    if is_on {
                        let range = first_range(&variable.initial.value);
                        window.spreads.insert(name.to_owned(), range);
                    } else {
                        window.spreads.remove(name);
                    }
                }
                let is_condition = variable.value_type == ValueType::Bool;
                if is_condition && is_on {
                    caption(ui, cx.theme, &cx.texts.tr("agents.spread_halves"));
                } else if let Some((from, to)) = window.spreads.get_mut(name) {
                    let keys = ["agents.spread_from", "agents.spread_from_of"];
                    value_field(ui, cx, keys, name, from);
                    let keys = ["agents.spread_to", "agents.spread_to_of"];
                    value_field(ui, cx, keys, name, to);
                }
            });
        });
    }
}

/// A field for a value of a variable. `caption_key` is the text before it, `name_key` its name for screen readers.
fn value_field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    [caption_key, name_key]: [&str; 2],
    variable: &str,
    value: &mut f64,
) {
    caption(ui, cx.theme, &cx.texts.tr(caption_key));
    let name = cx.texts.tr_with(name_key, &[("name", variable)]);
    let field = DragValue::new(value).speed(0.1);
    ui.add(field).accessible_name(name);
}

/// From where to where a variable goes until the user chooses something else.
fn first_range(value: &Value) -> (f64, f64) {
    match value {
        Value::Int(number) => (*number as f64, *number as f64),
        Value::Float(number) => (*number, *number),
        _ => (0.0, 1.0),
    }
}

/// The spreads of the variables that still exist.
fn chosen(variables: &[Variable], window: &AgentsWindow) -> Vec<VariableSpread> {
    let spreads = spreadable(variables).filter_map(|variable| {
        let (from, to) = *window.spreads.get(&*variable.name)?;
        Some(VariableSpread {
            name: variable.name.clone(),
            from,
            to,
        })
    });
    spreads.collect()
}
