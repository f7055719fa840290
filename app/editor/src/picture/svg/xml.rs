//! Formatting for SVG: escaped text, colors, numbers. Knows nothing about shapes.

use std::fmt;

use egui::Color32;

/// Escapes a text for use between tags or quotes. Characters that XML cannot hold become replacement characters.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// A color without its opacity, as `#rrggbb`.
pub fn hex(color: Color32) -> String {
    let [r, g, b, _] = color.to_srgba_unmultiplied();
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A color as the attribute `name`, with its opacity unless it is opaque; `none` for an invisible color.
pub fn paint(name: &str, color: Color32) -> String {
    match color.a() {
        0 if color == Color32::TRANSPARENT => format!(" {name}=\"none\""),
        255 => format!(" {name}=\"{}\"", hex(color)),
        alpha => {
            let opacity = number(f32::from(alpha) / 255.0);
            format!(" {name}=\"{}\" {name}-opacity=\"{opacity}\"", hex(color))
        }
    }
}

/// Formats a number with at most three decimals.
pub fn number(value: f32) -> Number {
    Number(value)
}

/// A number formatted with at most three decimals.
#[derive(Clone, Copy)]
pub struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.3}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_invalid_in_xml_are_replaced() {
        assert_eq!(
            escaped("a<b & \"c\"\u{1}"),
            "a&lt;b &amp; &quot;c&quot;\u{fffd}"
        );
    }

    #[test]
    fn numbers_are_short() {
        let all = [1.0, -0.0, 0.1, 1234.5678, -0.0001].map(|value| number(value).to_string());
        assert_eq!(all, ["1", "0", "0.1", "1234.568", "0"]);
    }

    #[test]
    fn opacity_is_a_separate_attribute() {
        assert_eq!(paint("fill", Color32::RED), " fill=\"#ff0000\"");
        let faint = Color32::from_rgba_unmultiplied(255, 0, 0, 51);
        assert_eq!(
            paint("fill", faint),
            " fill=\"#ff0000\" fill-opacity=\"0.2\""
        );
        assert_eq!(paint("fill", Color32::TRANSPARENT), " fill=\"none\"");
    }
}
