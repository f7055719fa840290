//! What is worth knowing about a compiled program although it runs, as messages.

use std::sync::Arc;

use crate::told;

told! {
    /// What is worth knowing about a program although it runs.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum CompileNote of "compile_note" {
        /// The game has registered a task under the name of a built-in node type.
        ReplacesBuiltin {
            /// The name.
            task: Arc<str>,
        } = "replaces_builtin", "the game's task `{task}` replaces the built-in node type of that name";
    }
}
