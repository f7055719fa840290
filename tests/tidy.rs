//! The house rules that a machine can check: who may import whom, heads, lengths, and what is named in one place only.
//! Each test lists every place that breaks its rule.

mod source;

use source::{Named, Source, sources};

/// The layers of the core, by rank; a module may name those of lower rank and itself.
const RANKS: [(usize, &[&str]); 8] = [
    (
        0,
        &[
            "ids",
            "value",
            "geometry",
            "category",
            "abort",
            "status",
            "on_purpose",
            "limits",
            "plural",
        ],
    ),
    (1, &["model", "runtime", "expression"]),
    (
        2,
        &["nodes", "diagnostic", "layout", "trace", "project", "diff"],
    ),
    (3, &["library", "merge"]),
    (4, &["edit", "compile"]),
    (
        5,
        &["validate", "explain", "recording", "why", "breakpoint"],
    ),
    (6, &["scenario"]),
    (7, &["format", "search"]),
];

const FILE_LINES: usize = 500;
const FUNCTION_LINES: usize = 100;

const ALL: [&str; 3] = ["core/src", "app/src", "tests"];

fn rank(module: &str) -> Option<usize> {
    let has = |(_, modules): &&(usize, &[&str])| modules.contains(&module);
    RANKS.iter().find(has).map(|(rank, _)| *rank)
}

/// Fails with all complaints, if there are any.
fn check(complaints: impl IntoIterator<Item = String>) {
    let complaints: Vec<_> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// A complaint for each name that breaks a rule.
fn names_that(
    sources: &[Source],
    breaks: impl Fn(&Source, &Named) -> Option<String>,
) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources {
        for name in &source.names {
            if let Some(why) = breaks(source, name) {
                let path = name.path.join("::");
                complaints.push(format!("{}:{}: {path}: {why}", source.path, name.line));
            }
        }
    }
    complaints
}

/// The module path of a file below `src`: `edit/command.rs` is `["edit", "command"]`.
fn module_path(source: &Source, package: &str) -> Vec<String> {
    let inside = source.path.strip_prefix(package).unwrap();
    let inside = inside.strip_suffix(".rs").unwrap();
    let is_root = matches!(inside, "lib" | "main");
    let segments = inside.split('/').map(str::to_owned);
    segments.filter(|_| !is_root).collect()
}

/// The path from the crate's root that a name means, if it says `crate`, `super` or `self`.
fn from_root(module: &[String], name: &Named) -> Option<Vec<String>> {
    let supers = name.path.iter().take_while(|s| *s == "super").count();
    match name.path[0].as_str() {
        "crate" => Some(name.path[1..].to_vec()),
        "super" => {
            let above = (module.len() + name.depth).checked_sub(supers)?;
            let mut path = module[..above.min(module.len())].to_vec();
            path.extend_from_slice(&name.path[supers..]);
            Some(path)
        }
        _ => None,
    }
}

/// What a file of the core names that its layer may not.
fn wrong_import(source: &Source, name: &Named) -> Option<String> {
    // A test may stand on everything; what it tests may not.
    if name.in_tests {
        return None;
    }
    let module = module_path(source, "core/src/");
    let here = module.first()?;
    let target = from_root(&module, name)?;
    let there = target.first()?;
    // A single segment is an item of the crate's root, or `super` within one layer.
    if there == here || target.len() < 2 && rank(there).is_none() {
        return None;
    }
    let Some(own) = rank(here) else {
        return Some(format!("`{here}` has no rank; add it to the table"));
    };
    match rank(there) {
        Some(other) if other < own => None,
        Some(other) => Some(format!(
            "`{here}` (rank {own}) may not name `{there}` (rank {other})"
        )),
        None => Some(format!("`{there}` has no rank; add it to the table")),
    }
}

#[test]
fn imports_in_the_core_only_go_down() {
    check(names_that(&sources(&["core/src"]), wrong_import));
}

#[test]
fn the_core_names_serde_in_format_only() {
    check(names_that(&sources(&["core/src"]), |source, name| {
        let is_serde = matches!(&*name.path[0], "serde" | "serde_json" | "quick_xml");
        let allowed = source.path.starts_with("core/src/format") || name.in_tests;
        (is_serde && !allowed).then(|| "only core/src/format may name it".into())
    }));
}

#[test]
fn the_core_opens_no_file_and_reads_no_clock() {
    check(names_that(&sources(&["core/src"]), |_, name| {
        let std = name.path[0] == "std" && !name.in_tests;
        let outside = ["fs", "net", "time", "process", "env", "thread"];
        let module = name
            .path
            .get(1)
            .is_some_and(|m| outside.contains(&m.as_str()));
        (std && module).then(|| "the core knows nothing of the machine".into())
    }));
}

#[test]
fn folders_are_listed_by_the_listing_of_the_host() {
    check(names_that(&sources(&["app/src"]), |source, name| {
        let lists = name.path.iter().any(|s| s == "read_dir" || s == "walkdir");
        let allowed = source.path == "app/src/host/files/listing.rs" || name.in_tests;
        (lists && !allowed)
            .then(|| "it panics if closing the folder fails; `files::entries` does not".into())
    }));
}

