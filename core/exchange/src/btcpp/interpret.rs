//! Interprets an element: its task, its parameters, and what of it has no effect in this program. Knows one tag at a
//! time.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::TransferNote;
use treewright_core::model::{ParameterValue, SUBTREE, TREE_PARAMETER};
use treewright_core::value::{Value, ValueType};

use super::kinds::{
    self, BtcppMapping, PERSISTENT, PortConversion, REPEAT, RETRY, SET, TIMEOUT, WHILE,
};
use super::tag::Tag;
use super::{names, remarks, rules, values};

/// The context in which a tag is interpreted.
#[derive(Clone, Copy)]
pub(super) struct TagContext<'a> {
    /// Whether it is in the main tree, whose blackboard is the root's.
    pub in_main: bool,
    /// The keys that some tree reads from the root's blackboard.
    pub root_keys: &'a FxHashSet<String>,
    /// Whether the file is of version 3.
    pub is_v3: bool,
    /// The number of the element's children.
    pub children: usize,
    /// How many of these are always skipped.
    pub skipped: usize,
    /// Returns whether there is a tree of this name.
    pub is_tree: &'a dyn Fn(&str) -> bool,
    /// Returns the type of a parameter of a task, if known.
    pub type_of: &'a dyn Fn(&str, &str) -> Option<ValueType>,
}

/// The meaning of a tag in this program.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TagMeaning {
    pub task: String,
    pub name: String,
    pub description: Option<String>,
    /// Whether it is always skipped.
    pub is_skipped: bool,
    /// Whether the subtree uses the keys of the tree that runs it.
    pub remaps_all: bool,
    pub ports: Vec<PortValue>,
    pub remarks: Vec<TransferNote>,
}

/// A parameter, with the index of its attribute; `None` if the element name implies it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PortValue {
    pub attribute: Option<usize>,
    pub parameter: String,
    pub value: ParameterValue,
}

/// Attributes with scripts that run around a node.
const CONDITIONS: &str =
    "_failureIf _successIf _skipIf _while _onSuccess _onFailure _post _onHalted";

/// Attributes that make a subtree use the keys of the tree that runs it.
pub(super) const REMAPPING: [&str; 3] = ["_autoremap", "__autoremap", "__shared_blackboard"];

/// Attributes of loggers, which have no effect on the tree.
const LOGGED: [&str; 2] = ["_uid", "_fullpath"];

/// What a tag stands for in BehaviorTree.CPP.
pub(super) enum TagTarget<'t> {
    /// A subtree of this name, with the index of the attribute that names it.
    Subtree(&'t str, Option<usize>),
    Node(&'t str),
}

/// Returns what a tag stands for in BehaviorTree.CPP, by its element or its `ID`.
pub(super) fn tag_target<'t>(tag: &'t Tag, is_tree: &dyn Fn(&str) -> bool) -> TagTarget<'t> {
    let id = tag.index("ID");
    let named = id.map(|index| &*tag.attributes[index].value);
    if matches!(&*tag.name, "SubTree" | "SubTreePlus") {
        return TagTarget::Subtree(named.unwrap_or_default(), id);
    }
    if names::family(&tag.name).is_some() {
        return TagTarget::Node(named.unwrap_or(&tag.name));
    }
    if !kinds::is_taken(&tag.name) && is_tree(&tag.name) {
        return TagTarget::Subtree(&tag.name, None);
    }
    TagTarget::Node(&tag.name)
}

/// Returns whether an attribute of a subtree or a node is not a port.
pub(super) fn is_reserved(name: &str) -> bool {
    name == "ID" || name == "name" || name.starts_with('_')
}

/// Returns whether an attribute is a script that runs around a node.
pub(super) fn is_condition(name: &str) -> bool {
    CONDITIONS.split(' ').any(|condition| condition == name)
}

