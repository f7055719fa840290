//! The page about expressions: each function is there, each example compiles, and gives the value that the page says.

use std::collections::BTreeMap;

use treewright_authoring::validate::validate;
use treewright_core::expression::{Expression, FUNCTIONS};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{DocumentBuilder, Node, Variable};
use treewright_core::value::{Value, ValueType};

use super::markdown::Page;
use super::text;

const PAGE: &str = "docs/guide/expressions.md";

/// Variables by name, with their place in the list of values.
type Variables = BTreeMap<String, (usize, ValueType)>;

/// Returns the cells of the rows of the table whose heading begins with these.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let rows = page.lines().skip_while(|line| !line.starts_with(heading));
    let rows: Vec<Vec<String>> = rows
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect();
    assert!(!rows.is_empty(), "{PAGE} has no table {heading}");
    rows
}

/// Returns the cells of a row. A vertical bar in a cell has a backslash before it.
fn cells(row: &str) -> Vec<String> {
    let row = row.replace("\\|", "\0");
    let cells = row.trim_matches('|').split('|');
    cells.map(|cell| cell.trim().replace('\0', "|")).collect()
}

/// Returns the code in a cell, without its back quotes.
fn code(cell: &str) -> String {
    cell.trim_matches('`').trim().to_owned()
}

#[track_caller]
fn evaluate(text: &str, variables: &Variables, values: &[Value]) -> Value {
    let declared = |name: &str| variables.get(name).cloned();
    let compiled = Expression::compile(text, &declared, None);
    let compiled = compiled.unwrap_or_else(|error| panic!("{PAGE}: {text}: {error}"));
    let value = compiled.eval(&|place: usize| &values[place]);
    value.unwrap_or_else(|error| panic!("{PAGE}: {text}: {error}"))
}

/// Returns the variables that the page declares, and their values.
fn variables(page: &str) -> (Variables, Vec<Value>) {
    let mut variables = Variables::new();
    let mut values = Vec::new();
    for row in table(page, "| variable | type | value |") {
        let value_type = ValueType::from_name(&row[1]).unwrap_or_else(|| panic!("{row:?}"));
        let value = evaluate(&code(&row[2]), &Variables::new(), &[]);
        assert_eq!(value.value_type(), value_type, "{row:?}");
        variables.insert(code(&row[0]), (values.len(), value_type));
        values.push(value);
    }
    (variables, values)
}

#[test]
fn examples_have_the_values_that_the_page_says() {
    let page = text(PAGE);
    let (variables, values) = variables(&page);
    let tables = [
        ("| operators | example | value |", 1),
        ("| function | what it returns | example | value |", 2),
        ("| part | example | value |", 1),
    ];
    for (heading, example) in tables {
        for row in table(&page, heading) {
            let found = evaluate(&code(&row[example]), &variables, &values);
            let expected = evaluate(&code(&row[example + 1]), &variables, &values);
            assert_eq!(found, expected, "{PAGE}: {row:?}");
        }
    }
}

#[test]
fn blocks_of_expressions_compile() {
    let (mut variables, mut values) = variables(&text(PAGE));
    // The page about exploring has a forager with a wolf.
    variables.insert("wolf".to_owned(), (values.len(), ValueType::Vec2));
    values.push(Value::Vec2([1.0, 1.0]));
    let pages = super::pages();
    let blocks = pages.values().flat_map(|page| &page.blocks);
    let blocks: Vec<_> = blocks.filter(|block| block.info == "cel").collect();
    assert!(blocks.len() > 2);
    for line in blocks.iter().flat_map(|block| block.text.lines()) {
        evaluate(line, &variables, &values);
    }
}

/// What a stand-in attaches to a frame, as the page about running shows it.
#[test]
fn blocks_of_frame_data_compile() {
    let page = Page::of(&text("docs/guide/running.md"));
    let mut blocks = page.blocks.iter().filter(|block| block.info == "text");
    let mut node = Node::new("n1", "StandIn");
    node.data.clone_from(&blocks.next().unwrap().text);
    assert!(blocks.next().is_none());
    let mut builder = DocumentBuilder::new("");
    builder.variable(Variable::new("enemy_distance", ValueType::Float));
    builder.variable(Variable::new("ammo", ValueType::Int));
    builder.root(node).unwrap();
    let document = builder.finish();
    let faults: Vec<String> = validate(&document, &NodeLibrary::builtin())
        .iter()
        .map(|diagnostic| diagnostic.problem.to_string())
        .collect();
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn each_function_is_there() {
    let rows = table(
        &text(PAGE),
        "| function | what it returns | example | value |",
    );
    for function in FUNCTIONS {
        let usage = format!("`{}`", function.usage);
        assert!(
            rows.iter().any(|row| row[0] == usage),
            "{PAGE} lacks {usage}"
        );
    }
    assert_eq!(rows.len(), FUNCTIONS.len());
}
