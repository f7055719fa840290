//! Files that tell what a run did, and cannot be run again: logs of robots, and what agents of a game did. Reports why one cannot be read, and
//! what it does not tell.

use std::path::Path;

use treewright_core::Message;
use treewright_core::compile::{Origin, Origins};
use treewright_core::ids::NodeId;
use treewright_core::model::Node;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_exchange::stem;
use treewright_insight::recording::DEFAULT_LIMIT;
use treewright_insight::recording_json::ParsedSources;
use treewright_insight::told_past::{Stretch, ToldPast};
use treewright_link::live_file::{LiveRecord, LiveRemark};
use treewright_robot::full_tree::TreeRemark;
use treewright_robot::logged_run::{AGENT, LogRemark, LoggedRun};
use treewright_session::host::recordings::{self, is_live_record, is_robot_log};
use treewright_session::i18n::Texts;

use super::{Report, Unusable, of_recording, read, unreadable_file, unusable};

/// The most agents that are named if the wanted one does not exist.
const SHOWN_AGENTS: usize = 40;

/// A file that tells what a run did.
pub enum ToldFile {
    Log(Box<LoggedRun>),
    Live(Box<LiveRecord>),
}

/// A part of an agent's told run without gaps, with the files of its tree.
#[derive(Clone, Copy)]
pub struct ToldPart<'a> {
    pub stretch: &'a Stretch,
    pub files: &'a ParsedSources,
    pub origins: &'a Origins,
}

impl<'a> ToldPart<'a> {
    /// Returns the file and the node in it that a node of the program comes from.
    pub fn origin(&self, node: NodeIndex) -> Origin<'a> {
        self.origins.origin(self.stretch.program().id(node))
    }

    /// Returns the node of a document that a node of the program comes from.
    pub fn document_node(&self, node: NodeIndex) -> Option<&'a Node> {
        let origin = self.origin(node);
        let document = match origin.path {
            None => &self.files.document,
            Some(path) => self.files.others.get(path)?.ok()?,
        };
        document.node(origin.node)
    }

    /// Returns the node of the main document that a node of the program comes from; inside of other files, its id in the program.
    pub fn id(&self, node: NodeIndex) -> &'a NodeId {
        let origin = self.origin(node);
        if origin.path.is_none() {
            origin.node
        } else {
            self.stretch.program().id(node)
        }
    }

    /// Returns the ids in the program of a node of the main document: one for each use of its tree.
    pub fn uses_of(&self, id: &NodeId) -> Vec<NodeId> {
        let program = self.stretch.program();
        let uses = program.indices().filter(|node| {
            let origin = self.origin(*node);
            origin.path.is_none() && origin.node == id
        });
        uses.map(|node| program.id(node).clone()).collect()
    }
}

impl ToldFile {
    /// Returns whether a file has the name of one.
    pub fn is_named(file: &Path) -> bool {
        is_robot_log(file) || is_live_record(file)
    }

    /// Reads a file.
    pub fn read(file: &Path, texts: &Texts) -> Result<Self, Unusable> {
        if is_live_record(file) {
            return read_live(file, texts).map(|record| Self::Live(Box::new(record)));
        }
        let bytes = read(file, texts)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let run = LoggedRun::read(stem(&name), &bytes, DEFAULT_LIMIT);
        let run = run.map_err(|fault| {
            let report = Report::error(file, fault.code(), texts.message(&fault.message()));
            unusable(report.with_remedy(texts.tr("cli.remedy.log")))
        })?;
        Ok(Self::Log(Box::new(run)))
    }

    /// Returns what the file does not tell, and what the shown tree lacks of a robot's.
    pub fn not_told(&self) -> Vec<Message> {
        match self {
            Self::Live(live) => live.remarks.iter().map(LiveRemark::message).collect(),
            Self::Log(run) => {
                let of_log = run.remarks.iter().map(LogRemark::message);
                let of_tree = run.tree.remarks.iter().map(TreeRemark::message);
                of_log.chain(of_tree).collect()
            }
        }
    }

    fn past(&self) -> &ToldPast {
        match self {
            Self::Live(live) => live.seen.past(),
            Self::Log(run) => &run.past,
        }
    }

    /// Returns the agent with this number or name; without one, the first of which something is known.
    pub fn agent(
        &self,
        file: &Path,
        wanted: Option<&str>,
        texts: &Texts,
    ) -> Result<AgentId, Unusable> {
        let Self::Live(live) = self else {
            return Ok(AGENT);
        };
        let known = || self.past().agents();
        let found = match wanted {
            None => known().next(),
            Some(wanted) => {
                let number = wanted.parse().ok().map(AgentId);
                let by_number = known().find(|agent| Some(*agent) == number);
                by_number.or_else(|| known().find(|agent| *live.seen.name_of(*agent) == *wanted))
            }
        };
        found.ok_or_else(|| {
            let Some(wanted) = wanted.filter(|_| known().next().is_some()) else {
                let message = texts.tr("cli.live.nothing_told").into_owned();
                let report = Report::error(file, "no_agent", message);
                return unusable(report.with_remedy(texts.tr("cli.live.record_again")));
            };
            let message = texts.tr_with("cli.live.no_agent", &[("agent", wanted)]);
            let report = Report::error(file, "no_agent", message);
            let names = known().take(SHOWN_AGENTS);
            let names = names.map(|agent| {
                let name = live.seen.name_of(agent);
                format!("{} {name}", agent.number()).trim_end().to_owned()
            });
            let names = names.collect::<Vec<_>>();
            let names = names.join(&texts.tr("cli.list_separator"));
            let remedy = texts.tr_with("cli.live.agents_of_file", &[("agents", &names)]);
            unusable(report.with_remedy(remedy))
        })
    }

    /// Returns the parts of an agent's run whose trees are known, in order.
    pub fn parts(&self, agent: AgentId) -> Vec<ToldPart<'_>> {
        let part = |stretch| match self {
            Self::Log(run) => Some(ToldPart {
                stretch,
                files: &run.tree.files,
                origins: &run.tree.origins,
            }),
            Self::Live(live) => {
                let tree = live.seen.tree_of(stretch)?;
                Some(ToldPart {
                    stretch,
                    files: &tree.files,
                    origins: &tree.origins,
                })
            }
        };
        self.past().stretches(agent).filter_map(part).collect()
    }
}

/// Reads what agents of a game did.
fn read_live(file: &Path, texts: &Texts) -> Result<LiveRecord, Unusable> {
    let reader = recordings::open(file);
    let reader = reader.map_err(|error| unreadable_file(file, &error, texts))?;
    let record = LiveRecord::read(reader, DEFAULT_LIMIT);
    record.map_err(|error| of_recording(file, &error, texts))
}
