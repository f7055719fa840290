//! Cases of the expression language: each operator, function, conversion and error, evaluated once (`tests/data/cases/expressions.txt`).

use super::plan::Sketch;

/// Variables, one on each line, then expressions by the type of their value.
const TABLE: &str = include_str!("../../data/cases/expressions.txt");

/// Returns the cases of all expressions.
///
/// # Errors
/// If the table does not begin with variables.
pub fn cases() -> Result<Vec<Sketch>, String> {
    let mut sections = TABLE.split("# ").skip(1).map(|section| {
        let (head, lines) = section.split_once('\n').unwrap_or((section, ""));
        (head, lines.lines().filter(|line| !line.is_empty()))
    });
    let variables = sections.next().filter(|(head, _)| *head == "variables");
    let (_, variables) = variables.ok_or("the expressions have no variables")?;
    let variables: Vec<&str> = variables.collect();
    let mut cases = Vec::new();
    for (head, texts) in sections {
        let (value_type, group) = match head.split_once(' ') {
            Some((value_type, _)) => (value_type, "int64"),
            None => (head, "values"),
        };
        let name = head
            .replace('[', "list_of_")
            .replace(']', "")
            .replace(' ', "_");
        for (text, number) in texts.zip(1..) {
            let used = variables.iter().filter(|variable| names(text, variable));
            let used: Vec<&str> = used.copied().collect();
            cases.push(Sketch {
                group,
                name: format!("expression/{name}/{number}"),
                tree: format!("Compute(variable={{result}},expression='{text}')"),
                variables: format!("{} result:{value_type}", used.join(" ")),
                frames: 1,
                ..Sketch::default()
            });
        }
    }
    Ok(cases)
}

/// Returns whether an expression names a declared variable.
fn names(text: &str, variable: &str) -> bool {
    let name = variable.split(':').next().unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c: char| !is_part(c)).any(|word| word == name)
}
