//! What BehaviorTree.CPP refuses of a tag: how many children and which ports its own nodes have, and which forms a tag
//! may have. Based on its `src/xml_parsing.cpp` (`VerifyXML`, `createNodeFromXML`), `src/bt_factory.cpp` and the
//! headers of its nodes. Knows one tag at a time, and the file as a whole without its nodes.

use Category::{Action, Composite, Conditional, Decorator};
use PortForm::{Bool, Int, Status, Text, Unsigned};
use rustc_hash::FxHashSet;
use treewright_core::category::Category;
use treewright_core::diagnostic::TransferNote;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Node, SUBTREE};

use super::kept::{KeptDocument, KeptPart, KeptTree};
use super::survey::SurveyedFile;
use super::tag::Tag;
use super::{layout, models, names, remarks};
use crate::xml::{Element, Xml};

/// How the text of a port is converted when a file is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PortForm {
    Text,
    Int,
    Unsigned,
    Bool,
    Status,
}

/// A port: its name, its form, and whether the node throws an error without it.
type PortRule = (&'static str, PortForm, bool);

/// A node that BehaviorTree.CPP registers itself: its name, its category, the fewest and the most children, its ports.
type NodeRule = (&'static str, Category, (usize, usize), &'static [PortRule]);

const MANY: usize = usize::MAX;
const CASES: [PortRule; 7] = [
    ("variable", Text, false),
    ("case_1", Text, false),
    ("case_2", Text, false),
    ("case_3", Text, false),
    ("case_4", Text, false),
    ("case_5", Text, false),
    ("case_6", Text, false),
];
const LOOP: &[PortRule] = &[
    ("queue", Text, true),
    ("if_empty", Status, false),
    ("value", Text, false),
];
const ENTRY: &[PortRule] = &[("entry", Text, true)];

/// A table of nodes, one per line.
macro_rules! registered {
    ($($name:literal $family:ident $children:tt $ports:expr;)*) => {
        &[$(($name, $family, $children, $ports)),*]
    };
}

/// All nodes that a factory of version 4 has from the start.
const REGISTERED: &[NodeRule] = registered! {
    "Sequence" Composite (1, MANY) &[];
    "AsyncSequence" Composite (1, MANY) &[];
    "SequenceWithMemory" Composite (1, MANY) &[];
    "Fallback" Composite (1, MANY) &[];
    "AsyncFallback" Composite (1, MANY) &[];
    "ReactiveSequence" Composite (1, MANY) &[];
    "ReactiveFallback" Composite (1, MANY) &[];
    "Parallel" Composite (1, MANY) &[("success_count", Int, false), ("failure_count", Int, false)];
    "ParallelAll" Composite (1, MANY) &[("max_failures", Int, false)];
    "IfThenElse" Composite (2, 3) &[];
    "WhileDoElse" Composite (2, 3) &[];
    "Switch2" Composite (3, 3) CASES.split_at(3).0;
    "Switch3" Composite (4, 4) CASES.split_at(4).0;
    "Switch4" Composite (5, 5) CASES.split_at(5).0;
    "Switch5" Composite (6, 6) CASES.split_at(6).0;
    "Switch6" Composite (7, 7) &CASES;
    "TryCatch" Composite (2, MANY) &[("catch_on_halt", Bool, false)];
    "Inverter" Decorator (1, 1) &[];
    "ForceSuccess" Decorator (1, 1) &[];
    "ForceFailure" Decorator (1, 1) &[];
    "KeepRunningUntilFailure" Decorator (1, 1) &[];
    "RetryUntilSuccessful" Decorator (1, 1) &[("num_attempts", Int, true)];
    "Repeat" Decorator (1, 1) &[("num_cycles", Int, true)];
    "Timeout" Decorator (1, 1) &[("msec", Unsigned, true)];
    "Delay" Decorator (1, 1) &[("delay_msec", Unsigned, true)];
    "RunOnce" Decorator (1, 1) &[("then_skip", Bool, false)];
    "Precondition" Decorator (1, 1) &[("if", Text, true), ("else", Status, false)];
    "LoopInt" Decorator (1, 1) LOOP;
    "LoopBool" Decorator (1, 1) LOOP;
    "LoopDouble" Decorator (1, 1) LOOP;
    "LoopString" Decorator (1, 1) LOOP;
    "SkipUnlessUpdated" Decorator (1, 1) ENTRY;
    "WaitValueUpdate" Decorator (1, 1) ENTRY;
    "AlwaysSuccess" Action (0, 0) &[];
    "AlwaysFailure" Action (0, 0) &[];
    "Script" Action (0, 0) &[("code", Text, true)];
    "ScriptCondition" Conditional (0, 0) &[("code", Text, true)];
    "Sleep" Action (0, 0) &[("msec", Unsigned, true)];
    "SetBlackboard" Action (0, 0) &[("output_key", Text, true), ("value", Text, true)];
    "UnsetBlackboard" Action (0, 0) &[("key", Text, true)];
    "WasEntryUpdated" Action (0, 0) ENTRY;
};

/// Names of version 3 that version 4 does not know, and their new names.
const RENAMED: [(&str, &str); 4] = [
    ("SequenceStar", "SequenceWithMemory"),
    ("FallbackStar", "Fallback"),
    ("RetryUntilSuccesful", "RetryUntilSuccessful"),
    ("SubTreePlus", "SubTree"),
];

/// Returns the version 4 name for a version 3 name: some were written in lower case.
fn renamed(name: &str) -> Option<&'static str> {
    let is_it = |(old, new): &&(&str, &str)| *old == name || is_lower_case_of(name, new);
    let small = REGISTERED
        .iter()
        .find(|(own, ..)| is_lower_case_of(name, own));
    let renamed = RENAMED.iter().find(is_it).map(|(_, new)| *new);
    renamed.or(small.map(|(own, ..)| *own))
}

