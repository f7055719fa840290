//! Looks for the frames of a run in which something happened. The answer grows with the run: only new frames are searched.

use std::ops::RangeInclusive;

use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_core::runtime::AgentId;
use treewright_insight::history::RunHistory;
use treewright_insight::occurrence::{Occurrence, Search, Sought};

use super::RunSession;
use crate::workspace::run_view::{FoundFrame, FoundFrames, FoundPlace, RunQuery, RunView as _};

/// What is looked for, and where it was found.
#[derive(Default)]
pub(super) struct RunSearch {
    pub query: Option<RunQuery>,
    prepared: Option<PreparedSearch>,
    pub found: FoundFrames,
    /// The last frame that was searched.
    until: u64,
    /// Whether all agents are searched, or only the shown one.
    of_all: bool,
}

/// A query for the history of one agent or of all.
struct PreparedSearch {
    /// `None` for all agents.
    agent: Option<AgentId>,
    /// The programs to whose nodes the searched histories belong, each with the query for it, if that can be found in its tree.
    programs: Vec<(usize, Option<Search>)>,
    /// The error of the expression in the tree that is meant.
    fault: Option<ExpressionError>,
}

impl PreparedSearch {
    fn of_program(&self, number: usize) -> Option<&Search> {
        let mut programs = self.programs.iter();
        let (_, search) = programs.find(|(of, _)| *of == number)?;
        search.as_ref()
    }
}

impl RunSearch {
    /// Returns why nothing can be found: the error of the expression.
    pub fn fault(&self) -> Option<&ExpressionError> {
        self.prepared.as_ref()?.fault.as_ref()
    }

    /// Removes the frames after this one, which were discarded.
    pub fn cut(&mut self, after: u64) {
        self.found.cut_from(after + 1);
        self.until = self.until.min(after);
    }

    /// Removes the frames up to this one, which the recording has removed.
    pub fn forget(&mut self, until: u64) {
        self.found.forget(until);
    }
}

impl RunSession {
    /// Looks for this in all known frames of the shown agent or of all agents, or for nothing. Must be called again after the run has changed.
    pub fn search(&mut self, query: Option<&RunQuery>, of_all: bool) {
        let Some(query) = query else {
            self.search = RunSearch {
                of_all,
                ..RunSearch::default()
            };
            return;
        };
        let agent = Some(self.agent).filter(|_| !of_all);
        let is_prepared = self.search.query.as_ref() == Some(query)
            && self.search.prepared.as_ref().is_some_and(|prepared| {
                let programs = prepared.programs.iter().map(|(number, _)| *number);
                prepared.agent == agent && programs.eq(self.searched_programs(of_all))
            });
        if !is_prepared {
            self.search = RunSearch {
                query: Some(query.clone()),
                prepared: Some(self.prepare(query, of_all)),
                of_all,
                ..RunSearch::default()
            };
        }
        let last = self.history().last_frame();
        if self.search.until == last && is_prepared {
            return;
        }
        let mut search = std::mem::take(&mut self.search);
        if let Some(prepared) = &search.prepared {
            // A run that restarts interrupts its nodes in the frame before, which was searched already.
            let from = search.until;
            search.found.cut_from(from);
            search
                .found
                .extend(&self.occurrences(prepared, from..=last));
        }
        search.until = last;
        self.search = search;
    }

    /// Returns what is found in these frames, ordered by frame, then by agent.
    fn occurrences(
        &self,
        prepared: &PreparedSearch,
        frames: RangeInclusive<u64>,
    ) -> Vec<(u64, Occurrence)> {
        let of = |agent: AgentId, history: &RunHistory| {
            let number = self.histories.program_of(agent);
            let program = &self.recording.programs()[number];
            let search = prepared.of_program(number);
            let found = search.map(|search| search.occurrences(program, history, frames.clone()));
            let found = found.into_iter().flatten();
            found.map(move |at| (agent.number(), at))
        };
        if let Some(agent) = prepared.agent {
            return of(agent, self.histories.history(agent)).collect();
        }
        let all = self.histories.all();
        let mut found: Vec<_> = all
            .flat_map(|(agent, history)| of(*agent, history))
            .collect();
        found.sort_by_key(|(agent, at)| (at.frame, *agent));
        found
    }

