//! Renames and moves in small projects.

use std::sync::Arc;

use treewright_core::model::testing::draw;
use treewright_insight::scenario_json;

use super::{Content, NewContent, Plan, ProjectTexts, Refactoring, RefactoringError, plan};

fn texts(trees: &[(&str, &str)], scenarios: &[(&str, &str)]) -> ProjectTexts {
    let mut texts = ProjectTexts::default();
    for (path, drawing) in trees {
        texts.insert(*path, Content::Tree(Arc::new(draw(drawing))));
    }
    for (path, fields) in scenarios {
        let text =
            format!(r#"{{"format": "treewright-scenario", "version": 1, "frames": 3{fields}}}"#);
        let scenario = scenario_json::read(text.as_bytes()).unwrap();
        texts.insert(*path, Content::Scenario(Arc::new(scenario)));
    }
    texts
}

/// The changed files with the numbers of their places.
fn changed(plan: &Plan) -> Vec<(&str, usize)> {
    let changes = plan.changes.iter();
    changes
        .map(|change| (&*change.path, change.uses.len()))
        .collect()
}

fn renamed_tree(file: &str, from: &str, to: &str) -> Refactoring {
    Refactoring::RenameTree {
        file: file.to_owned(),
        from: from.into(),
        to: to.into(),
    }
}

#[test]
fn all_that_run_a_tree_follow_its_name() {
    let texts = texts(
        &[
            ("ai/a.bt.json", "r:Subtree(tree=Attack) | Attack=x:Idle"),
            ("b.bt.json", "r:Subtree(file=ai/a.bt.json,tree=Attack)"),
            (
                "lib/c.bt.json",
                "r:Subtree(file=../b.bt.json,tree=Attack) | Attack=x:Idle",
            ),
        ],
        &[],
    );
    let planned = plan(&texts, &renamed_tree("ai/a.bt.json", "Attack", "Strike")).unwrap();
    assert_eq!(changed(&planned), [("ai/a.bt.json", 2), ("b.bt.json", 1)]);
    let taken = plan(&texts, &renamed_tree("ai/a.bt.json", "Attack", "Attack"));
    assert_eq!(taken.unwrap_err(), RefactoringError::Nothing);
    let missing = plan(&texts, &renamed_tree("b.bt.json", "Attack", "Strike"));
    assert_eq!(missing.unwrap_err().code(), "no_such_tree");
}

#[test]
fn a_variable_is_renamed_where_it_is_set_shared_and_tested() {
    let texts = texts(
        &[
            (
                "a.bt.json",
                "hp:int@subtree alarm:bool@global; r:CompareInt(variable={hp},value=1)",
            ),
            (
                "b.bt.json",
                "hp:int alarm:bool@global; s:Subtree(file=a.bt.json,hp={hp})",
            ),
            ("c.bt.json", "t:Subtree(file=b.bt.json,s/hp=4)"),
        ],
        &[
            (
                "a.scenario.json",
                r#", "steps": [{"frame": 1, "set": {"hp": 3}}]"#,
            ),
            (
                "b.scenario.json",
                r#", "steps": [{"frame": 1, "set": {"hp": 3, "s/hp": 4}}]"#,
            ),
        ],
    );
    let rename = |from: &str| Refactoring::RenameVariable {
        file: "a.bt.json".to_owned(),
        from: from.into(),
        to: "health".into(),
    };
    let planned = plan(&texts, &rename("hp")).unwrap();
    let files: Vec<&str> = changed(&planned)
        .into_iter()
        .map(|(file, _)| file)
        .collect();
    assert_eq!(
        files,
        [
            "a.bt.json",
            "b.bt.json",
            "c.bt.json",
            "a.scenario.json",
            "b.scenario.json"
        ]
    );
    let NewContent::Scenario(scenario) = &planned.changes[4].content else {
        panic!("a scenario");
    };
    let set: Vec<&str> = scenario.steps[&1]
        .set
        .iter()
        .map(|(name, _)| &**name)
        .collect();
    assert_eq!(set, ["hp", "s/health"], "that of b is another one");
    let planned = plan(&texts, &rename("alarm")).unwrap();
    assert_eq!(changed(&planned), [("a.bt.json", 1), ("b.bt.json", 1)]);
}

#[test]
fn scenarios_move_with_the_tree_to_which_their_names_belong() {
    let texts = texts(
        &[
            ("guard.bt.json", "r:Idle"),
            ("b.bt.json", "r:Subtree(file=guard.bt.json)"),
        ],
        &[
            ("guard.night.scenario.json", ""),
            ("other.scenario.json", r#", "tree": "guard.bt.json""#),
        ],
    );
    let to = |to: &str| Refactoring::Move {
        from: "guard.bt.json".to_owned(),
        to: to.to_owned(),
    };
    let planned = plan(&texts, &to("ai/sentry.bt.json")).unwrap();
    let moves: Vec<_> = planned.moves.iter().map(|(_, to)| &**to).collect();
    assert_eq!(
        moves,
        ["ai/sentry.bt.json", "ai/sentry.night.scenario.json"]
    );
    assert_eq!(
        changed(&planned),
        [("b.bt.json", 1), ("other.scenario.json", 1)]
    );
    for (path, code) in [
        ("b.bt.json", "path_taken"),
        ("guard.json", "other_kind"),
        ("../guard.bt.json", "path"),
        (".git/guard.bt.json", "hidden"),
    ] {
        assert_eq!(plan(&texts, &to(path)).unwrap_err().code(), code, "{path}");
    }
}
