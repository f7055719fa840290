//! Task libraries and their published schema.

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use treewright_core::category::Category;
use treewright_core::format::tasks_json;
use treewright_core::library::{LeafResults, TaskDeclaration, TaskLibrary};
use treewright_core::model::{
    ActsLike, ExpressionType, NodeDeclaration, ParameterDeclaration, ParameterType, Range,
};
use treewright_core::runtime::Status;
use treewright_core::testing::cases;
use treewright_core::value::{Value, ValueType};

use super::{complaints, examples, schema, value};

fn tasks_schema() -> jsonschema::Validator {
    schema("treewright-tasks-1.json")
}

#[test]
fn the_libraries_are_valid_by_the_schema() {
    let schema = tasks_schema();
    for (name, text) in examples(".tasks.json") {
        assert_eq!(complaints(&schema, &text), Vec::<String>::new(), "{name}");
        let library = tasks_json::read(text.as_bytes()).unwrap().library;
        assert_eq!(tasks_json::write(&library), text, "{name}");
    }
}

fn value_type() -> impl Strategy<Value = ValueType> {
    let simple = prop::sample::select(ValueType::SIMPLE.to_vec());
    (simple, any::<bool>()).prop_map(|(simple, list)| {
        if list {
            ValueType::List(Box::new(simple))
        } else {
            simple
        }
    })
}

fn parameter() -> impl Strategy<Value = ParameterDeclaration> {
    let name = "[a-z_守]{1,8}";
    let number = -1e9..1e9_f64;
    let kinds = prop_oneof![
        value_type().prop_map(ParameterType::Value),
        value().prop_map(|value| ParameterType::Value(value.value_type())),
        prop::collection::btree_set(any::<String>(), 1..4).prop_map(ParameterType::choice),
        prop::option::of(value_type()).prop_map(ParameterType::VariableName),
        Just(ParameterType::SameAs("v".into())),
        value_type().prop_map(|of| ParameterType::Expression(ExpressionType::Of(of))),
        Just(ParameterType::Expression(ExpressionType::SameAs(
            "v".into()
        ))),
        Just(ParameterType::Tree),
        Just(ParameterType::Name),
        Just(ParameterType::Any),
    ];
    let (flags, help) = (any::<[bool; 3]>(), any::<String>());
    (name, kinds, value(), flags, number, help).prop_map(
        |(name, kind, value, [with_default, required, ranged], number, help)| {
            let mut parameter = ParameterDeclaration::without_default(name, kind, help);
            let range = Range {
                min: number.min(0.0),
                max: number.max(0.0),
            };
            let default = match &parameter.parameter_type {
                ParameterType::Value(of) if of.accepts(&value) => Some(value),
                ParameterType::Value(of) => Some(of.default_value()),
                ParameterType::Choice(choices) => Some(Value::from(&*choices[0])),
                ParameterType::VariableName(_) => None,
                ParameterType::SameAs(_) | ParameterType::Any => Some(value),
                ParameterType::Expression(_) | ParameterType::Tree | ParameterType::Name => {
                    Some(Value::from("a + 1"))
                }
            };
            parameter.default = default.filter(|_| with_default);
            parameter.required = required && parameter.default.is_none();
            let number = match &parameter.default {
                Some(Value::Int(whole)) => Some(*whole as f64),
                Some(Value::Float(number)) => Some(*number),
                _ => Some(0.0),
            };
            let fits = number.is_some_and(|n| (range.min..=range.max).contains(&n));
            let is_number = matches!(
                parameter.parameter_type,
                ParameterType::Value(ValueType::Int | ValueType::Float)
            );
            if let ParameterType::Choice(choices) = &parameter.parameter_type
                && ranged
            {
                let means = choices.iter().map(|choice| format!("means {choice}"));
                parameter.choice_help = means.map(Into::into).collect();
            }
            if ranged && is_number {
                parameter.unit = "m".into();
            }
            parameter.range = (ranged && fits && is_number).then_some(range);
            parameter
        },
    )
}

fn task() -> impl Strategy<Value = TaskDeclaration> {
    let category = prop::sample::select(Category::ALL.to_vec());
    let answer = prop::sample::select(vec![None, Some(Status::Success), Some(Status::Failure)]);
    let parameters = || prop::collection::vec(parameter(), 0..4);
    let texts = any::<[String; 3]>();
    let color = prop::option::of("#[0-9a-f]{6}");
    let returned = (any::<[bool; 3]>(), prop::option::of(1..1_000_u64));
    let name = "[A-Za-z.守]{1,12}";
    (
        name,
        category,
        texts,
        color,
        (answer, returned),
        parameters(),
        parameters(),
    )
        .prop_map(
            |(
                name,
                category,
                [summary, details, icon],
                color,
                (answer, returned),
                own,
                of_children,
            )| {
                let mut declaration = NodeDeclaration::new(name, category);
                declaration.summary = summary.into();
                declaration.details = details.into();
                declaration.icon = icon.into();
                declaration.color = color.map(Into::into);
                declaration.parameters = distinct(own);
                declaration.child_parameters = distinct(of_children);
                let mut task = TaskDeclaration::from(declaration);
                task.stand_in = answer.filter(|_| category.is_leaf());
                task.acts_like = ActsLike::default_for(category).filter(|_| answer.is_some());
                task.results = leaf_results(category, returned);
                task.extra.insert("since".into(), "[1]".into());
                task
            },
        )
}

