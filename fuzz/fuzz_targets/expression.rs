//! Arbitrary text as an expression. Compiling returns an expression, or an error whose position is inside the text. A compiled expression evaluates
//! to a value of its type or to an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_core::expression::Expression;
use treewright_core::value::{Value, ValueType};

fuzz_target!(|text: &str| {
    let values = [
        ("flag", Value::Bool(true)),
        ("count", Value::Int(3)),
        ("ratio", Value::Float(0.5)),
        ("名字", Value::String("x".into())),
        ("place", Value::Vec2([1.0, 2.0])),
        ("color", Value::Color([0.5; 4])),
        ("list", Value::List([Value::Int(1), Value::Int(2)].into())),
    ];
    let declared = |name: &str| -> Option<(usize, ValueType)> {
        let place = values.iter().position(|(own, _)| *own == name)?;
        Some((place, values[place].1.value_type()))
    };
    match Expression::compile(text, &declared, None) {
        Ok(expression) => {
            if let Ok(value) = expression.eval(&|key: usize| &values[key].1) {
                assert!(expression.value_type().accepts(&value));
            }
        }
        Err(error) => {
            let range = error.range;
            assert!(text.get(range).is_some());
        }
    }
});
