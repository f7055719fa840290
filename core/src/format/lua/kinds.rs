//! What each kind of node is in the seed engine: the call that makes it, and the calls and fields that set it up.

use super::names::field;
use super::remarks;
use super::text::{float, quoted, value};
use crate::category::Category;
use crate::diagnostic::{Diagnostic, Location, Problem, Transfer};
use crate::library::NodeLibrary;
use crate::model::{
    Node, NodeDeclaration, ParameterDeclaration, ParameterType, ParameterValue, SUBTREE,
};
use crate::value::{Value, ValueType};

/// The largest whole number up to which a float has all.
const LARGEST_EXACT: u64 = 1 << 53;

/// What makes a node.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// Its class, behind `BT`.
    pub class: String,
    /// What its `New` takes after the name.
    pub arguments: Vec<String>,
    /// What follows its local's name, each in a line of its own.
    pub set_up: Vec<String>,
}

/// Turns nodes into what makes them, and notes what cannot be said.
pub(super) struct Kinds<'a> {
    pub library: &'a NodeLibrary,
    pub remarks: Vec<Diagnostic>,
}

impl Kinds<'_> {
    pub fn remark(&mut self, location: Location, transfer: Transfer) {
        let problem = Problem::Transfer(transfer);
        self.remarks.push(Diagnostic::new(location, problem));
    }

    pub fn remark_at(&mut self, node: &Node, transfer: Transfer) {
        self.remark(Location::Node(node.id().clone()), transfer);
    }

    fn remark_of(&mut self, node: &Node, parameter: &str, transfer: Transfer) {
        let location = Location::Parameter(node.id().clone(), parameter.into());
        self.remark(location, transfer);
    }

    /// What makes a node below a parent of this task, which has so many children.
    pub fn made(&mut self, node: &Node, parent: Option<&str>, children: usize) -> Made {
        let Some(declaration) = self.library.declaration(&node.task) else {
            self.remark_at(node, remarks::undeclared(&node.task));
            return Made::default();
        };
        let mut made = Made {
            class: node.task.to_string(),
            ..Made::default()
        };
        self.count_children(node, declaration, children);
        if self.library.library_of(&node.task).is_some() {
            self.own_task(node, declaration, &mut made);
        } else {
            self.built_in(node, children, &mut made);
        }
        self.carried(node, declaration, parent, &mut made);
        if declaration.category == Category::Composite
            && node.abort != crate::abort::AbortType::None
        {
            let call = format!(":SetAbortType(BT.EAbortType.{})", node.abort);
            made.set_up.insert(0, call);
        }
        made
    }

    fn count_children(&mut self, node: &Node, declaration: &NodeDeclaration, children: usize) {
        let task = &node.task;
        match (declaration.category, children) {
            (Category::Composite, 0) => self.remark_at(node, remarks::no_children(task)),
            (Category::Decorator, 1) => {}
            (Category::Decorator, _) if &**task != SUBTREE => {
                self.remark_at(node, remarks::not_one_child(task, children));
            }
            (Category::Conditional | Category::Action, 1..) => {
                self.remark_at(node, remarks::leaf_with_children(task));
            }
            _ => {}
        }
    }

    fn built_in(&mut self, node: &Node, children: usize, made: &mut Made) {
        match &*node.task {
            "Sequence" | "Inverter" | "ReturnSuccess" | "ReturnFailure" | "UntilSuccess" => {}
            "Selector" => self.selector(node, children, made),
            "Parallel" => self.parallel(node, children),
            "Repeater" => self.repeater(node, made),
            "UntilFailure" => {
                if self.bool(node, "succeed", false) {
                    self.remark_of(node, "succeed", remarks::succeeds());
                }
            }
            "Log" => {
                let text = self.constant(node, "text", &ValueType::String);
                made.arguments
                    .push(text.map_or_else(|| quoted(""), |text| value(&text)));
            }
            "Wait" => {
                let seconds = self.constant(node, "seconds", &ValueType::Float);
                made.arguments
                    .push(seconds.map_or_else(|| float(1.0), |seconds| value(&seconds)));
            }
            "CompareBool" => self.compare(node, made),
            SUBTREE => self.remark_at(node, remarks::subtree()),
            other => self.remark_at(node, remarks::no_kind(other)),
        }
    }

    fn selector(&mut self, node: &Node, children: usize, made: &mut Made) {
        match children {
            0 | 2 => {}
            1 => {
                "Sequence".clone_into(&mut made.class);
                self.remark_at(node, remarks::single());
            }
            _ if node.abort == crate::abort::AbortType::None => {
                self.remark_at(node, remarks::pairs(children));
            }
            _ => self.remark_at(node, remarks::selector(children, node.abort)),
        }
    }

    /// Only one that waits for all and gives up at the first failure.
    fn parallel(&mut self, node: &Node, children: usize) {
        for (parameter, usual) in [("success_threshold", 0), ("failure_threshold", 1)] {
            let set = self.constant(node, parameter, &ValueType::Int);
            let set = set.as_ref().and_then(Value::as_int).unwrap_or(usual);
            let is_all = usual == 0 && usize::try_from(set).is_ok_and(|set| set == children);
            if set != usual && !is_all {
                self.remark_of(node, parameter, remarks::thresholds());
            }
        }
    }

    fn repeater(&mut self, node: &Node, made: &mut Made) {
        if self.bool(node, "forever", false) {
            made.set_up.push(":SetRepeatForever(true)".to_owned());
        } else {
            let count = self.constant(node, "count", &ValueType::Int);
            let count = count.map_or_else(|| "1".to_owned(), |count| value(&count));
            made.set_up.push(format!(":SetExecutionCount({count})"));
        }
        if self.bool(node, "end_on_failure", false) {
            made.set_up.push(":SetEndOnFailure(true)".to_owned());
        }
    }

    /// The engine asks whether two constants are equal; whether they differ is whether one equals the other's opposite.
    fn compare(&mut self, node: &Node, made: &mut Made) {
        let left = self.bool(node, "left", false);
        let right = self.bool(node, "right", true);
        let operator = self.constant(node, "operator", &ValueType::String);
        let differ = operator.as_ref().and_then(Value::as_str) == Some("!=");
        "BoolComparison".clone_into(&mut made.class);
        made.arguments = vec![left.to_string(), (right != differ).to_string()];
    }

    fn bool(&mut self, node: &Node, parameter: &str, default: bool) -> bool {
        let set = self.constant(node, parameter, &ValueType::Bool);
        set.as_ref().and_then(Value::as_bool).unwrap_or(default)
    }

    /// What a parameter is set to, of this type; none if it is not set, or cannot be said.
    fn constant(&mut self, node: &Node, parameter: &str, expected: &ValueType) -> Option<Value> {
        match node.parameters.get(parameter)? {
            ParameterValue::Variable(variable) => {
                self.remark_of(node, parameter, remarks::variable(variable));
                None
            }
            ParameterValue::Literal(literal) => {
                let found = literal.value.coerced(expected);
                if found.is_none() {
                    let wrong = remarks::wrong_value(&literal.value, format!("{expected:#}"));
                    self.remark_of(node, parameter, wrong);
                }
                found
            }
        }
    }

    /// All that is set or has a default becomes a field.
    fn own_task(&mut self, node: &Node, declaration: &NodeDeclaration, made: &mut Made) {
        for parameter in &declaration.parameters {
            self.field(node, parameter, made);
        }
        let undeclared = node.parameters.iter();
        let undeclared = undeclared.filter(|(name, _)| declaration.parameter(name).is_none());
        for (name, set) in undeclared {
            self.field_of(node, name, set, made);
        }
    }

    /// What a node carries for its parent, a composite or decorator of the game.
    fn carried(
        &mut self,
        node: &Node,
        own: &NodeDeclaration,
        parent: Option<&str>,
        made: &mut Made,
    ) {
        let above = parent.and_then(|parent| self.library.declaration(parent));
        let carried = above.map_or(&[][..], |above| &above.child_parameters);
        for parameter in carried.iter().filter(|p| own.parameter(&p.name).is_none()) {
            if self.library.library_of(&node.task).is_none()
                || !node.parameters.contains_key(&parameter.name)
            {
                self.field(node, parameter, made);
            }
        }
    }

    fn field(&mut self, node: &Node, parameter: &ParameterDeclaration, made: &mut Made) {
        let name = &*parameter.name;
        let Some(set) = node.parameters.get(name) else {
            if let Some(default) = &parameter.default {
                let default = ParameterValue::literal(default.clone());
                self.field_of(node, name, &default, made);
            }
            return;
        };
        let text = set.as_literal().and_then(Value::as_str);
        match (&parameter.parameter_type, text) {
            (ParameterType::Expression(_), _) => self.remark_of(node, name, remarks::expression()),
            (ParameterType::Tree, Some(tree)) if !tree.is_empty() => {
                self.remark_of(node, name, remarks::tree(tree));
            }
            _ => {}
        }
        match (&parameter.parameter_type, set) {
            (ParameterType::Value(expected), ParameterValue::Literal(_)) => {
                if let Some(constant) = self.constant(node, name, expected) {
                    self.field_of(node, name, &ParameterValue::literal(constant), made);
                }
            }
            _ => self.field_of(node, name, set, made),
        }
    }

    fn field_of(&mut self, node: &Node, name: &str, set: &ParameterValue, made: &mut Made) {
        let constant = match set {
            ParameterValue::Variable(variable) => {
                return self.remark_of(node, name, remarks::variable(variable));
            }
            ParameterValue::Literal(literal) => &literal.value,
        };
        if let Some(fields) = fields_of(constant) {
            self.remark_of(node, name, remarks::table(fields));
        }
        if let Some(large) = inexact(constant) {
            self.remark_of(node, name, remarks::large_number(large));
        }
        made.set_up
            .push(format!("{} = {}", field(name), value(constant)));
    }
}

/// What a value of several numbers is called inside, if this is one or holds some.
fn fields_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::Vec2(_) => Some("x, y"),
        Value::Vec3(_) => Some("x, y, z"),
        Value::Color(_) => Some("r, g, b, a"),
        Value::List(items) => items.first().and_then(fields_of),
        _ => None,
    }
}

/// The first whole number in it that a float does not hold exactly.
fn inexact(value: &Value) -> Option<i64> {
    match value {
        Value::Int(whole) if whole.unsigned_abs() > LARGEST_EXACT => Some(*whole),
        Value::List(items) => items.iter().find_map(inexact),
        _ => None,
    }
}
