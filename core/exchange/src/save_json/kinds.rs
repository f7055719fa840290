//! The node types of the runtime that loads such files, and what they become.

use treewright_core::diagnostic::TransferNote;
use treewright_core::model::{Node, ParameterValue};
use treewright_core::value::Value;

use super::remarks;
use crate::foreign::{Json, milliseconds};

/// A node type of the runtime.
struct SaveMapping {
    theirs: &'static str,
    ours: &'static str,
    /// A flag of the file with the value that selects the built-in type, and whether it must be present.
    flag: Option<(&'static str, bool, bool)>,
    /// Whether it is a parent in the runtime that has no child.
    is_childless: bool,
}

/// A table of node types: theirs, ours, the flag, and whether it is a parent in the runtime that has no child.
macro_rules! fits {
    ($($theirs:tt $ours:literal $flag:expr, $is_childless:literal;)*) => {
        [$(SaveMapping { theirs: $theirs, ours: $ours, flag: $flag, is_childless: $is_childless }),*]
    };
}

/// All node types. If several match a built-in one, the first is written; a Wait is recognized by its time. The runtime
/// runs a parent without children like a leaf; the result of such a composite is success until a child sets it. A
/// parent without a child becomes a leaf with the same result.
static MAPPINGS: [SaveMapping; 19] = fits! {
    "DNodeSuccess" "Succeed" None, true;
    "DNodeFail" "Fail" None, true;
    "DNodeInvert" "Fail" None, true;
    "DNodeReverse" "Fail" None, true;
    "CNodeSelect" "Succeed" None, true;
    "CNodeSequence" "Succeed" None, true;
    "CNodeParallel" "Succeed" None, true;
    "CNodeSelect" "ReactiveSelector" Some((INTERRUPT, true, true)), false;
    "CNodeSelect" "Selector" Some((INTERRUPT, false, false)), false;
    "CNodeSequence" "ReactiveSequence" Some((INTERRUPT, true, true)), false;
    "CNodeSequence" "Sequence" Some((INTERRUPT, false, false)), false;
    "CNodeParallel" "Parallel" None, false;
    "DNodeSuccess" "ReturnSuccess" None, false;
    "DNodeFail" "ReturnFailure" None, false;
    "DNodeInvert" "Inverter" None, false;
    // The name in older files.
    "DNodeReverse" "Inverter" None, false;
    WAIT "Wait" None, false;
    "ANodeTest" "Succeed" Some(("isSuc", true, true)), false;
    "ANodeTest" "Fail" Some(("isSuc", false, true)), false;
};

/// The runtime's wait, whose `time` is in whole milliseconds.
const WAIT: &str = "ANodeWait";
const TIME: &str = "time";
const SECONDS: &str = "seconds";

/// The flag that tells whether a composite is a reactive one.
const INTERRUPT: &str = "interrupt";

/// A node of the runtime, converted.
pub(super) struct ConvertedSaveNode {
    /// The node without id, name and other parameters.
    pub node: Node,
    /// The fields of its data that it expresses.
    pub taken: Vec<&'static str>,
    /// The import note, if any.
    pub note: Option<TransferNote>,
}

/// Converts a node of the runtime; `None` if it is a task of the game.
pub(super) fn to_builtin(
    name: &str,
    data: Option<Json<'_>>,
    is_childless: bool,
) -> Option<ConvertedSaveNode> {
    let field = |key: &str| data.and_then(|data| data.get(key));
    let mut fits = MAPPINGS.iter().filter(|fit| fit.theirs == name);
    if let Some(fit) = fits
        .clone()
        .find(|fit| fit.is_childless)
        .filter(|_| is_childless)
    {
        let always = matches!(name, "DNodeSuccess" | "DNodeFail");
        return Some(ConvertedSaveNode {
            node: Node::new("", fit.ours),
            taken: vec![INTERRUPT],
            note: Some(if always {
                remarks::leaf(name, fit.ours)
            } else {
                remarks::unfinished(name, fit.ours)
            }),
        });
    }
    let fit = fits.find(|fit| match fit.flag {
        None => !fit.is_childless,
        Some((key, value, is_needed)) => match field(key) {
            Some(json) => json.flag() == Some(value),
            None => !is_needed,
        },
    })?;
    let node = Node::new("", fit.ours);
    if fit.theirs != WAIT {
        return Some(ConvertedSaveNode {
            node,
            taken: fit.flag.map(|(key, ..)| key).into_iter().collect(),
            note: None,
        });
    }
    let is_whole = |time: &f64| time.fract() == 0.0 && (0.0..1e12).contains(time);
    let time = field(TIME).and_then(Json::number).filter(is_whole)?;
    Some(ConvertedSaveNode {
        node: node.with_parameter(SECONDS, ParameterValue::literal(time / 1000.0)),
        taken: vec![TIME],
        note: Some(remarks::later()),
    })
}

/// A node as the runtime has it.
pub(super) struct SaveNode {
    pub name: &'static str,
    /// A field of its data.
    pub field: Option<(&'static str, Value)>,
    /// The parameter that the field expresses.
    pub taken: Option<&'static str>,
    /// The time in seconds and in milliseconds, if these are not equal.
    pub rounded: Option<(f64, i64)>,
}

/// Converts a node of a type that both have; `None` if the runtime cannot express it. What was a parent without a child
/// (`was`) stays one as long as its result is the same.
pub(super) fn from_builtin(node: &Node, was: &str) -> Option<SaveNode> {
    let mut fits = MAPPINGS.iter().filter(|fit| fit.ours == &*node.task);
    let still = |fit: &&SaveMapping| fit.is_childless && fit.theirs == was;
    let still = fits.clone().find(still);
    let fit = still.or_else(|| fits.find(|fit| !fit.is_childless))?;
    let value = |name: &str| {
        node.parameters
            .get(name)
            .and_then(ParameterValue::as_literal)
    };
    let mut theirs = SaveNode {
        name: fit.theirs,
        field: fit.flag.map(|(key, value, _)| (key, Value::Bool(value))),
        taken: None,
        rounded: None,
    };
    if fit.theirs == WAIT {
        let seconds = match value(SECONDS) {
            Some(Value::Int(whole)) => *whole as f64,
            Some(other) => other.as_float()?,
            None if node.parameters.contains_key(SECONDS) => return None,
            None => 1.0,
        };
        let exact = milliseconds(seconds);
        let whole = exact.round() as i64;
        theirs.rounded = (exact.fract() != 0.0).then_some((seconds, whole));
        theirs.field = Some((TIME, Value::Int(whole)));
        theirs.taken = Some(SECONDS);
    }
    let defaults = [("success_threshold", 0), ("failure_threshold", 1)];
    let is_usual =
        |(name, usual): &(&str, i64)| value(name).is_none_or(|value| *value == Value::Int(*usual));
    let bound =
        |(name, _): &(&str, i64)| node.parameters.contains_key(name) && value(name).is_none();
    let fits = fit.ours != "Parallel" || defaults.iter().all(|d| is_usual(d) && !bound(d));
    fits.then_some(theirs)
}
