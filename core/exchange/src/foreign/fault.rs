//! What can be wrong with a file of another tool, a row each; of XML as a text, [`crate::xml`] knows.

use treewright_core::told;

told! {
    /// What is wrong with a file of another tool.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ForeignFault of "foreign_error" {
        /// A node has more fields than are read.
        MostParameters {
            /// The most.
            most: usize,
        } = "most_parameters", "the node has more than {most} fields";
        /// A name is longer than any that is read.
        LongName {
            /// The most bytes.
            most: usize,
        } = "long_name", "a name has more than {most} bytes";
        /// The name of a node's definition is longer than any that is read.
        LongDefinition {
            /// The most bytes.
            most: usize,
        } = "long_definition", "the name has more than {most} bytes";
        /// A task library would be too large.
        LibraryBytes {
            /// How large, in megabytes.
            has: String,
            /// How large it may be, in megabytes.
            most: String,
        } = "library_too_large", "the task library of its nodes would have {has} MB, and at most {most} MB are read";
        /// A task library would have too many tasks.
        MostTasks {
            /// The most.
            most: usize,
        } = "most_tasks", "a task library has at most {most} tasks";
        /// These are no definitions of nodes.
        NoDefinitions = "no_definitions", "node definitions are a list of objects";
        /// It is neither of the forms of behavior3editor.
        NoTree = "no_tree", "neither a tree with `root` and `nodes` nor a project with `trees`";
        /// It is no save JSON.
        NoSave = "no_save", "save JSON is a list of nodes, each with `children` and `data`";
        /// A node does not say of which type it is.
        NoType {
            /// The field that would.
            field: String,
        } = "no_type", "the node has no type: there is no `{field}`";
        /// There are no rules.
        NoRules = "no_rules", "it has no `SubstitutionRules`";
        /// The rules are no object.
        Rules = "rules", "`SubstitutionRules` must be an object: patterns with what plays their nodes";
        /// A pattern is longer than any that is read.
        LongPattern {
            /// The most bytes.
            most: usize,
        } = "long_pattern", "a pattern has more than {most} bytes";
        /// A rule does not say what plays its nodes.
        NoPlayer {
            /// The pattern of the rule.
            pattern: String,
        } = "no_player", "`{pattern}` must name what plays its nodes";
        /// A test node cannot answer so.
        NoResult {
            /// What stands there.
            name: String,
        } = "no_result", "`{name}` is no result: use SUCCESS, FAILURE or RUNNING";
        /// It is no time.
        Delay = "delay", "`async_delay` must be a whole number of milliseconds";
    }
}
