//! The breakpoints of a project, stored next to its documents in `.treewright/breakpoints.json`:
//!
//! ```json
//! {
//!   "format": "treewright-breakpoints",
//!   "version": 1,
//!   "documents": {
//!     "guard.bt.json": [
//!       {"node": "n7", "on": "start"},
//!       {"node": "n7", "on": "end", "status": "Failure", "from_hit": 3},
//!       {"node": "n4", "on": "abort", "enabled": false},
//!       {"node": "n4", "condition": "health < 10"},
//!       {"variable": "health", "on": "becomes", "value": 3},
//!       {"variable": "health", "on": "written", "log": "health is {health}"},
//!       {"expression": "health < 10"}
//!     ]
//!   }
//! }
//! ```
//!
//! Documents are named by their paths relative to the project folder, with `/` as separator. The file has its own breakpoint
//! type, separate from [`Breakpoint`]: the fields that are present determine the sort of breakpoint, and fields of later versions
//! are kept.

use std::collections::BTreeMap;

use treewright_core::format::checked::{Checked, Wrong, anchor, extra, of_part, required_text};
use treewright_core::format::field_error::FieldError;
use treewright_core::format::json::{self, Raw};
use treewright_core::format::json_text::decode_json;
use treewright_core::format::json_writer::{Writer, push_rows};
use treewright_core::format::literal::{push_display, push_value, read_literal};
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::format::shape::{Entries, Text, shape};
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::model::Extra;
use treewright_core::runtime::EndStatus;
use treewright_core::told;

use crate::breakpoint::{Breakpoint, MAX_BREAKPOINTS, NodeEvent, StopAt};
use crate::file_header;

/// The value of the field `format` in each file.
pub const FORMAT: &str = "treewright-breakpoints";

/// The version that is written, and the latest that can be read.
pub const VERSION: u64 = 1;

/// The maximum number of documents in a file.
pub const MAX_DOCUMENTS: usize = treewright_core::limits::FIELDS;

/// The breakpoints of all documents of a project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectBreakpoints {
    /// Breakpoints by the document's path relative to the project folder. Reading and writing omit documents without breakpoints.
    pub documents: BTreeMap<String, Vec<Breakpoint>>,
    /// Unknown fields, kept for later versions.
    pub extra: Extra,
}

shape! {
    /// The file .treewright/breakpoints.json of a project folder: the breakpoints of its documents. Fields that are not listed
    /// here are kept.
    File is Breakpoints [title = "Treewright breakpoints, version 1"] {
        format = "format": Text<'a> [required, extend("const" = FORMAT)],
        version = "version": Raw<'a> [with = "schema::Version", extend("const" = VERSION)],
        /// Breakpoints by the path of the document relative to the project folder, with / as separator.
        documents = "documents": Entries<'a> [
            with = "Option<schema::ByName<OfDocument<'a>>>",
            extend("maxProperties" = MAX_DOCUMENTS)
        ],
    }
}

shape! {
    /// A breakpoint: on an event of a node, on a variable, or on an expression.
    FileBreakpoint is Breakpoint [rename = "breakpoint", transform = sorts] {
        /// Breaks on an event of this node: before it starts, after it ends, or before an abort that concerns it.
        node = "node": Text<'a> [length(min = 1)],
        /// Breaks on this variable: after it is written, or when it becomes a value.
        variable = "variable": Text<'a> [length(min = 1)],
        /// Breaks when this expression becomes true.
        expression = "expression": Text<'a> [length(min = 1)],
        /// For a node: start, end or abort; default: start. For a variable: written or becomes; default: written.
        on = "on": Text<'a>,
        /// The status with which the node ends; Inactive means interrupted.
        status = "status": Text<'a>,
        /// The value that the variable becomes, written as in documents.
        value = "value": Raw<'a> [with = "Option<schema::Value>"],
        /// For a node: an expression that must be true when the event happens, or the event does not count.
        condition = "condition": Text<'a> [length(min = 1)],
        /// Whether the breakpoint is active.
        enabled = "enabled": bool [extend("default" = true)],
        /// The first hit at which it stops; counted from 1.
        from_hit = "from_hit": u64 [with = "Option<schema::Whole>", extend("default" = 1)],
        /// A message to log instead of stopping; {name} is replaced by the value of the variable of that name.
        log = "log": Text<'a>,
    }
}

#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "only its schema is used")]
struct OfDocument<'a>(#[schemars(length(max = MAX_BREAKPOINTS))] Vec<FileBreakpoint<'a>>);

