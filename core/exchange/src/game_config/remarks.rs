//! What does not go over into a game's config, or into code, as it is.

crate::common::remarks! { "game";
    cannot_be_written(reason): Refused = "{reason}";
    cannot_run(reason): Refused = "this node cannot run: {reason}";
    disabled(): Approximated = "this disabled node is skipped, with its branch";
    loose(): Approximated = "this unconnected node has no tree name and is skipped, with its branch";
    broken_link(child): Approximated = "the connection to `{child}` is skipped: that node does not exist";
    elsewhere(file): Approximated = "`{file}` is outside the folder and is not written along: export it as well";
}
