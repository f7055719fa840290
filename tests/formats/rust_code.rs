//! Rust code: the exported code of every example is compiled here, and must build the tree of its game config.

use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue};
use treewright_core::project::{DocumentSet, Project};
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, WriteOptions};
use treewright_tests::published::Examples;

use super::assets;

/// Generated modules, and the function of each by the name of the example.
macro_rules! written {
    ($($module:ident: $function:ident,)*) => {
        $(
            #[rustfmt::skip]
            #[allow(clippy::all, clippy::pedantic, reason = "nobody wrote it by hand")]
            mod $module;
        )*

        type Build = fn() -> Result<Document, Box<Node>>;

        const WRITTEN: &[(&str, Build)] = &[$((stringify!($module), $module::$function),)*];
    };
}

written! {
    arena: arena_fighter,
    boss_fight: boss_fight,
    courier: courier_drone,
    delivery_cart: delivery_cart,
    door_robot: door_robot,
    fishing_boat: fishing_boat,
    forager: forager,
    guard: guard,
    lighthouse: lighthouse,
    miner: miner,
    post_robot: post_robot,
    sentry: sentry_gun,
    squad: soldier_of_a_squad,
    warehouse: warehouse_robot,
}

#[test]
fn the_code_of_every_example_builds_the_tree_of_its_config() {
    let examples = Examples::of(&assets().join("examples"));
    let mut compared = 0;
    for (path, document) in examples.each() {
        let module = path.split('.').next().unwrap().replace('-', "_");
        let (_, build) = WRITTEN
            .iter()
            .find(|(name, _)| *name == module)
            .unwrap_or_else(|| panic!("{path} is not among the modules of this file"));
        let project = examples.project(path, document);
        let config = examples.inlined(&project, ExchangeFormat::GameConfig);
        let config = native::read(config.as_bytes()).unwrap().document;
        assert_eq!(build().unwrap(), config, "{path}");
        compared += 1;
    }
    assert_eq!(compared, WRITTEN.len());
}

/// `rustc` refuses code whose names change the text direction, before it resolves names.
#[test]
fn names_with_bidirectional_controls_become_code_that_compiles() {
    let mut builder = DocumentBuilder::new("a\u{202e}b");
    let mut root = Node::new("n\u{2067}1", "Log");
    root.name = "c\u{202e}d".into();
    root.parameters
        .insert("text".into(), ParameterValue::literal("e\u{2066}f"));
    builder.root(root).unwrap();
    let document = builder.finish();
    let set = DocumentSet::new();
    let project = Project::new(&document, "g\u{202e}h.bt.json", &set);
    let (library, options) = (NodeLibrary::builtin(), WriteOptions::default());
    let exported = exchange::write(ExchangeFormat::Rust, &project, &library, &options).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.rs");
    std::fs::write(&file, exported.files[0].text()).unwrap();
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = std::process::Command::new(compiler);
    command.args(["--crate-type", "lib", "--emit", "metadata", "-o"]);
    let Ok(ended) = command.arg(folder.path().join("tree")).arg(&file).output() else {
        return;
    };
    // The core is not available to this compiler: it must be the only thing missing.
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(said.contains("treewright_core"), "{said}");
    assert!(!said.contains("codepoint"), "{said}");
}
