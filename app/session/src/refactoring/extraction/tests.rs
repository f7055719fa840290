//! Branches that move to other files of small projects.

use treewright_core::model::Note;
use treewright_core::model::testing::draw;
use treewright_core::project::{DocumentSet, Project};

use super::*;

struct Moved {
    here: Document,
    there: Document,
}

/// Moves the branch below `top` of a document in `ai/a.bt.json` to a path.
fn moved(
    document: &Document,
    top: &str,
    path: &str,
    other: Option<&str>,
) -> Result<Moved, RefactoringError> {
    let library = NodeLibrary::builtin();
    let branch = Branch {
        path: "ai/a.bt.json",
        document,
        library: &library,
        top: &top.into(),
        annotations: &[],
    };
    let other = other.map(draw);
    let goal = Goal {
        path,
        document: other.as_ref(),
        tree: "Part",
        at: Position::new(500, 0),
    };
    let extraction = extract(&branch, &goal)?;
    let mut here = document.clone();
    apply(&mut here, &library, Some(&extraction.here), "").unwrap();
    Ok(Moved {
        here,
        there: extraction.result,
    })
}

fn problems(path: &str, document: &Document, others: &[(&str, &Document)]) -> Vec<String> {
    let mut set = DocumentSet::new();
    for (path, other) in others {
        set.insert(*path, Arc::new((*other).clone()));
    }
    let project = Project::new(document, path, &set);
    let found = treewright_authoring::validate::validate_project(&project, &NodeLibrary::builtin());
    found.iter().map(ToString::to_string).collect()
}

/// The parameters of the node that took the place of the branch.
fn runner(document: &Document) -> Vec<String> {
    let mut runners = document
        .nodes()
        .filter(|node| node.runs_other_file() && &*node.task == SUBTREE);
    let parameters = runners.next().unwrap().parameters.iter();
    let shown = parameters.map(|(name, value)| match value {
        ParameterValue::Literal(literal) => {
            format!("{name}={}", literal.value.as_str().unwrap())
        }
        ParameterValue::Variable(variable) => format!("{name}={{{variable}}}"),
    });
    shown.collect()
}

const MAIN: &str = "hp:int=5 alarm:bool@global own:int@subtree; \
    r:Sequence[w:Wait b:Sequence[c:CompareInt(left={hp},right=1) d:CompareBool(left={alarm}) e:CompareInt(left={own},right=1)]]";

#[test]
fn a_branch_becomes_the_main_tree_of_a_new_file_with_its_variables() {
    let moved = moved(&draw(MAIN), "b", "lib/part.bt.json", None).unwrap();
    let expected = ["file=../lib/part.bt.json", "hp={hp}", "own={own}"];
    assert_eq!(runner(&moved.here), expected);
    assert_eq!(moved.there.root(), Some(&"b".into()));
    assert_eq!(moved.there.name, "Part");
    assert!(moved.there.trees.is_empty());
    let scopes: Vec<Scope> = moved.there.variables.iter().map(|v| v.scope).collect();
    assert_eq!(scopes, [Scope::Tree, Scope::Global, Scope::Subtree]);
    let others = [("lib/part.bt.json", &moved.there)];
    assert_eq!(problems("ai/a.bt.json", &moved.here, &others), [""; 0]);
    assert_eq!(problems("lib/part.bt.json", &moved.there, &[]), [""; 0]);
}

#[test]
fn a_branch_becomes_a_named_tree_of_an_existing_file_whose_own_variables_stay_apart() {
    let other = "hp:float; b:Sequence[c:Wait]";
    let moved = moved(&draw(MAIN), "b", "ai/b.bt.json", Some(other)).unwrap();
    let bound = ["tree=Part", "file=b.bt.json", "hp_2={hp}", "own={own}"];
    let mut found = runner(&moved.here);
    found.sort();
    let mut expected = bound.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(found, expected);
    assert_eq!(moved.there.node_count(), 6);
    assert_eq!(&*moved.there.trees[0].name, "Part");
    let others = [("ai/b.bt.json", &moved.there)];
    assert_eq!(problems("ai/a.bt.json", &moved.here, &others), [""; 0]);
    assert_eq!(problems("ai/b.bt.json", &moved.there, &[]), [""; 0]);
}

