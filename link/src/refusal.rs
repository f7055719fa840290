//! Why something that an editor wants is not done. Does not decide that.

use treewright_core::ids::NodeId;
use treewright_core::{Message, told};

use crate::protocol::{FromGame, Refused};

told! {
    /// Why something that an editor wants is not done.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Refusal of "link_refusal" {
        /// Too many orders wait for the game.
        Busy = "busy", "too many orders wait for the game";
        /// There is no such agent.
        NoSuchAgent = "no_such_agent", "there is no such agent";
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
            why: String,
        } = "not_compiled", "{why}";
        /// Breakpoints cannot be read.
        Breakpoints {
            /// The problem.
            why: String,
        } = "breakpoints", "{why}";
        /// An expression means nothing in any tree.
        Expression {
            /// The problem.
            why: String,
        } = "expression", "{why}";
    }
}

/// Returns the message that something was not done for this reason.
pub(crate) fn refused(number: u64, why: &Message) -> FromGame {
    FromGame::Refused(Refused {
        number,
        code: why.code().into(),
        text: why.english().into(),
    })
}
