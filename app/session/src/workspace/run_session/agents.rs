//! The agents of a run: which one is shown, what each does, and adding and removing them.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::TreeInstance;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex, Status, TreeState};
use treewright_core::value::Value;
use treewright_insight::history::NodeRun;
use treewright_insight::recording::{Recording, RunInput, RunInputError};

use super::{DocumentId, FirstValues, RunSession, TreeVersion};
use crate::workspace::run_view::{AgentView, AgentsView};

/// A variable that differs from agent to agent: a number goes from the first value for the first new agent to the last one for the last; a
/// condition, with 0 for false and 1 for true, changes in the middle.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableSpread {
    /// The name of the variable, in the shown use.
    pub name: Arc<str>,
    pub from: f64,
    pub to: f64,
}

impl VariableSpread {
    /// Returns the value for one of `count` agents, of the type of `now`; `None` for other types.
    fn value(&self, place: usize, count: usize, now: &Value) -> Option<Value> {
        let share = place as f64 / (count.max(2) - 1) as f64;
        let value = self.from + (self.to - self.from) * share;
        match now {
            Value::Int(_) => Some(Value::Int(value.round() as i64)),
            Value::Float(_) => Some(Value::Float(value)),
            Value::Bool(_) => Some(Value::Bool(value >= 0.5)),
            _ => None,
        }
    }
}

impl FirstValues {
    /// Returns those of `count` agents. `spreads` have the names and the types of values in the program.
    fn spread<'s>(
        count: usize,
        spreads: impl Iterator<Item = (&'s VariableSpread, Arc<str>, Value)>,
    ) -> Vec<Self> {
        let spreads: Vec<_> = spreads.collect();
        let of_place = |place| {
            let values = spreads.iter().filter_map(|(spread, name, now)| {
                Some((name.clone(), spread.value(place, count, now)?))
            });
            Self(values.collect())
        };
        (0..count).map(of_place).collect()
    }
}

fn set_first_values(recording: &mut Recording, agent: AgentId, values: &FirstValues) {
    for (name, value) in &values.0 {
        let (name, value) = (name.clone(), value.clone());
        // An edit may have removed the variable since.
        let _ = recording.apply(RunInput::Set { agent, name, value });
    }
}

impl RunSession {
    /// Shows an agent of a document's tree: that which was shown last, or else the first one. Within a frame, stays there. Returns whether there is one.
    pub fn show_agent_of(&mut self, document: DocumentId) -> bool {
        if self.shown_document() == Some(document) {
            return true;
        }
        let Some(tree) = self.trees.of_document(Some(document)) else {
            return false;
        };
        let shown = self.trees.get(tree).shown;
        let agents = self.recording.agent_programs().iter();
        let of_tree = agents.filter(|(_, program)| self.trees.of_program(*program) == tree);
        let found = of_tree
            .map(|(agent, _)| agent)
            .min_by_key(|agent| Some(*agent) != shown);
        let Some(agent) = found else {
            return false;
        };
        self.agent = agent;
        self.awaited_agent = None;
        self.update_moment();
        true
    }

    /// Shows another agent's tree. Within a frame, moves to its end.
    pub fn show_agent(&mut self, number: u64) {
        let agent = AgentId(number);
        if self.recording.instance(agent).is_none() {
            return;
        }
        self.agent = agent;
        self.awaited_agent = None;
        if self.recording.inside().is_some() {
            self.show(self.recording.frame());
        }
        self.update_moment();
    }

    /// Shows the next agent's tree, wrapping around.
    pub fn show_next_agent(&mut self) {
        let next = self.recording.agents().find(|agent| *agent > self.agent);
        let next = next.unwrap_or_else(|| self.recording.first_agent());
        self.show_agent(next.number());
    }

    /// Adds an agent that runs the shown tree with its own random choices, and shows it.
    ///
    /// # Errors
    /// If the recording refuses it.
    pub fn add_agent(&mut self) -> Result<(), RunInputError> {
        self.add_agents(1, &[])?;
        if let Some(last) = self.recording.agents().last() {
            self.agent = last;
        }
        self.update_moment();
        Ok(())
    }

