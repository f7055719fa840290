//! `IsVariableSet`: succeeds when a variable holds something: not false, 0, the empty text or list, or a vector or colour of zeros.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Status, TickContext, VariableSlot};
use crate::value::Value;

/// The task.
#[derive(Debug)]
pub struct IsVariableSet {
    variable: Option<VariableSlot>,
}

impl Declared for IsVariableSet {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "IsVariableSet".into(),
            category: Category::Conditional,
            summary: "Succeeds when a variable holds something: not false, 0, the empty text or list, or a vector or colour of zeros.".into(),
            details: concat!(
                "- The variable holds something: Success.\n",
                "- Otherwise: Failure.",
            )
            .into(),
            icon: "data_check".into(),
            parameters: vec![
                ParameterDeclaration::required("variable", ParameterType::VariableName(None), "The variable to look at."),
            ],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            variable: arguments.variable("variable"),
        }
    }
}

impl Leaf for IsVariableSet {
    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let value = self.variable.map(|slot| tick.variables.get(slot));
        Status::of(value.is_some_and(holds_something))
    }
}

fn holds_something(value: &Value) -> bool {
    let any = |numbers: &[f64]| numbers.iter().any(|x| *x != 0.0);
    match value {
        Value::Bool(b) => *b,
        Value::Int(i) => *i != 0,
        Value::Float(x) => *x != 0.0,
        Value::String(text) => !text.is_empty(),
        Value::Vec2(v) => any(v),
        Value::Vec3(v) => any(v),
        Value::Color(c) => c.iter().any(|x| *x != 0.0),
        Value::List(items) => !items.is_empty(),
    }
}
