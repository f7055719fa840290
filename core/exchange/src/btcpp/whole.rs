//! A file as a whole: what stands around its trees and is kept, and what the library refuses of it. Knows no node.

use treewright_core::diagnostic::Transfer;

use super::kept::{KeptDocument, KeptPart, KeptTree};
use super::survey::SurveyedFile;
use super::{layout, models, names, remarks, rules};
use crate::xml::{Element, Xml};

/// What stands around the trees of a file.
pub(super) fn frame(file: &SurveyedFile<'_>, bytes: &[u8]) -> KeptDocument {
    let (text, root) = (file.xml.text(), file.xml.root());
    let main = file.main.map(|main| &file.trees[main]);
    let mut kept = KeptDocument {
        bom: bytes.starts_with(b"\xEF\xBB\xBF"),
        crlf: text.contains("\r\n"),
        head: text[..root.span().start].to_owned(),
        root: root.open_tag().to_owned(),
        tail: text[root.inside().end..].to_owned(),
        indent: layout::indent_of(root, text),
        is_v3: file.is_v3,
        main: main.map(|main| main.name.clone()).unwrap_or_default(),
        digest: digest(bytes),
        ..KeptDocument::default()
    };
    let mut at = root.inside().start;
    let mut trees = 0..file.trees.len();
    for element in root.elements() {
        let tree = (element.name() == "BehaviorTree")
            .then(|| trees.next())
            .flatten();
        let Some(part) = part(file, element, tree) else {
            continue;
        };
        let span = element.span();
        if at < span.start {
            let gap = text[at..span.start].to_owned();
            kept.parts.push(KeptPart::Text(gap));
        }
        kept.parts.push(part);
        at = span.end;
    }
    if at < root.inside().end {
        let rest = text[at..root.inside().end].to_owned();
        kept.parts.push(KeptPart::Text(rest));
    }
    kept
}

/// What is kept of an element by itself; none if it is kept as text.
fn part(file: &SurveyedFile<'_>, element: Element<'_>, tree: Option<usize>) -> Option<KeptPart> {
    match (element.name(), tree) {
        ("include", _) => {
            let path = element.attribute("path").unwrap_or_default();
            let written = element.source().to_owned();
            Some(KeptPart::Include(path.into_owned(), written))
        }
        ("TreeNodesModel", _) => Some(KeptPart::Models(element.source().to_owned())),
        (_, Some(tree)) if file.has_node(tree) => {
            let name = &file.trees[tree].name;
            if name.is_empty() {
                let is_main = file.main == Some(tree);
                is_main.then(|| KeptPart::Unnamed(KeptTree::default()))
            } else {
                file.counts(tree).then(|| KeptPart::Tree(name.clone()))
            }
        }
        _ => None,
    }
}

/// By what a file that was read is known again, if it is written as it was: its length and FNV-1a, of 64 bits.
pub(super) fn digest(bytes: &[u8]) -> String {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{}-{:016x}", bytes.len(), bytes.iter().fold(start, step))
}

/// What the library refuses of the name of a tree.
pub(super) fn name_faults(name: &str, is_declared: bool) -> Vec<Transfer> {
    let mut faults = Vec::new();
    if !name.is_empty() && !names::is_legal(name) {
        faults.push(remarks::bad_name(name));
    }
    if is_declared || rules::is_registered(name) {
        faults.push(remarks::name_taken(name));
    }
    faults
}

/// What the library refuses in a file outside of its trees. `grows` is true if the writer adds something there.
pub(super) fn faults(kept: &KeptDocument, grows: bool) -> Vec<Transfer> {
    let mut faults = Vec::new();
    let models = kept.parts.iter().filter_map(|part| match part {
        KeptPart::Models(text) => Some(text),
        _ => None,
    });
    if models.clone().nth(1).is_some() {
        faults.push(remarks::models_twice());
    }
    let is_unnamed = |part: &KeptPart| matches!(part, KeptPart::Unnamed(_));
    let is_element = |part: &&KeptPart| match part {
        KeptPart::Text(text) => has_elements(text),
        part => !is_unnamed(part),
    };
    let is_alone = !grows && !kept.parts.iter().any(|part| is_element(&part));
    if !is_alone && kept.parts.iter().any(is_unnamed) {
        faults.push(remarks::tree_unnamed());
    }
    for xml in models.filter_map(|text| models::parse(text)) {
        faults.extend(models::port_faults(xml.root()));
    }
    faults
}

/// What the library refuses of the trees of a file that is kept as text.
pub(super) fn tree_faults<'k>(
    kept: &'k KeptDocument,
    trees: impl Iterator<Item = (&'k str, &'k KeptTree)>,
) -> Vec<Transfer> {
    let mut faults = Vec::new();
    for part in &kept.parts {
        if let KeptPart::Text(text) = part {
            inside(text, |element| {
                let is_tree = element.name() == "BehaviorTree";
                let name = element.attribute("ID").unwrap_or_default();
                if is_tree && name.is_empty() {
                    faults.push(remarks::tree_unnamed());
                }
                match element.elements().count() {
                    0 if is_tree => faults.push(remarks::tree_empty(name)),
                    2.. if is_tree => faults.push(remarks::tree_divided(name)),
                    _ => {}
                }
            });
        }
    }
    for (name, tree) in trees {
        let more = tree.end.trim_end().strip_suffix('>').map(str::trim_end);
        let more = more.and_then(|end| end.strip_suffix("</BehaviorTree"));
        if more.is_some_and(has_elements) {
            faults.push(remarks::tree_divided(name));
        }
    }
    faults
}

fn has_elements(text: &str) -> bool {
    let mut found = false;
    inside(text, |_| found = true);
    found
}

/// Looks at the elements in a piece of a file.
fn inside(text: &str, mut look: impl FnMut(Element<'_>)) {
    if text.contains('<') {
        let whole = format!("<x>{text}</x>");
        if let Ok(xml) = Xml::read(whole.as_bytes()) {
            xml.root().elements().for_each(&mut look);
        }
    }
}
