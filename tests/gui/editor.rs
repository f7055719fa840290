//! The whole editor through its accessibility tree, with folders of its own and dialogs that tests answer.

mod accessible;
mod arriving;
mod authoring;
mod building;
mod closing;
mod examples;
mod expressions;
mod files;
mod finding;
mod interruptions;
mod keyboard;
mod libraries;
mod node_help;
mod panels;
mod parameters;
mod preferences;
mod problems;
mod project;
mod random_gestures;
mod references;
mod running;
mod snapshots;
mod studio;
mod subtrees;
mod tabs;
mod tour;
