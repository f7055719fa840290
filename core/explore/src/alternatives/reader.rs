//! How a built-in node depends on the variables of its arguments.

use std::sync::Arc;

use treewright_core::expression::Comparing;
use treewright_core::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use treewright_core::nodes::conditionals::compare::Comparison;
use treewright_core::nodes::{Argument as NodeArgument, Arguments};
use treewright_core::runtime::{Operand, VariableSlot};
use treewright_core::value::{Value, ValueType};
use treewright_core::{Argument, ParameterName, Program};

use super::SampledReason;
use super::uses::Uses;

/// The parameters of built-in nodes by which they write a variable, and nothing else.
pub(super) const WRITTEN: [(&str, &str); 5] = [
    ("Compute", "variable"),
    ("HasReceivedEvent", "payload"),
    ("PersistentSequence", "current_child_idx"),
    ("SetVariable", "variable"),
    ("WaitForEvent", "payload"),
];

/// The parameter by which a built-in node sends a value, which makes a difference only to the variables that receive it.
const SENT: (&str, &str) = ("SendEvent", "payload");

/// A node whose arguments are read.
pub(super) struct NodeReader<'a> {
    /// Its quoted name.
    pub name: Argument,
    pub task: &'a str,
    pub declaration: Option<&'a NodeDeclaration>,
    pub program: &'a Program<()>,
    /// Whether the program is the main one, not that of a background tree.
    pub is_main: bool,
}

impl NodeReader<'_> {
    /// Adds how the node depends on variables.
    pub fn read(&self, arguments: &Arguments, uses: &mut Uses) {
        let variable =
            |uses: &Uses, slot: VariableSlot| uses.index(self.program, slot, self.is_main);
        for (task, parameter) in WRITTEN {
            if let Some(Operand::Variable(slot)) = self.set(arguments, task, parameter)
                && let Some(written) = variable(uses, *slot)
            {
                uses.used(written).is_written = true;
            }
        }
        match self.task {
            // They only write to the log.
            "Log" | "Trace" => return,
            "CompareBool" | "CompareInt" | "CompareFloat" | "CompareString" => {
                let operator = Comparison::from_symbol(arguments.text("operator"));
                self.compare(
                    operator,
                    arguments.get("left"),
                    arguments.get("right"),
                    uses,
                );
                return;
            }
            "Switch" => {
                for case in 1..=6 {
                    let case = arguments.get(&format!("case_{case}"));
                    self.compare(Comparison::Equal, arguments.get("variable"), case, uses);
                }
                return;
            }
            "SetVariable" => {
                if let Some(from) = arguments.get("value")
                    && let Some(from) = self.variable(from, uses)
                {
                    self.copy(from, arguments.get("variable"), uses);
                }
                return;
            }
            "IsVariableSet" | "VariableChanged" => self.inspect(arguments, uses),
            "WaitForEvent" | "HasReceivedEvent" => self.receive(arguments, uses),
            _ => {}
        }
        self.read_expressions(arguments, uses);
        for (_, carried) in arguments.carried() {
            self.rank(carried, uses);
        }
        for (name, argument) in arguments.iter() {
            let place = (self.task, &**name);
            let is_known = WRITTEN.contains(&place) || place == SENT;
            if let (Operand::Variable(slot), false) = (argument, is_known)
                && let Some(bound) = variable(uses, *slot)
            {
                self.set_by(name, bound, uses);
            }
        }
    }

    fn set<'g>(
        &self,
        given: &'g Arguments,
        task: &str,
        parameter: &str,
    ) -> Option<&'g NodeArgument> {
        (self.task == task).then(|| given.get(parameter)).flatten()
    }

    fn variable(&self, argument: &NodeArgument, uses: &Uses) -> Option<usize> {
        match argument {
            Operand::Variable(slot) => uses.index(self.program, *slot, self.is_main),
            Operand::Literal(_) => None,
        }
    }

    /// Adds a comparison of two sides.
    fn compare(
        &self,
        operator: Comparison,
        left: Option<&NodeArgument>,
        right: Option<&NodeArgument>,
        uses: &mut Uses,
    ) {
        let (Some(left), Some(right)) = (left, right) else {
            return;
        };
        let at_left = match operator {
            Comparison::Equal | Comparison::NotEqual => Comparing::Equal,
            Comparison::Less | Comparison::GreaterOrEqual => Comparing::Less,
            Comparison::LessOrEqual | Comparison::Greater => Comparing::AtMost,
        };
        // 30 < x separates the same values as x <= 30.
        let at_right = match at_left {
            Comparing::Equal => Comparing::Equal,
            Comparing::Less => Comparing::AtMost,
            Comparing::AtMost => Comparing::Less,
        };
        match (self.variable(left, uses), self.variable(right, uses)) {
            (Some(left), Some(right)) => uses.compare(left, right),
            (Some(variable), None) => cut(variable, at_left, right, uses),
            (None, Some(variable)) => cut(variable, at_right, left, uses),
            (None, None) => {}
        }
    }

    /// Adds that the node asks whether a variable is set, or has changed.
    fn inspect(&self, arguments: &Arguments, uses: &mut Uses) {
        let Some(variable) = arguments.get("variable") else {
            return;
        };
        let Some(variable) = self.variable(variable, uses) else {
            return;
        };
        if self.task == "VariableChanged" {
            let used = uses.used(variable);
            used.is_read = true;
            used.is_watched_for_changes = true;
            return;
        }
        match uses.type_of(variable) {
            ValueType::Bool => uses.used(variable).cut(Comparing::Equal, Value::Bool(true)),
            ValueType::Color => {
                uses.used(variable)
                    .cut(Comparing::Equal, Value::Color([0.0; 4]));
            }
            other => {
                let unset = other.default_value();
                uses.used(variable).cut(Comparing::Equal, unset);
            }
        }
    }

    /// Adds that the node receives what comes with an event.
    fn receive(&self, arguments: &Arguments, uses: &mut Uses) {
        if let Some(payload) = arguments.get("payload")
            && let Some(variable) = self.variable(payload, uses)
        {
            uses.receive(arguments.text("name").into(), variable);
        }
    }

    fn read_expressions(&self, arguments: &Arguments, uses: &mut Uses) {
        let (program, is_main) = (self.program, self.is_main);
        let variable = |uses: &Uses, slot| uses.index(program, slot, is_main);
        let target = self.set(arguments, "Compute", "variable");
        let reason = self.computed();
        for (_, expression) in arguments.expressions() {
            let copied = match &*expression.dependences() {
                [treewright_core::expression::Dependence::Same(slot)] => variable(uses, *slot),
                _ => None,
            };
            match copied {
                Some(from) if target.is_some() => self.copy(from, target, uses),
                _ => uses.add_expression(expression, variable, &reason),
            }
        }
    }

    fn computed(&self) -> SampledReason {
        SampledReason::Computed {
            node: self.name.clone(),
        }
    }

    /// Adds that the node copies a variable to another one. What happens to one that only a background tree has is not known.
    fn copy(&self, from: usize, to: Option<&NodeArgument>, uses: &mut Uses) {
        match to.and_then(|to| self.variable(to, uses)) {
            Some(to) => uses.copy(from, to),
            None => uses.use_whole(from, &self.computed()),
        }
    }

    /// Adds that the values which children carry are compared with each other.
    fn rank(&self, carried: &[NodeArgument], uses: &mut Uses) {
        for (place, one) in carried.iter().enumerate() {
            for other in &carried[place + 1..] {
                // Smaller, equal, larger: equal ones keep their order.
                for operator in [Comparison::Less, Comparison::LessOrEqual] {
                    self.compare(operator, Some(one), Some(other), uses);
                }
            }
        }
    }

    /// Adds that a parameter is bound to a variable.
    fn set_by(&self, name: &Arc<str>, variable: usize, uses: &mut Uses) {
        let parameter = self
            .declaration
            .and_then(|declared| declared.parameter(name));
        if ["IsVariableSet", "VariableChanged"].contains(&self.task) {
            return;
        }
        if let Some(range) = parameter.and_then(|parameter| parameter.range) {
            let used = uses.used(variable);
            let (min, max) = used.range.unwrap_or((f64::MIN, f64::MAX));
            used.range = Some((min.max(range.min), max.min(range.max)));
        }
        if *uses.type_of(variable) == ValueType::Bool {
            uses.used(variable).cut(Comparing::Equal, Value::Bool(true));
            return;
        }
        // A probability matters only in that it may be that of never and of always.
        if matches!(self.task, "RandomChance" | "Probability") {
            uses.used(variable)
                .cut(Comparing::AtMost, Value::Float(0.0));
            uses.used(variable).cut(Comparing::Less, Value::Float(1.0));
            return;
        }
        let reason = SampledReason::Setting {
            node: self.name.clone(),
            parameter: Argument::Parameter(Box::new(ParameterName {
                task: self.task.into(),
                name: name.clone(),
            })),
        };
        let samples = samples_of(parameter, uses.initial(variable));
        let used = uses.used(variable);
        used.samples.extend(samples);
        used.sample(reason);
    }
}

