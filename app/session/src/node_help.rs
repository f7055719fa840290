//! Help for a node type, built from its declaration. The palette's tooltips, the reference in the window and the one in Markdown all use it. Does not
//! know how it is displayed.

pub mod markdown;

use treewright_authoring::explain::child_rules;
use treewright_core::category::Category;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    ExpressionType, NodeDeclaration, ParameterDeclaration, ParameterType, Range,
};
use treewright_core::value::{Value, ValueType};

use crate::i18n::Texts;

/// A node type, described in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeHelp {
    /// The task identifier that files use.
    pub task: String,
    pub title: String,
    pub category: Category,
    /// The library that declares it; `None` for built-in node types.
    pub library: Option<String>,
    /// One sentence.
    pub summary: String,
    /// Pairs of a child result and the reaction to it.
    pub child_rules: Vec<[String; 2]>,
    /// Its rules, one per item, as Markdown.
    pub details: Vec<String>,
    pub parameters: Vec<ParameterHelp>,
    /// The parameters that it adds to each of its children.
    pub child_parameters: Vec<ParameterHelp>,
}

/// A parameter, described in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterHelp {
    /// The identifier that files use.
    pub name: String,
    pub title: String,
    /// Its type, in words.
    pub kind: String,
    /// The default value, or that the parameter is required; empty if it is optional without default.
    pub default: String,
    /// The allowed numbers or texts; empty if all are allowed.
    pub allowed: String,
    /// One sentence.
    pub help: String,
}

impl NodeHelp {
    /// Describes this node type. `name_type` returns the name of a value type.
    pub fn new(
        kind: &NodeDeclaration,
        library: &NodeLibrary,
        texts: &Texts,
        name_type: &dyn Fn(&ValueType) -> String,
    ) -> Self {
        let parameters = |of: &[ParameterDeclaration]| {
            let described = of
                .iter()
                .map(|p| ParameterHelp::new(kind, p, texts, name_type));
            described.collect()
        };
        let details = texts.task_details(kind);
        let lines = details
            .lines()
            .map(|line| line.trim_start_matches("- ").trim());
        Self {
            task: kind.task.to_string(),
            title: texts.task_title(&kind.task),
            category: kind.category,
            library: library.library_of(&kind.task).map(str::to_owned),
            summary: texts.task_summary(kind),
            child_rules: child_rules_in_words(kind, library, texts),
            details: lines
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
            parameters: parameters(&kind.parameters),
            child_parameters: parameters(&kind.child_parameters),
        }
    }
}

/// Describes the child rules of built-in parents. A game's own parents describe them in their details.
fn child_rules_in_words(
    kind: &NodeDeclaration,
    library: &NodeLibrary,
    texts: &Texts,
) -> Vec<[String; 2]> {
    if library.library_of(&kind.task).is_some() {
        return Vec::new();
    }
    let rules = child_rules(&kind.task).iter();
    let described = rules.map(|rule| {
        let reactions: Vec<String> = rule.reactions.iter().map(|r| texts.reaction(*r)).collect();
        [
            texts.child_result(rule.result),
            reactions.join(&texts.tr("node_help.or")),
        ]
    });
    described.collect()
}

impl ParameterHelp {
    fn new(
        kind: &NodeDeclaration,
        parameter: &ParameterDeclaration,
        texts: &Texts,
        name_type: &dyn Fn(&ValueType) -> String,
    ) -> Self {
        let default = match &parameter.default {
            Some(default) => with_unit(default_text(default, parameter, texts), parameter),
            None if parameter.required => texts.tr("node_help.required").into_owned(),
            None => String::new(),
        };
        Self {
            name: parameter.name.to_string(),
            title: texts.parameter_title(&kind.task, &parameter.name),
            kind: type_of(&kind.task, parameter, texts, name_type),
            default,
            allowed: allowed(parameter, texts),
            help: texts.parameter_help(&kind.task, parameter),
        }
    }
}

/// Formats a default value. A choice has its title.
fn default_text(default: &Value, parameter: &ParameterDeclaration, texts: &Texts) -> String {
    match (default, &parameter.parameter_type) {
        (Value::String(stored), ParameterType::Choice(_)) => texts.choice(stored),
        _ => texts.value(default),
    }
}

/// Describes the type of a parameter in a word or two.
pub fn type_of(
    task: &str,
    parameter: &ParameterDeclaration,
    texts: &Texts,
    name_type: &dyn Fn(&ValueType) -> String,
) -> String {
    let title = |name: &str| texts.parameter_title(task, name);
    let word = |key: &str| texts.tr(&format!("parameter_type.{key}")).into_owned();
    let with =
        |key: &str, what: &str| texts.tr_with(&format!("parameter_type.{key}"), &[("what", what)]);
    match &parameter.parameter_type {
        ParameterType::Value(value_type) => name_type(value_type),
        ParameterType::Choice(_) => word("choice"),
        ParameterType::VariableName(None) => word("variable"),
        ParameterType::VariableName(Some(of)) => with("variable_of", &name_type(of)),
        ParameterType::SameAs(other) => with("same_as", &title(other)),
        ParameterType::Expression(ExpressionType::Of(of)) => with("expression_of", &name_type(of)),
        ParameterType::Expression(ExpressionType::SameAs(other)) => {
            with("expression_as", &title(other))
        }
        ParameterType::Tree => word("tree"),
        ParameterType::Name => word("name"),
        ParameterType::Any => word("any"),
    }
}

/// Describes the allowed numbers or texts of a parameter; empty if all are allowed.
fn allowed(parameter: &ParameterDeclaration, texts: &Texts) -> String {
    match (&parameter.parameter_type, parameter.range) {
        (ParameterType::Choice(choices), _) => {
            let choices: Vec<String> = choices.iter().map(|c| texts.choice(c)).collect();
            texts.list(&choices)
        }
        (_, Some(Range { min, max })) => {
            with_unit(format!("{} … {}", number(min), number(max)), parameter)
        }
        _ => String::new(),
    }
}

/// Appends the parameter's unit, if it has one.
fn with_unit(text: String, parameter: &ParameterDeclaration) -> String {
    if parameter.unit.is_empty() {
        return text;
    }
    format!("{text} {}", parameter.unit)
}

/// Formats a number briefly, so that a thousand million fits into a table.
pub fn number(number: f64) -> String {
    const LONG: f64 = 1e6;
    if number.abs() >= LONG {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn help(task: &str, language: &str) -> NodeHelp {
        let library = NodeLibrary::builtin();
        let kind = library.declaration(task).unwrap();
        NodeHelp::new(kind, &library, &Texts::new(language), &ToString::to_string)
    }

    #[test]
    fn a_parent_describes_its_reaction_to_each_result() {
        let rules = help("Sequence", "en").child_rules;
        let first = [
            "A child succeeds".to_owned(),
            "runs the next child in the same frame".to_owned(),
        ];
        assert_eq!(rules[0], first);
        assert_eq!(rules.len(), 5);
        assert_eq!(help("Sequence", "zh-CN").child_rules[0][0], "子节点成功");
        assert!(help("Wait", "en").child_rules.is_empty());
    }

    #[test]
    fn a_parameter_describes_its_type_default_and_range() {
        let seconds = &help("Wait", "en").parameters[0];
        assert_eq!(seconds.kind, "float");
        assert_eq!(seconds.default, "1.0 s");
        assert_eq!(seconds.allowed, "0 … 1e9 s");
        let expression = &help("Guard", "en").parameters[0];
        assert_eq!(expression.default, "required");
    }
}
