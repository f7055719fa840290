//! A text notation for documents, for tests.
#![allow(clippy::unwrap_used, reason = "only tests and fuzzing use it")]
#![allow(missing_docs, reason = "only tests and fuzzing use it")]

use super::{
    Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
};
use crate::abort::AbortType;
use crate::ids::NodeId;
use crate::value::{Value, ValueType};

/// Splits a text at spaces into ids.
pub fn ids(text: &str) -> Vec<NodeId> {
    text.split_whitespace().map(NodeId::from).collect()
}

/// Concatenates the drawing of each number.
pub fn draw_each(numbers: std::ops::Range<usize>, drawn: impl Fn(usize) -> String) -> String {
    numbers.map(drawn).collect::<Vec<_>>().concat()
}

/// Parses a drawing. A node is `id:Task`, followed by its settings in parentheses (see [`set`]) and its children in
/// brackets. `|` precedes each unconnected branch, `name=` the top of a named tree. Variables may come first, ended
/// by a semicolon: `hp:int far:float@subtree=1.5;`.
pub fn draw(drawing: &str) -> Document {
    let mut builder = DocumentBuilder::new("");
    let mut above: Vec<NodeId> = Vec::new();
    let mut trees = Vec::new();
    let mut last = None;
    let mut loose = false;
    let (variables, mut rest) = drawing.split_once(';').unwrap_or(("", drawing));
    for variable in variables.split_whitespace() {
        builder.variable(declared(variable));
    }
    while let Some(sign) = rest.chars().next() {
        let is_sign = |c: char| "[]|(".contains(c) || c.is_whitespace();
        if is_sign(sign) {
            rest = &rest[sign.len_utf8()..];
            match sign {
                '[' => above.extend(last.take()),
                ']' => drop(above.pop()),
                '|' => loose = true,
                _ => {}
            }
            continue;
        }
        let (word, behind) = rest.split_at(rest.find(is_sign).unwrap_or(rest.len()));
        let settings = behind
            .strip_prefix('(')
            .map(|inside| inside.split_once(')').unwrap());
        let settings = settings.unwrap_or(("", behind));
        rest = settings.1;
        let (tree, word) = word
            .split_once('=')
            .map_or((None, word), |(tree, word)| (Some(tree), word));
        let (id, task) = word.split_once(':').unwrap();
        let mut node = Node::new(id, task);
        set(&mut node, settings.0);
        trees.extend(tree.map(|name| NamedTree::new(name, id)));
        let added = match above.last() {
            Some(parent) => builder.child(parent, node),
            None if loose => builder.loose(node),
            None => builder.root(node),
        };
        last = Some(added.unwrap());
    }
    builder.settings(|document| document.trees = trees);
    builder.finish()
}

/// Parses a variable: `name:type`, then its scope after `@` and its initial value after `=`, both optional.
pub fn declared(text: &str) -> Variable {
    let (text, initial) = text
        .split_once('=')
        .map_or((text, None), |(text, at)| (text, Some(at)));
    let (text, scope) = text.split_once('@').unwrap_or((text, "tree"));
    let (name, value_type) = text.split_once(':').unwrap();
    let mut variable = Variable::new(name, ValueType::from_name(value_type).unwrap());
    variable.scope = Scope::from_name(scope).unwrap();
    if let Some(ParameterValue::Literal(initial)) = initial.map(value) {
        variable.initial = initial;
    }
    variable
}

/// Applies comma-separated settings to a node: parameters as `seconds=1.5`; its own fields as `.name=Rest`,
/// `.comment=why`, `.abort=Both`, `.task=Wait`, `.off` and `.on`; `.data=a = b; c`; overrides as `n7/n2/seconds=1.5`, with the path of
/// the inner node.
pub fn set(node: &mut Node, settings: &str) {
    for setting in settings
        .split(',')
        .map(str::trim)
        .filter(|setting| !setting.is_empty())
    {
        let (name, text) = setting.split_once('=').unwrap_or((setting, ""));
        match name {
            ".name" => node.name = text.into(),
            ".comment" => node.comment = text.into(),
            ".data" => node.data = text.replace(';', "\n"),
            ".abort" => node.abort = AbortType::from_name(text).unwrap(),
            ".task" => node.task = text.into(),
            ".off" | ".on" => node.disabled = name == ".off",
            name => match name.rsplit_once('/') {
                Some((path, parameter)) => node.overrides.push(Override {
                    path: path.into(),
                    parameter: parameter.into(),
                    value: value(text),
                }),
                None => drop(node.parameters.insert(name.into(), value(text))),
            },
        }
    }
}

