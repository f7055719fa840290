//! Writes files of claims: always the same text for the same claims.

use treewright_core::format::json_text::push_string;
use treewright_core::format::json_writer::{Writer, push_list, push_rows};
use treewright_core::format::literal::{push_display, push_value};
use treewright_core::value::Value;

use super::{FORMAT, VERSION};
use crate::claims::{Changes, Claim, ClaimLimits, Claims, InputRule, LeafRule, Says};

/// Returns the text of claims.
pub fn write(claims: &Claims) -> String {
    let mut fields = Writer::new(1);
    fields.text("format", FORMAT);
    fields.field("version", |out| push_display(VERSION, out));
    if let Some(schema) = &claims.schema {
        fields.text("$schema", schema);
    }
    if !claims.description.is_empty() {
        fields.text("description", &claims.description);
    }
    if let Some(tree) = &claims.tree {
        fields.text("tree", tree);
    }
    fields.field("dt", |out| push_value(&Value::Float(claims.dt), out));
    if claims.limits != ClaimLimits::default() {
        fields.field("limits", |out| push_limits(&claims.limits, out));
    }
    push_named_rows(&mut fields, "inputs", &claims.inputs, push_input);
    push_named_rows(&mut fields, "leaves", &claims.leaves, push_leaf);
    if !claims.assumptions.is_empty() {
        fields.field("assumptions", |out| {
            push_rows(&claims.assumptions, 2, out, |text, out| {
                push_string(text, out);
            });
        });
    }
    if !claims.claims.is_empty() {
        fields.field("claims", |out| {
            push_rows(&claims.claims, 2, out, push_claim);
        });
    }
    fields.finish() + "\n"
}

/// Writes a field with one named value per line; nothing if there are none.
fn push_named_rows<K: AsRef<str>, T>(
    fields: &mut Writer,
    key: &str,
    rows: &[(K, T)],
    push: impl Fn(&T, &mut String),
) {
    if rows.is_empty() {
        return;
    }
    fields.field(key, |out| {
        let mut named = Writer::new(2);
        for (name, value) in rows {
            named.field(name.as_ref(), |out| push(value, out));
        }
        out.push_str(&named.finish());
    });
}

fn push_limits(limits: &ClaimLimits, out: &mut String) {
    let mut fields = Writer::on_one_line();
    for (name, limit) in [("frames", limits.frames), ("states", limits.states)] {
        if let Some(limit) = limit {
            fields.field(name, |out| push_display(limit, out));
        }
    }
    if let Some(seconds) = limits.seconds {
        fields.field("seconds", |out| push_value(&Value::Float(seconds), out));
    }
    out.push_str(&fields.finish());
}

fn push_input(rule: &InputRule, out: &mut String) {
    let changes = match &rule.changes {
        Changes::Free => Some("free"),
        Changes::Fixed => Some("fixed"),
        Changes::Initial => Some("initial"),
        Changes::OnlyWhen(_) => None,
    };
    if let (Some(changes), []) = (changes, &*rule.values) {
        push_string(changes, out);
        return;
    }
    let mut fields = Writer::on_one_line();
    match &rule.changes {
        // The default is left out.
        Changes::Free => {}
        Changes::OnlyWhen(text) => fields.text("changes_only_when", text),
        Changes::Fixed | Changes::Initial => fields.text("changes", changes.unwrap_or_default()),
    }
    if !rule.values.is_empty() {
        fields.field("values", |out| push_list(&rule.values, out, push_value));
    }
    out.push_str(&fields.finish());
}

fn push_leaf(rule: &LeafRule, out: &mut String) {
    let LeafRule::Returns {
        results,
        max_frames,
    } = rule
    else {
        push_string("stand_in", out);
        return;
    };
    let mut fields = Writer::on_one_line();
    if !results.is_empty() {
        fields.field("results", |out| {
            push_list(results, out, |result, out| push_string(result.name(), out));
        });
    }
    if let Some(frames) = max_frames {
        fields.field("max_frames", |out| push_display(frames, out));
    }
    out.push_str(&fields.finish());
}

fn push_claim(claim: &Claim, out: &mut String) {
    let mut fields = Writer::on_one_line();
    fields.text("name", &claim.name);
    let form = claim.says.form().name();
    match &claim.says {
        Says::Never(text) | Says::Always(text) | Says::Can(text) => fields.text(form, text),
        Says::Within { .. } | Says::Before { .. } => fields.field(form, |out| {
            let mut parts = Writer::on_one_line();
            if let Says::Within { frames, .. } = &claim.says {
                parts.field("frames", |out| push_display(frames, out));
            }
            for (field, text) in claim.says.expressions() {
                parts.text(field.unwrap_or_default(), text);
            }
            out.push_str(&parts.finish());
        }),
    }
    out.push_str(&fields.finish());
}
