//! The tree that a program runs, as it tells it: one `<BehaviorTree>` for each use of a subtree, with a number for each node. Makes
//! a document of it by the reader of BehaviorTree.CPP's files, and finds the node of each number in the compiled tree. Knows no
//! statuses.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Deref;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::compile::Origins;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, SUBTREE, TREE_PARAMETER};
use treewright_core::runtime::NodeIndex;
use treewright_core::{Message, Program, told};
use treewright_exchange::xml::{Element, Xml};
use treewright_exchange::{ExchangeFormat, ImportSource, Imported, ReadOptions, read};
use treewright_insight::recording_json::{ParsedSources, Sources};

told! {
    /// The reason why a tree cannot be shown.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TreeFault of "robot_tree_error" {
        /// It cannot be read.
        Unreadable {
            /// The reason.
            why: Message,
        } = "unreadable", "the tree of the program cannot be read: {why}";
        /// It has no nodes.
        NoNodes = "no_nodes", "the tree of the program has no nodes";
    }
}

told! {
    /// Something in which the shown tree is not that of the program.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TreeRemark of "robot_tree" {
        /// Two uses of a subtree differ.
        OtherUse {
            /// The name of the subtree.
            tree: String,
        } = "other_use", "the uses of subtree `{tree}` differ: the first one is shown";
        /// The content of a subtree is missing.
        NoContent {
            /// The name of the subtree.
            tree: String,
        } = "no_content", "the program does not tell what a use of subtree `{tree}` contains";
        /// A node has other children than in the program.
        OtherChildren {
            /// The node.
            node: String,
        } = "other_children",
            "the children of `{node}` are not those in the program, so their states are not shown";
        /// A node is another one than in the program.
        OtherNode {
            /// The node in the program.
            robot: String,
            /// The node here.
            own: String,
        } = "other_node", "the program runs `{robot}` where this tree has `{own}`";
        /// The trees have different numbers of nodes.
        OtherCount {
            /// The number in the program.
            robot: usize,
            /// The number here.
            own: usize,
        } = "other_count", "the program runs {robot} nodes, but this tree has {own}";
    }
}

/// A use of a subtree in a program, or its main tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeUse {
    /// The name under which its blackboard is asked for.
    pub blackboard: String,
    /// The name of the tree.
    pub tree: String,
    /// The Subtree node; `None` for the main tree.
    pub node: Option<NodeIndex>,
}

/// The compiled tree of a program, with the numbers that the program gives to its nodes.
#[derive(Clone)]
pub struct NumberedTree {
    /// The compiled tree.
    pub program: Arc<Program<()>>,
    /// The main tree and all uses of subtrees whose nodes were found.
    pub uses: Vec<TreeUse>,
    nodes: FxHashMap<u16, NodeIndex>,
    numbers: Vec<Option<u16>>,
}

impl NumberedTree {
    /// Returns the node of this number; `None` if the shown tree does not have it.
    pub fn node(&self, uid: u16) -> Option<NodeIndex> {
        self.nodes.get(&uid).copied()
    }

    /// Returns the number of a node; `None` if the program has not given one.
    pub fn number(&self, node: NodeIndex) -> Option<u16> {
        self.numbers.get(node.get()).copied().flatten()
    }

    /// Returns the first thing in which another compiled tree is not this one; `None` if the states of its nodes can be shown on
    /// that one, place by place.
    pub fn difference(&self, other: &Program<()>) -> Option<TreeRemark> {
        let own = &*self.program;
        let is_same = |node: &NodeIndex| {
            own.task(*node) == other.task(*node)
                && own.node_name(*node) == other.node_name(*node)
                && own.parent(*node) == other.parent(*node)
        };
        let mut both = own.indices().take(other.len());
        if let Some(node) = both.find(|node| !is_same(node)) {
            return Some(TreeRemark::OtherNode {
                robot: own.title(node).to_owned(),
                own: other.title(node).to_owned(),
            });
        }
        (own.len() != other.len()).then(|| TreeRemark::OtherCount {
            robot: own.len(),
            own: other.len(),
        })
    }
}

/// The tree of a program, with all that is needed to show it.
pub struct FullTree {
    /// Its document, and the library of its tasks.
    pub imported: Imported,
    /// The same as texts, as a recording has them.
    pub sources: Sources,
    /// The document of the tree, and the node types that it may have.
    pub files: ParsedSources,
    /// The compiled tree with the numbers of its nodes.
    pub numbered: NumberedTree,
    /// What the shown tree does not have of the program's.
    pub remarks: Vec<TreeRemark>,
    /// Where the nodes of the compiled tree are in the document.
    pub origins: Origins,
}

impl Deref for FullTree {
    type Target = NumberedTree;