    /// Returns the programs to whose nodes the histories of all agents or of the shown one belong, each once, in the order in which the agents
    /// joined the run.
    fn searched_programs(&self, of_all: bool) -> Vec<usize> {
        if !of_all {
            return vec![self.histories.program_of(self.agent)];
        }
        let mut programs = Vec::new();
        for number in self.histories.programs() {
            if !programs.contains(number) {
                programs.push(*number);
            }
        }
        programs
    }

    fn prepare(&self, query: &RunQuery, of_all: bool) -> PreparedSearch {
        let mut fault = None;
        let programs = self.searched_programs(of_all).into_iter();
        let programs = programs.map(|number| {
            let is_meant = self.trees.of_program(number) == query.tree;
            // The nodes of other trees are others, even if they have the same ids.
            if !is_meant && matches!(query.sought, Sought::Node(..)) {
                return (number, None);
            }
            let search = self.prepare_for(query, number);
            let search = search.map_err(|error| {
                if is_meant || !of_all {
                    fault = Some(error);
                }
            });
            (number, search.ok())
        });
        PreparedSearch {
            agent: Some(self.agent).filter(|_| !of_all),
            programs: programs.collect(),
            fault,
        }
    }

    fn prepare_for(&self, query: &RunQuery, number: usize) -> Result<Search, ExpressionError> {
        let (program, mapping) = (&self.recording.programs()[number], &self.mappings[number]);
        let places = |id: &NodeId| mapping.of(program, id).collect();
        let used = query.used.as_ref();
        let used = used.filter(|_| self.trees.of_program(number) == query.tree);
        let name = |name: &str| self.name_in_program(number, used, name).into();
        Search::new(&query.sought, program, &places, &name)
    }

    /// Returns the number of known frames in which this happened, with variables of the shown use. If all agents are searched, each frame counts
    /// once for each agent.
    pub(super) fn count_frames(&self, sought: &Sought) -> usize {
        let prepared = self.prepare(&self.query(sought.clone()), self.search.of_all);
        let all = self.occurrences(&prepared, 0..=u64::MAX);
        let is_same =
            |a: &(u64, Occurrence), b: &(u64, Occurrence)| (a.0, a.1.frame) == (b.0, b.1.frame);
        all.chunk_by(is_same).count()
    }

    /// Returns the first of these frames in which this happened to the shown agent.
    pub(super) fn first_found(&self, sought: &Sought, frames: RangeInclusive<u64>) -> Option<u64> {
        let search = self.prepare(&self.query(sought.clone()), false);
        let found = self.occurrences(&search, frames);
        found.first().map(|(_, at)| u64::from(at.frame))
    }

    /// Returns the query for something, with the variables of the shown use.
    pub fn query(&self, sought: Sought) -> RunQuery {
        let reads_variables = matches!(sought, Sought::Change(_) | Sought::Expression(_));
        let used = self.shown_use.current.as_ref();
        RunQuery {
            sought,
            tree: self.shown_tree(),
            used: used.filter(|_| reads_variables).map(|used| used.id.clone()),
        }
    }

