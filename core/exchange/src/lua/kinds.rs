//! The constructor call, further calls and fields for each node type in the seed engine.

use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::diagnostic::{Diagnostic, Location, TransferNote};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Node, NodeDeclaration, ParameterDeclaration, ParameterType, ParameterValue, SUBTREE,
};
use treewright_core::value::{Value, ValueType};

use super::remarks;
use super::text::{SharedData, field, value};
use crate::common::at;

/// The largest integer up to which a float represents every integer.
const LARGEST_EXACT: u64 = 1 << 53;

/// The Lua code that creates a node.
#[derive(Debug, Default)]
pub(super) struct NodeCode {
    /// Its class, without `BT.`.
    pub class: String,
    /// The arguments of `New` after the name.
    pub arguments: Vec<String>,
    /// The text after the name of its local, for each further line.
    pub set_up: Vec<String>,
}

/// Converts nodes to Lua code, and collects export notes on what cannot be expressed.
pub(super) struct NodeConverter<'a> {
    pub library: &'a NodeLibrary,
    pub shared: SharedData<'a>,
    pub remarks: Vec<Diagnostic>,
}

/// A parameter of a class of the engine.
struct EngineField<'a> {
    parameter: &'a str,
    value_type: ValueType,
    /// The name of the field in the engine's class.
    field: &'static str,
}

