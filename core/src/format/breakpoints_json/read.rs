//! From a file's text to the breakpoints of a project.

use serde_json::value::RawValue;

use super::{FORMAT, MAX_DOCUMENTS, ProjectBreakpoints, VERSION};
use crate::breakpoint::{Breakpoint, MAX_BREAKPOINTS, NodeEvent, StopAt};
use crate::format::checked::{Checked, Wrong, anchor, extra, needed, of_part};
use crate::format::json_text::{Head, check_head, decode, explain, failing_path};
use crate::format::literal::read_literal;
use crate::format::shape::{Entries, Text, shape};
use crate::format::{FormatError, FormatErrorKind};
use crate::runtime::EndStatus;

shape! {
    /// The whole file.
    File is "breakpoints: an object" {
        format = "format": Text<'a>,
        version = "version": &'a RawValue,
        documents = "documents": Entries<'a>,
    }
}

shape! {
    /// A breakpoint.
    FileBreakpoint is "a breakpoint: an object" {
        node = "node": Text<'a>,
        variable = "variable": Text<'a>,
        expression = "expression": Text<'a>,
        on = "on": Text<'a>,
        status = "status": Text<'a>,
        value = "value": &'a RawValue,
        enabled = "enabled": bool,
        from_hit = "from_hit": u64,
        log = "log": Text<'a>,
    }
}

/// Reads a project's breakpoints.
///
/// # Errors
/// Says what is wrong first and where.
pub fn read(bytes: &[u8]) -> Result<ProjectBreakpoints, FormatError> {
    let text = decode(bytes)?;
    let head: Head<'_> = serde_json::from_str(text).map_err(|error| explain(text, &error))?;
    let head = (head.format.as_deref(), head.version);
    check_head(text, head, FORMAT, VERSION)?;
    let file: File<'_> = serde_json::from_str(text).map_err(|error| FormatError {
        path: failing_path::<File<'_>>(text),
        ..explain(text, &error)
    })?;
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
        let parts: Vec<&RawValue> = serde_json::from_str(list.get())
            .map_err(|error| of_part::<Vec<&RawValue>>(text, list.get(), &place, &error))?;
        too_many(parts.len(), MAX_BREAKPOINTS, &place)?;
        let mut breakpoints = Vec::with_capacity(parts.len());
        for (i, part) in parts.into_iter().enumerate() {
            let place = format!("{place}[{i}]");
            let fields: FileBreakpoint<'_> = serde_json::from_str(part.get())
                .map_err(|error| of_part::<FileBreakpoint<'_>>(text, part.get(), &place, &error))?;
            let read = breakpoint(&fields, &place, part.get());
            breakpoints.push(read.map_err(|wrong| wrong.in_text(text))?);
        }
        let before = all.documents.insert(path.to_string(), breakpoints);
        if before.is_some() {
            let message = format!("the document `{}` occurs twice", &*path);
            return Err(Wrong::field(path.borrowed(), place, message).in_text(text));
        }
    }
    Ok(all)
}

fn too_many(count: usize, limit: usize, path: &str) -> Result<(), FormatError> {
    if count <= limit {
        return Ok(());
    }
    Err(FormatError {
        path: path.to_owned(),
        ..FormatError::new(FormatErrorKind::WrongField {
            message: format!("at most {limit} can stand here, not {count}"),
        })
    })
}

fn breakpoint<'a>(
    fields: &FileBreakpoint<'a>,
    path: &str,
    whole: &'a str,
) -> Checked<'a, Breakpoint> {
    let mut breakpoint = Breakpoint::new(stop_at(fields, path, whole)?);
    breakpoint.enabled = fields.enabled.unwrap_or(true);
    breakpoint.from_hit = fields.from_hit.unwrap_or(1).max(1);
    breakpoint.log = fields.log.as_ref().map(|log| (**log).into());
    breakpoint.extra = extra(&fields.unknown, || path.to_owned())?;
    Ok(breakpoint)
}

fn stop_at<'a>(fields: &FileBreakpoint<'a>, path: &str, whole: &'a str) -> Checked<'a, StopAt> {
    let near = anchor(&[&fields.node, &fields.variable, &fields.expression]).or(Some(whole));
    let wrong = |field: &str, found: &str, expected: &str| {
        let message = format!("`{found}` must be {expected}");
        Wrong::field(near, format!("{path}.{field}"), message)
    };
    let on = fields.on.as_deref();
    match (&fields.node, &fields.variable, &fields.expression) {
        (Some(_), None, None) => {
            let node = needed(fields.node.as_ref(), "node", path, near)?;
            let event = match on.unwrap_or("start") {
                "start" => NodeEvent::Start,
                "abort" => NodeEvent::Abort,
                "end" => NodeEvent::End(match fields.status.as_deref() {
                    None => None,
                    Some(name) => {
                        let known = EndStatus::ALL.into_iter().find(|s| s.name() == name);
                        let known = known
                            .ok_or_else(|| wrong("status", name, "Success, Failure or Inactive"));
                        Some(known?)
                    }
                }),
                other => return Err(wrong("on", other, "start, end or abort")),
            };
            Ok(StopAt::Node(node.into(), event))
        }
        (None, Some(_), None) => {
            let name = needed(fields.variable.as_ref(), "variable", path, near)?;
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
                other => Err(wrong("on", other, "written or becomes")),
            }
        }
        (None, None, Some(_)) => {
            let text = needed(fields.expression.as_ref(), "expression", path, near)?;
            Ok(StopAt::Expression(text.into()))
        }
        _ => {
            let message = "one of `node`, `variable` and `expression` must stand here";
            Err(Wrong::field(near, path.to_owned(), message))
        }
    }
}
