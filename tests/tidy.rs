//! Checks of the project's code rules: allowed imports, file headers, lengths, names that may be used in one place only, and the paths in the pages for
//! contributors. Each test lists every violation of its rule.

mod paths;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use source::{Function, Named, Source, sources};

/// The crates of the core.
const OF_THE_CORE: [&str; 6] = [
    "treewright_core",
    "treewright_authoring",
    "treewright_insight",
    "treewright_explore",
    "treewright_exchange",
    "treewright_robot",
];

/// What files of other tools may know of the core.
const BELOW_EXCHANGE: [&str; 3] = [
    "treewright_core",
    "treewright_authoring",
    "treewright_insight",
];

/// The crates, lowest layer first: path of the sources, name, and workspace crates that it may use. All of `app/` may use the core; tests may use
/// everything.
const CRATES: [(&str, &str, &[&str]); 14] = [
    (
        "core/engine/src/",
        "treewright_core",
        &["treewright_derive"],
    ),
    // The code that it generates names the engine.
    (
        "core/derive/src/",
        "treewright_derive",
        &["treewright_core"],
    ),
    (
        "core/authoring/src/",
        "treewright_authoring",
        &["treewright_core"],
    ),
    (
        "core/insight/src/",
        "treewright_insight",
        &["treewright_core"],
    ),
    (
        "core/explore/src/",
        "treewright_explore",
        &["treewright_core", "treewright_insight"],
    ),
    ("core/exchange/src/", "treewright_exchange", &BELOW_EXCHANGE),
    (
        "core/robot/src/",
        "treewright_robot",
        &[
            "treewright_core",
            "treewright_authoring",
            "treewright_insight",
            "treewright_exchange",
        ],
    ),
    (
        "app/session/src/",
        "treewright_session",
        &["treewright_link"],
    ),
    (
        "app/editor/src/",
        "treewright_editor",
        &["treewright_session", "treewright_link"],
    ),
    (
        "app/cli/src/",
        "treewright_cli",
        &["treewright_session", "treewright_editor", "treewright_link"],
    ),
    (
        "app/src/",
        "treewright",
        &["treewright_cli", "treewright_session", "treewright_editor"],
    ),
    // A game knows the engine, and the link while it is developed.
    (
        "engines/arena/src/",
        "treewright_arena",
        &["treewright_core", "treewright_link"],
    ),
    (
        C_INTERFACE,
        "treewright_c",
        &["treewright_core", "treewright_link"],
    ),
    // A game links it while it is developed.
    (
        LINK,
        "treewright_link",
        &["treewright_core", "treewright_insight"],
    ),
];

/// The sources of the C interface, the only crate with `unsafe`.
const C_INTERFACE: &str = "engines/c/src/";

/// The sources of the live link.
const LINK: &str = "link/src/";

/// The modules of the engine, lowest layer first. A module may use those of earlier rows, and itself.
const ENGINE: [&[&str]; 9] = [
    &["words", "spelling"],
    &["named", "named_list", "told"],
    &[
        "ids",
        "value",
        "geometry",
        "category",
        "abort",
        "status",
        "time",
        "on_purpose",
        "limits",
        "plural",
    ],
    &["model", "runtime", "expression"],
    &["nodes", "diagnostic", "trace", "project"],
    &["library", "tree"],
    &["compile"],
    &["format"],
    &["load"],
];

const FUNCTION_LINES: usize = 100;
const ALL: [&str; 6] = ["core", "app", "tests", ARENA, "engines/c", "link"];
const CORE: [&str; 7] = [
    "core/engine/src",
    "core/authoring/src",
    "core/insight/src",
    "core/explore/src",
    "core/exchange/src",
    "core/derive/src",
    "core/robot/src",
];
const APP: [&str; 4] = [
    "app/session/src",
    "app/editor/src",
    "app/cli/src",
    "app/src",
];
const PRODUCT: [&str; 13] = [
    CORE[0],
    CORE[1],
    CORE[2],
    CORE[3],
    CORE[4],
    CORE[5],
    CORE[6],
    APP[0],
    APP[1],
    APP[2],
    APP[3],
    "engines/c/src",
    "link/src",
];
/// A game that is a guest of the engine.
const ARENA: &str = "engines/arena";

