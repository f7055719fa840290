//! Trees of other files that take the place of the nodes that run them.

use treewright_core::model::testing::draw;
use treewright_core::project::{DocumentSet, Project};

use super::*;

/// Inlines the node `u` of a document at `ai/a.bt.json`, which runs a tree of `lib/b.bt.json`.
fn inlined(here: &str, there: &str) -> Result<Document, RefactoringError> {
    let library = NodeLibrary::builtin();
    let (mut here, there) = (draw(here), draw(there));
    let side = |path, document| Side {
        path,
        document,
        library: &library,
    };
    let inlined = inline(
        side("ai/a.bt.json", &here),
        side("lib/b.bt.json", &there),
        &"u".into(),
        &[],
    )?;
    apply(&mut here, &library, Some(&inlined.command), "ai/a.bt.json")?;
    let mut set = DocumentSet::new();
    set.insert("lib/b.bt.json", Arc::new(there));
    set.insert("lib/c.bt.json", Arc::new(draw("r:Sequence[w:Wait]")));
    let project = Project::new(&here, "ai/a.bt.json", &set);
    let found = treewright_authoring::validate::validate_project(&project, &library);
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, [""; 0]);
    Ok(here)
}

fn variables(document: &Document) -> Vec<String> {
    let variables = document.variables.iter();
    variables
        .map(|v| format!("{}={}@{}", v.name, v.initial.value, v.scope.name()))
        .collect()
}

fn tasks(document: &Document) -> Vec<&str> {
    document.pre_order().map(|node| &*node.task).collect()
}

const USE: &str = "file=../lib/b.bt.json";

#[test]
fn a_tree_takes_its_place_with_variables_that_are_bound_here() {
    let here = format!("hp:int=7; r:Sequence[w:Wait u:Subtree({USE},life={{hp}},c/right=4)]");
    let there = "life:int@subtree=1 calm:float=2.5 alarm:bool@global; \
        r:Sequence[c:CompareInt(left={life},right=1) d:Wait(seconds={calm}) s:SetVariable(variable={alarm},value=true)]";
    let result = inlined(&here, there).unwrap();
    let expected = [
        "Sequence",
        "Wait",
        "Sequence",
        "CompareInt",
        "Wait",
        "SetVariable",
    ];
    assert_eq!(tasks(&result), expected);
    let expected = ["hp=7@tree", "calm=2.5@tree", "alarm=false@global"];
    assert_eq!(variables(&result), expected);
    let compare = result
        .nodes()
        .find(|node| &*node.task == "CompareInt")
        .unwrap();
    assert_eq!(
        compare.parameters.get("left"),
        Some(&ParameterValue::variable("hp"))
    );
    assert_eq!(
        compare.parameters.get("right"),
        Some(&ParameterValue::literal(4))
    );
    assert!(result.trees.is_empty());
}

#[test]
fn names_that_mean_something_else_here_are_changed() {
    let here = format!("calm:bool; r:Sequence[w:Wait u:Subtree({USE},tree=T,calm=4.0)]");
    let there = "calm:float=2.5; r:Idle | T=t:Wait(seconds={calm})";
    let result = inlined(&here, there).unwrap();
    assert_eq!(variables(&result), ["calm=false@tree", "calm_2=4.0@tree"]);
}

#[test]
fn trees_that_stay_in_the_other_file_share_its_variables_as_before() {
    let here = format!("hp:int=7; r:Sequence[u:Subtree({USE},life={{hp}})]");
    let there = "life:int calm:float; \
        r:Sequence[a:Subtree(tree=T) b:Subtree(file=c.bt.json,w/seconds=3.0)] | T=t:Sequence[c:CompareInt(left={life},right=1) d:Wait(seconds={calm})]";
    let result = inlined(&here, there).unwrap();
    let uses: Vec<&Node> = result
        .nodes()
        .filter(|node| node.runs_other_file())
        .collect();
    let of = |name: &str| {
        uses[0]
            .parameters
            .get(name)
            .and_then(ParameterValue::as_variable)
    };
    assert_eq!(uses[0].text_parameter("file"), "../lib/b.bt.json");
    assert_eq!((of("life"), uses[1].overrides.len()), (Some("hp"), 1));
    assert_eq!(uses[1].text_parameter("file"), "../lib/c.bt.json");
}

#[test]
fn what_cannot_be_resolved_is_refused_with_the_reason() {
    let here = format!("alarm:int; r:Sequence[u:Subtree({USE})]");
    let refused = |there: &str| inlined(&here, there).err().map(|error| error.to_string());
    let clash = refused("alarm:bool@global; r:CompareBool(left={alarm})").unwrap();
    assert!(clash.contains("another variable `alarm`"), "{clash}");
    let written = refused("n:int@subtree; r:SetVariable(variable={n},value=1)").unwrap();
    assert!(written.contains("own variable `n`"), "{written}");
    let lost = refused("| T=r:Idle").unwrap();
    assert!(lost.contains("does not exist"), "{lost}");
}
