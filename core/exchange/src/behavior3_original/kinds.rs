//! The node types that both programs have, and the parameters that their properties become.

use treewright_core::diagnostic::TransferNote;
use treewright_core::model::{Literal, Node, ParameterValue};
use treewright_core::value::Value;

use super::remarks;
use crate::foreign::{Fields, Json, builtin, foreign_json, milliseconds};

/// What a property becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PropertyMapping {
    /// Milliseconds there, seconds here.
    Milliseconds(&'static str),
    /// A number of rounds, at least one.
    Rounds(&'static str),
    /// No limit of rounds: -1 there.
    Endless,
}

/// How closely a node type behaves the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Equivalence {
    Always,
    ButForTicks,
    ButForTheLastTick,
}

/// A node type that both programs have, with one way to set it.
#[derive(Debug)]
struct OriginalMapping {
    ours: &'static str,
    theirs: &'static str,
    /// Its property in behavior3.
    property: Option<(&'static str, PropertyMapping)>,
    /// Parameters that are true here.
    flags: &'static [&'static str],
    same: Equivalence,
}

/// A table of node types: name here, name there, the property, flags, and how closely it behaves the same.
macro_rules! fits {
    ($($ours:literal $theirs:literal $property:expr, $flags:expr, $same:ident;)*) => {
        [$(OriginalMapping { ours: $ours, theirs: $theirs, property: $property, flags: $flags, same: Equivalence::$same }),*]
    };
}

const ENDLESS: Option<(&str, PropertyMapping)> = Some(("maxLoop", PropertyMapping::Endless));

/// All node types that match. A Limiter counts within one run of itself, and an Error has no equivalent: those are
/// imported as tasks of the game. Entries with more flags come first, since the first that fits is written.
static MAPPINGS: [OriginalMapping; 17] = fits! {
    "ReactiveSequence" "Sequence" None, &[], Always;
    "ReactiveSelector" "Priority" None, &[], Always;
    "Sequence" "MemSequence" None, &[], Always;
    "Selector" "MemPriority" None, &[], Always;
    "Inverter" "Inverter" None, &[], Always;
    "Fail" "Failer" None, &[], Always;
    "Succeed" "Succeeder" None, &[], Always;
    "Idle" "Runner" None, &[], Always;
    "Wait" "Wait" Some(("milliseconds", PropertyMapping::Milliseconds("seconds"))), &[], Always;
    "TimeLimit" "MaxTime" Some(("maxTime", PropertyMapping::Milliseconds("seconds"))), &[], ButForTheLastTick;
    "Repeater" "RepeatUntilFailure" ENDLESS, &["end_on_failure", "forever"], ButForTicks;
    "Repeater" "RepeatUntilFailure" Some(("maxLoop", PropertyMapping::Rounds("count"))), &["end_on_failure"], ButForTicks;
    "Repeater" "Repeater" ENDLESS, &["forever"], ButForTicks;
    "Repeater" "Repeater" Some(("maxLoop", PropertyMapping::Rounds("count"))), &[], ButForTicks;
    "UntilFailure" "RepeatUntilFailure" ENDLESS, &[], ButForTicks;
    "UntilSuccess" "RepeatUntilSuccess" ENDLESS, &[], ButForTicks;
    "Retry" "RepeatUntilSuccess" Some(("maxLoop", PropertyMapping::Rounds("attempts"))), &[], ButForTicks;
};

/// Returns whether behavior3's own library has a node of this name.
pub(super) fn is_standard(name: &str) -> bool {
    matches!(name, "Limiter" | "Error") || MAPPINGS.iter().any(|fit| fit.theirs == name)
}

/// Sets the parameter for a property; `None` if the value does not fit.
fn set(way: PropertyMapping, json: Option<Json<'_>>, node: &mut Node) -> Option<()> {
    let number = json.and_then(Json::number);
    match way {
        PropertyMapping::Milliseconds(name) => {
            let number = number.filter(|number| (0.0..1e12).contains(number))?;
            let value = ParameterValue::literal(number / 1000.0);
            node.parameters.insert(name.into(), value);
            Some(())
        }
        PropertyMapping::Rounds(name) => {
            let is_whole = |number: &f64| number.fract() == 0.0 && (1.0..=1e9).contains(number);
            let value = ParameterValue::literal(number.filter(is_whole)? as i64);
            node.parameters.insert(name.into(), value);
            Some(())
        }
        PropertyMapping::Endless => {
            (json.is_none() || number.is_some_and(|number| number < 0.0)).then_some(())
        }
    }
}