    /// Adds agents that run the shown tree with their own random choices, whose variables have different values.
    ///
    /// # Errors
    /// If the recording refuses it.
    pub fn add_agents(
        &mut self,
        count: usize,
        spreads: &[VariableSpread],
    ) -> Result<(), RunInputError> {
        let values = spreads.iter().filter_map(|spread| {
            let name: Arc<str> = self.name_in_use(&spread.name).into();
            let now = self.recording.variable(self.agent, &name)?.clone();
            Some((spread, name, now))
        });
        let agents = FirstValues::spread(count, values);
        self.add_agents_with(self.program_number(), &agents)
    }

    /// Adds agents of the tree of a document, which joins the run if it is new to it, whose variables have different values.
    ///
    /// # Errors
    /// If the recording refuses an agent.
    pub fn add_agents_of(
        &mut self,
        version: TreeVersion,
        count: usize,
        spreads: &[VariableSpread],
    ) -> Result<(), RunInputError> {
        let declared = version.compiled.program().cloned();
        let values = spreads.iter().filter_map(|spread| {
            let variables = declared.as_ref()?.tree_variables().iter();
            let mut named = variables.filter(|variable| variable.name == spread.name);
            Some((spread, spread.name.clone(), named.next()?.initial.clone()))
        });
        let agents = FirstValues::spread(count, values);
        self.add_agents_with_of(version, &agents)
    }

    /// Adds agents of the tree of a document, which joins the run if it is new to it, that begin with these values; without those that the
    /// tree does not have.
    ///
    /// # Errors
    /// If the recording refuses an agent.
    pub fn add_agents_with_of(
        &mut self,
        version: TreeVersion,
        agents: &[FirstValues],
    ) -> Result<(), RunInputError> {
        let tree = self.trees.of_document(version.document);
        let known = tree.and_then(|tree| self.program_to_add(tree, version.revision));
        if let Some(program) = known {
            return self.add_agents_with(program, agents);
        }
        let Some(program) = version.compiled.program().cloned() else {
            return Err(RunInputError::UnknownProgram);
        };
        let Some((first, others)) = agents.split_first() else {
            return Ok(());
        };
        self.recording.globals().check(&program)?;
        let tree = tree.unwrap_or_else(|| self.trees.add(version.document));
        self.trees.get_mut(tree).revision = version.revision;
        let own = version.sources.clone();
        self.expect_program(tree, version.compiled.mapping(), version.sources);
        let (seed, number) = (self.next_seed(), self.recording.programs().len());
        let added = self.apply_discarding_later(|recording| {
            let agent = recording.add(program, seed)?;
            set_first_values(recording, agent, first);
            Ok(())
        });
        debug_assert!(added.is_ok(), "its global variables were checked");
        added?;
        self.added += 1;
        if let Some(project) = own.project() {
            self.arm(tree, &project);
            let frame = self.recording.frame();
            let at = (frame, tree);
            self.log_stand_ins(at, &version.compiled.stood_in, &version.library);
            self.log_broken_nodes((frame, number), &version.compiled.broken, &project);
        }
        self.add_agents_with(number, others)
    }

    /// Returns the program of a tree that new agents run: that which its other agents run or, if there are none, the latest one, provided that this is
    /// the tree as it is in this run revision.
    fn program_to_add(&self, tree: usize, revision: u64) -> Option<usize> {
        let is_newest = self.trees.get(tree).revision == revision;
        let now = self.recording.agent_programs();
        let running = self.trees.program_now(tree, now);
        running.or_else(|| {
            let newest = self.current_program(tree).filter(|_| is_newest)?;
            self.recording.keeps_program(newest).then_some(newest)
        })
    }

    /// Adds agents that run this program of the recording and begin with these values; without those that the tree does not have.
    fn add_agents_with(
        &mut self,
        program: usize,
        agents: &[FirstValues],
    ) -> Result<(), RunInputError> {
        let first_seed = self.next_seed();
        self.apply_discarding_later(|recording| {
            for (place, values) in agents.iter().enumerate() {
                let seed = first_seed.wrapping_add(place as u64);
                recording.apply(RunInput::Add { seed, program })?;
                if let Some(agent) = recording.agents().last() {
                    set_first_values(recording, agent, values);
                }
            }
            Ok(())
        })?;
        self.added += agents.len() as u64;
        Ok(())
    }

    /// Returns the seed of the next agent's random choices.
    fn next_seed(&self) -> u64 {
        self.seed.wrapping_add(self.added + 1)
    }

