//! Fields for expectations of several nodes: those that run, and the aborts of a frame.

use egui::{Id, Key, TextEdit, Ui};
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::Node;
use treewright_insight::scenario::{ExpectedAbort, NodeName};

use super::popup;
use crate::panels::PanelContext;
use crate::panels::scenarios::strip::{Strip, short};
use crate::widgets::{IconButton, Row, focus_request, placeholder};

/// The maximum number of nodes offered.
const MAX_OFFERED: usize = 8;

/// The list of nodes that run.
pub fn running(
    ui: &mut Ui,
    strip: &Strip<'_>,
    id: Id,
    names: &[NodeName],
) -> Option<Vec<NodeName>> {
    let texts = strip.cx.texts;
    let title = texts.tr("scenarios.lane.running");
    let shown = match names {
        [] => texts.tr("scenarios.mark.nothing").into_owned(),
        names => short(&texts.list(names)),
    };
    popup(ui, &title, &shown, |ui| {
        let mut changed = None;
        for (place, name) in names.iter().enumerate() {
            if removed(ui, strip, name) {
                let mut fewer = names.to_vec();
                fewer.remove(place);
                changed = Some(fewer);
            }
        }
        let is_offered = |node: &Node| node.children().is_empty();
        let added = picked(ui, strip.cx, id, &is_offered);
        let Some(added) = added.filter(|added| !names.contains(added)) else {
            return changed;
        };
        let mut more = names.to_vec();
        more.push(added);
        Some(more)
    })
}

/// The list of aborts, by their conditionals.
pub fn aborts(
    ui: &mut Ui,
    strip: &Strip<'_>,
    id: Id,
    aborts: &[ExpectedAbort],
) -> Option<Vec<ExpectedAbort>> {
    let texts = strip.cx.texts;
    let title = texts.tr("scenarios.lane.aborts");
    let names: Vec<&str> = aborts.iter().map(|abort| &*abort.conditional).collect();
    let shown = match &*names {
        [] => texts.tr("scenarios.mark.nothing").into_owned(),
        names => short(&texts.list(names)),
    };
    popup(ui, &title, &shown, |ui| {
        let mut changed = None;
        for (place, abort) in aborts.iter().enumerate() {
            let text = match &abort.scope {
                Some(scope) => {
                    let arguments = [("node", &*abort.conditional), ("scope", &**scope)];
                    texts.tr_with("scenarios.abort_in", &arguments)
                }
                None => abort.conditional.to_string(),
            };
            if removed(ui, strip, &text) {
                let mut fewer = aborts.to_vec();
                fewer.remove(place);
                changed = Some(fewer);
            }
        }
        let library = strip.cx.library;
        let is_offered = |node: &Node| {
            let declared = library.declaration(&node.task);
            declared.is_some_and(|d| d.category == Category::Conditional)
        };
        let Some(conditional) = picked(ui, strip.cx, id, &is_offered) else {
            return changed;
        };
        let mut more = aborts.to_vec();
        more.push(ExpectedAbort {
            conditional,
            scope: None,
        });
        Some(more)
    })
}

/// A line with a button that removes it; returns whether it was pressed.
fn removed(ui: &mut Ui, strip: &Strip<'_>, text: &str) -> bool {
    let name = strip
        .cx
        .texts
        .tr_with("scenarios.remove_node", &[("node", text)]);
    ui.horizontal(|ui| {
        let pressed = IconButton::new("close", &name).small().show(ui).clicked();
        ui.label(text);
        pressed
    })
    .inner
}

/// A search for a node; returns the scenario's name of the one that was chosen.
fn picked(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    id: Id,
    is_offered: &dyn Fn(&Node) -> bool,
) -> Option<NodeName> {
    let key = id.with("node query");
    let mut query: String = ui.data(|data| data.get_temp(key)).unwrap_or_default();
    let label = cx.texts.tr("scenarios.add_node");
    let field = TextEdit::singleline(&mut query).hint_text(placeholder(&*label));
    let field = ui.add(field.desired_width(260.0)).accessible_name(&*label);
    focus_request::apply(ui.ctx(), id, &field);
    let wanted = query.to_lowercase();
    let document = cx.front.document();
    let nodes = document.pre_order().filter(|node| is_offered(node));
    let mut found = nodes
        .map(|node| (node.id().clone(), cx.title_of(node.id())))
        .filter(|(_, title)| title.to_lowercase().contains(&wanted));
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let mut chosen = None;
    for (place, (node, title)) in found.by_ref().take(MAX_OFFERED).enumerate() {
        let row = Row::new(&title).icon(cx.icon_of(&node), cx.color_of(&node));
        let row = ui.push_id(place, |ui| row.show(ui, cx.theme)).inner;
        if row.clicked() || entered && place == 0 {
            chosen = Some(name_in(cx, &node));
        }
    }
    if chosen.is_some() {
        query.clear();
    }
    ui.data_mut(|data| data.insert_temp(key, query));
    chosen
}

/// The name of a node in scenarios: its own if only it has it, else its id.
pub fn name_in(cx: &PanelContext<'_>, id: &NodeId) -> NodeName {
    let document = cx.front.document();
    let name = document.node(id).map(|node| &node.name);
    let unique = name.filter(|name| {
        let named = treewright_insight::scenario::node_named(document, name);
        !name.is_empty() && !name.contains('/') && named == Some(id)
    });
    unique.map_or_else(|| id.as_str().into(), |name| name.clone().into())
}