/// Panics with all complaints, if there are any.
fn check(complaints: impl IntoIterator<Item = String>) {
    let complaints: Vec<_> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// Returns a complaint for each name that breaks a rule.
fn names_that(
    sources: &[&Source],
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

/// Returns the module path of a file below `src`: `edit/command.rs` is `["edit", "command"]`.
fn module_path(source: &Source, package: &str) -> Vec<String> {
    let inside = source.path.strip_prefix(package).unwrap();
    let inside = inside.strip_suffix(".rs").unwrap();
    let is_root = matches!(inside, "lib" | "main");
    let segments = inside.split('/').map(str::to_owned);
    segments.filter(|_| !is_root).collect()
}

/// Resolves a name that starts with `crate`, `super` or `self` to a path from the crate's root.
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

/// Returns the crate of a file: path of the sources, name, and workspace crates that it may use.
fn crate_of(source: &Source) -> Option<(&'static str, &'static str, &'static [&'static str])> {
    let mut crates = CRATES.into_iter();
    crates.find(|(folder, ..)| source.path.starts_with(folder))
}

/// Returns the first two modules of an import within a crate, if they differ: the importing and the imported one. Tests may import everything.
fn import(source: &Source, name: &Named) -> Option<(String, String)> {
    let (folder, ..) = crate_of(source)?;
    let module = module_path(source, folder);
    let here = module.first().filter(|_| !name.in_tests)?;
    let target = from_root(&module, name)?;
    let there = target.first().filter(|there| *there != here)?;
    Some((here.clone(), there.clone()))
}

/// Returns a forbidden use of another crate.
fn wrong_crate(source: &Source, name: &Named) -> Option<String> {
    let (_, own, known) = crate_of(source)?;
    let named = &*name.path[0];
    let is_ours = CRATES.iter().any(|(_, other, _)| *other == named);
    let of_the_core = source.path.starts_with("app/") && OF_THE_CORE.contains(&named);
    let allowed = name.in_tests || named == own || of_the_core || known.contains(&named);
    (is_ours && !allowed).then(|| format!("`{own}` must not use `{named}`"))
}

/// Returns a use of a module of the engine that its layer may not use.
fn wrong_layer(source: &Source, name: &Named) -> Option<String> {
    if !source.path.starts_with(CRATES[0].0) {
        return None;
    }
    let (here, there) = import(source, name)?;
    let layer = |module: &str| ENGINE.iter().position(|row| row.contains(&module));
    // A name that is not a module is an item of the crate's root.
    let below = layer(&there)? < layer(&here)?;
    (!below)
        .then(|| format!("`{here}` must not use `{there}`, which is in a higher or the same layer"))
}

#[test]
fn crates_use_only_allowed_crates() {
    let sources = [sources(&PRODUCT), sources(&[ARENA])].concat();
    check(names_that(&sources, wrong_crate));
}

#[test]
fn modules_of_the_engine_import_only_lower_layers() {
    check(names_that(&sources(&CORE[..1]), wrong_layer));
}

/// Returns the modules of a crate that form import cycles.
fn circle(sources: &[&Source], folder: &str) -> BTreeSet<String> {
    let mut named: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let own = sources.iter().filter(|s| s.path.starts_with(folder));
    for source in own {
        for (here, there) in source.names.iter().filter_map(|name| import(source, name)) {
            named.entry(here).or_default().insert(there);
        }
    }
    // A module that uses no remaining module is in no cycle, and neither is one that no remaining module uses.
    loop {
        let left: BTreeSet<String> = named.keys().cloned().collect();
        let wanted: BTreeSet<String> = named.values().flatten().cloned().collect();
        named.retain(|module, _| wanted.contains(module));
        for all in named.values_mut() {
            all.retain(|module| left.contains(module));
        }
        named.retain(|_, all| !all.is_empty());
        if named.len() == left.len() {
            return left;
        }
    }
}

#[test]
fn no_crate_has_import_cycles() {
    let sources = sources(&PRODUCT);
    let complaints = CRATES.into_iter().filter_map(|(folder, name, _)| {
        let circle = circle(&sources, folder);
        (!circle.is_empty()).then(|| format!("{name}: {circle:?} import each other in a cycle"))
    });
    check(complaints);
}

/// Returns whether `one` is followed by one of `others` in a path.
fn has(name: &Named, one: &str, others: &[&str]) -> bool {
    let mut pairs = name.path.windows(2);
    pairs.any(|pair| pair[0] == one && others.contains(&&*pair[1]))
}

/// A restriction, tests excepted: where it applies, the forbidden name, and the reason.
type Rule = (
    &'static [&'static str],
    fn(&Source, &Named) -> bool,
    &'static str,
);

