//! Which use of a subtree panels show the variables of: the one that the user chose, else that of the selected node, else the innermost that
//! runs, or ran last if nothing runs; none where that is the main tree. Also the names of the document's variables in that use.

use std::borrow::Cow;
use std::cmp::Reverse;

use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex};

use super::RunSession;
use crate::workspace::run_view::UseView;

/// Up to this number of uses, the one that ran last is looked for when none runs.
const MAX_SEARCHED: usize = 10_000;

/// The use whose variables are shown.
#[derive(Default)]
pub(super) struct ShownUse {
    /// The user's choice, by its id in the program.
    chosen: Option<NodeId>,
    /// The selected node of the document.
    selected: Option<NodeId>,
    /// The result.
    pub current: Option<UseView>,
}

impl RunSession {
    /// Chooses the use of a subtree whose variables are shown, by the id of its Subtree node in the program. `None` follows the selection
    /// and the run.
    pub fn choose_use(&mut self, chosen: Option<NodeId>) {
        self.shown_use.chosen = chosen;
        self.update_use();
    }

    /// Sets the selected node, whose use is shown unless the user chose one.
    pub fn select(&mut self, selected: Option<&NodeId>) {
        if self.shown_use.selected.as_ref() != selected {
            self.shown_use.selected = selected.cloned();
            self.update_use();
        }
    }

    /// Updates the shown use after the shown moment or a choice has changed.
    pub(super) fn update_use(&mut self) {
        let current = self.use_to_show().map(|node| self.view_of_use(node));
        self.shown_use.current = current;
    }

    /// Returns whether the user chose the shown use.
    pub(super) fn has_chosen_use(&self) -> bool {
        self.chosen_use().is_some()
    }

    fn chosen_use(&self) -> Option<NodeIndex> {
        let chosen = self.program().index(self.shown_use.chosen.as_ref()?)?;
        self.mapping().is_use(chosen).then_some(chosen)
    }

    fn use_to_show(&self) -> Option<NodeIndex> {
        if self.mapping().uses().is_empty() {
            return None;
        }
        if let Some(chosen) = self.chosen_use() {
            return Some(chosen);
        }
        let selected = self.places_of_selected();
        if !selected.is_empty() {
            let uses = selected.into_iter();
            let uses = uses.filter_map(|place| self.enclosing_use(place));
            // Of several, the one that ran last, or the first.
            return uses.max_by_key(|node| (self.recency(*node), Reverse(*node)));
        }
        let stacks = self.recording.stacks(self.agent);
        if stacks.is_empty() {
            return self.last_use();
        }
        let innermost = |stack: Vec<NodeIndex>| self.enclosing_use(*stack.last()?);
        stacks.into_iter().find_map(innermost)
    }

    /// Returns where the selected node is in the program: once, or in each use of its tree.
    fn places_of_selected(&self) -> Vec<NodeIndex> {
        let selected = self.shown_use.selected.iter();
        let places = selected.flat_map(|id| self.mapping().of(self.program(), id));
        places.collect()
    }

    /// Returns the node if it is a use, or else the innermost use that contains it.
    fn enclosing_use(&self, node: NodeIndex) -> Option<NodeIndex> {
        self.nodes_of(self.program_number()).enclosing_use(node)
    }

    fn last_use(&self) -> Option<NodeIndex> {
        let uses = self.mapping().uses();
        let few = Some(uses).filter(|uses| uses.len() <= MAX_SEARCHED)?;
        let ran = few.iter().filter(|node| self.recency(**node).1 > 0);
        ran.copied().max_by_key(|node| self.recency(*node))
    }

    /// Orders nodes by how recently they ran: whether one runs, and the frame of its last change.
    fn recency(&self, node: NodeIndex) -> (bool, u64) {
        let runs = self.recording.node_runs(self.agent);
        runs.map_or((false, 0), |runs| {
            let run = runs.get(node);
            (run.state.is_running(), run.since_frame)
        })
    }

    fn view_of_use(&self, node: NodeIndex) -> UseView {
        let is_running = self.recording.is_on_stack(self.agent, node);
        self.nodes_of(self.program_number())
            .view_of_use(node, is_running)
    }

    /// Returns all uses of the document's trees, in the order of the tree.
    pub(super) fn all_uses(&self) -> Vec<UseView> {
        let uses = self.mapping().uses().iter();
        uses.map(|node| self.view_of_use(*node)).collect()
    }

    /// Returns the name that the program gives to a variable of the document in the shown use.
    pub(super) fn name_in_use<'a>(&'a self, name: &'a str) -> Cow<'a, str> {
        let shown = self.shown_use.current.as_ref();
        let number = self.program_number();
        self.name_in_program(number, shown.map(|shown| &shown.id), name)
    }

