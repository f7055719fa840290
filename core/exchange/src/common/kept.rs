//! What a format keeps of its files beside what a document holds, as far as comparing needs to know: under which key, and what of it means
//! something there. Each format says this of itself, in a [`Kept`] beside its reader.

use treewright_core::format::json_text::compact_any;
use treewright_core::model::Extra;

use crate::foreign::{Json, Tape};

/// What of a document keeps something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Keeper {
    Document,
    Tree,
    Node,
}

/// Whether nodes have ids in the files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ids {
    /// All have.
    Always,
    /// All but those that say that they got theirs when the file was read.
    WhereNoneWasGiven,
    /// None has.
    Never,
}

/// What a format keeps.
pub(crate) struct Kept {
    /// The key under which it lies.
    pub key: &'static str,
    /// Fields that mean something there, by the names that they have in the file, each as JSON.
    pub meant: fn(Keeper, &Extra) -> Vec<(String, String)>,
    /// Whether files say where nodes lie.
    pub has_places: bool,
    pub ids: Ids,
}

/// Where a format of JSON keeps fields of its files.
pub(crate) struct Place {
    pub keeper: Keeper,
    /// The way to an object in what is kept.
    pub way: &'static [&'static str],
    /// Which of its fields the document says itself.
    pub said: &'static [&'static str],
    /// Which of its fields mean the same when they are false as when they are not there. Of all others that is not known.
    pub off: &'static [&'static str],
}

impl Place {
    /// A place of which the document says these fields itself.
    pub(crate) const fn new(
        keeper: Keeper,
        way: &'static [&'static str],
        said: &'static [&'static str],
    ) -> Self {
        Self {
            keeper,
            way,
            said,
            off: &[],
        }
    }
}

/// What of the fields that are kept under this key in these places means something.
pub(crate) fn fields_meant(
    (key, places): (&str, &[Place]),
    keeper: Keeper,
    extra: &Extra,
) -> Vec<(String, String)> {
    let Some(tape) = extra.get(key).and_then(|kept| Tape::of(kept).ok()) else {
        return Vec::new();
    };
    let mut meant = Vec::new();
    for place in places.iter().filter(|place| place.keeper == keeper) {
        let mut at = Some(tape.top());
        for step in place.way {
            at = at.and_then(|at| at.get(step));
        }
        for (name, value) in at.into_iter().flat_map(Json::fields) {
            let is_off = value.raw() == "false" && place.off.contains(&&*name);
            if !is_off && !place.said.contains(&&*name) {
                meant.push((name.into_owned(), compact_any(value.raw())));
            }
        }
    }
    meant
}
