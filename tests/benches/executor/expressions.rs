//! One expression over a dozen variables, compiled and evaluated by our implementation and by `cel`, whose grammar ours follows.

use cel::{Context, Program};
use treewright_core::expression::Expression;
use treewright_core::value::{Value, ValueType};

use crate::measure::per_call;
use crate::parts::Rows;
use crate::report::Row;

const OURS: &str =
    "health < 30 && sees_enemy || ammo > 3 && distance(vec2(px, py), vec2(tx, ty)) > 5.0";
const THEIRS: &str = "health < 30 && sees_enemy || ammo > 3 && distance(px, py, tx, ty) > 5.0";

fn variables() -> [(&'static str, Value); 12] {
    [
        ("a", 1_i64.into()),
        ("b", 2_i64.into()),
        ("c", "text".into()),
        ("d", 0.5.into()),
        ("e", false.into()),
        ("health", 50_i64.into()),
        ("sees_enemy", true.into()),
        ("ammo", 7_i64.into()),
        ("px", 0.0.into()),
        ("py", 1.0.into()),
        ("tx", 9.0.into()),
        ("ty", 3.0.into()),
    ]
}

const COMPILE: &str = "compiling an expression";
const EVALUATE: &str = "evaluating it";
const ALLOCATIONS: &str = "allocations in it";

pub fn measure(rows: &mut Rows) {
    if ![COMPILE, EVALUATE, ALLOCATIONS]
        .iter()
        .any(|what| rows.wants(what))
    {
        return;
    }
    let (ours, cel) = (ours(), theirs());
    let units = [
        (COMPILE, "us", 1e6),
        (EVALUATE, "ns", 1e9),
        (ALLOCATIONS, "", 1.0),
    ];
    for (place, (what, unit, factor)) in units.into_iter().enumerate() {
        let row = Row::new(what, unit, ours[place] * factor);
        rows.add(&row.other("cel 0.15", cel[place] * factor));
    }
}

/// Returns seconds to compile, seconds to evaluate, and the number of allocations.
fn figures(compile: f64, mut evaluate: impl FnMut() -> bool) -> [f64; 3] {
    assert!(evaluate());
    let allocations = allocation_counter::measure(|| {
        evaluate();
    });
    [compile, per_call(evaluate), allocations.count_total as f64]
}

fn ours() -> [f64; 3] {
    let values = variables();
    let resolve = |name: &str| {
        let index = values.iter().position(|(n, _)| *n == name)?;
        Some((index, values[index].1.value_type()))
    };
    let compile = || Expression::compile(OURS, &resolve, Some(&ValueType::Bool));
    let Ok(expression) = compile() else {
        unreachable!("the expression compiles");
    };
    let read = |key: usize| &values[key].1;
    figures(per_call(compile), || expression.holds(&read) == Ok(true))
}

/// Measures `cel` with variables that are set in advance; in a game, they would have to be set for each agent in each frame.
fn theirs() -> [f64; 3] {
    let compile = || Program::compile(THEIRS);
    let Ok(program) = compile() else {
        unreachable!("the expression compiles");
    };
    let mut context = Context::default();
    let distance = |px: f64, py: f64, tx: f64, ty: f64| (tx - px).hypot(ty - py);
    assert!(context.add_function("distance", distance).is_ok());
    for (name, value) in variables() {
        match value {
            Value::Bool(b) => context.add_variable_from_value(name, b),
            Value::Int(i) => context.add_variable_from_value(name, i),
            Value::Float(x) => context.add_variable_from_value(name, x),
            other => context.add_variable_from_value(name, other.to_string()),
        }
    }
    figures(per_call(compile), || {
        matches!(program.execute(&context), Ok(cel::Value::Bool(true)))
    })
}