/// Results that a task of this category may return.
fn leaf_results(category: Category, (chosen, max_frames): ([bool; 3], Option<u64>)) -> LeafResults {
    let all = [Status::Success, Status::Failure, Status::Running];
    let results = all.into_iter().zip(chosen);
    let results = results.filter_map(|(result, is_chosen)| is_chosen.then_some(result));
    let mut results: Vec<Status> = results.collect();
    results.retain(|result| {
        category.is_leaf() && (*result != Status::Running || category == Category::Action)
    });
    let ends = results.is_empty() || results.iter().any(|result| *result != Status::Running);
    LeafResults {
        max_frames: max_frames.filter(|_| category == Category::Action && ends),
        results,
    }
}

/// Gives parameters unique names, and puts each after the variable that determines its type.
fn distinct(parameters: Vec<ParameterDeclaration>) -> Vec<ParameterDeclaration> {
    let variable = ParameterType::VariableName(None);
    let variable = ParameterDeclaration::without_default("v", variable, "");
    let mut all = vec![variable];
    for parameter in parameters {
        if all.iter().all(|other| other.name != parameter.name) {
            all.push(parameter);
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn every_written_library_is_valid_by_the_schema(
        tasks in prop::collection::vec(task(), 0..5),
        [name, description] in any::<[String; 2]>(),
    ) {
        let mut library = TaskLibrary::new(name);
        library.description = description;
        library.tasks = tasks;
        library.extra.insert("later".into(), "{\"a\":[]}".into());
        let text = tasks_json::write(&library);
        prop_assert_eq!(complaints(&tasks_schema(), &text), Vec::<String>::new(), "{}", text);
        let read = tasks_json::read(text.as_bytes());
        prop_assert!(read.is_ok(), "{:?} {}", read, text);
        prop_assert_eq!(read.unwrap().library, library);
    }
}

#[test]
fn the_reader_refuses_whatever_the_schema_refuses() {
    let with = |field: &str, value: Json| {
        let mut file = json!({"format": "treewright-tasks", "version": 1});
        file[field] = value;
        file
    };
    let task = |category: &str, field: &str, value: Json| {
        let mut task = json!({"name": "T", "category": category});
        task[field] = value;
        with("tasks", json!([task]))
    };
    let parameter = |parameter: Json| task("Action", "parameters", json!([parameter]));
    let typed = |name: &str, field: &str, value: Json| {
        let mut of_type = json!({"name": "p", "type": name});
        of_type[field] = value;
        parameter(of_type)
    };
    let schema = tasks_schema();
    for file in [
        with("format", json!("treewright")),
        with("version", json!(2)),
        with("name", json!(3)),
        with("tasks", json!({})),
        with("tasks", json!([{"name": "T"}])),
        with("tasks", json!([{"category": "Action"}])),
        task("Task", "icon", json!("")),
        task("Action", "name", json!("")),
        task("Action", "name", json!("x".repeat(201))),
        task("Action", "color", json!("red")),
        task("Action", "stand_in", json!("Idle")),
        task("Composite", "stand_in", json!("Success")),
        task("Decorator", "stand_in", json!("Sequence")),
        task("Action", "stand_in", json!("Sequence")),
        task("Conditional", "stand_in", json!("Running")),
        task("Action", "results", json!([])),
        task("Action", "results", json!(["Idle"])),
        task("Action", "results", json!(["Success", "Success"])),
        task("Conditional", "results", json!(["Running"])),
        task("Composite", "results", json!(["Success"])),
        task("Action", "max_frames", json!(0)),
        task("Conditional", "max_frames", json!(3)),
        task("Decorator", "max_frames", json!(3)),
        task("Action", "parameters", json!({})),
        parameter(json!({"name": "p"})),
        parameter(json!({"name": "p", "type": "number"})),
        parameter(json!({"name": "p", "type": "choice"})),
        parameter(json!({"name": "p", "type": "same"})),
        parameter(json!({"name": "p", "type": "expression"})),
        parameter(json!({"name": "p", "type": "int", "required": true, "default": 1})),
        typed("choice", "choices", json!([])),
        typed("choice", "choices", json!(["a", "a"])),
        typed("int", "choices", json!(["a"])),
        typed("int", "of", json!("int")),
        typed("int", "as", json!("q")),
        typed("int", "default", json!(null)),
        typed("int", "range", json!([1])),
        typed("string", "range", json!([0, 1])),
        typed("variable", "of", json!("number")),
        typed("variable", "default", json!("x")),
    ] {
        let text = file.to_string();
        assert_ne!(complaints(&schema, &text), Vec::<String>::new(), "{text}");
        assert!(tasks_json::read(text.as_bytes()).is_err(), "{text}");
    }
}