/// A breakpoint has one of several sorts, each with its own fields.
#[cfg(feature = "schema")]
fn sorts(breakpoint: &mut schemars::Schema) {
    use serde_json::json;

    let status = json!({"enum": ["Success", "Failure", "Inactive"]});
    let becomes = json!({"properties": {"on": {"const": "becomes"}}, "required": ["on"]});
    let sorts = json!([
        {
            "properties": {"on": {"enum": ["start", "end", "abort"]}, "status": status, "variable": false, "expression": false},
            "required": ["node"]
        },
        {
            "properties": {"on": {"enum": ["written", "becomes"]}, "node": false, "expression": false},
            "required": ["variable"],
            "if": becomes,
            "then": {"required": ["value"]}
        },
        {"properties": {"node": false, "variable": false}, "required": ["expression"]}
    ]);
    breakpoint.insert("oneOf".into(), sorts);
}

/// Returns the JSON schema of these files, for text editors.
#[cfg(feature = "schema")]
pub(crate) fn schema() -> serde_json::Value {
    schema::of::<File<'_>>("breakpoints")
}

/// Reads a project's breakpoints.
///
/// # Errors
/// The first problem of the file, with its location.
pub fn read(bytes: &[u8]) -> Result<ProjectBreakpoints, FormatError> {
    let text = decode_json(bytes)?;
    let file: File<'_> = file_header::read(text, FORMAT, VERSION)?;
    let mut all = ProjectBreakpoints {
        extra: extra(&file.unknown, String::new).map_err(|wrong| wrong.in_text(text))?,
        ..ProjectBreakpoints::default()
    };
    let documents = file
        .documents
        .map(|documents| documents.0)
        .unwrap_or_default();
    too_many(documents.len(), MAX_DOCUMENTS, "documents")?;
    for (path, list) in documents {
        let place = format!("documents.{}", &*path);
        let parts: Vec<Raw<'_>> =
            json::from_str(list.get()).map_err(|error| of_part(text, list.get(), &place, error))?;
        too_many(parts.len(), MAX_BREAKPOINTS, &place)?;
        let mut breakpoints = Vec::with_capacity(parts.len());
        for (i, part) in parts.into_iter().enumerate() {
            let place = format!("{place}[{i}]");
            let fields: FileBreakpoint<'_> = json::from_str(part.get())
                .map_err(|error| of_part(text, part.get(), &place, error))?;
            let read = breakpoint(&fields, &place, part.get());
            breakpoints.push(read.map_err(|wrong| wrong.in_text(text))?);
        }
        let before = all.documents.insert(path.to_string(), breakpoints);
        if before.is_some() {
            let name = path.to_string();
            let wrong = BreakpointFault::DocumentTwice { name };
            return Err(Wrong::field(path.borrowed(), place, wrong).in_text(text));
        }
    }
    // Writing omits them too.
    all.documents
        .retain(|_, breakpoints| !breakpoints.is_empty());
    Ok(all)
}

told! {
    /// A problem of a breakpoints file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum BreakpointFault of "breakpoint_fault" {
        /// A document occurs twice.
        DocumentTwice {
            /// Its path.
            name: String,
        } = "document_twice", "document `{name}` occurs twice";
        /// Unknown node event.
        OnNode {
            /// The given text.
            name: String,
        } = "breakpoint_on_node", "`{name}` must be start, end or abort";
        /// Unknown status.
        Status {
            /// The given text.
            name: String,
        } = "breakpoint_status", "`{name}` must be Success, Failure or Inactive";
        /// Unknown variable event.
        OnVariable {
            /// The given text.
            name: String,
        } = "breakpoint_on_variable", "`{name}` must be written or becomes";
        /// Not exactly one of the fields `node`, `variable` and `expression` is present.
        OnWhat = "breakpoint_on_what", "expected one of `node`, `variable` and `expression`";
    }
}

fn too_many(count: usize, limit: usize, path: &str) -> Result<(), FormatError> {
    if count <= limit {
        return Ok(());
    }
    Err(FormatError {
        path: path.to_owned(),
        ..FormatError::new(FieldError::AtMost { limit, count }.into())
    })
}

fn breakpoint<'a>(
    fields: &FileBreakpoint<'a>,
    path: &str,
    whole: &'a str,
) -> Checked<'a, Breakpoint> {
    let mut breakpoint = Breakpoint::new(stop_at(fields, path, whole)?);
    breakpoint.enabled = fields.enabled.unwrap_or(true);
    breakpoint.condition = fields.condition.as_ref().map(|text| (**text).into());
    breakpoint.from_hit = fields.from_hit.unwrap_or(1).max(1);
    breakpoint.log = fields.log.as_ref().map(|log| (**log).into());
    breakpoint.extra = extra(&fields.unknown, || path.to_owned())?;
    Ok(breakpoint)
}

