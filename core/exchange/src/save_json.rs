//! Nested save JSON, as a graph view for a game engine writes it: an array of roots, each with `children`, `data` and a type. The runtime that
//! loads it runs the first root; the others are loose trees.
//!
//! - The key of the type is `type`, `typeName` or `node`; it is found out when a file is read and can be chosen when one is written.
//! - `data.node` names the kind for the runtime ([`kinds`]), else the type does. What is no kind of ours is the game's own task, which a
//!   library made from the file declares. `data.desc` is the node's name, all other fields of `data` are its parameters.
//! - Places and sizes are texts such as `(100.00, 95.00)`. Trees that grow to the right there grow down here.
//! - Each node keeps the object that it was in the file; what was not edited is written as it was.

mod kinds;
mod node;
mod read;
mod remarks;
mod write;

use super::foreign::{Json, Kind, Layout, Turn};
use crate::common::{Format, Ids, Keeper, Kept, Lack, Meant, Place, Read, Write, WriteOption};

/// The key under which documents and nodes keep what their file had.
const KEY: &str = "save_json";

pub(super) static FORMAT: Format = Format {
    holds: is_one,
    read: Read::Each(read::read),
    write: Write::ToRun(write::write),
    options: &[WriteOption::TypeKey, WriteOption::Namespace],
    lacks: &[
        Lack::TreeNames,
        Lack::Description,
        Lack::StandIns,
        Lack::Notes,
        Lack::Groups,
        Lack::Seed,
    ],
    kept: Some(Kept {
        key: KEY,
        meant: Meant::Fields(&PLACES),
        has_places: true,
        ids: Ids::WhereNoneWasGiven,
        standing: None,
    }),
    remarks: remarks::CODES,
    ..Format::new("save-json", "Nested save JSON", "json")
};

/// Where fields of files are kept.
const PLACES: [Place; 2] = [
    Place::new(
        Keeper::Node,
        &[],
        "children data node treewright:id type typeName",
    ),
    Place::new(Keeper::Document, &[], "layout unplaced"),
];

/// The keys of a node's type, the usual one first.
const TYPE_KEYS: [&str; 3] = ["type", "typeName", "node"];

/// The namespace of the node classes of the editor that made the format, which finds them by their full names only.
pub const USUAL_NAMESPACE: &str = "GraphViewExtension";

/// Whether a JSON file of this content is one of this format: what is in it are roots.
fn is_one(top: Json<'_>) -> bool {
    let first = top.items().next();
    first.is_some_and(|root| {
        let is = |key: &str, kind: Kind| root.get(key).is_some_and(|json| json.kind() == kind);
        is("children", Kind::List) && is("data", Kind::Object)
    })
}

/// How files are set: on one line.
fn usual_layout() -> Layout {
    Layout::one_line()
}

/// How places are turned: rows there are as high as cards here are broad, and columns lie further apart than rows do here.
fn turn(to_the_right: bool) -> Turn {
    Turn::of(to_the_right, (1.5, 0.5), (0.0, 0.0))
}

/// The two numbers of a text such as `(100.00, 95.00)`.
fn pair(text: &str) -> Option<(f64, f64)> {
    let (x, y) = text
        .trim()
        .strip_prefix('(')?
        .strip_suffix(')')?
        .split_once(',')?;
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|number| number.abs() < 1e9)
    };
    Some((number(x)?, number(y)?))
}

#[cfg(test)]
mod tests;
