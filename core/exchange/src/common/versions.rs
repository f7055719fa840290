//! Two versions of a tree that are to be compared, of which either may have come from another tool's file. Knows no differences.

use treewright_core::model::Document;

use super::comparable::{IdsByPlace, comparable, has_own_ids, is_kept};
use super::formats::ExchangeFormat;

/// A document with the format of its file.
pub type OfFormat<'d> = (&'d Document, ExchangeFormat);

/// Two versions as they are compared, each as its own format means it; a document of our own, as that of the other does.
pub struct Comparable {
    /// The one whose nodes keep their ids.
    pub one: Document,
    /// The other, whose nodes have one id with those of the first where they are the same.
    pub other: Document,
    /// The ids of the other's nodes, if they are not those that they had.
    pub ids: Option<IdsByPlace>,
}

impl Comparable {
    /// Makes them comparable; none if they are so as they are. Where another tool's nodes have no ids, they are the same by where they stand,
    /// what they do and what they are called.
    pub fn of(one: OfFormat<'_>, other: OfFormat<'_>) -> Option<Self> {
        let formats = [one.1, other.1];
        let foreign = formats.into_iter().find(|format| is_kept(*format))?;
        let [first, second] = formats.map(|own| if is_kept(own) { own } else { foreign });
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
            other: ids.given_to(&compared.other),
            ids: Some(ids),
            ..compared
        })
    }
}