/// Returns whether a name is another one in lower case.
fn is_lower_case_of(name: &str, other: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_lowercase()) && other.eq_ignore_ascii_case(name)
}

/// Returns the node of this name that BehaviorTree.CPP registers itself.
fn registered(name: &str) -> Option<&'static NodeRule> {
    REGISTERED.iter().find(|(known, ..)| *known == name)
}

/// Returns whether a node of this name is BehaviorTree.CPP's own, so that no tree can have the name.
pub(super) fn is_registered(name: &str) -> bool {
    name == "SubTree" || registered(name).is_some()
}

/// Parses the integer at the start of a text as BehaviorTree.CPP does.
pub(super) fn parse_int(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let end = text.len() - digits.len() + count;
    text[..end].parse().ok().filter(|_| count > 0)
}

impl PortForm {
    fn takes(self, text: &str) -> bool {
        let is_key = text.len() >= 3 && text.starts_with('{') && text.ends_with('}');
        is_key
            || match self {
                Self::Text => true,
                Self::Int => parse_int(text).is_some_and(|number| i32::try_from(number).is_ok()),
                Self::Unsigned => {
                    parse_int(text).is_some_and(|number| u32::try_from(number).is_ok())
                }
                Self::Bool => parse_bool(text).is_some(),
                Self::Status => {
                    matches!(text, "IDLE" | "RUNNING" | "SUCCESS" | "FAILURE" | "SKIPPED")
                }
            }
    }
}

/// Parses a bool as BehaviorTree.CPP does.
pub(super) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "true" | "TRUE" | "True" => Some(true),
        "0" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// The parents that may have at most one `AsyncSequence` as a child, and have one already.
#[derive(Debug, Default)]
pub(super) struct AsyncChildren(FxHashSet<NodeId>);

impl AsyncChildren {
    /// Returns what BehaviorTree.CPP refuses of a child of a `ReactiveSequence`, given its earlier children.
    pub fn fault(&mut self, parent: &NodeId, tag: &Tag) -> Option<TransferNote> {
        let is_second = tag.name == "AsyncSequence" && !self.0.insert(parent.clone());
        is_second.then(|| remarks::second_async("ReactiveSequence"))
    }
}

/// Returns whether a node of this task accepts children in their compact form only, and at most one `AsyncSequence`.
pub(super) fn is_reactive(task: &str) -> bool {
    task == "ReactiveSequence"
}

/// Returns the category that a node's task declares, which determines how many children it has.
pub(super) fn family(node: &Node, library: &NodeLibrary) -> Option<Category> {
    let declared = library.declaration(&node.task);
    declared
        .filter(|_| &*node.task != SUBTREE)
        .map(|declared| declared.category)
}

/// Returns the ports of a subtree that its model requires and its tag does not set.
pub(super) fn unset_ports(tag: &Tag, tree: &str, required: &[String]) -> Vec<TransferNote> {
    let unset = required.iter().filter(|port| tag.get(port).is_none());
    unset
        .map(|port| remarks::port_required(tree, port))
        .collect()
}

/// The context of a tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagSetting {
    /// The number of the element's children.
    pub children: usize,
    /// The category of the node, if a model declares it.
    pub family: Option<Category>,
    pub is_v3: bool,
    /// Whether the node runs a tree.
    pub is_subtree: bool,
    /// Whether its parent is a `ReactiveSequence`.
    pub is_below_reactive: bool,
}