impl NodeConverter<'_> {
    pub fn remark(&mut self, location: Location, transfer: TransferNote) {
        self.remarks.push(at(location, transfer));
    }

    pub fn remark_at(&mut self, node: &Node, transfer: TransferNote) {
        self.remark(Location::Node(node.id().clone()), transfer);
    }

    fn remark_of(&mut self, node: &Node, parameter: &str, transfer: TransferNote) {
        let location = Location::Parameter(node.id().clone(), parameter.into());
        self.remark(location, transfer);
    }

    /// Converts a node with this many children whose parent has the task `parent`.
    pub fn node_code(&mut self, node: &Node, parent: Option<&str>, children: usize) -> NodeCode {
        let Some(declaration) = self.library.declaration(&node.task) else {
            self.remark_at(node, remarks::undeclared(&node.task));
            return NodeCode::default();
        };
        let mut made = NodeCode {
            class: node.task.to_string(),
            ..NodeCode::default()
        };
        self.count_children(node, declaration, children);
        if self.library.library_of(&node.task).is_some() {
            self.fields(node, declaration, &mut made);
        } else if !self.engine_kind(node, children, &mut made) {
            self.remark_at(node, remarks::class_needed(&node.task));
            self.fields(node, declaration, &mut made);
        }
        self.carried(node, declaration, parent, &mut made);
        if let Some(reset) = self.shared.reset(node.id()) {
            made.set_up.push(before(&made.class, "OnStart", &reset));
        }
        if declaration.category == Category::Composite {
            let call = abort_call(node.abort);
            made.set_up.splice(0..0, call);
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

    /// Converts a node of a type that the engine has; returns false for other types.
    fn engine_kind(&mut self, node: &Node, children: usize, made: &mut NodeCode) -> bool {
        match &*node.task {
            "Sequence" | "Inverter" | "ReturnSuccess" | "ReturnFailure" | "UntilSuccess" => {}
            "Selector" => self.selector(node, children, made),
            "Parallel" => self.parallel(node, children),
            "Repeater" => self.repeater(node, made),
            "UntilFailure" => {
                // One that succeeds gets an Inverter as its parent in the plan.
                let _ = self.bool(node, "succeed", false);
            }
            "Log" => self.leaf(node, "text", "sContent", Value::from(""), made),
            "Wait" => self.leaf(node, "seconds", "fTime", Value::Float(1.0), made),
            "CompareBool" => self.compare(node, made),
            SUBTREE => self.remark_at(node, remarks::subtree()),
            _ => return false,
        }
        true
    }

    fn selector(&mut self, node: &Node, children: usize, made: &mut NodeCode) {
        match children {
            0 | 2 => {}
            1 => {
                "Sequence".clone_into(&mut made.class);
                self.remark_at(node, remarks::single());
            }
            _ => self.remark_at(node, remarks::pairs(children)),
        }
    }

    /// The engine only has a Parallel that waits for all children and fails at the first failure.
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

    fn repeater(&mut self, node: &Node, made: &mut NodeCode) {
        let fields = [
            ("count", ValueType::Int, "iExecutionCount"),
            ("forever", ValueType::Bool, "bRepeatForever"),
            ("end_on_failure", ValueType::Bool, "bEndOnFailure"),
        ];
        let fields = fields.map(|(parameter, value_type, field)| EngineField {
            parameter,
            value_type,
            field,
        });
        if !is_bound(node, "forever") && self.bool(node, "forever", false) {
            made.set_up.push(":SetRepeatForever(true)".to_owned());
        } else if !is_bound(node, "count") {
            let count = self.constant(node, "count", &ValueType::Int);
            let count = count.map_or_else(|| "1".to_owned(), |count| value(&count));
            made.set_up.push(format!(":SetExecutionCount({count})"));
        }
        if !is_bound(node, "end_on_failure") && self.bool(node, "end_on_failure", false) {
            made.set_up.push(":SetEndOnFailure(true)".to_owned());
        }
        self.bind(node, &fields, "OnChildExcuted", made);
    }

    /// Converts a leaf whose class has one argument after the name.
    fn leaf(
        &mut self,
        node: &Node,
        parameter: &str,
        field: &'static str,
        default: Value,
        made: &mut NodeCode,
    ) {
        let value_type = default.value_type();
        let set = if is_bound(node, parameter) {
            None
        } else {
            self.constant(node, parameter, &value_type)
        };
        made.arguments.push(value(&set.unwrap_or(default)));
        let fields = [EngineField {
            parameter,
            value_type,
            field,
        }];
        self.bind(node, &fields, "OnUpdate", made);
    }

    /// The engine checks whether two values are equal; whether they differ becomes whether one equals the other's
    /// opposite.
    fn compare(&mut self, node: &Node, made: &mut NodeCode) {
        let operator = self.constant(node, "operator", &ValueType::String);
        let differ = operator.as_ref().and_then(Value::as_str) == Some("!=");
        "BoolComparison".clone_into(&mut made.class);
        let mut lines = Vec::new();
        for (parameter, default, field, is_opposite) in [
            ("left", false, "bVal1", false),
            ("right", true, "bVal2", differ),
        ] {
            if !is_bound(node, parameter) {
                let set = self.bool(node, parameter, default) != is_opposite;
                made.arguments.push(set.to_string());
                continue;
            }
            made.arguments.push(default.to_string());
            let not = if is_opposite { "not " } else { "" };
            if let Some(data) = self.bound(node, parameter, &ValueType::Bool) {
                lines.push(format!("task.{field} = {not}{data}.val"));
            }
        }
        if !lines.is_empty() {
            made.set_up.push(before(&made.class, "OnUpdate", &lines));
        }
    }

    /// If parameters are bound to variables, sets their fields from the shared data before each call of a method.
    fn bind(&mut self, node: &Node, fields: &[EngineField<'_>], method: &str, made: &mut NodeCode) {
        let mut lines = Vec::new();
        for EngineField {
            parameter,
            value_type,
            field,
        } in fields
        {
            if let Some(data) = self.bound(node, parameter, value_type) {
                lines.push(format!("task.{field} = {data}.val"));
            }
        }
        if !lines.is_empty() {
            made.set_up.push(before(&made.class, method, &lines));
        }
    }

    /// Returns the shared data of the variable that a parameter of this type is bound to.
    fn bound(&mut self, node: &Node, parameter: &str, expected: &ValueType) -> Option<String> {
        let Some(ParameterValue::Variable(name)) = node.parameters.get(parameter) else {
            return None;
        };
        let Some(variable) = self.shared.variable(name) else {
            self.remark_of(node, parameter, remarks::unknown_variable(name));
            return None;
        };
        if variable.value_type != *expected {
            let wrong = remarks::wrong_type(name, &variable.value_type, expected);
            self.remark_of(node, parameter, wrong);
        }
        Some(SharedData::of(variable))
    }

    fn bool(&mut self, node: &Node, parameter: &str, default: bool) -> bool {
        let set = self.constant(node, parameter, &ValueType::Bool);
        set.as_ref().and_then(Value::as_bool).unwrap_or(default)
    }

    /// Returns the constant of a parameter of this type; `None` if it is not set, or cannot be written.
    fn constant(&mut self, node: &Node, parameter: &str, expected: &ValueType) -> Option<Value> {
        match node.parameters.get(parameter)? {
            ParameterValue::Variable(variable) => {
                self.remark_of(node, parameter, remarks::constant_needed(variable));
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

    /// Sets fields for all parameters that are set or have a default.
    fn fields(&mut self, node: &Node, declaration: &NodeDeclaration, made: &mut NodeCode) {
        for parameter in &declaration.parameters {
            self.field(node, parameter, made);
        }
        let undeclared = node.parameters.iter();
        let undeclared = undeclared.filter(|(name, _)| declaration.parameter(name).is_none());
        for (name, set) in undeclared {
            self.field_of(node, name, set, made);
        }
    }

    /// Sets fields for the parameters that the parent, a composite or decorator of the game, reads from this node.
    fn carried(
        &mut self,
        node: &Node,
        own: &NodeDeclaration,
        parent: Option<&str>,
        made: &mut NodeCode,
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

    fn field(&mut self, node: &Node, parameter: &ParameterDeclaration, made: &mut NodeCode) {
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

    fn field_of(&mut self, node: &Node, name: &str, set: &ParameterValue, made: &mut NodeCode) {
        let constant = match set {
            ParameterValue::Variable(variable) => {
                let Some(declared) = self.shared.variable(variable) else {
                    return self.remark_of(node, name, remarks::unknown_variable(variable));
                };
                let data = SharedData::of(declared);
                made.set_up.push(format!("{} = {data}", field(name)));
                return self.remark_of(node, name, remarks::shared(variable));
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

/// Returns the call that sets the abort type of a composite.
pub(super) fn abort_call(abort: AbortType) -> Option<String> {
    (abort != AbortType::None).then(|| format!(":SetAbortType(BT.EAbortType.{abort})"))
}

fn is_bound(node: &Node, parameter: &str) -> bool {
    let set = node.parameters.get(parameter);
    matches!(set, Some(ParameterValue::Variable(_)))
}

/// Returns a method of one node that runs these lines before the method of its class.
fn before(class: &str, method: &str, lines: &[String]) -> String {
    let class = field(class);
    format!(
        ".{method} = function(task, ...)\n    {}\n    return BT{class}.{method}(task, ...)\nend",
        lines.join("\n    ")
    )
}

/// Returns the names of the components if a value is a vector or color, or a list that contains one.
fn fields_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::Vec2(_) => Some("x, y"),
        Value::Vec3(_) => Some("x, y, z"),
        Value::Color(_) => Some("r, g, b, a"),
        Value::List(items) => items.first().and_then(fields_of),
        _ => None,
    }
}

/// Returns the first integer in a value that a float does not represent exactly.
fn inexact(value: &Value) -> Option<i64> {
    match value {
        Value::Int(whole) if whole.unsigned_abs() > LARGEST_EXACT => Some(*whole),
        Value::List(items) => items.iter().find_map(inexact),
        _ => None,
    }
}