const RULES: [Rule; 9] = [
    (
        &[CORE[0]],
        |source, name| {
            // Plain data that files hold unchanged uses derived serialization; a bare `serde` is from its attributes.
            let is_derived = name.path[0] == "serde"
                && match &name.path[1..] {
                    [] => true,
                    [derived] => matches!(&**derived, "Serialize" | "Deserialize"),
                    _ => false,
                };
            matches!(&*name.path[0], "serde" | "serde_json")
                && !is_derived
                && !source.path.starts_with("core/engine/src/format")
        },
        "the engine uses JSON in `format` only, and serde elsewhere only to derive",
    ),
    (
        &CORE,
        |_, name| {
            let outside = ["fs", "net", "time", "process", "env", "thread"];
            name.path[0] == "std" && name.path.get(1).is_some_and(|m| outside.contains(&&**m))
        },
        "the core opens no file, reads no clock and does not depend on the machine",
    ),
    (
        &PRODUCT,
        |source, name| {
            name.path.iter().any(|segment| segment == "Surgery")
                && !source.path.starts_with("core/engine/src/model")
                && source.path != "core/authoring/src/edit/primitive.rs"
        },
        "only builders and commands change a document",
    ),
    (
        &APP,
        |source, name| {
            name.path.iter().any(|s| s == "read_dir" || s == "walkdir")
                && source.path != "app/session/src/host/files/listing.rs"
        },
        "listing a folder panics if closing it fails; `files::entries` does not",
    ),
    (
        &[APP[0], APP[2]],
        |_, name| ["egui", "eframe", "egui_tiles", "epaint", "emath"].contains(&&*name.path[0]),
        "the command line and the session build without any GUI crate",
    ),
    (
        &["app/editor/src"],
        |source, name| {
            let above = ["panels", "widgets", "theme"].map(|room| format!("app/editor/src/{room}"));
            let dispatch = import(source, name).is_some_and(|(_, there)| there == "dispatch");
            above.iter().any(|p| source.path.starts_with(p))
                && (has(name, "treewright_session", &["host"]) || dispatch)
        },
        "panels only read and return actions; they never write, and use neither the host nor dispatch",
    ),
    (
        &APP,
        |source, name| {
            let mut pairs = name.path.windows(2);
            let constructs = pairs
                .any(|w| matches!(&*w[0], "Color32" | "Rgba" | "Hsva") && w[1] != "TRANSPARENT");
            let macros = name.path.last().is_some_and(|last| last == "hex_color");
            (constructs || macros) && !source.path.starts_with("app/editor/src/theme")
        },
        "colors come from the theme",
    ),
    (
        &APP,
        |source, name| {
            let writes = has(name, "fs", &["write", "rename", "copy", "remove_file"])
                || has(name, "File", &["create", "create_new", "options"])
                || has(name, "OpenOptions", &["new"]);
            // The log is only appended to, and never read back.
            writes
                && !source.path.starts_with("app/session/src/host/files")
                && source.path != "app/session/src/host/program_log.rs"
        },
        "only host/files writes files, atomically",
    ),
    (
        &["app/cli/src"],
        |_, name| has(name, "Expected", &["Anything"]) || has(name, "Draft", &["begin"]),
        "host/outputs decides what may be replaced",
    ),
];

#[test]
fn restricted_names_are_used_only_where_allowed() {
    let complaints = RULES.into_iter().flat_map(|(folders, breaks, why)| {
        names_that(&sources(folders), |source, name| {
            (!name.in_tests && breaks(source, name)).then(|| why.to_owned())
        })
    });
    check(complaints);
}

/// The only files that use a network, and only while a live link is on: a game's link to an editor, an editor's attachment to a robot, which both
/// dial out, and an editor's door for games, which listens on this machine only.
const SOCKETS: [&str; 3] = [
    "app/session/src/host/link/socket.rs",
    "app/session/src/host/robot/socket.rs",
    "link/src/socket.rs",
];

#[test]
fn nothing_but_live_links_uses_a_network() {
    check(names_that(&sources(&PRODUCT), |source, name| {
        let uses =
            has(name, "std", &["net"]) && !name.in_tests && !SOCKETS.contains(&&*source.path);
        uses.then(|| format!("only {} may use a network", SOCKETS.join(", ")))
    }));
}

/// Returns the text of a manifest.
fn manifest(folder: &str) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap()
}