    /// Returns the agents that were added and are still there after the last frame: the document of each one's tree, and what it began with.
    pub fn added_agents(&self) -> Vec<(Option<DocumentId>, FirstValues)> {
        let is_last = !self.recording.is_in_the_past();
        let pending = if is_last {
            self.recording.pending()
        } else {
            &[]
        };
        let agents: Vec<AgentId> = self.recording.agents().collect();
        let last = self.recording.last_frame();
        let added = self.added_agents.remaining(pending, &agents, last);
        let document = |program| self.trees.get(self.trees.of_program(program)).document;
        let added = added.into_iter();
        added
            .map(|(program, values)| (document(program), values))
            .collect()
    }

    /// Removes the shown agent, unless it is the only one.
    ///
    /// # Errors
    /// If it does not exist in the shown frame.
    pub fn remove_agent(&mut self) -> Result<(), RunInputError> {
        if self.recording.agents().len() < 2 {
            return Ok(());
        }
        let agent = self.agent;
        self.happens(RunInput::Remove { agent })
    }

    /// Returns what all agents do at the shown moment. Visits the running nodes of each, once per moment.
    pub(super) fn shown_agents(&self) -> &AgentsView {
        self.moment.agents.get_or_init(|| {
            // For each program that agents run, the agents that run each of its nodes.
            let mut running: FxHashMap<usize, Vec<Vec<u64>>> = FxHashMap::default();
            let agents = self.recording.agent_programs().iter();
            let agents = agents.map(|(agent, number)| {
                let program = &self.recording.programs()[number];
                let stacks = self.recording.stacks(agent);
                let of_program = running.entry(number);
                let running = of_program.or_insert_with(|| vec![Vec::new(); program.len()]);
                for node in stacks.iter().flatten() {
                    if let Some(running) = running.get_mut(node.get()) {
                        running.push(agent.number());
                    }
                }
                self.shown_agent((agent, number), &stacks)
            });
            let agents = agents.collect();
            let mut inside = Vec::new();
            let running = running.into_iter().flat_map(|(number, running)| {
                let (program, places) =
                    (&self.recording.programs()[number], &self.mappings[number]);
                let tree = self.trees.of_program(number);
                let nodes = program.indices().zip(running);
                let nodes = nodes.filter(|(_, agents)| !agents.is_empty());
                let nodes: Vec<(NodeIndex, Vec<u64>)> = nodes.collect();
                inside.extend(nodes.iter().filter_map(|(node, agents)| {
                    Some((places.elsewhere(program, *node)?.title, agents.clone()))
                }));
                nodes
                    .into_iter()
                    .map(move |(node, agents)| ((tree, places.shown(program, node)), agents))
            });
            let running: Vec<_> = running.collect();
            AgentsView::new(agents, running.into_iter(), inside)
        })
    }

    fn shown_agent(
        &self,
        (agent, number): (AgentId, usize),
        stacks: &[Vec<NodeIndex>],
    ) -> AgentView {
        let (program, places) = (&self.recording.programs()[number], &self.mappings[number]);
        // The top of a stack from which branches start is no leaf.
        let starts = stacks.iter().filter_map(|stack| stack.first());
        let parents: FxHashSet<NodeIndex> =
            starts.filter_map(|node| program.parent(*node)).collect();
        let tops = stacks.iter().filter_map(|stack| stack.last());
        let mut leaves = tops.filter(|top| !parents.contains(top));
        let top = leaves.next().copied();
        let record = self.recording.record(self.recording.frame());
        let has_run = record.is_some_and(|record| record.of(agent).is_some());
        let status = match self.recording.instance(agent).map(TreeInstance::state) {
            Some(TreeState::Finished(status)) => Some(status),
            _ => has_run.then_some(Status::Running),
        };
        AgentView {
            number: agent.number(),
            tree: self.trees.of_program(number),
            status,
            leaf: top.map(|top| places.shown(program, top)),
            inside: top
                .and_then(|top| places.elsewhere(program, top))
                .map(|top| top.title),
            other_leaves: leaves.count(),
        }
    }

