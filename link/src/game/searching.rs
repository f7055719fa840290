//! Looks for agents, some in each frame, so that no frame becomes long. Knows no managers.

use std::collections::BTreeMap;

use treewright_core::expression::ExpressionError;
use treewright_core::runtime::{AgentId, Globals, NodeIndex, World};
use treewright_core::{Program, TreeInstance};
use treewright_insight::breakpoint::ProgramCondition;

use super::roster::Roster;
use crate::exchange::{EditorId, News};
use crate::protocol::{Condition, Find, Found, FromGame};
use crate::refusal::{Refusal, refused};

/// The most agents that an answer names.
const MOST_FOUND: usize = 10_000;

/// What agents of one program must meet.
enum Prepared {
    Running(NodeIndex),
    Expression(ProgramCondition),
    /// No agent of this program meets it.
    Nothing,
}

/// A search for agents.
pub(super) struct Search {
    editor: EditorId,
    find: Find,
    by_program: BTreeMap<u32, Prepared>,
    /// The text of a search by name in lower case.
    text: String,
    /// The agent that was looked at last.
    last: Option<AgentId>,
    found: Vec<u64>,
    looked: u64,
    /// Why the expression means nothing, and whether it does in some program.
    fault: Option<ExpressionError>,
    is_meaningful: bool,
}

impl Search {
    pub fn new(editor: EditorId, find: Find) -> Self {
        let text = match &find.condition {
            Condition::Name(text) => text.to_lowercase(),
            Condition::Running(_) | Condition::Expression(_) => String::new(),
        };
        Self {
            editor,
            text,
            find,
            by_program: BTreeMap::new(),
            last: None,
            found: Vec::new(),
            looked: 0,
            fault: None,
            is_meaningful: false,
        }
    }

    /// Returns up to `most` agents that come next, in order.
    pub fn next_agents(&self, roster: &Roster, most: usize) -> Vec<(AgentId, u32)> {
        let known = roster.known();
        let from = known.partition_point(|(agent, _)| Some(*agent) <= self.last);
        known[from..].iter().take(most).copied().collect()
    }

    /// Looks at an agent.
    pub fn look<W: World + ?Sized>(
        &mut self,
        (agent, program): (AgentId, u32),
        (tree, globals): (&TreeInstance<W>, &Globals),
        roster: &Roster,
    ) {
        self.last = Some(agent);
        self.looked += 1;
        let is_met = if let Condition::Name(_) = &self.find.condition {
            roster.is_called(agent, &self.text)
        } else {
            match self.prepared(program, tree.program()) {
                Prepared::Running(node) => {
                    let node = *node;
                    tree.tops().any(|top| tree.program().is_inside(top, node))
                }
                Prepared::Expression(condition) => {
                    condition.is_true(|name| tree.variable(globals, name))
                }
                Prepared::Nothing => false,
            }
        };
        if is_met && self.found.len() < MOST_FOUND {
            self.found.push(agent.number());
        }
    }

    fn prepared<W: World + ?Sized>(&mut self, number: u32, program: &Program<W>) -> &Prepared {
        self.by_program
            .entry(number)
            .or_insert_with(|| match &self.find.condition {
                Condition::Running(id) => match program.index(id) {
                    Some(node) => Prepared::Running(node),
                    None => Prepared::Nothing,
                },
                Condition::Expression(text) => match ProgramCondition::compile(text, program) {
                    Ok(condition) => {
                        self.is_meaningful = true;
                        Prepared::Expression(condition)
                    }
                    Err(error) => {
                        self.fault.get_or_insert(error);
                        Prepared::Nothing
                    }
                },
                Condition::Name(_) => Prepared::Nothing,
            })
    }

    /// Returns the answer, after all agents were looked at.
    pub fn answer(self) -> News {
        let number = self.find.number;
        if let (Some(why), false) = (self.fault, self.is_meaningful) {
            let why = Refusal::Expression { why }.message();
            return News::To(self.editor, refused(number, &why));
        }
        let found = Found {
            number,
            agents: self.found,
            looked: self.looked,
            of: self.looked,
        };
        News::To(self.editor, FromGame::Found(found))
    }
}
