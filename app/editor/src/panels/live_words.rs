//! In a few words, why nothing new can be seen of a program that runs the shown tree: the same in each place that says it.

use egui::{Color32, Label, RichText, Ui};
use treewright_core::Message;
use treewright_session::workspace::live::{Connection, LiveState};
use treewright_session::workspace::told_run::ToldRun;

use super::PanelContext;
use crate::icons;
use crate::theme::text_size;

/// Words with their explanation.
pub struct LiveWords {
    pub text: String,
    pub hint: String,
    pub icon: &'static str,
    pub color: Color32,
}

impl LiveWords {
    /// Describes the program that runs the tree of the active document; `None` if new frames of the shown agent come, or will when the program goes on.
    pub fn of(cx: &PanelContext<'_>) -> Option<Self> {
        let live = cx.front.told_run().and_then(ToldRun::live)?;
        let (key, hint, icon) = match &live.connection {
            Connection::Ended(Some(why)) => (
                "status.ended",
                because(cx, live, "attach.ended", why),
                "link_off",
            ),
            Connection::Ended(None) => (
                "status.detached",
                hint(cx, live, "attach.detached"),
                "link_off",
            ),
            Connection::Lost(why) => {
                let hint = because(cx, live, "status.not_reached_hint", why);
                ("status.not_reached", hint, "link_off")
            }
            Connection::Connecting => {
                let hint = cx.texts.tr("attach.connecting").into_owned();
                ("attach.connecting", hint, "sensors")
            }
            Connection::Attached if live.is_replaced => (
                "status.replaced",
                hint(cx, live, "status.replaced_hint"),
                "swap_horiz",
            ),
            Connection::Attached if live.left.is_some() => {
                return Some(Self::of_left(cx, live.left?));
            }
            Connection::Attached if live.is_loading => {
                let hint = cx.texts.tr("status.loading_hint").into_owned();
                ("status.loading", hint, "hourglass_top")
            }
            Connection::Attached => return None,
        };
        let color = match &live.connection {
            Connection::Lost(_) => cx.theme.error,
            _ => cx.theme.muted,
        };
        Some(Self {
            text: cx.texts.tr(key).into_owned(),
            hint,
            icon,
            color,
        })
    }

    fn of_left(cx: &PanelContext<'_>, frame: u64) -> Self {
        let frame = frame.to_string();
        let text = cx.texts.tr_with("status.left", &[("frame", &frame)]);
        Self {
            hint: text.clone(),
            text,
            icon: "person_off",
            color: cx.theme.muted,
        }
    }

    /// Shows them from the right: the icon is in front of the text.
    pub fn show(&self, ui: &mut Ui) {
        let text = RichText::new(&self.text).size(text_size::SMALL);
        let label = ui.add(Label::new(text.color(self.color)).truncate());
        label.on_hover_text(&self.hint);
        ui.label(icons::text(self.icon).size(14.0).color(self.color));
    }
}

fn hint(cx: &PanelContext<'_>, live: &LiveState, key: &str) -> String {
    cx.texts.tr_with(key, &[("name", &live.name)])
}

fn because(cx: &PanelContext<'_>, live: &LiveState, key: &str, why: &Message) -> String {
    let reason = cx.texts.message(why);
    let arguments = [("name", &*live.name), ("reason", &*reason)];
    cx.texts.tr_with(key, &arguments)
}
