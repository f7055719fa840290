//! Documents of other tools' files in the form in which they are compared: data that is kept only to write the file
//! unchanged (white space, the order of attributes, fields that the document expresses itself) is removed, and data
//! with a meaning in the other tool (a condition of BehaviorTree.CPP, a flag of behavior3) becomes a field of its own,
//! under its name in the file.

use rustc_hash::FxHashMap;
use treewright_authoring::diff::matched;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Extra};

use super::ExchangeFormat;
use crate::common::{FileIds, KeptAt, KeptData};

/// Returns the kept data of a file that has a meaning there, by its names in the file.
fn meant(kept: &KeptData, keeper: KeptAt, extra: &Extra) -> Extra {
    let mut rest = extra.clone();
    if rest.remove(kept.key).is_some() {
        rest.extend(kept.meant(keeper, extra));
    }
    rest
}

/// Returns a document from a file of this format in the form in which it is compared. What depends on the file's name
/// or path is removed, and so are positions that the file does not have.
pub fn comparable(document: &Document, format: ExchangeFormat) -> Document {
    let Some(kept) = format.kept() else {
        return document.clone();
    };
    let mut compared = document.rebuilt(&NodeId::clone, |node| {
        node.extra = meant(kept, KeptAt::Node, &node.extra);
        if !kept.has_positions {
            node.position = Position::default();
        }
    });
    compared.name.clear();
    compared.libraries.clear();
    compared.extra = meant(kept, KeptAt::Document, &document.extra);
    for tree in &mut compared.trees {
        tree.extra = meant(kept, KeptAt::Tree, &tree.extra);
    }
    for variable in &mut compared.variables {
        variable.extra.clear();
    }
    compared
}

/// Returns a compared document with the rest of the data that its file needs, each part from the first of these
/// documents that has the part with the data that was merged; `None` if none has it for some part.
pub fn with_kept_data(
    compared: &Document,
    format: ExchangeFormat,
    from: [&Document; 3],
) -> Option<Document> {
    let meant = |keeper: KeptAt, extra: &Extra| match format.kept() {
        Some(kept) => meant(kept, keeper, extra),
        None => extra.clone(),
    };
    let chosen = |keeper: KeptAt, wanted: &Extra, of: &dyn Fn(&Document) -> Option<Extra>| {
        let all = from.iter().filter_map(|document| of(document));
        let mut fitting = all.filter(|extra| meant(keeper, extra) == *wanted);
        fitting.next()
    };
    let mut is_whole = true;
    let mut whole = compared.rebuilt(&NodeId::clone, |node| {
        let of = |document: &Document| Some(document.node(node.id())?.extra.clone());
        match chosen(KeptAt::Node, &node.extra, &of) {
            Some(extra) => node.extra = extra,
            None => is_whole = false,
        }
    });
    for tree in &mut whole.trees {
        let of = |document: &Document| Some(document.tree(&tree.name)?.extra.clone());
        tree.extra = chosen(KeptAt::Tree, &tree.extra, &of)?;
    }
    for variable in &mut whole.variables {
        let mut known = from.iter().filter_map(|d| d.variable(&variable.name));
        variable.extra = known.next()?.extra.clone();
    }
    whole.extra = chosen(KeptAt::Document, &compared.extra, &|document| {
        Some(document.extra.clone())
    })?;
    whole.name.clone_from(&from[0].name);
    whole.libraries.clone_from(&from[0].libraries);
    is_whole.then_some(whole)
}

/// Returns whether the nodes of a document have their ids from its file; otherwise they got them when it was read, and
/// another version of the file gives others.
pub fn has_own_ids(document: &Document, format: ExchangeFormat) -> bool {
    let Some(kept) = format.kept() else {
        return true;
    };
    let is_given = |extra: &Extra| {
        let kept = extra.get(kept.key);
        kept.is_some_and(|kept| kept.contains("\"treewright:id\""))
    };
    match kept.ids {
        FileIds::Always => true,
        FileIds::WhereNoneWasGiven => document.nodes().all(|node| !is_given(&node.extra)),
        FileIds::Never => document.node_count() == 0,
    }
}

/// Ids for the nodes of the second of two documents whose files contain no ids: those of the first for matching nodes
/// by position in the tree, task and name (see [`matched`]), new ones for all others.
#[derive(Debug)]
pub struct IdsByPlace(FxHashMap<NodeId, NodeId>);

impl IdsByPlace {
    /// Matches the nodes of both.
    pub fn of(old: &Document, new: &Document) -> Self {
        let mut ids = matched(old, new);
        let mut fresh = Document::fresh_ids_of([old, new]);
        for node in new.pre_order() {
            if !ids.contains_key(node.id()) {
                ids.extend(fresh.next().map(|id| (node.id().clone(), id)));
            }
        }
        Self(ids)
    }

    /// Returns the second document, or another one with its nodes, with these ids.
    pub fn apply(&self, new: &Document) -> Document {
        new.rebuilt(&|id| self.0.get(id).unwrap_or(id).clone(), |_| {})
    }
}

/// A document with the format of its file.
pub type OfFormat<'d> = (&'d Document, ExchangeFormat);

/// Two versions in the form in which they are compared, each according to its format; a native document according to
/// the format of the other.
pub struct Comparable {
    /// The version whose nodes keep their ids.
    pub one: Document,
    /// The other version; its nodes have the ids of matching nodes in the first.
    pub other: Document,
    /// The new ids of the other's nodes, if they changed.
    pub ids: Option<IdsByPlace>,
}

impl Comparable {
    /// Makes two versions comparable; `None` if both are native and can be compared directly. Where another tool's
    /// nodes have no ids, they are matched by position in the tree, task and name.
    pub fn of(one: OfFormat<'_>, other: OfFormat<'_>) -> Option<Self> {
        let formats = [one.1, other.1];
        let foreign = formats.into_iter().find(|format| format.kept().is_some())?;
        let [first, second] = formats.map(|own| if own.kept().is_some() { own } else { foreign });
        let compared = Self {
            one: comparable(one.0, first),
            other: comparable(other.0, second),
            ids: None,
        };
        if has_own_ids(one.0, first) && has_own_ids(other.0, second) {
            return Some(compared);
        }
        let ids = IdsByPlace::of(&compared.one, &compared.other);
        Some(Self {
            other: ids.apply(&compared.other),
            ids: Some(ids),
            ..compared
        })
    }
}
