//! Systematic cases of each node type: its forms in all surroundings, all results of its children, and every abort type.

use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::model::NodeDeclaration;
use treewright_core::nodes::declarations;

use super::declared::{self, finished};
use super::plan::Sketch;
use super::rows::{self, Section};
use super::surroundings::{AGAIN, COMMON, FIRST, LASTING, Surrounding, WATCHING};

/// Returns the group of a node type's cases.
pub fn group(category: Category) -> &'static str {
    match category {
        Category::Composite => "composites",
        Category::Decorator => "decorators",
        Category::Conditional => "conditionals",
        Category::Action => "actions",
    }
}

/// Typical forms of each node type. One that is not in the table gets forms from its declaration.
const SUBJECTS: &str = include_str!("../../data/cases/subjects.txt");

/// Returns the systematic cases of all node types.
///
/// # Errors
/// What is wrong with the table of their forms.
pub fn cases() -> Result<Vec<Sketch>, String> {
    let subjects = rows::read(SUBJECTS)?;
    let mut cases = Vec::new();
    for declaration in declarations() {
        let group = group(declaration.category);
        cases.extend(
            declared::cases(group, &declaration)
                .iter()
                .map(|form| AGAIN.around(form)),
        );
        for (number, form) in forms(&declaration, &subjects).iter().enumerate() {
            let tried = surroundings(&declaration, number == 0);
            cases.extend(tried.map(|surrounding| surrounding.around(form)));
        }
        if declaration.category == Category::Composite {
            cases.extend(results(&declaration));
            cases.extend(aborts(&declaration));
        }
    }
    Ok(cases)
}

/// Returns the forms of a node type that are put into surroundings.
fn forms(declaration: &NodeDeclaration, subjects: &[Section]) -> Vec<Sketch> {
    let kind = &*declaration.task;
    let group = group(declaration.category);
    let Some(section) = subjects.iter().find(|section| section.name == kind) else {
        return declared::cases(group, declaration);
    };
    let forms = section.cases.iter().map(|case| Sketch {
        group,
        name: format!("{kind}/{}", case.name),
        ..case.clone()
    });
    forms.collect()
}

/// Returns the surroundings in which a form of a node type is tried: the first form in all that suit it.
fn surroundings(
    declaration: &NodeDeclaration,
    is_first: bool,
) -> impl Iterator<Item = &'static Surrounding> {
    let is_conditional = declaration.category == Category::Conditional;
    let watches = is_conditional || &*declaration.task == "Guard";
    let of_first: &[&[Surrounding]] = match (is_first, is_conditional) {
        (false, _) => &[],
        (true, true) => &[&FIRST],
        (true, false) => &[&FIRST, &LASTING],
    };
    let watching = if watches { &WATCHING[..] } else { &[] };
    [&AGAIN]
        .into_iter()
        .chain(&COMMON)
        .chain(of_first.iter().copied().flatten())
        .chain(watching)
}

/// Returns a composite with these children, and with the parameters that it and they must have.
fn composite(declaration: &NodeDeclaration, abort: AbortType, children: &str) -> String {
    let kind = &declaration.task;
    let settings = match &**kind {
        "PersistentSequence" => "(current_child_idx={an_int})",
        "Switch" => "(variable={an_int},case_1=1,case_2=2)",
        _ => "",
    };
    format!("{kind}@{}{settings}[{children}]", abort.name())
}

/// All results of two children, and some of three; then again from the start.
fn results(declaration: &NodeDeclaration) -> Vec<Sketch> {
    let scripts = ["S", "F", "RS", "RF"];
    let pairs = scripts
        .iter()
        .flat_map(|left| scripts.iter().map(move |right| format!("={left} ={right}")));
    let triples = ["=RS =RS =RS", "=RF =RF =RF", "=RRS =S =RF", "=F =F =RS"];
    let all = pairs.chain(triples.map(str::to_owned));
    let kind = &declaration.task;
    let group = group(declaration.category);
    all.map(|children| {
        let tree = composite(declaration, AbortType::None, &children);
        let name = format!(
            "{kind}/children/{}",
            children.replace(['='], "").replace(' ', "_")
        );
        let mut sketch = finished(Sketch::new(group, name, tree));
        sketch.restarts = true;
        sketch.frames = 5;
        sketch
    })
    .collect()
}

/// Each abort type at a composite, under composites with other abort types, with conditionals that change.
fn aborts(declaration: &NodeDeclaration) -> Vec<Sketch> {
    let kind = &declaration.task;
    let mut cases = Vec::new();
    for own in AbortType::ALL {
        for (name, children, above) in [
            ("first", "?a ?b =RRRS", AbortType::Both),
            ("later", "=S ?a =RRS", AbortType::LowerPriority),
            ("inner", "Sequence@Both[?a =RRS] =RRRF", AbortType::Both),
        ] {
            if own == AbortType::None && name != "first" {
                continue;
            }
            let inner = composite(declaration, own, children);
            let tree = format!(
                "Repeater(forever=true)[Selector@{}[{inner} =RRRRS]]",
                above.name()
            );
            let name = format!("{kind}/{name}/{}", own.name());
            let mut sketch = finished(Sketch::new("aborts", name, tree)).with(
                "a:bool=true b:bool",
                "@2 b=true @4 a=false @5 a=true @6 b=false @7 a=false b=true",
            );
            sketch.frames = 8;
            cases.push(sketch);
        }
    }
    cases
}
