//! All errors of task libraries: their texts and positions.

use super::{FULL, file, read, with_parameter};
use crate::format::FileContent;

fn errors_of(text: &str) -> Vec<String> {
    let errors = read(text.as_bytes()).unwrap_err();
    let described = errors.iter().map(|error| {
        let at = error
            .position
            .map_or_else(String::new, |p| format!("{}:{}: ", p.line, p.column));
        assert!(!error.remedy(FileContent::Library).is_empty());
        format!("{at}{error}")
    });
    described.collect()
}

#[test]
fn a_wrong_parameter_has_an_error_with_its_position() {
    let cases = [
        (
            r#"{"type": "int"}"#,
            "3:10: tasks[0].parameters[0]: field `name` is missing",
        ),
        (
            r#"{"name": "p"}"#,
            "3:10: tasks[0].parameters[0]: field `type` is missing",
        ),
        (
            r#"{"name": "", "type": "int"}"#,
            "3:10: tasks[0].parameters[0].name: `name` must not be empty",
        ),
        (
            r#"{"name": "p", "type": "number"}"#,
            "3:23: tasks[0].parameters[0].type: unknown type `number`: use bool, int, float, string, vec2, vec3, color, a list of these such as [int], or choice, variable, same, expression, tree, name, any",
        ),
        (
            r#"{"name": "p", "type": "int", "default": "three"}"#,
            "3:41: tasks[0].parameters[0].default: expected int, found string",
        ),
        (
            r#"{"name": "p", "type": "int", "default": 1e400}"#,
            "3:41: tasks[0].parameters[0].default: number 1e400 is too large",
        ),
        (
            r#"{"name": "p", "type": "int", "default": null}"#,
            "3:41: tasks[0].parameters[0].default: null is not a value: remove the field to use its default",
        ),
        (
            r#"{"name": "p", "type": "int", "default": 9, "range": [0, 5]}"#,
            "3:41: tasks[0].parameters[0].default: expected a number from 0 to 5, found 9",
        ),
        (
            r#"{"name": "p", "type": "int", "range": [5, 0]}"#,
            "3:39: tasks[0].parameters[0].range: the first number of a range must be the smaller one",
        ),
        (
            r#"{"name": "p", "type": "int", "range": [0]}"#,
            "3:39: tasks[0].parameters[0].range: expected a range of the smallest and the largest number, such as [0, 10]",
        ),
        (
            r#"{"name": "p", "type": "string", "range": [0, 1]}"#,
            "3:42: tasks[0].parameters[0].range: only an int or a float can have a range",
        ),
        (
            r#"{"name": "p", "type": "choice"}"#,
            "3:10: tasks[0].parameters[0].choices: a choice needs `choices`: a list of at least one string",
        ),
        (
            r#"{"name": "p", "type": "choice", "choices": ["a", "a"]}"#,
            "3:50: tasks[0].parameters[0].choices: choice `a` occurs twice",
        ),
        (
            r#"{"name": "p", "type": "choice", "choices": ["a"], "default": "b"}"#,
            "3:62: tasks[0].parameters[0].default: unknown choice `b`: use one of a",
        ),
        (
            r#"{"name": "p", "type": "int", "choices": ["a"]}"#,
            "3:23: tasks[0].parameters[0]: field `choices` has no effect for type int: use it only for choice",
        ),
        (
            r#"{"name": "p", "type": "variable", "default": 1}"#,
            "3:46: tasks[0].parameters[0].default: a parameter of type variable cannot have a default",
        ),
        (
            r#"{"name": "p", "type": "same", "as": "q"}"#,
            "3:1: tasks[0].parameters[0].as: there is no other parameter `q` of type variable",
        ),
        (
            r#"{"name": "p", "type": "expression"}"#,
            "3:23: tasks[0].parameters[0]: an expression is `of` a type or has the type `as` of a variable: use one of the two",
        ),
        (
            r#"{"name": "p", "type": "int", "required": true, "default": 1}"#,
            "3:59: tasks[0].parameters[0]: a required parameter cannot have a default: remove one of the two",
        ),
        (
            r#"{"name": "p", "type": "int", "required": 1}"#,
            "3:42: tasks[0].parameters[0].required: expected a bool, found `1`",
        ),
        (
            "{\"name\": \"p\", \"type\": \"int\"},\n{\"name\": \"p\", \"type\": \"bool\"}",
            "4:10: tasks[0].parameters[1]: parameter `p` is declared twice",
        ),
        (
            r"3",
            "3:1: tasks[0].parameters[0]: expected a parameter (an object), found `3`",
        ),
    ];
    for (parameter, described) in cases {
        assert_eq!(
            errors_of(&with_parameter(parameter)),
            [described],
            "{parameter}"
        );
    }
}

