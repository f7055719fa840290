//! Earlier versions of a document's file, kept when it was overwritten by saves. Each can be compared with the document, or restored. Reads
//! no file itself.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use egui::{Context, ScrollArea, Ui, WidgetInfo};
use treewright_session::i18n::Texts;
use treewright_session::workspace::open_document::DocumentId;

use super::PanelContext;
use crate::action::{Action, ActionSink, VersionAction};
use crate::widgets::{LIST_WINDOW, ROW_HEIGHT, ToolWindow, caption, closed_by_escape};

/// The maximum height of the list, which scrolls beyond that.
const MAX_HEIGHT: f32 = 230.0;

/// An earlier version.
#[derive(Clone, Debug)]
pub struct EarlierVersion {
    /// The file of the kept version.
    pub file: PathBuf,
    /// When it was overwritten.
    pub replaced: SystemTime,
    /// Its size.
    pub bytes: u64,
    /// What it would change; `None` if that is not known, as of large files.
    pub changes: Option<ChangeCounts>,
}

/// How much a version would change, apart from the layout.
#[derive(Clone, Copy, Debug)]
pub struct ChangeCounts {
    pub nodes: usize,
    /// Variables, trees, notes, groups and settings of the document.
    pub others: usize,
    /// Nothing differs, the layout neither.
    pub is_same: bool,
}
#[derive(Clone, Debug)]
pub struct EarlierVersions {
    pub document: DocumentId,
    pub title: String,
    /// Latest first.
    pub versions: Vec<EarlierVersion>,
    /// Whether nothing else would have handled Escape in the previous frame.
    is_free: bool,
    /// Its first button takes the keyboard when it is shown.
    takes_focus: bool,
}

impl EarlierVersions {
    /// The window of a document's versions, which must be sorted latest first.
    pub fn new(document: DocumentId, title: String, versions: Vec<EarlierVersion>) -> Self {
        Self {
            document,
            title,
            versions,
            is_free: false,
            takes_focus: true,
        }
    }
}

/// Shows the window. Returns false if it was closed.
pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    window: &mut EarlierVersions,
    is_busy: bool,
    sink: &mut ActionSink,
) -> bool {
    let title = [("title", &*window.title)];
    let shown = ToolWindow {
        id: "earlier versions",
        title: cx.texts.tr_with("earlier.title", &title),
        size: LIST_WINDOW,
        about: None,
        is_new: false,
    };
    let (_, open) = shown.show(ctx, |ui| contents(ui, cx, window, sink));
    open && !closed_by_escape(ctx, &mut window.is_free, is_busy)
}

fn contents(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    window: &mut EarlierVersions,
    sink: &mut ActionSink,
) {
    if window.versions.is_empty() {
        ui.label(cx.texts.tr("earlier.none").into_owned());
        return;
    }
    caption(ui, cx.theme, &cx.texts.tr("earlier.hint"));
    let now = SystemTime::now();
    // A small window has no room for all ten.
    ScrollArea::vertical()
        .max_height(MAX_HEIGHT)
        .show(ui, |ui| {
            egui::Grid::new("earlier versions")
                .num_columns(5)
                .striped(true)
                .min_row_height(ROW_HEIGHT)
                .show(ui, |ui| {
                    for version in &window.versions {
                        let takes_focus = std::mem::take(&mut window.takes_focus);
                        row(ui, cx, (version, takes_focus), now, sink);
                        ui.end_row();
                    }
                });
        });
}

fn in_words(texts: &Texts, changes: ChangeCounts) -> String {
    let nodes = texts.tr_count("earlier.nodes", changes.nodes);
    let others = texts.tr_count("earlier.others", changes.others);
    match (changes.nodes, changes.others) {
        (0, 0) if changes.is_same => texts.tr("earlier.identical").into_owned(),
        (0, 0) => texts.tr("earlier.same").into_owned(),
        (_, 0) => nodes,
        (0, _) => others,
        _ => format!("{nodes} · {others}"),
    }
}

fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (version, takes_focus): (&EarlierVersion, bool),
    now: SystemTime,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    let age = now.duration_since(version.replaced).unwrap_or_default();
    let age = age_in_words(texts, age);
    ui.label(&age);
    let kilobytes = version.bytes.div_ceil(1000).to_string();
    ui.weak(texts.tr_with("earlier.size", &[("count", &kilobytes)]));
    let changes = version.changes.map(|changes| in_words(texts, changes));
    ui.label(changes.unwrap_or_default());
    let actions = [
        (
            "earlier.compare",
            VersionAction::CompareWithEarlier(version.file.clone(), age.clone()),
        ),
        (
            "earlier.restore",
            VersionAction::RestoreEarlier(version.file.clone()),
        ),
    ];
    for (index, (key, action)) in actions.into_iter().enumerate() {
        let button = ui.button(texts.tr(key).into_owned());
        if takes_focus && index == 0 {
            button.request_focus();
        }
        // Screen readers need a distinct name for each of the equal buttons.
        let name = texts.labeled(&texts.tr(key), &age);
        button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
        if button.clicked() {
            sink.push(Action::Version(action));
        }
    }
}

/// An age in its largest suitable unit.
pub(super) fn age_in_words(texts: &Texts, age: Duration) -> String {
    /// Below this age, in seconds, the text is "just now".
    const NOW: u64 = 15;
    const UNITS: [(&str, u64); 4] = [
        ("earlier.days", 24 * 60 * 60),
        ("earlier.hours", 60 * 60),
        ("earlier.minutes", 60),
        ("earlier.seconds", 1),
    ];
    let seconds = age.as_secs();
    let unit = UNITS.iter().find(|(_, length)| seconds >= NOW.max(*length));
    match unit {
        Some((key, length)) => {
            let count = usize::try_from(seconds / length).unwrap_or(usize::MAX);
            texts.tr_count(key, count)
        }
        None => texts.tr("earlier.now").into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_use_the_largest_unit() {
        let texts = Texts::new("en");
        let age = |seconds| age_in_words(&texts, Duration::from_secs(seconds));
        assert_eq!(age(14), "just now");
        assert_eq!(age(59), "59 seconds ago");
        assert_eq!(age(60), "1 minute ago");
        assert_eq!(age(7199), "1 hour ago");
        assert_eq!(age(3 * 24 * 60 * 60), "3 days ago");
    }
}