/// Interprets a tag.
pub(super) fn interpret(tag: &Tag, scene: &TagContext<'_>) -> TagMeaning {
    let mut meaning = TagMeaning::default();
    let kind = match tag_target(tag, scene.is_tree) {
        TagTarget::Subtree(tree, attribute) => {
            SUBTREE.clone_into(&mut meaning.task);
            meaning.set_parameter(attribute, TREE_PARAMETER, ParameterValue::literal(tree));
            None
        }
        TagTarget::Node(name) => {
            let kind = kind_of(tag, name, scene.children);
            meaning.task = match kind {
                Some(kind) => builtin_task(tag, kind).to_owned(),
                None => names::task_of(name),
            };
            if kinds::YIELDING.contains(&name) && !scene.is_v3 && scene.children > 1 {
                meaning.remarks.push(remarks::continues_at_once(name));
            }
            kind
        }
    };
    for (index, attribute) in tag.attributes.iter().enumerate() {
        let (name, value) = (&*attribute.name, &*attribute.value);
        if !meaning.handle_reserved(name, value) {
            meaning.port(index, (name, value), kind, tag, scene);
        }
    }
    if let Some(kind) = kind {
        meaning.add_implied(kind, scene.children);
        meaning.note_differences(kind, tag, scene);
    }
    meaning
}

/// Returns the entry for a node of the library with these ports and this number of children. `None` if the port that
/// names a blackboard entry is empty or is itself bound to an entry, and for a leaf with the name of a nav2 parent.
pub(super) fn kind_of(tag: &Tag, name: &str, children: usize) -> Option<&'static BtcppMapping> {
    let is_entry = |key: &str| values::key(key).is_none() && !key.trim().is_empty();
    let is_bound = |key: &str| values::key(key).is_some();
    let kind = kinds::mapping_of(name);
    let kind = kind.or_else(|| kinds::nav2_mapping_of(name).filter(|_| children > 0))?;
    let fits = match kind.theirs[0] {
        SET => tag.get("output_key").is_some_and(is_entry),
        PERSISTENT => tag.get("current_child_idx").is_some_and(is_bound),
        _ => true,
    };
    fits.then_some(kind)
}

