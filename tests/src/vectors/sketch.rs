//! A notation for trees and for what is done to them, in which the generator's cases are written. Knows nothing about which cases there are.
//!
//! A tree: `Sequence@Both[x:Wait(seconds={pause}) ?alarm =RRS]`. A node is its task, with an id before it if the script names it, an abort type after
//! `@`, parameters in parentheses and children in brackets. Three leaves have short forms: `?alarm` is a `CompareBool` that succeeds while `alarm` is
//! true, `=RRS` a `StandIn` and `~SSF` a `StandInConditional` with these results. ` | name=` precedes each named tree.
//!
//! A value: a variable in braces, a text in single quotes or bare, or JSON.
//!
//! Variables: `hp:int=3 far:float@global=1.5`. A script: `@3 hp=5 send:alpha=1 @5 interrupt:key=Success force:x=Failure call:pause`; what follows
//! `@3` is done before the third frame; `#1` after a word, as in `hp#1=5`, names the agent.

use serde_json::value::RawValue;
use treewright_core::abort::AbortType;
use treewright_core::format::literal::{read_literal, read_typed};
use treewright_core::model::{
    Document, DocumentBuilder, Literal, NamedTree, Node, ParameterValue, Scope, Variable,
};
use treewright_core::runtime::{Outcome, Status};
use treewright_core::value::{Value, ValueType};

use crate::conformance::{Call, Done, Input, Step, Written};

/// Returns the document of a tree and its variables.
///
/// # Errors
/// What is wrong with the notation.
pub fn document(tree: &str, variables: &str) -> Result<Document, String> {
    let mut builder = DocumentBuilder::new("");
    for variable in variables.split_whitespace() {
        builder.variable(variable_of(variable)?);
    }
    let mut reader = Reader {
        rest: tree,
        builder,
        count: 0,
        trees: Vec::new(),
    };
    reader.forest()?;
    let trees = reader.trees;
    let mut builder = reader.builder;
    builder.settings(|document| document.trees = trees);
    Ok(builder.finish())
}

fn variable_of(text: &str) -> Result<Variable, String> {
    let wrong = || format!("{text} is not a variable");
    let (declared, initial) = match text.split_once('=') {
        Some((declared, initial)) => (declared, Some(initial)),
        None => (text, None),
    };
    let (declared, scope) = declared.split_once('@').unwrap_or((declared, "tree"));
    let (name, value_type) = declared.split_once(':').ok_or_else(wrong)?;
    let value_type = ValueType::from_name(value_type).ok_or_else(wrong)?;
    let mut variable = Variable::new(name, value_type);
    variable.scope = Scope::from_name(scope).ok_or_else(wrong)?;
    if let Some(initial) = initial {
        let initial = initial.trim_matches('\'');
        variable.initial = match &variable.value_type {
            ValueType::String => Literal::from(initial),
            value_type => read_typed(initial, value_type).map_err(|_| wrong())?,
        };
    }
    Ok(variable)
}

struct Reader<'t> {
    rest: &'t str,
    builder: DocumentBuilder,
    count: usize,
    trees: Vec<NamedTree>,
}

impl Reader<'_> {
    /// Reads the main tree and the named ones.
    fn forest(&mut self) -> Result<(), String> {
        let mut parents = Vec::new();
        let mut last = None;
        let mut tree: Option<&str> = None;
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.chars().next() {
                None => break,
                Some('[') => {
                    self.rest = &self.rest[1..];
                    parents.push(last.take().ok_or("a list of children has no parent")?);
                }
                Some(']') => {
                    self.rest = &self.rest[1..];
                    parents.pop().ok_or("a bracket is closed twice")?;
                }
                Some('|') => {
                    let (name, rest) =
                        self.rest[1..].split_once('=').ok_or("a tree has no name")?;
                    tree = Some(name.trim());
                    self.rest = rest;
                }
                Some(_) => {
                    let node = self.node()?;
                    let id = match (parents.last(), tree.take()) {
                        (Some(parent), _) => self.builder.child(parent, node),
                        (None, None) => self.builder.root(node),
                        (None, Some(name)) => {
                            self.trees.push(NamedTree::new(name, node.id().clone()));
                            self.builder.loose(node)
                        }
                    };
                    last = Some(id.map_err(|node| format!("{} was refused", node.id()))?);
                }
            }
        }
        Ok(())
    }

    /// Reads a node with its parameters, without its children.
    fn node(&mut self) -> Result<Node, String> {
        let end = self
            .rest
            .find(|c: char| "([]|".contains(c) || c.is_whitespace());
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if word.is_empty() {
            return Err(format!("no node begins with {rest}"));
        }
        self.rest = rest;
        self.count += 1;
        let own_id = format!("n{}", self.count);
        let (id, word) = word.split_once(':').unwrap_or((&own_id, word));
        let (task, abort) = word.split_once('@').unwrap_or((word, "None"));
        let short = task.split_at(usize::from(task.starts_with(['?', '=', '~'])));
        let (task, given) = match short {
            ("?", name) => (
                "CompareBool",
                vec![("left", ParameterValue::variable(name))],
            ),
            ("=", letters) => ("StandIn", answers(letters)),
            ("~", letters) => ("StandInConditional", answers(letters)),
            _ => (task, Vec::new()),
        };
        let mut node = Node::new(id, task);
        node.abort =
            AbortType::from_name(abort).ok_or_else(|| format!("{abort} is no abort type"))?;
        for (name, value) in given {
            node.parameters.insert(name.into(), value);
        }
        if let Some(inside) = self.rest.strip_prefix('(') {
            let length = length_up_to(inside, ')').ok_or("a parenthesis is not closed")?;
            self.rest = &inside[length + 1..];
            let mut settings = &inside[..length];
            while !settings.trim().is_empty() {
                let length = length_up_to(settings, ',').unwrap_or(settings.len());
                let (name, text) = settings[..length]
                    .split_once('=')
                    .ok_or_else(|| format!("{settings} has no value"))?;
                node.parameters
                    .insert(name.trim().into(), parameter(text.trim()));
                settings = settings.get(length + 1..).unwrap_or_default();
            }
        }
        Ok(node)
    }
}

