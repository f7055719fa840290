//! Robots, programs with BehaviorTree.CPP and a Groot2 publisher, as far as they are outside of the editor: the connections to them.

mod news;
pub mod socket;