    fn deref(&self) -> &NumberedTree {
        &self.numbered
    }
}

impl FullTree {
    /// Reads a tree. `name` becomes the name of its document.
    ///
    /// # Errors
    /// If it is not the XML of BehaviorTree.CPP, or has no nodes.
    pub fn read(name: &str, text: &str) -> Result<Self, TreeFault> {
        let unreadable = |why| TreeFault::Unreadable { why };
        let xml = Xml::read(text.as_bytes());
        let xml = xml.map_err(|error| unreadable(error.message()))?;
        let told = ToldTrees::of(&xml);
        let imported = import(name, &told.definitions(&xml));
        let imported = imported.map_err(|error| unreadable(error.message()))?;
        if imported.documents.is_empty() {
            return Err(TreeFault::NoNodes);
        }
        let sources = imported.sources();
        let sources = sources.map_err(|error| unreadable(error.message()))?;
        let files = sources.unpack();
        let files = files.map_err(|error| unreadable(error.message()))?;
        let compiled = files.compile(&[]);
        let program = compiled.program.ok_or_else(|| {
            let why = compiled.broken.into_iter().next();
            why.map_or(TreeFault::NoNodes, |(_, why)| unreadable(why))
        })?;
        let mut matching = Matching {
            document: &files.document,
            tops: files
                .document
                .trees
                .iter()
                .map(|tree| (&*tree.name, &tree.root))
                .collect(),
            program: &program,
            remarks: told.other_uses(),
            nodes: FxHashMap::default(),
            uses: Vec::new(),
        };
        matching.follow(told);
        let Matching {
            nodes,
            uses,
            remarks,
            ..
        } = matching;
        let mut numbers = vec![None; program.len()];
        for (uid, node) in &nodes {
            numbers[node.get()] = Some(*uid);
        }
        Ok(Self {
            imported,
            sources,
            files,
            origins: compiled.origins,
            remarks,
            numbered: NumberedTree {
                program,
                uses,
                nodes,
                numbers,
            },
        })
    }

    /// Returns the node of the document that a node of the compiled tree comes from.
    pub fn document_node(&self, node: NodeIndex) -> &NodeId {
        self.origins.origin(self.program.id(node)).node
    }

    /// Returns the nodes of the compiled tree that come from a node of the document: one for each use of its tree.
    pub fn uses_of(&self, id: &NodeId) -> impl Iterator<Item = NodeIndex> {
        let nodes = self.program.indices();
        nodes.filter(move |node| self.document_node(*node) == id)
    }
}

fn import(name: &str, text: &str) -> Result<Imported, treewright_core::format::FormatError> {
    let source = ImportSource {
        path: &format!("{name}.xml"),
        bytes: text.as_bytes(),
        around: &BTreeMap::new(),
        options: &ReadOptions::default(),
    };
    let mut imported = read(ExchangeFormat::Btcpp, &source)?;
    imported.lay_out();
    Ok(imported)
}

/// The uses of trees that a program tells.
struct ToldTrees<'x> {
    /// In the order of the messages, the main one first.
    trees: Vec<(String, Element<'x>)>,
    /// The first use of each tree, as an index.
    first: FxHashMap<String, usize>,
    /// The content of uses by their paths, as indices. Before BehaviorTree.CPP 4.8.4, paths may be equal.
    by_path: FxHashMap<String, VecDeque<usize>>,
}

impl<'x> ToldTrees<'x> {
    fn of(xml: &'x Xml<'x>) -> Self {
        let elements = xml.root().elements();
        let elements = elements.filter(|element| element.name() == "BehaviorTree");
        let mut told = Self {
            trees: Vec::new(),
            first: FxHashMap::default(),
            by_path: FxHashMap::default(),
        };
        for element in elements {
            let path = element.attribute("_fullpath").unwrap_or_default();
            let uses = told.by_path.entry(path.into_owned()).or_default();
            let (index, tree) = (told.trees.len(), attribute(element, "ID"));
            uses.push_back(index);
            told.first.entry(tree.clone()).or_insert(index);
            told.trees.push((tree, element));
        }
        told
    }

    /// Returns the text with each tree once, as a file has it.
    fn definitions(&self, xml: &Xml<'_>) -> String {
        let (mut text, mut at) = (String::new(), 0);
        for (index, (tree, element)) in self.trees.iter().enumerate() {
            if self.first[tree] != index {
                let span = element.span();
                text.push_str(&xml.text()[at..span.start]);
                at = span.end;
            }
        }
        text + &xml.text()[at..]
    }