#[test]
fn a_wrong_task_has_an_error_with_its_position() {
    let action = |rest: &str| format!(r#"{{"name": "T", "category": "Action", {rest}}}"#);
    let cases = [
        (
            r#"{"category": "Action"}"#.to_owned(),
            "2:14: tasks[0]: field `name` is missing",
        ),
        (
            r#"{"name": "T"}"#.to_owned(),
            "2:10: tasks[0]: field `category` is missing",
        ),
        (
            r#"{"name": "T", "category": "Task"}"#.to_owned(),
            "2:27: tasks[0].category: unknown category `Task`: use Composite, Decorator, Conditional or Action",
        ),
        (
            r#"{"name": " T", "category": "Action"}"#.to_owned(),
            "2:10: tasks[0].name: the name must not start or end with spaces",
        ),
        (
            action(r#""color": "red""#),
            "2:46: tasks[0].color: unknown color `red`: use the form #rrggbb",
        ),
        (
            action(r#""stand_in": "Maybe""#),
            "2:49: tasks[0].stand_in: unknown status `Maybe`: use Success, Failure or Running",
        ),
        (
            action(r#""summary": 3"#),
            "2:48: tasks[0].summary: expected a string, found `3`",
        ),
        (
            action(r#""name": "U""#),
            "2:42: tasks[0]: duplicate field `name`",
        ),
        (
            r#"{"name": "T", "category": "Conditional", "stand_in": "Running"}"#.to_owned(),
            "2:54: tasks[0].stand_in: a conditional cannot return Running: use Success or Failure",
        ),
        (
            r#"{"name": "T", "category": "Decorator", "stand_in": "Success"}"#.to_owned(),
            "2:52: tasks[0].stand_in: nothing acts like `Success`: use Sequence, Selector or PassThrough",
        ),
        (
            r#"{"name": "T", "category": "Decorator", "stand_in": "Sequence"}"#.to_owned(),
            "2:52: tasks[0].stand_in: a decorator has one child: use PassThrough",
        ),
        (
            action(r#""results": ["Success", "Idle"]"#),
            "2:60: tasks[0].results[1]: unknown status `Idle`: use Success, Failure or Running",
        ),
        (
            action(r#""results": ["Success", "Success"]"#),
            "2:60: tasks[0].results[1]: key `Success` occurs twice",
        ),
        (
            action(r#""results": []"#),
            "2:1: tasks[0].results: there must be at least one result: use Success, Failure or Running, or leave the field out",
        ),
        (
            action(r#""results": ["Running"], "max_frames": 3"#),
            "2:1: tasks[0].max_frames: a task that ends must be able to return Success or Failure: add one to `results`",
        ),
        (
            action(r#""max_frames": 0"#),
            "2:1: tasks[0].max_frames: the number of frames must be from 1 to 1000000000",
        ),
        (
            r#"{"name": "T", "category": "Conditional", "results": ["Running"]}"#.to_owned(),
            "2:54: tasks[0].results[0]: a conditional cannot return Running: use Success or Failure",
        ),
        (
            r#"{"name": "T", "category": "Conditional", "max_frames": 3}"#.to_owned(),
            "2:1: tasks[0].max_frames: this field has no meaning for a task of the category Conditional: remove it",
        ),
        (
            r#"{"name": "T", "category": "Composite", "results": ["Success"]}"#.to_owned(),
            "2:1: tasks[0].results: this field has no meaning for a task of the category Composite: remove it",
        ),
    ];
    for (task, described) in cases {
        assert_eq!(errors_of(&file(&task)), [described], "{task}");
    }
}

#[test]
fn all_errors_are_reported_together_in_order() {
    let text = file(concat!(
        "{\"name\": \"A\", \"category\": \"Nothing\", \"parameters\": [\n",
        "{\"name\": \"p\", \"type\": \"int\", \"default\": true},\n",
        "{\"name\": \"q\"}]},\n",
        "7"
    ));
    let lines: Vec<_> = errors_of(&text)
        .iter()
        .map(|e| e.split(':').next().unwrap().to_owned())
        .collect();
    assert_eq!(lines, ["2", "3", "4", "5"]);
    let text = file(&vec!["7"; 10_000].join(","));
    assert_eq!(errors_of(&text).len(), 100);
}

#[test]
fn invalid_libraries_have_errors() {
    let cases = [
        ("", "the file is empty"),
        (
            "{}",
            "the file does not start with `\"format\": \"treewright-tasks\"`",
        ),
        (
            r#"{"format": "treewright", "version": 1}"#,
            "unsupported format: expected `treewright-tasks`, found `treewright`",
        ),
        (
            r#"{"format": "treewright-tasks", "version": 2}"#,
            "1:43: version: the file has format version 2; this program reads up to version 1",
        ),
        (
            r#"{"format": "treewright-tasks", "version": 1, "tasks": {}}"#,
            "1:54: tasks: expected a list, found an object",
        ),
        (
            r#"{"format": "treewright-tasks", "version": 1,}"#,
            "1:45: not valid JSON: unexpected comma after the last item",
        ),
    ];
    for (text, described) in cases {
        assert_eq!(errors_of(text), [described]);
    }
    assert!(read(FULL.as_bytes()).is_ok());
}