#[test]
fn what_a_branch_refers_to_is_found_from_its_new_place() {
    let main = "hp:int=5; r:Sequence[w:Wait b:Sequence[u:Subtree(file=deep/c.bt.json,w/seconds=3.0) t:Subtree(tree=Own)]] \
        | Own=o:CompareInt(left={hp},right=1)";
    let third = draw("r:Sequence[w:Wait]");
    let moved = moved(
        &draw(main),
        "b",
        "b.bt.json",
        Some("r:Succeed | Own=o:Fail"),
    )
    .unwrap();
    let uses = moved.there.nodes().filter(|node| node.runs_other_file());
    let files: Vec<&str> = uses
        .map(|node| node.text_parameter(FILE_PARAMETER))
        .collect();
    assert_eq!(files, ["ai/deep/c.bt.json"]);
    let names: Vec<&str> = moved.there.trees.iter().map(|tree| &*tree.name).collect();
    assert_eq!(names, ["Own", "Own 2", "Part"]);
    let others = [("b.bt.json", &moved.there), ("ai/deep/c.bt.json", &third)];
    assert_eq!(problems("ai/a.bt.json", &moved.here, &others), [""; 0]);
    assert_eq!(problems("b.bt.json", &moved.there, &others), [""; 0]);
}

#[test]
fn overrides_of_the_branch_lead_through_the_new_node() {
    let main = "r:Subtree(tree=T,c/seconds=3.0) | T=t:Sequence[b:Sequence[c:Wait]]";
    let moved = moved(&draw(main), "b", "ai/b.bt.json", Some("b:Sequence[c:Wait]")).unwrap();
    let others = [("ai/b.bt.json", &moved.there)];
    assert_eq!(problems("ai/a.bt.json", &moved.here, &others), [""; 0]);
    let path = &moved.here.node(&"r".into()).unwrap().overrides[0].path;
    assert_eq!(path.split('/').count(), 2, "{path}");
}

#[test]
fn libraries_and_notes_go_along() {
    let mut library = NodeLibrary::builtin();
    let mut tasks = treewright_core::library::TaskLibrary::new("tasks");
    tasks
        .tasks
        .push(treewright_core::library::TaskDeclaration::action(
            "Shoot", "",
        ));
    library.add_library("../lib/a.tasks.json", &tasks);
    let mut document = draw("r:Sequence[b:Shoot]");
    document.libraries = ["../lib/a.tasks.json", "other.tasks.json"]
        .map(str::to_owned)
        .to_vec();
    document.notes.push(Note::default());
    let branch = Branch {
        path: "ai/a.bt.json",
        document: &document,
        library: &library,
        top: &"b".into(),
        annotations: &[Annotation::Note(0)],
    };
    let goal = Goal {
        path: "b.bt.json",
        document: None,
        tree: "Part",
        at: Position::new(0, 0),
    };
    let extraction = extract(&branch, &goal).unwrap();
    assert_eq!(extraction.result.libraries, ["lib/a.tasks.json"]);
    assert_eq!(extraction.result.notes.len(), 1);
    apply(&mut document, &library, Some(&extraction.here), "").unwrap();
    assert!(document.notes.is_empty());
}

#[test]
fn what_cannot_move_is_refused_with_the_reason() {
    let refused = |path: &str, other: Option<&str>| {
        let moved = moved(&draw(MAIN), "b", path, other);
        moved.err().map(|error| error.code())
    };
    assert_eq!(refused("ai/a.bt.json", None), Some("not_another_tree"));
    assert_eq!(refused("b.json", None), Some("not_another_tree"));
    assert_eq!(refused("../b.bt.json", None), Some("path"));
    let taken = "r:Idle | Part=p:Idle";
    assert_eq!(refused("b.bt.json", Some(taken)), Some("name_taken"));
    let clash = "alarm:bool; r:Idle";
    assert_eq!(refused("b.bt.json", Some(clash)), Some("global_clash"));
}