fn answers(letters: &str) -> Vec<(&'static str, ParameterValue)> {
    vec![
        ("mode", ParameterValue::literal("Sequence")),
        ("answers", ParameterValue::literal(letters)),
    ]
}

/// Returns the length of a text up to a sign that is in no quotes, brackets or braces of it.
fn length_up_to(text: &str, sign: char) -> Option<usize> {
    let mut depth = 0;
    let mut quote = None;
    for (place, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) => quote = Some(open).filter(|open| *open != c),
            (None, c) if c == sign && depth == 0 => return Some(place),
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, _) => {}
        }
    }
    None
}

fn parameter(text: &str) -> ParameterValue {
    let name = text
        .strip_prefix('{')
        .and_then(|name| name.strip_suffix('}'));
    match name.filter(|name| !name.starts_with('"')) {
        Some(name) => ParameterValue::variable(name),
        None => ParameterValue::literal(value(text)),
    }
}

fn value(text: &str) -> Value {
    let quoted = text
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''));
    if let Some(quoted) = quoted {
        return quoted.into();
    }
    let is_json = serde_json::from_str::<&RawValue>(text).is_ok();
    let literal = read_literal(text).ok().filter(|_| is_json);
    literal.map_or_else(|| text.into(), |literal| literal.value)
}

/// Returns the steps of a script: `frames` of them, whose durations are those of `dts`, again and again.
///
/// # Errors
/// What is wrong with the notation.
pub fn steps(script: &str, frames: usize, dts: &[f64]) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = dts
        .iter()
        .cycle()
        .take(frames)
        .map(|dt| Step {
            dt: *dt,
            did: Vec::new(),
        })
        .collect();
    let mut frame = 0_usize;
    for word in script.split_whitespace() {
        if let Some(number) = word.strip_prefix('@') {
            frame = number.parse().map_err(|_| format!("{word} is no frame"))?;
            continue;
        }
        let step = frame.checked_sub(1).and_then(|place| steps.get_mut(place));
        // A script may be longer than the frames that a case takes of it.
        if let Some(step) = step {
            step.did.push(done(word)?);
        }
    }
    Ok(steps)
}

fn done(word: &str) -> Result<Done, String> {
    let wrong = || format!("{word} is no input");
    let (what, given) = match word.split_once('=') {
        Some((what, given)) => (what, Some(given)),
        None => (word, None),
    };
    let (what, agent) = match what.split_once('#') {
        Some((before, behind)) => {
            let (agent, rest) = behind.split_at(behind.find(':').unwrap_or(behind.len()));
            let agent = agent.parse().map_err(|_| wrong())?;
            (format!("{before}{rest}"), Some(agent))
        }
        None => (what.to_owned(), None),
    };
    let status = || given.and_then(Status::from_name).ok_or_else(wrong);
    let input = match what.split_once(':') {
        None => Input::Set(what.clone(), Written(value(given.ok_or_else(wrong)?))),
        Some(("send", name)) => Input::Send(name.to_owned(), given.map(|g| Written(value(g)))),
        Some(("force", node)) => Input::Force(node.to_owned(), status()?),
        Some(("interrupt", key)) => {
            let succeeds = status()? == Status::Success;
            Input::Interrupt(key.to_owned(), Outcome::of(succeeds))
        }
        Some(("call", name)) => Input::Call(match name {
            "enable" => Call::Enable,
            "disable" => Call::Disable,
            "restart" => Call::Restart,
            "pause" => Call::Pause,
            "resume" => Call::Resume,
            _ => return Err(wrong()),
        }),
        Some(_) => return Err(wrong()),
    };
    Ok(Done { agent, input })
}
