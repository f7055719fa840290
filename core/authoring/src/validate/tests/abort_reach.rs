//! Abort types that can interrupt nothing, compared with what the executor's own rules say.

use treewright_core::abort::AbortType;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::diagnostic::{NoReach, Problem};
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_core::runtime::NodeIndex;
use treewright_core::testing::cases;

use super::{changed, draw, problems, tree};

/// The composites with this problem, and why.
fn without_reach(document: &Document) -> Vec<(NodeId, NoReach, Option<AbortType>)> {
    let found = super::validate(document, &treewright_core::library::NodeLibrary::builtin());
    let found = found.into_iter();
    found
        .filter_map(|found| match found.problem {
            Problem::AbortWithoutReach { why, remedy, .. } => {
                Some((found.location.node()?.clone(), why, remedy))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn an_abort_type_without_anything_to_interrupt_is_reported_with_its_reason() {
    let lower = Some(AbortType::LowerPriority);
    let both = Some(AbortType::Both);
    for (drawing, expected) in [
        // The last child of a composite that hands nothing up.
        (
            "r:Selector[combat:Selector[flee:Idle n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle]] p:Idle]",
            Some((NoReach::NothingToTheRight, lower)),
        ),
        (
            "r:Selector[combat:Selector(.abort=Self)[x:CompareBool flee:Idle n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle]] p:Idle]",
            Some((NoReach::NothingToTheRight, both)),
        ),
        (
            "r:Selector[combat:Selector(.abort=LowerPriority)[flee:Idle n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle]] p:Idle]",
            None,
        ),
        // Nothing to the right of it anywhere.
        (
            "r:Selector[p:Idle n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle]]",
            Some((NoReach::NothingToTheRight, None)),
        ),
        // Only conditionals to the right, which never run on.
        (
            "r:Selector[n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle] d:CompareBool]",
            Some((NoReach::NothingToTheRight, None)),
        ),
        (
            "r:Selector[n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle] d:Idle(.off)]",
            Some((NoReach::NothingToTheRight, None)),
        ),
        (
            "r:Selector[n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle] d:Idle]",
            None,
        ),
        // Branches of a Parallel never abort each other.
        (
            "r:Parallel[n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle] d:Idle]",
            Some((NoReach::AtOnce, None)),
        ),
        // Nothing inside after the conditional.
        (
            "r:Sequence[n:Sequence(.abort=Self)[a:Idle c:CompareBool] d:Idle]",
            Some((NoReach::NothingInside, None)),
        ),
        (
            "r:Sequence[n:Sequence(.abort=Self)[c:CompareBool a:Idle]]",
            None,
        ),
        (
            "r:Sequence[n:RandomSelector(.abort=Self)[a:Idle c:CompareBool]]",
            None,
        ),
        (
            "r:Sequence[n:Sequence(.abort=Self)[g:Guard(expression=ready)[a:Idle]]]",
            None,
        ),
        // A Repeater may still run when its conditional has ended.
        (
            "r:Sequence[n:Sequence(.abort=Self)[again:Repeater[c:CompareBool]]]",
            None,
        ),
        (
            "r:Sequence[n:Sequence(.abort=Self)[not:Inverter[c:CompareBool]]]",
            Some((NoReach::NothingInside, None)),
        ),
        // What a subtree contains, or what is above the head of a tree, is not known here.
        (
            "r:Sequence[n:Sequence(.abort=Self)[a:Idle s:Subtree(tree=x)]]",
            None,
        ),
        (
            "n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle]",
            None,
        ),
        (
            "r:Succeed | Other=n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle]",
            None,
        ),
        (
            "r:Selector[p:Idle n:Sequence(.abort=LowerPriority,.off)[c:CompareBool a:Idle]]",
            None,
        ),
    ] {
        let found = without_reach(&tree(drawing));
        let found = found.iter().find(|(node, ..)| node.as_str() == "n");
        let found = found.map(|(_, why, remedy)| (*why, *remedy));
        assert_eq!(found, expected, "{drawing}");
    }
}

#[test]
fn the_message_names_the_composite_that_decides() {
    let document = tree(
        "r:Selector[combat:Selector[flee:Idle n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle]] p:Idle]",
    );
    let said = problems(&document)
        .into_iter()
        .map(|problem| problem.to_string());
    let said: Vec<String> = said.filter(|said| said.starts_with("abort")).collect();
    assert_eq!(
        said,
        [
            "abort type Lower priority can interrupt nothing here: nothing runs to its right in combat, which does not abort lower priority"
        ]
    );
}

/// A random tree over parents and leaves that matter for aborts, below a Sequence without abort type.
fn random_tree(random: &mut impl FnMut(u32) -> u32) -> String {
    fn branch(depth: u32, count: &mut u32, random: &mut impl FnMut(u32) -> u32) -> String {
        *count += 1;
        let id = format!("n{count}");
        if depth == 0 || random(4) == 0 {
            let leaf = ["CompareBool", "CompareBool", "Idle"][random(3) as usize];
            return format!("{id}:{leaf}");
        }
        let task = [
            "Sequence",
            "Selector",
            "Selector",
            "Parallel",
            "RandomSelector",
            "Inverter",
            "Guard",
        ][random(7) as usize];
        match task {
            "Inverter" => format!("{id}:Inverter[{}]", branch(depth - 1, count, random)),
            "Guard" => {
                let inside = branch(depth - 1, count, random);
                format!("{id}:Guard(expression=ready)[{inside}]")
            }
            task => {
                let abort = ["None", "Self", "LowerPriority", "Both"][random(4) as usize];
                let children: Vec<String> = (0..=random(3))
                    .map(|_| branch(depth - 1, count, random))
                    .collect();
                format!("{id}:{task}(.abort={abort})[{}]", children.join(" "))
            }
        }
    }
    let mut count = 0;
    let children: Vec<String> = (0..2).map(|_| branch(4, &mut count, random)).collect();
    format!("ready:bool; r:Sequence[{}]", children.join(" "))
}

/// Everything that any condition can interrupt, by the executor's rules.
fn all_reaches(document: &Document) -> Vec<Vec<NodeIndex>> {
    let library = treewright_core::library::NodeLibrary::builtin();
    let compiled = compile::<()>(document, &library, &GameTasks::default());
    let program = compiled.program.unwrap();
    let conditions = program.indices().filter(|node| {
        let composite = program.category(*node) == treewright_core::category::Category::Composite;
        !composite && program.has_conditions(*node)
    });
    conditions
        .map(|condition| program.interruptible_by(condition))
        .collect()
}

#[test]
fn exactly_the_abort_types_that_make_no_difference_are_reported() {
    let mut state = 7_u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let mut reported = 0;
    for _ in 0..cases(2_000) {
        let drawing = random_tree(&mut random);
        let document = draw(&drawing);
        let with = all_reaches(&document);
        let found = without_reach(&document);
        let compiled = compile::<()>(
            &document,
            &treewright_core::library::NodeLibrary::builtin(),
            &GameTasks::default(),
        );
        let program = compiled.program.unwrap();
        for node in document.pre_order() {
            let place = program.index(node.id()).unwrap();
            if node.abort == AbortType::None || !program.has_conditions(place) {
                continue;
            }
            let mut plain = document.clone();
            treewright_core::model::Surgery::node_mut(&mut plain, node.id())
                .unwrap()
                .abort = AbortType::None;
            let makes_no_difference = all_reaches(&plain) == with;
            let is_reported = found.iter().any(|(id, ..)| id == node.id());
            assert_eq!(
                is_reported,
                makes_no_difference,
                "{} in {drawing}",
                node.id()
            );
            reported += usize::from(is_reported);
        }
    }
    assert!(reported > 20, "{reported}");
}

#[test]
fn a_remedy_gives_the_abort_type_an_effect() {
    let document = tree(
        "r:Selector[combat:Selector[flee:Idle n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle]] p:Idle]",
    );
    let (_, _, remedy) = without_reach(&document)[0].clone();
    let mended = changed(
        "r:Selector[combat:Selector[flee:Idle n:Sequence(.abort=LowerPriority)[c:CompareBool a:Idle]] p:Idle]",
        "combat",
        |combat| combat.abort = remedy.unwrap(),
    );
    assert!(without_reach(&mended).is_empty());
}