    /// Returns the state of a node of the document in an agent's tree.
    pub(super) fn node_in(&self, agent: AgentId, id: &NodeId) -> NodeRun {
        let Some(runs) = self.recording.node_runs(agent) else {
            return NodeRun::default();
        };
        let Some(number) = self.recording.program_number_of(agent) else {
            return NodeRun::default();
        };
        let run_at = |place| Some(runs.get(place));
        self.nodes_of(number)
            .run_of(id, &run_at)
            .unwrap_or_default()
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
    use crate::workspace::program_sources::ProgramSources;
    use crate::workspace::run_view::{LogKind, RunView as _};

    const NODES: [&str; 6] = ["n1", "n2", "n3", "n4", "n5", "n6"];

    /// Agents that wait for different times, beside something that ends at once.
    fn run_of(count: usize) -> RunSession {
        let document = draw(
            "time:float=0.5 ammo:int=0 armed:bool; n1:Sequence[n2:Parallel[n3:Wait(seconds={time}) n4:Wait(seconds=1)] \
             n5:Sequence[n6:Wait(seconds=2)]]",
        );
        let (project, library) = (Project::alone(&document), NodeLibrary::builtin());
        let compiled = DocumentProgram::of(&project, &library, &[]);
        let mut run = RunSession::start(&compiled, &project, &library, (1, 0)).unwrap();
        let spread = |name: &str, from, to| VariableSpread {
            name: name.into(),
            from,
            to,
        };
        let spreads = [
            spread("time", 0.5, 2.5),
            spread("ammo", 10.0, 0.0),
            spread("armed", 0.0, 1.0),
        ];
        run.add_agents(count, &spreads).unwrap();
        for _ in 0..8 {
            run.step(0.5, &project);
        }
        run
    }

    #[test]
    fn new_agents_have_values_from_the_first_to_the_last() {
        let run = run_of(5);
        assert_eq!(
            run.agent(),
            0,
            "many new agents do not take the place of the shown one"
        );
        let values = |name| {
            let of = |agent| run.agent_variable(agent, name).cloned();
            (0..6).map(of).collect::<Vec<_>>()
        };
        let times = [0.5, 0.5, 1.0, 1.5, 2.0, 2.5].map(|time| Some(Value::Float(time)));
        assert_eq!(values("time"), times);
        let ammo = [0, 10, 8, 5, 3, 0].map(|ammo| Some(Value::Int(ammo)));
        assert_eq!(values("ammo"), ammo);
        let armed = [false, false, false, true, true, true].map(|armed| Some(Value::Bool(armed)));
        assert_eq!(values("armed"), armed);
        assert_eq!(run.agent_variable(6, "time"), None);
    }

    #[test]
    fn the_agents_that_were_added_are_those_of_the_current_way_with_their_first_values() {
        let document = draw("n1:Wait(seconds=1)");
        let project = Project::alone(&document);
        let mut run = run_of(3);
        let ammo =
            |(_, added): &(_, FirstValues)| added.0.iter().find(|it| &*it.0 == "ammo").cloned();
        let first = |run: &RunSession| run.added_agents().iter().map(ammo).collect::<Vec<_>>();
        let all = [10, 5, 0].map(|ammo| Some(("ammo".into(), Value::Int(ammo))));
        assert_eq!(first(&run), all);
        run.show_agent(2);
        run.remove_agent().unwrap();
        run.step(0.5, &project);
        assert_eq!(first(&run), [all[0].clone(), all[2].clone()]);
        let way = run.recording().current_way();
        run.show(0);
        run.add_agents(2, &[]).unwrap();
        run.drop_recorded_inputs();
        assert_eq!(first(&run), [None, None], "not in a frame yet");
        run.step(0.5, &project);
        assert_eq!(first(&run), [None, None]);
        run.switch_to_way(way);
        assert_eq!(first(&run), [all[0].clone(), all[2].clone()]);
    }

    #[test]
    fn agents_are_shown_as_their_nodes_are_at_each_moment() {
        let mut run = run_of(5);
        let mut ended = 0;
        for frame in 0..=run.frames().1 {
            for events in [1, 2, usize::MAX] {
                run.show(frame);
                if events < usize::MAX && frame > 0 {
                    run.show_inside(frame, AgentId(2), events);
                }
                let view = run.agents_view().unwrap();
                let numbers: Vec<u64> = view.all().iter().map(|agent| agent.number).collect();
                let agents = if frame == 0 { 1 } else { 6 };
                assert_eq!(numbers, run.agents());
                assert_eq!(numbers.len(), agents);
                for node in NODES.map(NodeId::from) {
                    let runs = |agent: &u64| run.agent_node(*agent, &node).state.is_running();
                    let expected: Vec<u64> = numbers.iter().copied().filter(runs).collect();
                    assert_eq!(
                        view.running((0, &node)),
                        expected,
                        "{node} in frame {frame}"
                    );
                }
                for agent in view.all() {
                    let leaf = agent.leaf.as_ref().map(NodeId::as_str);
                    // Within a frame, a composite may have started without a child yet.
                    let is_leaf = leaf.is_none_or(|leaf| ["n3", "n4", "n6"].contains(&leaf));
                    assert!(is_leaf || events < usize::MAX, "{leaf:?} in frame {frame}");
                    ended += usize::from(agent.status == Some(Status::Success));
                }
            }
        }
        assert!(ended > 0);
    }

    #[test]
    fn agents_of_several_trees_are_shown_as_their_nodes_are() {
        let library = Arc::new(NodeLibrary::builtin());
        // The ids are those of other nodes in the other tree.
        let guard = draw("n1:Sequence[n2:Wait(seconds=1) n3:Idle]");
        let wolf = draw("hunger:int=3; n1:Sequence[n3:Wait(seconds=2) n2:Log(text=awoo) n4:Idle]");
        let version = |document: &Document, id| {
            let project = Project::alone(document);
            TreeVersion {
                document: Some(DocumentId(id)),
                compiled: Arc::new(DocumentProgram::of(&project, &library, &[])),
                library: library.clone(),
                revision: 0,
                sources: ProgramSources::of(
                    Arc::new(document.clone()),
                    &project,
                    std::iter::empty(),
                ),
            }
        };
        let project = Project::alone(&guard);
        let first = version(&guard, 1);
        let run = RunSession::start(&first.compiled, &project, &library, (1, 0));
        let mut run = run.unwrap().of_document(DocumentId(1));
        let hunger = VariableSpread {
            name: "hunger".into(),
            from: 0.0,
            to: 4.0,
        };
        run.add_agents_of(version(&wolf, 2), 2, &[hunger]).unwrap();
        run.add_agents_of(version(&wolf, 2), 1, &[]).unwrap();
        run.add_agents_of(version(&guard, 1), 1, &[]).unwrap();
        let documents: Vec<DocumentId> = run.documents().collect();
        assert_eq!(documents, [DocumentId(1), DocumentId(2)]);
        for _ in 0..6 {
            run.step(0.5, &project);
        }
        let hungers = [0, 1, 2, 3, 4].map(|agent| run.agent_variable(agent, "hunger").cloned());
        let int = |value| Some(Value::Int(value));
        assert_eq!(hungers, [None, int(0), int(4), int(3), None]);
        for frame in 1..=run.frames().1 {
            run.show(frame);
            for shown in run.agents() {
                run.show_agent(shown);
                let view = run.agents_view().unwrap();
                for (tree, node) in (0..2).flat_map(|tree| NODES.map(|node| (tree, node.into()))) {
                    let runs = |agent: &u64| {
                        run.tree_of(*agent) == tree
                            && run.agent_node(*agent, &node).state.is_running()
                    };
                    let agents = run.agents().into_iter();
                    let expected: Vec<u64> = agents.filter(runs).collect();
                    assert_eq!(view.running((tree, &node)), expected, "{node} of {tree}");
                }
                let of_shown = run.lanes().iter().filter(|lane| {
                    let node = run.node(&lane.id);
                    node.state.is_running() && lane.end == 1 + lane.node.get()
                });
                let leaf = of_shown.map(|lane| lane.id.clone()).next();
                assert_eq!(view.get(shown).unwrap().leaf, leaf, "frame {frame}");
            }
        }
        let trees = [0, 1, 2, 3, 4].map(|agent| run.tree_of(agent));
        assert_eq!(trees, [0, 1, 1, 1, 0]);
        let logged = run.log().iter().filter(|line| line.kind == LogKind::Log);
        let by: Vec<_> = logged.map(|line| (line.agent, line.tree)).collect();
        assert_eq!(by, [(Some(1), 1), (Some(2), 1), (Some(3), 1)]);
    }

    #[test]
    fn a_parallel_shows_the_first_of_its_running_leaves() {
        let mut run = run_of(1);
        run.show(1);
        let agent = run.agents_view().unwrap().get(1).unwrap().clone();
        assert_eq!(agent.leaf, Some("n4".into()));
        assert_eq!(
            (agent.status, agent.other_leaves),
            (Some(Status::Running), 0)
        );
    }
}