/// Returns what BehaviorTree.CPP refuses of a tag.
pub(super) fn faults(tag: &Tag, setting: TagSetting) -> Vec<TransferNote> {
    let mut faults = Vec::new();
    let is_explicit = names::family(&tag.name).is_some() || tag.name == "SubTree";
    let id = tag.get("ID");
    let name = if is_explicit {
        id.unwrap_or_default()
    } else {
        &*tag.name
    };
    if is_explicit && name.is_empty() {
        faults.push(remarks::id_missing(&tag.name));
        return faults;
    }
    if !is_explicit && id.is_some() && tag.name != "SubTreePlus" {
        faults.push(remarks::id_on_compact(&tag.name));
    }
    if tag
        .get("name")
        .is_some_and(|name| !names::is_instance(name))
    {
        faults.push(remarks::bad_name(tag.get("name").unwrap_or_default()));
    }
    if (tag.name == "SubTree" || !is_explicit) && !names::is_legal(name) {
        faults.push(remarks::bad_name(name));
    }
    if is_explicit && setting.is_below_reactive && tag.name != "SubTree" {
        faults.push(remarks::explicit_below_reactive(name));
    }
    if let Some(new) = renamed(&tag.name)
        .filter(|_| !setting.is_v3 && (!setting.is_subtree || tag.name == "SubTreePlus"))
    {
        faults.push(remarks::old_name(&tag.name, new));
        return faults;
    }
    if setting.is_subtree && !tag.name.starts_with("SubTree") && !setting.is_v3 {
        faults.push(remarks::subtree_compact(name));
        return faults;
    }
    if tag.name == "SubTree" {
        subtree(tag, name, setting, &mut faults);
        return faults;
    }
    let own = registered(name);
    let limits = own
        .map(|(_, _, limits, _)| *limits)
        .or(match setting.family {
            Some(Composite) => Some((1, MANY)),
            Some(Decorator) => Some((1, 1)),
            Some(Action | Conditional) => Some((0, 0)),
            None => None,
        });
    if let Some((least, most)) =
        limits.filter(|(least, most)| !(*least..=*most).contains(&setting.children))
    {
        faults.push(match (least, most) {
            _ if name.starts_with("Switch") && !(3..=7).contains(&setting.children) => {
                remarks::wrong_child_count(name, 3, 7)
            }
            (_, MANY) if setting.children == 0 => remarks::too_few_children(name),
            (_, MANY) => remarks::few_children(name, least),
            (least, most) if least == most => remarks::child_count(name, least),
            _ => remarks::wrong_child_count(name, least, most),
        });
    }
    if let Some((_, _, _, ports)) = own.filter(|_| !setting.is_v3) {
        of_ports(tag, name, ports, &mut faults);
    }
    faults
}

fn subtree(tag: &Tag, name: &str, setting: TagSetting, faults: &mut Vec<TransferNote>) {
    if setting.children > 0 {
        faults.push(remarks::child_count(name, 0));
    }
    if is_registered(name) {
        faults.push(remarks::name_taken(name));
    }
    if let Some(text) = tag
        .get("_autoremap")
        .filter(|text| parse_bool(text).is_none())
    {
        faults.push(remarks::value_refused("_autoremap", text));
    }
}

fn of_ports(tag: &Tag, name: &str, ports: &[PortRule], faults: &mut Vec<TransferNote>) {
    for attribute in tag.attributes.iter().filter(|a| names::is_port(&a.name)) {
        match ports.iter().find(|(port, ..)| *port == attribute.name) {
            None => faults.push(remarks::port_unknown(name, &attribute.name)),
            Some((port, form, _)) if !form.takes(&attribute.value) => {
                faults.push(remarks::value_refused(port, &attribute.value));
            }
            Some(_) => {}
        }
    }
    for (port, _, is_needed) in ports {
        if *is_needed && tag.get(port).is_none() {
            faults.push(remarks::port_missing(name, port));
        }
    }
}

/// Returns what is kept of a file around its trees.
pub(super) fn file_frame(file: &SurveyedFile<'_>, bytes: &[u8]) -> KeptDocument {
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

/// Returns what is kept of an element by itself; `None` if it is kept as text.
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
                file.is_current(tree).then(|| KeptPart::Tree(name.clone()))
            }
        }
        _ => None,
    }
}

/// Returns the digest by which an unchanged file is recognized: its length and its 64-bit FNV-1a hash.
pub(super) fn digest(bytes: &[u8]) -> String {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{}-{:016x}", bytes.len(), bytes.iter().fold(start, step))
}

/// Returns what BehaviorTree.CPP refuses of a tree's name.
pub(super) fn name_faults(name: &str, is_declared: bool) -> Vec<TransferNote> {
    let mut faults = Vec::new();
    if !name.is_empty() && !names::is_legal(name) {
        faults.push(remarks::bad_name(name));
    }
    if is_declared || is_registered(name) {
        faults.push(remarks::name_taken(name));
    }
    faults
}

/// Returns what BehaviorTree.CPP refuses in a file outside of its trees. `grows` is true if the writer adds something
/// there.
pub(super) fn document_faults(kept: &KeptDocument, grows: bool) -> Vec<TransferNote> {
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

/// Returns what BehaviorTree.CPP refuses of the trees of a file that is kept as text.
pub(super) fn tree_faults<'k>(
    kept: &'k KeptDocument,
    trees: impl Iterator<Item = (&'k str, &'k KeptTree)>,
) -> Vec<TransferNote> {
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

/// Calls `look` for the elements in a fragment of a file.
fn inside(text: &str, mut look: impl FnMut(Element<'_>)) {
    if text.contains('<') {
        let whole = format!("<x>{text}</x>");
        if let Ok(xml) = Xml::read(whole.as_bytes()) {
            xml.root().elements().for_each(&mut look);
        }
    }
}
