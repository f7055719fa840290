//! What is kept of a file and means something to the library, apart from how it is written. Knows no other format.

use treewright_core::model::Extra;

use super::kept::{self, KeptDocument, KeptNode, KeptPart, KeptTree};
use super::tag::Tag;
use crate::common::Keeper;
use crate::foreign::{listed, quoted};

/// Fields by the names that they have in the file, each as JSON.
pub(super) fn meant(keeper: Keeper, extra: &Extra) -> Vec<(String, String)> {
    match keeper {
        Keeper::Node => kept::get::<KeptNode>(extra)
            .and_then(|kept| attributes(&kept.tag?, |name| name.starts_with('_')))
            .unwrap_or_default(),
        Keeper::Tree => kept::get::<KeptTree>(extra)
            .and_then(|kept| attributes(&kept.tag, |name| name != "ID"))
            .unwrap_or_default(),
        Keeper::Document => {
            kept::get::<KeptDocument>(extra).map_or_else(Vec::new, |kept| of_document(&kept))
        }
    }
}

/// The attributes of a tag that a node or tree does not say itself.
fn attributes(tag: &str, is_kept: impl Fn(&str) -> bool) -> Option<Vec<(String, String)>> {
    let tag = Tag::parse(tag)?;
    let kept = tag.attributes.iter().filter(|attribute| {
        // These two are the comment of a node, and that it is disabled.
        let is_said = attribute.name == "_description"
            || attribute.name == "_skipIf" && attribute.value.trim() == "true";
        is_kept(&attribute.name) && !is_said
    });
    let kept = kept.map(|attribute| (attribute.name.clone(), quoted(&attribute.value)));
    Some(kept.collect())
}

fn of_document(kept: &KeptDocument) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    if kept.is_v3 {
        fields.push(("BTCPP_format".to_owned(), quoted("3")));
    }
    let includes = kept.parts.iter().filter_map(|part| match part {
        KeptPart::Include(path, _) => Some(quoted(path)),
        _ => None,
    });
    let includes: Vec<String> = includes.collect();
    if !includes.is_empty() {
        fields.push(("include".to_owned(), listed(includes)));
    }
    for part in &kept.parts {
        if let KeptPart::Models(text) = part {
            let words: Vec<&str> = text.split_whitespace().collect();
            fields.push(("TreeNodesModel".to_owned(), quoted(&words.join(" "))));
        }
    }
    fields
}
