//! The conditionals that compare two values of the same type, one node type for each value type, and their operators.

use std::cmp::Ordering;

use crate::nodes::prelude::*;
use crate::runtime::OperandType;

/// Compares two values: parameters `left`, `operator` and `right`.
#[derive(Debug)]
pub struct Compare<T> {
    left: Operand<T>,
    operator: Comparison,
    right: Operand<T>,
}

/// Declares the node type for each value type: name and icon, help texts, default operator, and the two sides.
macro_rules! comparisons {
    ($($kind:ident: $value:ty as $type:ident, $icon:literal, $summary:literal, [$($note:literal)?], $operator:expr, $left:expr, $right:expr;)*) => {$(
        #[doc = $summary]
        pub type $kind = Compare<$value>;

        impl NodeType for $kind {
            fn declaration() -> NodeDeclaration {
                let value = ParameterType::Value(ValueType::$type);
                let left = "The left side: usually a variable.";
                NodeDeclaration {
                    task: stringify!($kind).into(),
                    category: Category::Conditional,
                    summary: $summary.into(),
                    details: concat!("- The comparison holds: returns Success.\n- Otherwise: returns Failure." $(, "\n", $note)?).into(),
                    icon: $icon.into(),
                    color: None,
                    child_parameters: vec![],
                    parameters: vec![
                        ParameterDeclaration::optional("left", value.clone(), $left, left),
                        $operator,
                        ParameterDeclaration::optional("right", value, $right, "The right side."),
                    ],
                }
            }

            fn make(arguments: &Arguments) -> Self {
                Self {
                    left: arguments.operand("left"),
                    operator: Comparison::from_symbol(arguments.text("operator")),
                    right: arguments.operand("right"),
                }
            }
        }
    )*};
}

comparisons! {
    CompareBool: bool as Bool, "toggle_on", "Succeeds if the comparison of two booleans holds.", [], operator(2, "=="), false, true;
    CompareInt: i64 as Int, "pin", "Succeeds if the comparison of two integers holds.", [], operator(6, "=="), 0_i64, 0_i64;
    CompareFloat: f64 as Float, "decimal_increase", "Succeeds if the comparison of two floats holds.", [], operator(6, "<"), 0.0, 0.0;
    CompareString: Arc<str> as String, "abc", "Succeeds if the comparison of two strings holds.",
        ["- Strings are ordered by Unicode code points: capital letters before lowercase ones."], operator(6, "=="), "", "";
}

/// Declares the parameter `operator` with the first `count` symbols: values without an order have two.
fn operator(count: usize, default: &'static str) -> ParameterDeclaration {
    let symbols = SYMBOLS.into_iter().take(count);
    let choice = ParameterType::choice(symbols.clone().map(|(symbol, _)| symbol));
    ParameterDeclaration::optional("operator", choice, default, "The comparison to make.")
        .meaning(symbols.map(|(_, meaning)| meaning))
}

/// The symbols and their meanings.
const SYMBOLS: [(&str, &str); 6] = [
    ("==", "Both sides are equal."),
    ("!=", "The sides differ."),
    ("<", "The left side is smaller."),
    ("<=", "The left side is smaller or equal."),
    (">", "The left side is larger."),
    (">=", "The left side is larger or equal."),
];

impl<T: OperandType + PartialOrd> Leaf for Compare<T> {
    const FOLLOWS_VARIABLES: bool = true;

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        Status::of(
            self.operator
                .holds(&self.left.get(tick), &self.right.get(tick)),
        )
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// Returns the operator of this symbol; `==` if it is unknown.
    pub fn from_symbol(symbol: &str) -> Self {
        match symbol {
            "!=" => Self::NotEqual,
            "<" => Self::Less,
            "<=" => Self::LessOrEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterOrEqual,
            _ => Self::Equal,
        }
    }

    /// Compares two values. Values that cannot be ordered are only unequal.
    pub fn holds<T: PartialOrd + ?Sized>(self, left: &T, right: &T) -> bool {
        let order = left.partial_cmp(right);
        match self {
            Self::Equal => order == Some(Ordering::Equal),
            Self::NotEqual => order != Some(Ordering::Equal),
            Self::Less => order == Some(Ordering::Less),
            Self::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Self::Greater => order == Some(Ordering::Greater),
            Self::GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_with_true_by_default() {
        let arguments = Arguments::default();
        assert_eq!(
            alone("CompareBool", &arguments.clone().with("left", true), 1),
            "S"
        );
        assert_eq!(
            alone("CompareBool", &arguments.clone().with("left", false), 1),
            "F"
        );
        let unequal = arguments.with("left", false).with("operator", "!=");
        assert_eq!(alone("CompareBool", &unequal, 1), "S");
    }

    #[test]
    fn each_operator_compares_ints() {
        check_every_operator("CompareInt", 1_i64, 2_i64);
    }

    #[test]
    fn each_operator_compares_floats() {
        check_every_operator("CompareFloat", 1.5, 1.6);
    }

    #[test]
    fn each_operator_compares_strings() {
        check_every_operator("CompareString", "ant", "bee");
    }

    /// Checks every operator of a node type with a smaller and a larger value.
    fn check_every_operator(task: &str, smaller: impl Into<Value>, larger: impl Into<Value>) {
        let (smaller, larger) = (smaller.into(), larger.into());
        let answers = [
            ("==", "F"),
            ("!=", "S"),
            ("<", "S"),
            ("<=", "S"),
            (">", "F"),
            (">=", "F"),
        ];
        for (operator, answer) in answers {
            let arguments = with("left", smaller.clone())
                .with("operator", operator)
                .with("right", larger.clone());
            assert_eq!(alone(task, &arguments, 1), answer, "{operator}");
        }
    }
}