#[test]
fn the_command_line_and_the_host_never_name_the_gui() {
    check(names_that(&sources(&["app/src"]), |source, name| {
        let below = ["app/src/cli", "app/src/host"];
        let without_gui = below.iter().any(|p| source.path.starts_with(p));
        let gui = ["egui", "eframe", "egui_tiles", "epaint", "emath"];
        let names_gui = gui.contains(&name.path[0].as_str());
        (without_gui && names_gui).then(|| "this file builds without any GUI crate".into())
    }));
}

#[test]
fn panels_ask_and_never_reach_the_host_or_dispatch() {
    check(names_that(&sources(&["app/src"]), |source, name| {
        let above = ["app/src/panels", "app/src/widgets", "app/src/theme"];
        if !above.iter().any(|p| source.path.starts_with(p)) || name.in_tests {
            return None;
        }
        let target = from_root(&module_path(source, "app/src/"), name)?;
        matches!(target.first()?.as_str(), "host" | "dispatch")
            .then(|| "panels read and ask; they never write".into())
    }));
}

#[test]
fn colours_are_made_in_the_theme_only() {
    check(names_that(&sources(&["app/src"]), |source, name| {
        let constructs = name
            .path
            .windows(2)
            .any(|w| matches!(&*w[0], "Color32" | "Rgba" | "Hsva") && w[1] != "TRANSPARENT");
        let macros = name.path.last().is_some_and(|last| last == "hex_color");
        let allowed = source.path.starts_with("app/src/theme") || name.in_tests;
        ((constructs || macros) && !allowed).then(|| "ask the theme for a colour".into())
    }));
}

#[test]
fn files_are_written_in_one_place_only() {
    check(names_that(&sources(&["app/src"]), |source, name| {
        let writes = name.path.windows(2).any(|w| {
            matches!(
                (&*w[0], &*w[1]),
                ("fs", "write" | "rename" | "copy" | "remove_file")
                    | ("File", "create" | "create_new" | "options")
                    | ("OpenOptions", "new")
            )
        });
        // The log is added to, whatever happens next, and never read back.
        let is_log = source.path == "app/src/host/program_log.rs";
        let allowed = source.path.starts_with("app/src/host/files") || is_log || name.in_tests;
        (writes && !allowed).then(|| "only host/files writes, and atomically".into())
    }));
}

#[test]
fn commands_replace_files_by_one_rule_only() {
    check(names_that(&sources(&["app/src/cli"]), |_, name| {
        let has = |one: &str, other: &str| name.path.windows(2).any(|w| w == [one, other]);
        let own_rule = has("Expected", "Anything") || has("Draft", "begin");
        (own_rule && !name.in_tests).then(|| "host/outputs knows what may be replaced".into())
    }));
}

#[test]
fn nothing_talks_to_a_network() {
    check(names_that(&sources(&["core/src", "app/src"]), |_, name| {
        let net = name.path.windows(2).any(|w| w == ["std", "net"]);
        net.then(|| "no part of the program talks to a network".into())
    }));
}

#[test]
fn every_file_says_what_it_holds() {
    let bare = |source: &Source| !source.text.starts_with("//! ");
    let found = sources(&ALL).into_iter().filter(bare);
    check(found.map(|source| format!("{}:1: begins without a `//!` head", source.path)));
}

#[test]
fn files_and_functions_are_short() {
    let mut complaints = Vec::new();
    for source in sources(&ALL) {
        let lines = source.lines();
        if lines > FILE_LINES {
            complaints.push(format!("{}: {lines} lines, over {FILE_LINES}", source.path));
        }
        for function in &source.functions {
            if function.lines > FUNCTION_LINES {
                complaints.push(format!(
                    "{}:{}: `{}` has {} lines, over {FUNCTION_LINES}",
                    source.path, function.line, function.name, function.lines
                ));
            }
        }
    }
    check(complaints);
}

/// The rules are only worth something if they see what they look for.
mod sees {
    use super::{Source, names_that, wrong_import};

    fn wrong(path: &str, text: &str) -> usize {
        let source = Source::of_text(path, text.to_owned());
        names_that(&[source], wrong_import).len()
    }

    #[test]
    fn upward_imports_however_they_are_written() {
        let path = "core/src/model/node.rs";
        assert_eq!(wrong(path, "use crate::edit::Command;"), 1);
        assert_eq!(wrong(path, "use crate::{ids::NodeId, edit::Command};"), 1);
        assert_eq!(wrong(path, "use super::super::edit::Command;"), 1);
        assert_eq!(
            wrong(path, "fn f() { vec![crate::runtime::Status::Success]; }"),
            1
        );
        assert_eq!(
            wrong(path, "mod a { use super::super::super::edit::Command; }"),
            1
        );
    }

    #[test]
    fn that_the_rest_is_allowed() {
        let path = "core/src/model/node.rs";
        assert_eq!(wrong(path, "use crate::ids::NodeId;"), 0);
        assert_eq!(wrong(path, "use super::{Document, Place};"), 0);
        assert_eq!(wrong(path, "use crate::model::Place;"), 0);
        assert_eq!(wrong(path, "mod a { use super::Node; }"), 0);
        assert_eq!(wrong(path, "/// See crate::edit::Command.\nfn f() {}"), 0);
    }

    #[test]
    fn lengths_without_the_tests_of_a_file() {
        let text = "fn f() {\n    g();\n}\n#[cfg(test)]\nmod tests {\n    fn t() {}\n}\n";
        let source = Source::of_text("core/src/ids.rs", text.to_owned());
        assert_eq!(source.lines(), 4);
        assert_eq!(source.functions[0].lines, 3);
    }
}
