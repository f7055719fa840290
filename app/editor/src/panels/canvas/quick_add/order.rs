//! The order of the node types while nothing is typed: those used last, then what usually comes here.

use treewright_core::category::Category;
use treewright_core::model::NodeDeclaration;

use super::super::CanvasInput;
use super::InsertTarget;
use super::list::Found;
use super::search_item::SearchItem;
use crate::panels::palette::category_key;

/// The number of recently used node types listed.
const RECENT: usize = 5;

/// Below a composite, leaves come first: they are most of what a tree consists of.
const BELOW_COMPOSITES: [Category; 4] = [
    Category::Action,
    Category::Conditional,
    Category::Composite,
    Category::Decorator,
];

/// Sorts the node types, with a heading for each group.
pub fn usual<'a>(
    input: &CanvasInput<'a>,
    place: &InsertTarget,
    node_types: &[&'a NodeDeclaration],
) -> Found<'a> {
    let mut found = Found::default();
    let mut add = |title: &str, group: Vec<&'a NodeDeclaration>| {
        if !group.is_empty() {
            let heading = input.texts.tr(title).into_owned();
            found.headings.push((found.items.len(), heading));
            let group = group.into_iter().map(SearchItem::NodeType);
            found.items.extend(group);
        }
    };
    let recent = input.recent.iter().filter_map(|task| {
        let mut fitting = node_types.iter().copied();
        fitting.find(|node_type| node_type.task == **task)
    });
    add("palette.recent", recent.take(RECENT).collect());
    let order = if is_below_composite(input, place) {
        BELOW_COMPOSITES
    } else {
        Category::ALL
    };
    for category in order {
        let group = node_types.iter().copied();
        let group = group.filter(|node_type| node_type.category == category);
        add(category_key(category), group.collect());
    }
    found
}

fn is_below_composite(input: &CanvasInput<'_>, place: &InsertTarget) -> bool {
    let InsertTarget::Child { parent, .. } = place else {
        return false;
    };
    let parent = input.document.node(parent);
    let declaration = parent.and_then(|node| input.library.declaration(&node.task));
    declaration.is_some_and(|declaration| declaration.category == Category::Composite)
}