/// Returns the built-in node type; a Retry without limit is another type.
fn builtin_task(tag: &Tag, kind: &'static BtcppMapping) -> &'static str {
    let endless = kind.theirs[0] == RETRY && tag.get("num_attempts").map(str::trim) == Some("-1");
    if endless { "UntilSuccess" } else { kind.ours }
}

impl TagMeaning {
    fn set_parameter(&mut self, attribute: Option<usize>, parameter: &str, value: ParameterValue) {
        self.ports.push(PortValue {
            attribute,
            parameter: parameter.to_owned(),
            value,
        });
    }

    /// Returns the value of the parameter of this name.
    pub fn get(&self, parameter: &str) -> Option<&ParameterValue> {
        let found = self
            .ports
            .iter()
            .find(|ported| ported.parameter == parameter);
        found.map(|ported| &ported.value)
    }

    /// Handles an attribute that is not a port; returns false for ports.
    fn handle_reserved(&mut self, name: &str, value: &str) -> bool {
        let is_subtree = self.task == SUBTREE;
        match name {
            "name" => value.clone_into(&mut self.name),
            "ID" => {}
            "_description" => self.description = Some(value.to_owned()),
            "_skipIf" if value.trim() == "true" => self.is_skipped = true,
            _ if is_condition(name) => {
                self.remarks.push(remarks::condition_kept(name, value));
            }
            _ if REMAPPING.contains(&name) && is_subtree => {
                self.remaps_all = rules::parse_bool(value).unwrap_or_default();
            }
            _ if LOGGED.contains(&name) => {}
            _ if name.starts_with('_') => self.remarks.push(remarks::attribute_kept(name)),
            _ => return false,
        }
        true
    }

    fn port(
        &mut self,
        index: usize,
        (name, text): (&str, &str),
        kind: Option<&'static BtcppMapping>,
        tag: &Tag,
        scene: &TagContext<'_>,
    ) {
        let Some(kind) = kind else {
            if !names::is_port(name) {
                self.remarks.push(remarks::port_not_seen(name));
            }
            let old_subtree = scene.is_v3 && tag.name == "SubTree";
            let variable = variable(name, text, scene)
                .or_else(|| (old_subtree && names::is_legal(text)).then(|| text.to_owned()));
            let value = match variable {
                Some(variable) => ParameterValue::variable(variable),
                None => values::literal(text, (scene.type_of)(&self.task, name).as_ref()),
            };
            return self.set_parameter(Some(index), name, value);
        };
        let Some(port) = kind.port(name) else {
            return self.remarks.push(remarks::attribute_kept(name));
        };
        // A type that never gives up has no number of attempts.
        if self.task == "UntilSuccess" {
            return self.set_parameter(Some(index), "", ParameterValue::literal(-1_i64));
        }
        let (parameter, value) = match (variable(name, text, scene), port.counting) {
            (Some(variable), unit) => {
                self.remarks.extend(match unit {
                    PortConversion::Milliseconds => {
                        Some(remarks::counted_otherwise(name, &variable))
                    }
                    PortConversion::Children => {
                        Some(remarks::children_counted_otherwise(name, &variable))
                    }
                    PortConversion::Skip => Some(remarks::skip_in_variable(name, &variable)),
                    PortConversion::Rounds => {
                        Some(remarks::rounds_counted_otherwise(name, &variable))
                    }
                    _ if self.task == "Retry" => {
                        Some(remarks::rounds_counted_otherwise(name, &variable))
                    }
                    _ => None,
                });
                (port.ours, ParameterValue::variable(variable))
            }
            (None, PortConversion::Key) => (port.ours, ParameterValue::variable(text)),
            (None, PortConversion::Rounds) if text.trim() == "-1" => {
                ("forever", ParameterValue::literal(true))
            }
            (None, unit) => (
                port.ours,
                self.converted_literal(unit, text, port.ours, scene),
            ),
        };
        self.set_parameter(Some(index), parameter, value);
    }

    /// Converts a literal from its unit in BehaviorTree.CPP.
    fn converted_literal(
        &mut self,
        unit: PortConversion,
        text: &str,
        parameter: &str,
        scene: &TagContext<'_>,
    ) -> ParameterValue {
        let number = || rules::parse_int(text.trim());
        let counted = match unit {
            PortConversion::Milliseconds => {
                let seconds = values::seconds(text);
                if seconds == Some(0.0) && self.task == "TimeLimit" {
                    self.remarks.push(remarks::zero_is_no_limit(TIMEOUT));
                }
                seconds.map(Value::Float)
            }
            PortConversion::Children => number().map(|number| {
                let below = number.saturating_add(scene.children as i64 + 1);
                if number == 0 || number < -1 && below <= 0 {
                    self.remarks.push(remarks::zero_is_all(parameter));
                }
                let all = number == -1 || number < 0 && below <= 0;
                Value::Int(if all {
                    0
                } else if number < 0 {
                    below
                } else {
                    number
                })
            }),
            PortConversion::Skip => Some(Value::from(if matches!(text.trim(), "false" | "0") {
                "Same"
            } else {
                self.remarks
                    .push(remarks::succeeds_instead_of_skipping("RunOnce"));
                "Success"
            })),
            PortConversion::Rounds => number().map(Value::Int),
            PortConversion::Same if self.task == "Retry" => number().map(Value::Int),
            PortConversion::Same | PortConversion::Defaulted | PortConversion::Key => None,
        };
        match counted {
            Some(value) => ParameterValue::literal(value),
            None => values::literal(text, (scene.type_of)(&self.task, parameter).as_ref()),
        }
    }

    /// Adds the parameters that the node type implies.
    fn add_implied(&mut self, kind: &BtcppMapping, children: usize) {
        match kind.theirs[0] {
            REPEAT => self.set_parameter(None, "end_on_failure", ParameterValue::literal(true)),
            "RunOnce" if self.get("afterwards").is_none() => {
                self.remarks
                    .push(remarks::succeeds_instead_of_skipping("RunOnce"));
                self.set_parameter(None, "afterwards", ParameterValue::literal("Success"));
            }
            "Parallel" => {
                let threshold = |name, default: i64| {
                    let set = self.get(name).and_then(|v| v.as_literal()?.as_int());
                    match set.unwrap_or(default) {
                        0 => children as i64,
                        set => set,
                    }
                };
                let successes = threshold("success_threshold", 0);
                let failures = threshold("failure_threshold", 1);
                for (port, count) in [("success_count", successes), ("failure_count", failures)] {
                    if count > children as i64 {
                        self.remarks
                            .push(remarks::threshold_too_high(port, children));
                    }
                }
                self.remarks
                    .extend(parallel_note(successes, failures, children));
            }
            "ParallelAll" => {
                let set = self
                    .get("max_failures")
                    .and_then(|v| v.as_literal()?.as_int());
                if set.is_some_and(|count| count > children as i64) {
                    let remark = remarks::threshold_too_high("max_failures", children);
                    self.remarks.push(remark);
                }
            }
            WHILE => self.remarks.push(remarks::condition_interrupts(WHILE)),
            _ => {}
        }
    }
}

impl TagMeaning {
    /// Adds import notes on differences in behavior despite the matching node type.
    fn note_differences(&mut self, kind: &BtcppMapping, tag: &Tag, scene: &TagContext<'_>) {
        let theirs = kind.theirs[0];
        if scene.skipped > 0 && kinds::COUNTING.contains(&theirs) {
            let shown = match kind.ours {
                "Switch" => kind.ours,
                _ => theirs,
            };
            self.remarks.push(remarks::skipped_child_counts(shown));
        }
        let number = |parameter: &str| self.get(parameter)?.as_literal()?.as_int();
        let seconds = self.get("seconds").and_then(ParameterValue::as_literal);
        let is_zero = seconds.is_some_and(|value| *value == Value::Float(0.0));
        let remark = match theirs {
            RETRY if number("attempts").is_some_and(|count| count < 1) => {
                Some(remarks::no_round(RETRY))
            }
            REPEAT if number("count").is_some_and(|count| count < 1) => {
                Some(remarks::no_round(REPEAT))
            }
            "Delay" => Some(remarks::starts_counting("Delay")),
            TIMEOUT | "Sleep" if !is_zero => Some(remarks::starts_counting(theirs)),
            "IfThenElse" if scene.children == 2 => {
                Some(remarks::condition_stays_failed("IfThenElse"))
            }
            _ => None,
        };
        self.remarks.extend(remark);
        let cases = tag
            .attributes
            .iter()
            .filter(|a| a.name.starts_with("case_"));
        for case in cases.filter(|_| kind.ours == "Switch") {
            let begins = rules::parse_int(&case.value);
            if begins.is_some_and(|number| number.to_string() != case.value) {
                let remark = remarks::compared_by_beginning(&case.name, &case.value);
                self.remarks.push(remark);
            }
        }
    }
}

/// Returns the import note on a Parallel with these thresholds: here it decides after all its children have run, there
/// after each of them.
fn parallel_note(successes: i64, failures: i64, children: usize) -> Option<TransferNote> {
    let both = successes.saturating_add(failures);
    match both.cmp(&(children as i64 + 1)) {
        Ordering::Greater => Some(remarks::decides_later("Parallel")),
        Ordering::Less => Some(remarks::decides_together("Parallel")),
        Ordering::Equal => None,
    }
}

/// Returns the variable that a port is bound to.
pub(super) fn variable(port: &str, text: &str, scene: &TagContext<'_>) -> Option<String> {
    let key = match values::key(text)? {
        "=" => port,
        key => key,
    };
    let is_root = scene.in_main && scene.root_keys.contains(key);
    Some(if is_root {
        format!("{}{key}", values::ROOT)
    } else {
        key.to_owned()
    })
}
