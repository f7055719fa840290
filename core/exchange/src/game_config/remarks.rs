//! What does not go over into a game's config, or into code, as it is.

crate::common::remarks! { "game";
    /// The document holds what no file can hold.
    cannot_be_written(reason): Refused = "{reason}";
    /// A node that fails in every game.
    cannot_run(reason): Refused = "it cannot run: {reason}";
    /// A disabled node.
    disabled(): Approximated = "it is disabled and left out, with all below it";
    /// A loose tree.
    loose(): Approximated = "it hangs nowhere and has no name: it is left out, with all below it";
    /// A broken link.
    broken_link(child): Approximated = "its link to `{child}` leads nowhere and is left out";
    /// A file outside of the folder.
    elsewhere(file): Approximated = "`{file}` lies outside of the folder and is not written with it: export it, too";
}