/// Parses the value of a parameter: a variable in braces, a Boolean, a number, or a text, which needs quotation marks
/// if it looks like one of the others.
pub fn value(text: &str) -> ParameterValue {
    let within = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    if let Some(name) = within('{', '}') {
        return ParameterValue::variable(name);
    }
    let number = || Some(Value::Float(text.parse().ok()?));
    let literal = match text.parse() {
        Ok(truth) => Value::Bool(truth),
        Err(_) => text
            .parse()
            .map(Value::Int)
            .ok()
            .or_else(number)
            .unwrap_or_else(|| within('"', '"').unwrap_or(text).into()),
    };
    ParameterValue::literal(literal)
}

/// The inverse of [`value`].
pub fn value_shown(set: &ParameterValue) -> String {
    match set {
        ParameterValue::Variable(name) => format!("{{{name}}}"),
        ParameterValue::Literal(literal) => {
            let bare = literal
                .value
                .as_str()
                .filter(|text| value(text).as_literal() == Some(&literal.value));
            bare.map_or_else(|| literal.value.to_string(), str::to_owned)
        }
    }
}

/// Draws a node without its id.
pub fn shown(node: &Node) -> String {
    let data = node.data.replace('\n', ";");
    let own = [
        (".name", &*node.name),
        (".comment", &*node.comment),
        (".data", &*data),
        (".abort", node.abort.name()),
    ];
    let own = own
        .into_iter()
        .filter(|(_, said)| !said.is_empty() && *said != AbortType::None.name());
    let own = own.map(|(name, said)| format!("{name}={said}"));
    let set = node.parameters.iter();
    let set = set.map(|(name, set)| format!("{name}={}", value_shown(set)));
    let inside = node.overrides.iter();
    let inside =
        inside.map(|set| format!("{}/{}={}", set.path, set.parameter, value_shown(&set.value)));
    let off = node.disabled.then(|| ".off".to_owned());
    let all: Vec<String> = set.chain(own).chain(off).chain(inside).collect();
    match &*all {
        [] => node.task.to_string(),
        all => format!("{}({})", node.task, all.join(", ")),
    }
}

/// Draws the structure of a document: ids with their children in brackets, `|` before each unconnected branch.
pub fn picture(document: &Document) -> String {
    outline(document, |node| node.id().to_string())
}

/// Like [`picture`], with the tasks of the nodes.
pub fn tasks_picture(document: &Document) -> String {
    outline(document, |node| node.task.to_string())
}

/// Like [`picture`], with the text that `told` returns for each node.
pub fn outline(document: &Document, told: impl Fn(&Node) -> String) -> String {
    let mut text = String::new();
    let mut pending: Vec<Result<&NodeId, &str>> = Vec::new();
    for head in document.loose().iter().rev() {
        pending.extend([Ok(head), Err(" | ")]);
    }
    pending.extend(document.root().map(Ok));
    while let Some(next) = pending.pop() {
        match next {
            Err(mark) => text.push_str(mark),
            Ok(id) => {
                let node = document.node(id).unwrap();
                text.push_str(&told(node));
                let children = node.children();
                if !children.is_empty() {
                    text.push('[');
                    pending.push(Err("]"));
                }
                for (i, child) in children.iter().enumerate().rev() {
                    pending.push(Ok(child));
                    if i > 0 {
                        pending.push(Err(" "));
                    }
                }
            }
        }
    }
    text.trim().to_owned()
}

/// Returns all contents of a document as text. Two documents with the same dump are saved alike.
pub fn dump(document: &Document) -> String {
    use std::fmt::Write as _;
    let mut text = format!(
        "{:?} {:?} {:?} {} {}\n{:#?}\n{:?} {:?} {:?} {:?}\nroot {:?} loose {:?} trees {:?}\n",
        document.name,
        document.description,
        document.libraries,
        document.restart_when_complete,
        document.seed,
        document.variables,
        document.notes,
        document.groups,
        document.extra,
        document.conflicts,
        document.root(),
        document.loose(),
        document.trees,
    );
    for node in document.pre_order() {
        writeln!(text, "{node:?}").unwrap();
    }
    text
}
