//! An expression over the variables of a program, for looking at the agents that run it.

use treewright_core::Program;
use treewright_core::expression::{Expression, ExpressionError, variable_places};
use treewright_core::runtime::World;
use treewright_core::value::{Value, ValueType};

use super::{is_true, type_of};

/// An expression of type bool over the variables of a program.
#[derive(Clone, Debug)]
pub struct ProgramCondition {
    /// The names of the variables that it reads; their numbers are the indices.
    names: Vec<String>,
    expression: Expression<usize>,
}

impl ProgramCondition {
    /// Compiles the expression.
    ///
    /// # Errors
    /// If it is no expression of type bool, or the program does not declare one of its variables.
    pub fn compile<W: World + ?Sized>(
        text: &str,
        program: &Program<W>,
    ) -> Result<Self, ExpressionError> {
        let mut names: Vec<_> = variable_places(text)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        names.sort_unstable();
        names.dedup();
        let resolve = |name: &str| {
            let number = names.iter().position(|known| known == name)?;
            Some((number, type_of(program, name)?))
        };
        let expression = Expression::compile(text, &resolve, Some(&ValueType::Bool))?;
        Ok(Self { names, expression })
    }

    /// Returns whether it is true with these values; false if a variable has none.
    pub fn is_true<'v>(&self, read: impl Fn(&str) -> Option<&'v Value>) -> bool {
        is_true(&self.expression, |number| read(self.names.get(number)?))
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::compile::GameTasks;
    use treewright_core::tree::{self, Tree};

    use super::*;

    #[test]
    fn it_is_true_by_the_values_of_an_agent() {
        let guard = Tree::new("Guard", tree::idle())
            .variable("health", 9.0)
            .variable("armed", true);
        let program = guard.compile(&GameTasks::<()>::new()).unwrap();
        let condition = ProgramCondition::compile("health < 10 && armed", &program).unwrap();
        let (nine, eleven, yes) = (Value::Float(9.0), Value::Float(11.0), Value::Bool(true));
        let holds = |health| {
            condition.is_true(|name| match name {
                "health" => health,
                _ => Some(&yes),
            })
        };
        assert!(holds(Some(&nine)));
        assert!(!holds(Some(&eleven)));
        assert!(!holds(None), "without a value");
        assert!(ProgramCondition::compile("mana < 10", &program).is_err());
        assert!(ProgramCondition::compile("health + 1", &program).is_err());
    }
}