/// Returns the built-in node for a node of behavior3, and the name of the property that it uses; other properties are
/// ignored.
pub(super) fn to_builtin(
    name: &str,
    properties: Option<Json<'_>>,
) -> Option<(Node, Option<&'static str>, Option<TransferNote>)> {
    // Of two matches, the simpler one: RepeatUntilFailure of behavior3 is UntilFailure, not a Repeater that ends on
    // failure.
    let all = MAPPINGS.iter().filter(|fit| fit.theirs == name);
    let made = all.filter_map(|fit| {
        let mut node = Node::new("", fit.ours);
        if let Some((property, way)) = fit.property {
            let json = properties.and_then(|properties| properties.get(property));
            set(way, json, &mut node)?;
        }
        for flag in fit.flags {
            node.parameters
                .insert((*flag).into(), ParameterValue::literal(true));
        }
        Some((fit, node))
    });
    let (fit, node) = made.min_by_key(|(fit, _)| fit.flags.len())?;
    Some((
        node,
        fit.property.map(|(property, _)| property),
        difference(fit),
    ))
}

fn difference(fit: &OriginalMapping) -> Option<TransferNote> {
    match fit.same {
        Equivalence::Always => None,
        Equivalence::ButForTicks => Some(remarks::loops_in_a_tick(fit.theirs)),
        Equivalence::ButForTheLastTick => Some(remarks::late_by_a_frame(fit.theirs)),
    }
}

/// A node as behavior3 has it.
pub(super) struct OriginalNode {
    pub name: &'static str,
    pub properties: Fields,
    /// The parameters that it expresses.
    pub taken: Vec<&'static str>,
    pub difference: Option<TransferNote>,
}

/// Converts a node of a type that both programs have; `None` if behavior3 cannot express it.
pub(super) fn from_builtin(node: &Node) -> Option<OriginalNode> {
    MAPPINGS
        .iter()
        .filter(|fit| fit.ours == &*node.task)
        .find_map(|fit| apply_mapping(fit, node))
}

fn apply_mapping(fit: &OriginalMapping, node: &Node) -> Option<OriginalNode> {
    let declared = builtin(fit.ours)?;
    let value = |name: &str| match node.parameters.get(name) {
        Some(ParameterValue::Literal(literal)) => Some(literal.value.clone()),
        Some(ParameterValue::Variable(_)) => None,
        None => declared.parameter(name)?.default.clone(),
    };
    let mut taken: Vec<&'static str> = fit.flags.to_vec();
    if !fit
        .flags
        .iter()
        .all(|flag| value(flag) == Some(Value::Bool(true)))
    {
        return None;
    }
    let mut properties = Fields::default();
    if let Some((property, way)) = fit.property {
        let number = match way {
            PropertyMapping::Milliseconds(name) => {
                taken.push(name);
                let seconds = match value(name)? {
                    Value::Int(whole) => whole as f64,
                    other => other.as_float()?,
                };
                Value::Float(milliseconds(seconds))
            }
            PropertyMapping::Rounds(name) => {
                taken.push(name);
                value(name).filter(|value| value.as_int().is_some())?
            }
            PropertyMapping::Endless => {
                // A count that has no effect.
                taken.push("count");
                Value::Int(-1)
            }
        };
        properties.set(property, foreign_json(&Literal::from(number), false));
    }
    let is_expressed = |name: &str| taken.contains(&name);
    let is_plain = |flag: &str| value(flag) != Some(Value::Bool(true)) || is_expressed(flag);
    let flags_fit = ["forever", "end_on_failure", "succeed"]
        .iter()
        .all(|flag| declared.parameter(flag).is_none() || is_plain(flag));
    flags_fit.then(|| OriginalNode {
        name: fit.theirs,
        properties,
        taken,
        difference: difference(fit),
    })
}
