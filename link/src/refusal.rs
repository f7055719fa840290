//! Why something that an editor wants is not done. Does not decide that.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_core::limits::LISTED_PROBLEMS;
use treewright_core::load::{LoadError, LoadProblem};
use treewright_core::{Argument, Message, ToArgument, told};

use crate::protocol::{Filling, FromGame, InnerMessage, Refused};

told! {
    /// Why something that an editor wants is not done.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Refusal of "link_refusal" {
        /// Too many orders wait for the game.
        Busy = "busy", "too many orders wait for the game";
        /// There is no such agent.
        NoSuchAgent = "no_such_agent", "the agent is not in the game; it may have left";
        /// The order names no agent, but needs one.
        NoAgent = "no_agent", "this needs an agent";
        /// The program has no such node.
        NoSuchNode {
            /// The id.
            node: NodeId,
        } = "no_such_node", "there is no node `{node}`";
        /// The files of a swap are not those of the agent's tree.
        OtherDocument = "other_document", "the files are not those of the agent's tree";
        /// A tree cannot be compiled.
        NotCompiled {
            /// The problems.
            why: Problems,
        } = "not_compiled", "the tree cannot be loaded: {why}";
        /// One of the problems of a tree.
        ProblemAt {
            /// The file, and the node if it is one of a node.
            place: String,
            /// The problem.
            what: Message,
        } = "problem_at", "{place}: {what}";
        /// The game has no function that compiles trees.
        NoCompiler = "no_compiler", "the game does not take trees";
        /// The function of the game that compiles trees has panicked.
        Panicked {
            /// The text of the panic.
            text: String,
        } = "panicked", "the game panicked: {text}";
        /// Breakpoints cannot be read.
        Breakpoints {
            /// The problem.
            why: Message,
        } = "breakpoints", "{why}";
        /// An expression means nothing in any tree.
        Expression {
            /// The problem.
            why: ExpressionError,
        } = "expression", "{why}";
    }
}

/// What is wrong with a tree: the first problems, each with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(Vec<Message>);

impl Problems {
    /// Returns the first problems because of which a tree was not loaded.
    pub(crate) fn of(error: &LoadError) -> Self {
        let first = error.problems().iter().take(LISTED_PROBLEMS);
        Self(first.map(with_place).collect())
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_argument().fmt(f)
    }
}

impl ToArgument for Problems {
    fn to_argument(&self) -> Argument {
        Argument::List(self.0.iter().map(ToArgument::to_argument).collect())
    }
}

#[cfg(any(test, feature = "testing"))]
impl treewright_core::told::Example for Problems {
    fn example(number: usize) -> Self {
        Self(vec![Message::example(number)])
    }
}

/// Returns a problem with its place, in words of no language.
fn with_place(problem: &LoadProblem) -> Message {
    let node = problem.node.as_ref().map(NodeId::to_string);
    let parts = [Some(&problem.file), Some(&problem.node_name), node.as_ref()];
    let parts: Vec<&str> = parts
        .into_iter()
        .flatten()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    if parts.is_empty() {
        return problem.message.clone();
    }
    let (place, what) = (parts.join(" "), problem.message.clone());
    Refusal::ProblemAt { place, what }.message()
}

/// Returns the message that something was not done for this reason.
pub(crate) fn refused(number: u64, why: &Message) -> FromGame {
    FromGame::Refused(Refused {
        number,
        code: why.code().into(),
        text: why.english().into(),
        family: why.family().into(),
        with: fillings(why),
    })
}

fn fillings(message: &Message) -> BTreeMap<Arc<str>, Filling> {
    let arguments = message.arguments().iter();
    arguments
        .map(|(name, argument)| ((*name).into(), filling(argument)))
        .collect()
}

fn filling(argument: &Argument) -> Filling {
    match argument {
        Argument::List(list) => Filling::List(list.iter().map(filling).collect()),
        Argument::Message(inner) if !inner.code().is_empty() => {
            Filling::Message(Box::new(InnerMessage {
                family: inner.family().into(),
                code: inner.code().into(),
                text: inner.english().into(),
                with: fillings(inner),
            }))
        }
        other => Filling::Text(other.english().into()),
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::runtime::VariableError;

    use super::*;
    use crate::protocol::Message as _;

    #[test]
    fn a_refusal_names_its_message_and_what_fills_it() {
        let why = VariableError::Undeclared("helth".to_owned());
        assert_eq!(
            refused(7, &why.message()).write(),
            r#"{"refused":{"number":7,"code":"undeclared","text":"there is no variable named `helth`","family":"variable_error","with":{"name":"helth"}}}"#
        );
        let place = "guard.bt.json n3".to_owned();
        let what = why.message();
        let problem = Refusal::ProblemAt { place, what }.message();
        let why = Refusal::NotCompiled {
            why: Problems(vec![problem]),
        };
        let FromGame::Refused(refused) = refused(8, &why.message()) else {
            panic!("it is refused");
        };
        assert_eq!(
            &*refused.text,
            "the tree cannot be loaded: guard.bt.json n3: there is no variable named `helth`"
        );
        let Some(Filling::List(problems)) = refused.with.get("why") else {
            panic!("its problems are listed: {refused:?}");
        };
        assert!(matches!(&problems[..], [Filling::Message(inner)] if &*inner.code == "problem_at"));
    }
}