    /// Returns the document's node that did what is sought in this frame of this agent.
    pub fn found_node(&self, place: FoundPlace) -> Option<NodeId> {
        let place = self.search.found.position(place)?;
        let FoundFrame { node, agent, .. } = self.search.found.frames().get(place)?;
        let number = self.histories.program_of(AgentId(*agent));
        let (program, mapping) = (&self.recording.programs()[number], &self.mappings[number]);
        node.map(|node| mapping.shown(program, node))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::TreeVersion;
    use treewright_core::library::NodeLibrary;
    use treewright_core::model::Document;
    use treewright_core::model::testing::draw;
    use treewright_core::project::Project;
    use treewright_core::runtime::{EndStatus, NodeIndex};
    use treewright_core::trace::TraceEvent;
    use treewright_insight::breakpoint::NodeEvent;
    use treewright_insight::recording::FrameRecord;

    use super::*;
    use crate::workspace::document_program::DocumentProgram;
    use crate::workspace::program_sources::ProgramSources;

    /// Rests for two frames, unless it sees something.
    fn guard() -> Document {
        let mut document = draw(
            "sees:bool=false; n1:Selector[n2:Sequence(.abort=Both)[n3:CompareBool(left={sees}) n4:Idle] \
             n5:Wait(seconds=2)]",
        );
        document.restart_when_complete = true;
        document
    }

    fn started(document: &Document) -> RunSession {
        let (project, library) = (Project::alone(document), NodeLibrary::builtin());
        let compiled = DocumentProgram::of(&project, &library, &[]);
        RunSession::start(&compiled, &project, &library, (1, 0)).unwrap()
    }

    fn all_queries(run: &RunSession) -> Vec<RunQuery> {
        let nodes = ["n1", "n2", "n3", "n4", "n5"].map(NodeId::from);
        let mut all: Vec<Sought> = nodes.iter().flat_map(Sought::of_node).collect();
        all.push(Sought::Change("sees".into()));
        all.push(Sought::Expression("!sees".into()));
        all.push(Sought::Error);
        all.into_iter().map(|sought| run.query(sought)).collect()
    }

    fn frames(run: &RunSession) -> Vec<u32> {
        run.search
            .found
            .frames()
            .iter()
            .map(|at| at.frame)
            .collect()
    }

    fn frames_of(run: &mut RunSession, sought: Sought) -> Vec<u32> {
        let query = run.query(sought);
        run.search(Some(&query), false);
        frames(run)
    }

    /// A run in which values are set, frames are discarded and restored, agents join and leave, and the tree is changed. `watch` is
    /// called after each step.
    fn eventful(mut watch: impl FnMut(&mut RunSession)) -> RunSession {
        let document = guard();
        let (project, library) = (Project::alone(&document), NodeLibrary::builtin());
        let mut run = started(&document);
        let mut step = |run: &mut RunSession, count: u64| {
            for _ in 0..count {
                run.step(1.0, &project);
                watch(run);
            }
        };
        step(&mut run, 5);
        run.set_variable("sees", true.into()).unwrap();
        step(&mut run, 3);
        run.set_variable("sees", false.into()).unwrap();
        step(&mut run, 7);
        run.show(9);
        run.set_variable("sees", true.into()).unwrap();
        step(&mut run, 4);
        run.restore_discarded();
        step(&mut run, 2);
        run.add_agent().unwrap();
        step(&mut run, 4);
        run.remove_agent().unwrap();
        step(&mut run, 2);
        let mut changed = guard();
        changed.restart_when_complete = false;
        let changed_project = Project::alone(&changed);
        let compiled = DocumentProgram::of(&changed_project, &library, &[]);
        let files = ProgramSources::of(
            Arc::new(changed.clone()),
            &changed_project,
            std::iter::empty(),
        );
        let changed = TreeVersion {
            document: None,
            compiled: Arc::new(compiled),
            library: Arc::new(library),
            revision: 1,
            sources: files,
        };
        run.adopt(changed, &changed_project);
        step(&mut run, 6);
        run
    }

    /// The frames with this event, by looking at all events of the shown agent.
    fn scanned(run: &RunSession, id: &NodeId, event: NodeEvent) -> Vec<u32> {
        let has_event = |record: &&Arc<FrameRecord>| {
            let of = record.of(run.agent);
            let program = &run.recording.programs()[of.map_or(0, |of| of.program)];
            let events = record.of(run.agent).into_iter().flat_map(|of| &of.events);
            let is = |node: NodeIndex| program.id(node) == id;
            events.into_iter().any(|happened| match (event, happened) {
                (NodeEvent::Start, TraceEvent::Start(node)) => is(*node),
                (NodeEvent::End(wanted), TraceEvent::End(node, status)) => {
                    is(*node) && wanted.is_none_or(|wanted| wanted == *status)
                }
                (NodeEvent::Abort, TraceEvent::Abort { conditional, .. }) => {
                    is(*conditional) || program.nearest_composite(*conditional).is_some_and(is)
                }
                _ => false,
            })
        };
        let records = run.recording.records().filter(has_event);
        records.map(|record| record.frame as u32).collect()
    }

    #[test]
    fn what_is_found_while_the_run_goes_on_equals_a_search_at_its_end() {
        let queries = all_queries(&started(&guard()));
        for query in queries {
            let mut run = eventful(|run| run.search(Some(&query), false));
            run.search(Some(&query), false);
            let grown = frames(&run);
            run.search(None, false);
            run.search(Some(&query), false);
            assert_eq!(grown, frames(&run), "{query:?}");
            let counted = run.count_of(&query.sought);
            assert_eq!(counted, grown.len(), "{query:?}");
            if let Sought::Node(id, event) = &query.sought {
                assert_eq!(grown, scanned(&run, id, *event), "{query:?}");
            }
        }
    }

    #[test]
    fn aborts_and_interruptions_are_found_with_their_nodes() {
        let mut run = eventful(|_| {});
        run.show(0);
        let of = |id: &str, event| Sought::Node(id.into(), event);
        let fired = frames_of(&mut run, of("n3", NodeEvent::Abort));
        assert_eq!(fired, [6, 9]);
        assert_eq!(frames_of(&mut run, of("n2", NodeEvent::Abort)), fired);
        assert_eq!(
            run.found_node((6, 0)),
            Some("n3".into()),
            "the conditional that fired"
        );
        let interrupted = NodeEvent::End(Some(EndStatus::Inactive));
        assert_eq!(frames_of(&mut run, of("n4", interrupted)), [9]);
        let found = &run.search.found;
        assert_eq!(found.next((0, 0)), Some((9, 0)));
        assert_eq!(found.next((9, 0)), None);
        assert_eq!(found.previous((9, 0)), None);
        assert_eq!(found.previous((10, 0)), Some((9, 0)));
        assert_eq!(frames_of(&mut run, Sought::Change("sees".into())), [6, 9]);
        assert_eq!(run.found_node((6, 0)), None, "it was set from outside");
    }

    #[test]
    fn what_is_found_of_all_agents_is_what_is_found_of_each() {
        let queries = all_queries(&started(&guard()));
        for query in queries {
            let mut run = eventful(|run| run.search(Some(&query), true));
            run.search(Some(&query), true);
            let places = |run: &RunSession| {
                let found = run.search.found.frames().iter();
                found.map(FoundFrame::place).collect::<Vec<_>>()
            };
            let all = places(&run);
            assert!(all.is_sorted(), "{query:?}");
            assert_eq!(run.count_of(&query.sought), all.len(), "{query:?}");
            let mut of_each = Vec::new();
            let agents: Vec<AgentId> = run.histories.all().map(|(agent, _)| *agent).collect();
            for agent in agents {
                run.agent = agent;
                run.search(Some(&query), false);
                of_each.extend(places(&run));
            }
            of_each.sort_unstable();
            assert_eq!(all, of_each, "{query:?}");
        }
    }

    #[test]
    fn forgotten_frames_are_no_longer_found() {
        let document = guard();
        let project = Project::alone(&document);
        let mut run = started(&document);
        run.set_limit(64 << 10);
        let query = run.query(Sought::Node("n5".into(), NodeEvent::Start));
        for _ in 0..3_000 {
            run.step(1.0, &project);
            run.search(Some(&query), false);
        }
        let (first, _) = run.frames();
        assert!(first > 100, "{first}");
        let found = frames(&run);
        assert!(u64::from(found[0]) > first);
        assert_eq!(found.len(), run.count_of(&query.sought));
    }
}