    /// Returns a remark for each tree whose uses differ.
    fn other_uses(&self) -> Vec<TreeRemark> {
        let differs = |(tree, element): &&(String, Element<'_>)| {
            let (_, first) = self.trees[self.first[tree]];
            !is_alike(first, *element)
        };
        let differing = self.trees.iter().filter(differs).map(|(tree, _)| tree);
        let differing: BTreeSet<&String> = differing.collect();
        let remark = |tree: &String| TreeRemark::OtherUse { tree: tree.clone() };
        differing.into_iter().map(remark).collect()
    }

    /// Takes the content of the next use with this path.
    fn take(&mut self, path: &str) -> Option<Element<'x>> {
        let index = self.by_path.get_mut(path)?.pop_front()?;
        self.trees[index].1.elements().next()
    }
}

fn attribute(element: Element<'_>, name: &str) -> String {
    element.attribute(name).unwrap_or_default().into_owned()
}

/// Returns whether two uses have the same nodes, apart from their numbers and paths.
fn is_alike(one: Element<'_>, other: Element<'_>) -> bool {
    let mut pending = vec![(one, other)];
    while let Some((one, other)) = pending.pop() {
        let (below, of_other) = (one.elements(), other.elements());
        let (below, of_other): (Vec<_>, Vec<_>) = (below.collect(), of_other.collect());
        let is_same = one.name() == other.name() && below.len() == of_other.len();
        if !is_same || settings(one) != settings(other) {
            return false;
        }
        pending.extend(below.into_iter().zip(of_other));
    }
    true
}

fn settings(element: Element<'_>) -> Vec<(&str, String)> {
    let all = element.attributes();
    let own = all.filter(|attribute| !matches!(attribute.name(), "_uid" | "_fullpath"));
    own.map(|attribute| (attribute.name(), attribute.value().into_owned()))
        .collect()
}

/// Walks the program's tree beside the document and the compiled tree.
struct Matching<'d> {
    document: &'d Document,
    /// The first nodes of its trees, by name.
    tops: FxHashMap<&'d str, &'d NodeId>,
    program: &'d Program<()>,
    nodes: FxHashMap<u16, NodeIndex>,
    uses: Vec<TreeUse>,
    remarks: Vec<TreeRemark>,
}

/// An element with its node in the document, and that in the compiled tree unless it is disabled.
type Place<'x, 'd> = (Element<'x>, &'d NodeId, Option<NodeIndex>);

impl<'d> Matching<'d> {
    fn follow(&mut self, mut told: ToldTrees<'_>) {
        let main = told.trees.first().map(|(tree, _)| tree.clone());
        let (Some(tree), Some(top), Some(root)) = (main, told.take(""), self.document.root())
        else {
            return;
        };
        self.uses.push(TreeUse {
            blackboard: tree.clone(),
            tree,
            node: None,
        });
        let mut pending = vec![(top, root, self.program.indices().next())];
        while let Some(place) = pending.pop() {
            let below = self.below(place, &mut told);
            pending.extend(below);
        }
    }

    /// Notes a node, and returns those below it.
    fn below<'x>(
        &mut self,
        (element, id, index): Place<'x, 'd>,
        told: &mut ToldTrees<'x>,
    ) -> Vec<Place<'x, 'd>> {
        if let (Some(uid), Some(index)) = (number(element), index) {
            self.nodes.insert(uid, index);
        }
        let Some(node) = self.document.node(id) else {
            return Vec::new();
        };
        let (elements, ids) = if &*node.task == SUBTREE {
            let tree = node.text_parameter(TREE_PARAMETER);
            let Some(top) = self.enter(element, tree, index, told) else {
                return Vec::new();
            };
            (
                vec![top],
                self.tops.get(tree).copied().into_iter().collect(),
            )
        } else {
            let ids: Vec<&NodeId> = node.children().iter().collect();
            (element.elements().collect::<Vec<_>>(), ids)
        };
        let is_disabled = |id: &&NodeId| self.document.node(id).is_none_or(|node| node.disabled);
        let mut running = index.map(|index| self.program.children(index));
        let indices = ids.iter().map(|id| match &mut running {
            Some(children) if !is_disabled(id) => children.next(),
            _ => None,
        });
        let indices: Vec<Option<NodeIndex>> = indices.collect();
        let is_in_step = |index: &&Option<NodeIndex>| index.is_some();
        let enabled = ids.iter().filter(|id| !is_disabled(id)).count();
        let found = indices.iter().filter(is_in_step).count();
        if elements.len() != ids.len() || index.is_some() && found != enabled {
            let node = node.title().to_owned();
            self.remarks.push(TreeRemark::OtherChildren { node });
            return Vec::new();
        }
        let places = elements.into_iter().zip(ids).zip(indices);
        places
            .map(|((element, id), index)| (element, id, index))
            .collect()
    }

    /// Returns the content of a use of a subtree.
    fn enter<'x>(
        &mut self,
        element: Element<'x>,
        tree: &str,
        index: Option<NodeIndex>,
        told: &mut ToldTrees<'x>,
    ) -> Option<Element<'x>> {
        let path = attribute(element, "_fullpath");
        let top = told.take(&path);
        let tree = tree.to_owned();
        if top.is_none() {
            self.remarks.push(TreeRemark::NoContent { tree });
        } else if index.is_some() {
            self.uses.push(TreeUse {
                blackboard: path,
                tree,
                node: index,
            });
        }
        top
    }
}

