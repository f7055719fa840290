//! Rust code: the code of every example is compiled here, and builds what its game config holds.

use treewright_core::format::exchange::ExchangeFormat;
use treewright_core::format::native;
use treewright_core::model::{Document, Node};
use treewright_tests::published::Examples;

use super::assets;

/// Modules as they were written, and the function of each by the example's name.
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
    door_robot: door_robot,
    forager: forager,
    guard: guard,
    miner: miner,
    post_robot: post_robot,
    sentry: sentry_gun,
    squad: soldier_of_a_squad,
    warehouse: warehouse_robot,
}

#[test]
fn the_code_of_every_example_builds_what_its_config_holds() {
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
