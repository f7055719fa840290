//! What a game has measured of nodes, in words: on cards, in tooltips and in the inspector.

use treewright_session::i18n::Texts;
use treewright_session::workspace::run_profile::NodeCost;

/// What a card shows: the share, and of a leaf also how long a call takes and how many there are.
pub fn on_card(texts: &Texts, cost: &NodeCost) -> String {
    // Cards are narrow.
    let time = duration(cost.nanoseconds).replace(' ', "");
    let calls = rate(cost.calls);
    let (share, key) = if cost.is_of_leaf() {
        (percent(cost.share), "profile.card")
    } else {
        (percent(cost.branch), "profile.card_branch")
    };
    let arguments = [("share", &*share), ("time", &*time), ("calls", &*calls)];
    let text = texts.tr_with(key, &arguments);
    if cost.aborts > 0.0 {
        let aborts = [("text", &*text), ("aborts", &*rate(cost.aborts))];
        return texts.tr_with("profile.card_aborts", &aborts);
    }
    text
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
