//! Problems of stand-ins that cannot run.

use treewright_core::category::Category;
use treewright_core::format::native;
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::{ActsLike, Delay, Document, StandIn};
use treewright_core::runtime::Status;

use super::{changed, played, problems};
use crate::validate::validate;

/// Leaves with stand-ins that cannot run, and a parent with one.
pub(super) fn documents_with_stand_in_problems() -> Vec<Document> {
    let after = StandIn::After(Delay::Seconds(-1.0), Status::Success);
    let says = |text: &str| leaf(StandIn::Expression(text.to_owned()));
    vec![
        played("root:Sequence[n:Log]", "root", StandIn::Ask),
        leaf(StandIn::Unknown("{\"later\":1}".to_owned())),
        leaf(StandIn::Chance(1.5)),
        leaf(after),
        says("!redy"),
        says("distance < 4"),
        says("ready = true"),
    ]
}

/// A Sequence over a leaf with this stand-in.
fn leaf(stand_in: StandIn) -> Document {
    played("root:Sequence[n:Log]", "n", stand_in)
}

/// Parents without code and a leaf, with stand-ins that do not fit them.
pub(super) fn parents_with_stand_in_problems() -> Vec<Document> {
    let pass = StandIn::ActsLike(ActsLike::PassThrough);
    let sequence = StandIn::ActsLike(ActsLike::Sequence);
    [
        ("root:Mystery[a:Log b:Log]", pass),
        ("root:Mystery[a:Log]", StandIn::Ask),
        ("root:Log", sequence),
    ]
    .map(|(drawing, stand_in)| played(drawing, "root", stand_in))
    .to_vec()
}

#[test]
fn valid_stand_ins_have_no_problems() {
    let results = vec![Status::Running];
    for stand_in in [
        StandIn::Ask,
        StandIn::Chance(1.0),
        StandIn::After(Delay::Seconds(0.0), Status::Failure),
        StandIn::Sequence {
            results,
            again: true,
        },
        StandIn::Expression("!ready".to_owned()),
    ] {
        assert_eq!(problems(&leaf(stand_in)), []);
    }
}

#[test]
fn invalid_stand_ins_are_reported() {
    let said = documents_with_stand_in_problems()
        .into_iter()
        .map(|document| {
            let found = validate(&document, &NodeLibrary::builtin());
            found[0].to_string()
        });
    let expected = [
        "node root: Sequence is not a leaf: its stand-in has no effect; remove it",
        "node n: unknown stand-in {\"later\":1}: choose another one or remove it",
        "node n: stand-in: expected a number from 0 to 1, found 1.5",
        "node n: stand-in: expected a number from 0 to 1000000000, found -1",
        "node n: stand-in expression, column 2: there is no variable named `redy`: did you mean `ready`?",
        "node n: stand-in expression, column 1: there is no variable named `distance`",
        "node n: stand-in expression, column 7: write `==` instead of `=`",
    ];
    assert_eq!(said.collect::<Vec<_>>(), expected);
}

#[test]
fn problems_point_to_their_part_of_the_file() {
    let place = |stand_in: &str| {
        let text = format!(
            "{{\"format\": \"treewright\", \"version\": 1, \"root\": \"n\", \"nodes\": [{{\"id\": \"n\", \"task\": \"Log\",\n\"stand_in\": {stand_in}}}]}}"
        );
        let read = native::read(text.as_bytes()).unwrap();
        let mut found = validate(&read.document, &NodeLibrary::builtin());
        read.positions.locate(&mut found);
        let written = native::write(&read.document).unwrap();
        assert_eq!(written.matches(stand_in).count(), 1);
        let at = found[0].position.unwrap();
        (at.line, at.column)
    };
    assert_eq!(place("{\"later\": [1.0, 2]}"), (2, 13));
    assert_eq!(place("{\"probability\": 7.5}"), (2, 13));
    assert_eq!(place("{\"expression\": \"true && x\"}"), (2, 37));
}

#[test]
fn a_parent_without_code_needs_a_type_to_act_like() {
    let mut game = TaskLibrary::new("game");
    game.tasks = vec![
        TaskDeclaration::of(Category::Composite, "Riot", ""),
        TaskDeclaration::of(Category::Composite, "Vote", "")
            .acts_like_builtin(ActsLike::PassThrough),
    ];
    let mut library = NodeLibrary::builtin();
    library.add_library("game", &game);
    let said = |task: &str, like: Option<ActsLike>| {
        let drawing = format!("root:{task}[a:Log b:Log]");
        let document = changed(&drawing, "root", |parent| {
            parent.stand_in = like.map(|like| Box::new(StandIn::ActsLike(like)));
        });
        let found = validate(&document, &library);
        let own = found.iter().map(|d| (d, d.problem.code()));
        let own = own.filter(|(_, code)| code.starts_with("stand_in"));
        let told = own.map(|(d, code)| {
            let fixes = crate::validate::fixes(&document, &library, d).into_iter();
            let labels: Vec<String> = fixes.map(|fix| fix.label).collect();
            format!("{code}: {}", labels.join(", "))
        });
        told.collect::<Vec<_>>()
    };
    let act = "Act like Sequence, Act like Selector";
    assert_eq!(said("Riot", None), [format!("stand_in_no_code: {act}")]);
    assert_eq!(said("Riot", Some(ActsLike::Selector)), [""; 0]);
    let several = format!("stand_in_several_children: {act}");
    assert_eq!(said("Vote", None), std::slice::from_ref(&several));
    let removable = format!("{several}, Remove the stand-in");
    assert_eq!(said("Riot", Some(ActsLike::PassThrough)), [removable]);
    assert_eq!(said("Nobody", Some(ActsLike::Sequence)), [""; 0]);
    let own = said("Selector", Some(ActsLike::Sequence));
    assert_eq!(own, ["stand_in_on_parent: Remove the stand-in"]);
}
