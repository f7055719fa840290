//! From breakpoints to text: always the same text for the same ones.

use treewright_core::format::json_writer::{Writer, push_rows};
use treewright_core::format::literal::{push_display, push_value};

use super::{FORMAT, ProjectBreakpoints, VERSION};
use crate::breakpoint::{Breakpoint, NodeEvent, StopAt};

/// The text of a project's breakpoints. Documents without any are left out.
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
    if breakpoint.from_hit > 1 {
        fields.field("from_hit", |out| push_display(breakpoint.from_hit, out));
    }
    if let Some(log) = &breakpoint.log {
        fields.text("log", log);
    }
    breakpoint.extra.iter().for_each(|field| fields.kept(field));
    out.push_str(&fields.finish());
}
