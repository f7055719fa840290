//! What a game has measured of nodes, in words: on cards, in tooltips and in the inspector.

use treewright_session::i18n::Texts;
use treewright_session::workspace::run_profile::NodeCost;

/// What a card shows, the longest first, of which a narrow one takes what fits: the share, of a leaf also how long a call takes and how many there
/// are, and aborts.
pub fn on_card(texts: &Texts, cost: &NodeCost) -> Vec<String> {
    // Cards are narrow.
    let time = duration(cost.nanoseconds).replace(' ', "");
    let calls = rate(cost.calls);
    let mut shown = Vec::new();
    if cost.is_of_leaf() {
        let share = percent(cost.share);
        let arguments = [("share", &*share), ("time", &*time), ("calls", &*calls)];
        shown.push(texts.tr_with("profile.card", &arguments));
        shown.push(short(cost));
    } else {
        let share = percent(cost.branch);
        shown.push(texts.tr_with("profile.card_branch", &[("share", &share)]));
    }
    if cost.aborts > 0.0 {
        let aborts = [("text", &*shown[0]), ("aborts", &*rate(cost.aborts))];
        shown.insert(0, texts.tr_with("profile.card_aborts", &aborts));
    }
    shown
}

/// The share of a card that has no room for more.
pub fn short(cost: &NodeCost) -> String {
    format!("{}%", percent(cost.share))
}

/// Everything, in a sentence.
pub fn sentence(texts: &Texts, cost: &NodeCost) -> String {
    let (time, calls) = (duration(cost.nanoseconds), rate(cost.calls));
    let (share, branch) = (percent(cost.share), percent(cost.branch));
    let mut parts = Vec::new();
    if cost.is_of_leaf() {
        let arguments = [("share", &*share), ("time", &*time), ("calls", &*calls)];
        parts.push(texts.tr_with("profile.leaf", &arguments));
    } else if cost.branch > 0.0 {
        parts.push(texts.tr_with("profile.branch", &[("share", &branch)]));
    }
    if cost.aborts > 0.0 {
        let aborts = rate(cost.aborts);
        parts.push(texts.tr_with("profile.aborts", &[("aborts", &aborts)]));
    }
    parts.join(&texts.tr("list.comma"))
}

/// A part of the whole, without its sign: tenths of a percent while they matter.
pub fn percent(part: f64) -> String {
    let percent = 100.0 * part;
    if percent < 9.95 {
        format!("{percent:.1}")
    } else {
        format!("{percent:.0}")
    }
}

/// How often something happens, in few digits.
fn rate(a_second: f64) -> String {
    match a_second {
        rate if rate < 9.95 => format!("{rate:.1}"),
        rate if rate < 999.5 => format!("{rate:.0}"),
        rate => format!("{:.1}k", rate / 1e3),
    }
}

/// A duration in the unit in which it has few digits.
fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        time if time < 999.5 => format!("{time:.0} ns"),
        time if time < 999_950.0 => format!("{:.1} µs", time / 1e3),
        time => format!("{:.1} ms", time / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_card_gets_less_and_no_part_of_a_number() {
        let leaf = NodeCost {
            calls: 60.0,
            nanoseconds: 1_234.0,
            share: 0.42,
            aborts: 0.2,
            ..NodeCost::default()
        };
        let texts = Texts::default();
        assert_eq!(
            on_card(&texts, &leaf),
            ["42% 1.2µs 60/s · 0.2 aborts/s", "42% 1.2µs 60/s", "42%"]
        );
        let branch = NodeCost {
            branch: 1.0,
            aborts: 0.2,
            ..NodeCost::default()
        };
        assert_eq!(
            on_card(&texts, &branch),
            ["Branch 100% · 0.2 aborts/s", "Branch 100%"]
        );
    }

    #[test]
    fn numbers_have_few_digits() {
        let durations = [0.0, 999.4, 1_234.0, 999_949.0, 2_340_000.0].map(duration);
        assert_eq!(
            durations.join(" | "),
            "0 ns | 999 ns | 1.2 µs | 999.9 µs | 2.3 ms"
        );
        assert_eq!([0.0042, 0.0994, 0.42].map(percent).join(" "), "0.4 9.9 42");
        assert_eq!([0.25, 60.2, 1_200.0].map(rate).join(" "), "0.2 60 1.2k");
    }
}
