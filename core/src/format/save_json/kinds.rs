//! The kinds of the runtime that loads such files, and what they are here.

use crate::format::foreign::{Json, Kind, milliseconds};
use crate::model::{Node, ParameterValue};
use crate::value::Value;

/// A kind of the runtime.
struct Fit {
    theirs: &'static str,
    ours: &'static str,
    /// A flag of the file's with the value that means ours; if it must be there.
    flag: Option<(&'static str, bool, bool)>,
}

const fn fit(theirs: &'static str, ours: &'static str) -> Fit {
    Fit {
        theirs,
        ours,
        flag: None,
    }
}

const fn flagged(
    theirs: &'static str,
    ours: &'static str,
    flag: (&'static str, bool, bool),
) -> Fit {
    Fit {
        flag: Some(flag),
        ..fit(theirs, ours)
    }
}

/// All of them; of several for one of ours, the first is written. A Wait is told apart by its time.
static FITS: [Fit; 12] = [
    flagged("CNodeSelect", "ReactiveSelector", ("interrupt", true, true)),
    flagged("CNodeSelect", "Selector", ("interrupt", false, false)),
    flagged(
        "CNodeSequence",
        "ReactiveSequence",
        ("interrupt", true, true),
    ),
    flagged("CNodeSequence", "Sequence", ("interrupt", false, false)),
    fit("CNodeParallel", "Parallel"),
    fit("DNodeSuccess", "ReturnSuccess"),
    fit("DNodeFail", "ReturnFailure"),
    fit("DNodeInvert", "Inverter"),
    // of older files
    fit("DNodeReverse", "Inverter"),
    fit(WAIT, "Wait"),
    flagged("ANodeTest", "Succeed", ("isSuc", true, true)),
    flagged("ANodeTest", "Fail", ("isSuc", false, true)),
];

/// The runtime's wait, whose `time` is whole milliseconds.
const WAIT: &str = "ANodeWait";
const TIME: &str = "time";
const SECONDS: &str = "seconds";

/// The kind of ours that a node of theirs is; with the fields of its data that it stands for.
pub(super) fn ours(name: &str, data: Option<Json<'_>>) -> Option<(Node, Vec<&'static str>)> {
    let field = |key: &str| data.and_then(|data| data.get(key));
    let fit = FITS
        .iter()
        .filter(|fit| fit.theirs == name)
        .find(|fit| match fit.flag {
            None => true,
            Some((key, value, is_needed)) => match field(key) {
                Some(json) => json.flag() == Some(value),
                None => !is_needed,
            },
        })?;
    let node = Node::new("", fit.ours);
    if fit.theirs != WAIT {
        return Some((node, fit.flag.map(|(key, ..)| key).into_iter().collect()));
    }
    let time = field(TIME).filter(|json| json.kind() == Kind::Number)?;
    let time = time
        .raw()
        .parse::<f64>()
        .ok()
        .filter(|time| time.fract() == 0.0 && (0.0..1e12).contains(time))?;
    Some((
        node.with_parameter(SECONDS, ParameterValue::literal(time / 1000.0)),
        vec![TIME],
    ))
}

/// A node of theirs.
pub(super) struct Theirs {
    pub name: &'static str,
    /// A field of its data.
    pub field: Option<(&'static str, Value)>,
    /// The parameter of ours that it stands for.
    pub taken: Option<&'static str>,
    /// The time in seconds and in milliseconds, if these are not the same.
    pub rounded: Option<(f64, i64)>,
}

/// What a node of a kind that both have is there; none if theirs cannot say it.
pub(super) fn theirs(node: &Node) -> Option<Theirs> {
    let fit = FITS.iter().find(|fit| fit.ours == &*node.task)?;
    let value = |name: &str| {
        node.parameters
            .get(name)
            .and_then(ParameterValue::as_literal)
    };
    let mut theirs = Theirs {
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