/// Adds that a variable is compared with a constant. A string that spells a number stands for it, as `Switch` compares them.
fn cut(variable: usize, comparing: Comparing, constant: &NodeArgument, uses: &mut Uses) {
    let Operand::Literal(value) = constant else {
        return;
    };
    let value_type = uses.type_of(variable);
    let spelled = match (value, value_type) {
        (Value::String(text), ValueType::Int) => text.trim().parse().ok().map(Value::Int),
        (Value::String(text), ValueType::Float) => text.trim().parse().ok().map(Value::Float),
        (Value::String(text), ValueType::Bool) => text.parse().ok().map(Value::Bool),
        (Value::String(_), _) => None,
        (other, ValueType::String) => Some(other.to_string().into()),
        _ => None,
    };
    uses.cut(variable, comparing, spelled.as_ref().unwrap_or(value));
}

/// The values of a setting that are worth a try: the smallest ones.
fn samples_of(parameter: Option<&ParameterDeclaration>, initial: &Value) -> Vec<Value> {
    let range = parameter.and_then(|parameter| parameter.range);
    let least = range.map_or(0.0, |range| range.min);
    let kind = parameter.map(|parameter| &parameter.parameter_type);
    match (kind, initial) {
        (Some(ParameterType::Choice(choices)), _) => {
            let choices = choices.iter();
            choices.map(|choice| (&**choice).into()).collect()
        }
        (_, Value::Int(_)) => (0..3).map(|more| Value::Int(least as i64 + more)).collect(),
        (_, Value::Float(_)) => vec![Value::Float(least), Value::Float(least + 1.0)],
        _ => Vec::new(),
    }
}