fn number(element: Element<'_>) -> Option<u16> {
    element.attribute("_uid")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program whose main tree runs the subtree `Refill` twice.
    const TWICE: &str = r#"<root BTCPP_format="4">
        <BehaviorTree ID="Main" _fullpath=""><Sequence name="both" _uid="1">
            <SubTree ID="Refill" _fullpath="east" _uid="2"/>
            <SubTree ID="Refill" _fullpath="Refill::4" _uid="4"/>
            <Look name="last" _uid="6" _skipIf="true"/>
            <Look name="again" _uid="7"/>
        </Sequence></BehaviorTree>
        <BehaviorTree ID="Refill" _fullpath="east"><Look name="look" _uid="3"/></BehaviorTree>
        <BehaviorTree ID="Refill" _fullpath="Refill::4"><Look name="look" _uid="5"/></BehaviorTree>
        <TreeNodesModel><Action ID="Look"/></TreeNodesModel></root>"#;

    fn titles(tree: &FullTree) -> Vec<(u16, &str)> {
        let numbered = tree.program.indices();
        let numbered = numbered.filter_map(|node| Some((tree.number(node)?, node)));
        numbered
            .map(|(uid, node)| (uid, tree.program.title(node)))
            .collect()
    }

    #[test]
    fn each_use_of_a_subtree_has_its_own_numbers() {
        let tree = FullTree::read("robot", TWICE).unwrap();
        let expected = [
            (1, "both"),
            (2, "Subtree"),
            (3, "look"),
            (4, "Subtree"),
            (5, "look"),
            (7, "again"),
        ];
        assert_eq!(titles(&tree), expected);
        assert_eq!(tree.node(6), None, "it is disabled");
        assert_eq!(tree.remarks, []);
        let document = &tree.imported.documents[0].document;
        assert_eq!(document.trees.len(), 2, "each tree stands once");
        let boards: Vec<&str> = tree.uses.iter().map(|of| &*of.blackboard).collect();
        assert_eq!(boards, ["Main", "Refill::4", "east"]);
    }

    #[test]
    fn uses_with_equal_paths_are_joined_in_order() {
        let text = TWICE.replace("Refill::4", "east");
        let tree = FullTree::read("robot", &text).unwrap();
        assert_eq!(titles(&tree).len(), 6);
        assert_ne!(tree.node(3), tree.node(5));
    }

    #[test]
    fn what_the_shown_tree_lacks_is_told() {
        let text = TWICE.replace(r#""look" _uid="5""#, r#""other" _uid="5""#);
        let tree = FullTree::read("robot", &text).unwrap();
        let refill = || "Refill".to_owned();
        assert_eq!(tree.remarks, [TreeRemark::OtherUse { tree: refill() }]);
        let text = TWICE.replace(r#"_fullpath="east"><"#, r#"_fullpath="west"><"#);
        let tree = FullTree::read("robot", &text).unwrap();
        assert_eq!(tree.remarks, [TreeRemark::NoContent { tree: refill() }]);
        assert_eq!(tree.node(3), None);
    }

    #[test]
    fn a_difference_to_another_tree_is_told() {
        let tree = FullTree::read("robot", TWICE).unwrap();
        assert_eq!(tree.difference(&tree.program), None);
        let renamed = FullTree::read("robot", &TWICE.replace("again", "more")).unwrap();
        let found = tree.difference(&renamed.program).unwrap();
        assert_eq!(
            found.to_string(),
            "the program runs `again` where this tree has `more`"
        );
        let shorter = TWICE.replace(r#"<Look name="again" _uid="7"/>"#, "");
        let shorter = FullTree::read("robot", &shorter).unwrap();
        let found = tree.difference(&shorter.program).unwrap();
        assert_eq!(
            found.to_string(),
            "the program runs 6 nodes, but this tree has 5"
        );
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let refused = |text| FullTree::read("robot", text).err();
        assert_eq!(refused("<root/>"), Some(TreeFault::NoNodes));
        assert!(matches!(
            refused("<root"),
            Some(TreeFault::Unreadable { .. })
        ));
    }
}