#[test]
fn only_the_c_interface_may_use_unsafe() {
    let workspace = manifest("");
    assert!(workspace.contains("\nunsafe_code = \"forbid\"\n"));
    let (_, members) = workspace.split_once("\nmembers = [").unwrap();
    let (members, _) = members.split_once(']').unwrap();
    let members: Vec<&str> = members.split(", ").map(|m| m.trim_matches('"')).collect();
    assert!(
        members.contains(&"engines/c") && members.len() > 10,
        "{members:?}"
    );
    let others = members.into_iter().filter(|member| *member != "engines/c");
    let without =
        others.filter(|member| !manifest(member).contains("\n[lints]\nworkspace = true\n"));
    check(
        without
            .map(|member| format!("{member}/Cargo.toml does not have the lints of the workspace")),
    );
}

#[test]
fn every_file_has_a_header_comment() {
    let bare = |source: &&Source| !source.text.starts_with("//! ");
    let found = sources(&ALL).into_iter().filter(bare);
    check(found.map(|source| format!("{}:1: does not begin with a `//!` comment", source.path)));
}

#[test]
fn functions_have_at_most_the_maximum_length() {
    let sources = sources(&ALL);
    let long = |source: &&Source| {
        let long = source.functions.iter().filter(|f| f.lines > FUNCTION_LINES);
        let complaint = |f: &Function| {
            let (path, line, name, lines) = (&source.path, f.line, &f.name, f.lines);
            format!("{path}:{line}: `{name}` has {lines} lines, over {FUNCTION_LINES}")
        };
        long.map(complaint).collect::<Vec<_>>()
    };
    check(sources.iter().flat_map(long));
}

#[test]
fn paths_in_pages_exist() {
    check(paths::missing());
}

/// Checks that the rules detect violations.
mod sees {
    use super::{Source, circle, names_that, paths, wrong_crate, wrong_layer};

    fn source(path: &str, text: &str) -> Source {
        Source::of_text(path, text.to_owned())
    }

    fn wrong(path: &str, text: &str) -> usize {
        let source = source(path, text);
        let sources = [&source];
        names_that(&sources, wrong_layer).len() + names_that(&sources, wrong_crate).len()
    }

    const NODE: &str = "core/engine/src/model/node.rs";

    #[test]
    fn upward_imports_in_every_notation() {
        for text in [
            "use crate::compile::Compiled;",
            "use crate::{ids::NodeId, compile::Compiled};",
            "use super::super::compile::Compiled;",
            "fn f() { vec![crate::runtime::Status::Success]; }",
            "mod a { use super::super::super::compile::Compiled; }",
            "use treewright_authoring::edit::Command;",
        ] {
            assert_eq!(wrong(NODE, text), 1, "{text}");
        }
    }

    #[test]
    fn allowed_imports() {
        for text in [
            "use crate::ids::NodeId;",
            "use super::{Document, Place};",
            "use crate::model::Place;",
            "mod a { use super::Node; }",
            "/// See crate::compile::Compiled.\nfn f() {}",
            "#[cfg(test)]\nmod tests { use treewright_authoring::edit::Command; }",
        ] {
            assert_eq!(wrong(NODE, text), 0, "{text}");
        }
    }

    #[test]
    fn import_cycles_but_not_modules_that_lead_to_one() {
        let file = |module: &str, named: &str| {
            let path = format!("core/insight/src/{module}.rs");
            source(&path, &format!("use crate::{named}::Thing;"))
        };
        let sources = [
            file("a", "b"),
            file("b", "c"),
            file("c", "b"),
            file("c", "d"),
        ];
        let sources: Vec<&Source> = sources.iter().collect();
        let found = circle(&sources, "core/insight/src/");
        assert_eq!(found.into_iter().collect::<String>(), "bc");
    }

    #[test]
    fn paths_in_backquotes_and_nothing_else() {
        let text = "`a/b.rs`, a/c.rs, `d/` and `e/<name>.rs`\n```sh\n`f/g.rs`\n```\n`cd h/`, `i.rs`, `j/*.md` `k/l.toml`";
        let found: Vec<_> = paths::in_page(text).collect();
        assert_eq!(found, [(1, "a/b.rs"), (1, "d/"), (5, "k/l.toml")]);
    }

    #[test]
    fn function_lengths() {
        let found = source("core/engine/src/ids.rs", "fn f() {\n    g();\n}\n");
        assert_eq!(found.functions[0].lines, 3);
    }
}
