//! Renames and moves in small projects.

use std::sync::Arc;

use treewright_authoring::search::Query;
use treewright_core::model::testing::draw;
use treewright_explore::claims_json;
use treewright_insight::scenario_json;

use super::replacement::{Replacement, replace};
use super::uses::{Subject, SubjectKind, uses_of};
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

/// A project with claims of these fields.
fn with_claims(mut texts: ProjectTexts, files: &[(&str, &str)]) -> ProjectTexts {
    for (path, fields) in files {
        let text = format!(r#"{{"format": "treewright-claims", "version": 1{fields}}}"#);
        let claims = claims_json::read(text.as_bytes()).unwrap();
        texts.insert(*path, Content::Claims(Arc::new(claims)));
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
fn a_replaced_text_takes_along_what_uses_it() {
    let texts = texts(
        &[
            (
                "a.bt.json",
                "goblins:int; r:Sequence[far:CompareInt(.name=Goblin far,left={goblins},right=1) w:WaitForEvent(name=goblin) s:Subtree(tree=Goblin) o:Subtree(file=goblin.bt.json,tree=Other)] | Goblin=x:Idle",
            ),
            ("b.bt.json", "r:Subtree(file=a.bt.json,tree=Goblin)"),
            ("goblin.bt.json", "r:Idle | Other=y:Idle"),
        ],
        &[(
            "a.scenario.json",
            r#", "name": "A goblin", "steps": [{"frame": 1, "set": {"goblins": 3}, "events": [{"name": "goblin"}], "expect": {"nodes": {"Goblin far": "Success", "s": "Running"}}}]"#,
        )],
    );
    let replacement = |files: Option<&str>| Replacement {
        query: Query {
            text: "goblin".into(),
            ..Query::default()
        },
        with: "Orc".into(),
        files: files.map(|file| [file.to_owned()].into()),
    };
    let done = replace(&texts, &replacement(None));
    assert_eq!(done.left, 1, "the path of a file");
    let scenario = done
        .plan
        .changes
        .iter()
        .find_map(|change| match &change.content {
            NewContent::Scenario(scenario) => Some(scenario),
            _ => None,
        });
    let scenario = scenario.unwrap();
    let step = &scenario.steps[&1];
    assert_eq!(scenario.name, "A Orc");
    assert_eq!((&*step.set[0].0, &*step.events[0].name), ("Orcs", "Orc"));
    assert_eq!(&*step.expect.nodes[0].0, "Orc far");
    let runs = |path: &str, node: &str| {
        let change = done.plan.changes.iter().find(|change| change.path == path);
        let NewContent::Tree(_, document) = &change.unwrap().content else {
            panic!("{path} is a tree");
        };
        let node = document.node(&node.into()).unwrap();
        (
            node.text_parameter("file").to_owned(),
            node.text_parameter("tree").to_owned(),
        )
    };
    assert_eq!(
        runs("b.bt.json", "r").1,
        "Orc",
        "it follows the renamed tree"
    );
    assert_eq!(runs("a.bt.json", "s").1, "Orc");
    assert_eq!(
        runs("a.bt.json", "o").0,
        "goblin.bt.json",
        "no file is renamed"
    );
    let only = replace(&texts, &replacement(Some("b.bt.json")));
    assert_eq!(changed(&only.plan), []);
    assert_eq!(only.left, 1, "the tree has its name in another file");
    let only = replace(&texts, &replacement(Some("a.bt.json")));
    let files: Vec<&str> = changed(&only.plan)
        .into_iter()
        .map(|(file, _)| file)
        .collect();
    assert_eq!(files, ["a.bt.json", "a.scenario.json", "b.bt.json"]);
}

#[test]
fn uses_of_a_missing_file_or_tree_are_found() {
    let texts = texts(
        &[
            ("ai/a.bt.json", "r:Subtree(file=../lib/gone.bt.json)"),
            ("ai/b.bt.json", "r:Subtree(file=a.bt.json,tree=Gone)"),
        ],
        &[],
    );
    let files = |subject: &Subject| {
        let uses = uses_of(&texts, subject).unwrap();
        let files: Vec<String> = uses.into_iter().map(|(file, _)| file).collect();
        files
    };
    assert_eq!(files(&Subject::file("lib/gone.bt.json")), ["ai/a.bt.json"]);
    let tree = Subject {
        kind: SubjectKind::Tree,
        name: "Gone".into(),
        file: Some("ai/a.bt.json".to_owned()),
    };
    assert_eq!(files(&tree), ["ai/b.bt.json"]);
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

#[test]
fn claims_follow_variables_of_their_tree_and_of_those_that_it_runs() {
    let trees = texts(
        &[
            (
                "a.bt.json",
                "hp:int@subtree; r:CompareInt(variable={hp},value=1)",
            ),
            ("b.bt.json", "hp:int; s:Subtree(file=a.bt.json,hp={hp})"),
        ],
        &[],
    );
    let fields = r#", "inputs": {"hp": "fixed", "s/hp": "free"}, "assumptions": ["hp <= last.hp"],
        "claims": [{"name": "Lives", "never": "hp < 0 || `s/hp` < 0"}]"#;
    let project = with_claims(trees, &[("b.claims.json", fields)]);
    let renamed = |file: &str| {
        let refactoring = Refactoring::RenameVariable {
            file: file.to_owned(),
            from: "hp".into(),
            to: "health".into(),
        };
        let planned = plan(&project, &refactoring).unwrap();
        let claims = planned
            .changes
            .into_iter()
            .find_map(|change| match change.content {
                NewContent::Claims(claims) => Some(claims_json::write(&claims)),
                _ => None,
            });
        claims.unwrap()
    };
    let of_tree = renamed("b.bt.json");
    for part in [
        "\"health\": \"fixed\"",
        "\"s/hp\"",
        "health <= last.health",
        "health < 0 || `s/hp` < 0",
    ] {
        assert!(of_tree.contains(part), "{part} in {of_tree}");
    }
    let of_subtree = renamed("a.bt.json");
    for part in [
        "\"hp\": \"fixed\"",
        "\"s/health\"",
        "hp <= last.hp",
        "hp < 0 || `s/health` < 0",
    ] {
        assert!(of_subtree.contains(part), "{part} in {of_subtree}");
    }
}

#[test]
fn claims_move_with_the_tree_of_their_name_and_not_without_it() {
    let trees = texts(&[("guard.bt.json", "r:Idle"), ("b.bt.json", "r:Idle")], &[]);
    let project = with_claims(
        trees,
        &[
            ("guard.claims.json", ", \"tree\": \"guard.bt.json\""),
            ("b.claims.json", ""),
            ("old.claims.json", ", \"tree\": \"guard.bt.json\""),
        ],
    );
    let moved = |from: &str, to: &str| {
        let refactoring = Refactoring::Move {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        plan(&project, &refactoring)
    };
    let planned = moved("guard.bt.json", "ai/sentry.bt.json").unwrap();
    let moves: Vec<_> = planned.moves.iter().map(|(_, to)| &**to).collect();
    assert_eq!(moves, ["ai/sentry.bt.json", "ai/sentry.claims.json"]);
    assert_eq!(
        changed(&planned),
        [("guard.claims.json", 1), ("old.claims.json", 1)]
    );
    let planned = moved("b.bt.json", "c.bt.json").unwrap();
    let moves: Vec<_> = planned.moves.iter().map(|(_, to)| &**to).collect();
    assert_eq!(moves, ["c.bt.json", "c.claims.json"]);
    assert_eq!(
        moved("b.claims.json", "d.claims.json").unwrap_err().code(),
        "claims_of_tree"
    );
    assert!(moved("old.claims.json", "older.claims.json").is_ok());
}