fn stop_at<'a>(fields: &FileBreakpoint<'a>, path: &str, whole: &'a str) -> Checked<'a, StopAt> {
    let near = anchor(&[&fields.node, &fields.variable, &fields.expression]).or(Some(whole));
    let wrong =
        |field: &str, fault: BreakpointFault| Wrong::field(near, format!("{path}.{field}"), fault);
    let on = fields.on.as_deref();
    match (&fields.node, &fields.variable, &fields.expression) {
        (Some(_), None, None) => {
            let node = required_text(fields.node.as_ref(), "node", path, near)?;
            let event = match on.unwrap_or("start") {
                "start" => NodeEvent::Start,
                "abort" => NodeEvent::Abort,
                "end" => NodeEvent::End(match fields.status.as_deref() {
                    None => None,
                    Some(name) => {
                        let known = EndStatus::from_name(name);
                        let name = name.to_owned();
                        let known =
                            known.ok_or_else(|| wrong("status", BreakpointFault::Status { name }));
                        Some(known?)
                    }
                }),
                other => {
                    let name = other.to_owned();
                    return Err(wrong("on", BreakpointFault::OnNode { name }));
                }
            };
            Ok(StopAt::Node(node.into(), event))
        }
        (None, Some(_), None) => {
            let name = required_text(fields.variable.as_ref(), "variable", path, near)?;
            match on.unwrap_or("written") {
                "written" => Ok(StopAt::Written(name.into())),
                "becomes" => {
                    let missing = FormatErrorKind::MissingField { field: "value" };
                    let raw = fields.value;
                    let raw = raw.ok_or_else(|| Wrong::new(near, path.to_owned(), missing))?;
                    let value = read_literal(raw.get()).map_err(|kind| {
                        Wrong::new(Some(raw.get()), format!("{path}.value"), kind)
                    })?;
                    Ok(StopAt::Becomes(name.into(), value.value))
                }
                other => {
                    let name = other.to_owned();
                    Err(wrong("on", BreakpointFault::OnVariable { name }))
                }
            }
        }
        (None, None, Some(_)) => {
            let text = required_text(fields.expression.as_ref(), "expression", path, near)?;
            Ok(StopAt::Expression(text.into()))
        }
        _ => {
            let fault = BreakpointFault::OnWhat;
            Err(Wrong::field(near, path.to_owned(), fault))
        }
    }
}

/// Returns the text of a project's breakpoints. Documents without breakpoints are omitted.
pub fn write(all: &ProjectBreakpoints) -> String {
    let mut out = Writer::new(1);
    out.text("format", FORMAT);
    out.field("version", |out| push_display(VERSION, out));
    out.field("documents", |out| {
        let mut documents = Writer::new(2);
        for (path, breakpoints) in all.documents.iter().filter(|(_, list)| !list.is_empty()) {
            documents.field(path, |out| push_rows(breakpoints, 3, out, push_breakpoint));
        }
        out.push_str(&documents.finish());
    });
    all.extra.iter().for_each(|field| out.kept(field));
    let mut text = out.finish();
    text.push('\n');
    text
}

fn push_breakpoint(breakpoint: &Breakpoint, out: &mut String) {
    let mut fields = Writer::on_one_line();
    match &breakpoint.at {
        StopAt::Node(node, event) => {
            fields.text("node", node.as_str());
            match event {
                NodeEvent::Start => fields.text("on", "start"),
                NodeEvent::Abort => fields.text("on", "abort"),
                NodeEvent::End(status) => {
                    fields.text("on", "end");
                    if let Some(status) = status {
                        fields.text("status", status.name());
                    }
                }
            }
        }
        StopAt::Written(name) => {
            fields.text("variable", name);
            fields.text("on", "written");
        }
        StopAt::Becomes(name, value) => {
            fields.text("variable", name);
            fields.text("on", "becomes");
            fields.field("value", |out| push_value(value, out));
        }
        StopAt::Expression(text) => fields.text("expression", text),
    }
    if !breakpoint.enabled {
        fields.field("enabled", |out| out.push_str("false"));
    }
    if let Some(condition) = &breakpoint.condition {
        fields.text("condition", condition);
    }
    if breakpoint.from_hit > 1 {
        fields.field("from_hit", |out| push_display(breakpoint.from_hit, out));
    }
    if let Some(log) = &breakpoint.log {
        fields.text("log", log);
    }
    breakpoint.extra.iter().for_each(|field| fields.kept(field));
    out.push_str(&fields.finish());
}

#[cfg(test)]
mod tests;
