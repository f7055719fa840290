//! What does not go over into a game's config, or into code, as it is.

crate::common::remarks! { "game";
    cannot_be_written(reason): Refused = "{reason}";
    cannot_run(reason): Refused = "it cannot run: {reason}";
    disabled(): Approximated = "it is disabled and left out, with all below it";
    loose(): Approximated = "it hangs nowhere and has no name: it is left out, with all below it";
    broken_link(child): Approximated = "its link to `{child}` leads nowhere and is left out";
    elsewhere(file): Approximated = "`{file}` lies outside of the folder and is not written with it: export it, too";
}