    /// Returns the name that the program of an agent gives to a variable of its document: in the shown use, if the agent runs the shown tree.
    pub(super) fn name_for_agent<'a>(&'a self, agent: AgentId, name: &'a str) -> Cow<'a, str> {
        let number = self.program_of_agent(agent);
        if self.trees.of_program(number) == self.shown_tree() {
            return self.name_in_use(name);
        }
        self.name_in_program(number, None, name)
    }

    /// Returns the name under which the history of an agent has a variable of its document.
    pub(super) fn history_name<'a>(&'a self, agent: AgentId, name: &'a str) -> Cow<'a, str> {
        let name = self.name_for_agent(agent, name);
        let number = self.program_of_agent(agent);
        let program = (self.trees.of_program(number), number);
        self.renamed.name_now(program, name)
    }

    /// Returns the name that the program of this number gives to a variable of the document in a use, by the id of its Subtree node in
    /// the program.
    pub(super) fn name_in_program<'a>(
        &'a self,
        number: usize,
        used: Option<&NodeId>,
        name: &'a str,
    ) -> Cow<'a, str> {
        let tree = self.trees.of_program(number);
        let name = self.renamed.name_in((tree, number), name);
        let nodes = self.nodes_of(number);
        match used.and_then(|used| nodes.program.index(used)) {
            Some(used) => nodes.name_in_use(used, name),
            None => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::library::NodeLibrary;
    use treewright_core::model::Document;
    use treewright_core::model::testing::draw;
    use treewright_core::project::Project;

    use super::*;
    use crate::workspace::document_program::DocumentProgram;
    use crate::workspace::run_view::RunView as _;

    /// Two visits, the first with a constant and the second bound to a variable.
    fn visits() -> Document {
        draw(
            "address:string=hill place:string@subtree=nowhere; \
             n1:Sequence[n2:Subtree(tree=Visit,place=depot) n3:Subtree(tree=Visit,place={address})] \
             | Visit=n4:Wait(seconds=1)",
        )
    }

    fn started(document: &Document) -> RunSession {
        let (project, library) = (Project::alone(document), NodeLibrary::builtin());
        let compiled = DocumentProgram::of(&project, &library, &[]);
        RunSession::start(&compiled, &project, &library, (1, 0)).unwrap()
    }

    fn place(run: &RunSession) -> String {
        run.variable("place")
            .unwrap()
            .to_string()
            .trim_matches('"')
            .to_owned()
    }

    #[test]
    fn the_running_use_is_shown_unless_another_is_selected_or_chosen() {
        let document = visits();
        let project = Project::alone(&document);
        let mut run = started(&document);
        assert_eq!(place(&run), "nowhere", "no use ran yet");
        run.step(0.5, &project);
        assert_eq!(place(&run), "depot");
        for _ in 0..3 {
            run.step(0.5, &project);
        }
        assert_eq!(place(&run), "hill");
        assert_eq!(run.shown_use().unwrap().path, ["n3".into()]);
        run.show(1);
        assert_eq!(place(&run), "depot", "the use of an earlier frame");
        run.show(4);
        run.select(Some(&"n2".into()));
        assert_eq!(place(&run), "depot");
        run.select(Some(&"n4".into()));
        assert_eq!(place(&run), "hill", "its running use");
        run.choose_use(Some("n2".into()));
        assert_eq!(place(&run), "depot");
        assert!(run.is_use_chosen());
        run.choose_use(None);
        assert_eq!(place(&run), "hill");
        let uses: Vec<NodeId> = run.uses().into_iter().map(|used| used.id).collect();
        assert_eq!(uses, ["n2".into(), "n3".into()]);
    }

    #[test]
    fn a_write_goes_to_the_shown_use() {
        let document = visits();
        let project = Project::alone(&document);
        let mut run = started(&document);
        run.choose_use(Some("n3".into()));
        run.set_variable("place", "the moon".into()).unwrap();
        assert_eq!(run.variable("address"), Some(&"the moon".into()), "bound");
        run.choose_use(Some("n2".into()));
        run.step(0.5, &project);
        run.set_variable("place", "the sea".into()).unwrap();
        run.step(0.5, &project);
        assert_eq!(place(&run), "the sea");
        let history = run.history().changes(&run.name_in_run("place"));
        let values: Vec<String> = history.iter().map(|c| c.value.to_string()).collect();
        assert_eq!(values.last().map(String::as_str), Some("\"the sea\""));
        assert_eq!(run.variable("address"), Some(&"the moon".into()));
    }
}
