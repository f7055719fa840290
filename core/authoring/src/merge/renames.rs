//! Variables that one version renamed while the other kept them: the other version follows, so that what it has added uses the new name.

use std::borrow::Cow;
use std::sync::Arc;

use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Variable};

use crate::edit::{Command, History, Selection};

/// The three versions with all variables renamed that only one of them renamed.
pub(super) struct Renamed<'d> {
    pub base: Cow<'d, Document>,
    pub ours: Cow<'d, Document>,
    pub theirs: Cow<'d, Document>,
}

/// Renames variables in the base and in one version as the other version did.
pub(super) fn follow<'d>(
    base: &'d Document,
    ours: &'d Document,
    theirs: &'d Document,
) -> Renamed<'d> {
    let mut renamed = Renamed {
        base: Cow::Borrowed(base),
        ours: Cow::Borrowed(ours),
        theirs: Cow::Borrowed(theirs),
    };
    for (from, to) in renames(base, ours, theirs) {
        rename(&mut renamed.base, &from, &to);
        rename(&mut renamed.theirs, &from, &to);
    }
    for (from, to) in renames(base, theirs, ours) {
        rename(&mut renamed.base, &from, &to);
        rename(&mut renamed.ours, &from, &to);
    }
    renamed
}

/// Returns the variables that `side` renamed and `other` kept: old name, new name.
fn renames(base: &Document, side: &Document, other: &Document) -> Vec<(Arc<str>, Arc<str>)> {
    let gone = base.variables.iter().filter(|variable| {
        let name = &*variable.name;
        side.variable(name).is_none() && other.variable(name).is_some()
    });
    let gone: Vec<&Variable> = gone.collect();
    if gone.is_empty() {
        return Vec::new();
    }
    let new = side.variables.iter().filter(|variable| {
        let name = &*variable.name;
        base.variable(name).is_none() && other.variable(name).is_none()
    });
    let new: Vec<&Variable> = new.collect();
    let mut found: Vec<(Arc<str>, Arc<str>)> = Vec::new();
    for old in gone {
        let same_kind =
            |new: &&&Variable| new.value_type == old.value_type && new.scope == old.scope;
        let candidates = new.iter().filter(same_kind);
        let mut candidates = candidates.filter(|new| is_rename(base, side, old, new));
        // Two that fit equally well would be a guess.
        if let (Some(new), None) = (candidates.next(), candidates.next())
            && found.iter().all(|(_, taken)| *taken != new.name)
        {
            found.push((old.name.clone(), new.name.clone()));
        }
    }
    found
}

/// Returns whether `side` uses `new` where the base used `old`, or the other way declares it in its place if nothing used it.
fn is_rename(base: &Document, side: &Document, old: &Variable, new: &Variable) -> bool {
    let mut renamed = Cow::Borrowed(base);
    rename(&mut renamed, &old.name, &new.name);
    let used = base.nodes().filter_map(|node| {
        let after = renamed.node(node.id())?;
        (after != node).then_some(after)
    });
    let (mut uses, mut followed) = (0_usize, 0_usize);
    for after in used {
        uses += 1;
        let now = side.node(after.id());
        let same = now.is_some_and(|now| {
            now.parameters == after.parameters && now.overrides == after.overrides
        });
        followed += usize::from(same);
    }
    let index = |document: &Document, name: &str| {
        let mut variables = document.variables.iter();
        variables.position(|variable| *variable.name == *name)
    };
    let in_place =
        || old.initial == new.initial && index(base, &old.name) == index(side, &new.name);
    followed > 0 || (uses == 0 && in_place())
}

fn rename(document: &mut Cow<'_, Document>, from: &Arc<str>, to: &Arc<str>) {
    let command = Command::RenameVariable {
        from: from.clone(),
        to: to.clone(),
    };
    // The node types of a project are not known here; an expression of an unknown type keeps the old name.
    let library = NodeLibrary::builtin();
    let selection = &mut Selection::default();
    // A name that only one version declares is free in the others.
    let _ = History::new().apply(document.to_mut(), &library, selection, &command);
}
