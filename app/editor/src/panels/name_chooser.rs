//! A text field for one of many names: what is typed is completed, and a button lists all names. Knows nothing about what the names stand for.

use egui::{
    CompletionPopup, CompletionQuery, Id, RectAlign, Response, ScrollArea, Suggestion, TextEdit, Ui,
};
use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;

use crate::accessible_tree::opens_menu;
use crate::icons;
use crate::panels::PanelContext;
use crate::popup_keyboard::set_label;
use crate::theme::space;
use crate::widgets::{draft, placeholder, scroll_to_focused};

/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 40;
/// The maximum number of names in the list; the others are found by typing.
const MAX_LISTED: usize = 500;
/// The width of the button with the gap before it, in points.
const BUTTON: f32 = 27.0;

/// A name that can be chosen.
pub struct Choice {
    /// What is shown and matched.
    pub shown: String,
    /// What is written.
    pub value: String,
}

pub struct NameChooser<'a> {
    pub cx: &'a PanelContext<'a>,
    /// Must be unique for each field.
    pub id: Id,
    /// The name for screen readers.
    pub name: &'a str,
    /// The placeholder of an empty field.
    pub hint: &'a str,
    pub choices: &'a dyn Fn() -> Vec<Choice>,
}

impl NameChooser<'_> {
    /// Shows the field. Returns a newly chosen or typed value.
    pub fn show(&self, ui: &mut Ui, current: &str) -> Option<String> {
        let mut accepted = None;
        let typed = draft(ui, self.id, &current.to_owned(), |ui, text| {
            let (response, taken) = self.field(ui, text, current);
            accepted = taken;
            response
        });
        if accepted.is_some() {
            // It is final, although the field keeps the keyboard.
            ui.data_mut(|data| data.remove::<String>(self.id));
        }
        let typed = typed.map(|typed| self.meant(typed));
        let listed = self.list(ui, current);
        let chosen = accepted.or(listed).or(typed);
        chosen.filter(|chosen| chosen != current)
    }

    /// Shows a field that edits the text itself, and its button.
    pub fn edit(&self, ui: &mut Ui, text: &mut String, proposed: &str) -> Response {
        ui.horizontal(|ui| {
            let (response, _) = self.field(ui, text, proposed);
            if let Some(listed) = self.list(ui, text) {
                *text = listed;
            }
            response
        })
        .inner
    }

    /// The field without its button. Also returns a suggestion that was taken.
    fn field(&self, ui: &mut Ui, text: &mut String, settled: &str) -> (Response, Option<String>) {
        let edit = TextEdit::singleline(text)
            .hint_text(placeholder(self.hint))
            .desired_width(ui.available_width() - BUTTON);
        let completion = CompletionPopup::new(self.id.with("text"))
            .word_boundary(|_| false)
            .align(RectAlign::BOTTOM_START)
            .max_height(260.0);
        let suggest = |query: &CompletionQuery<'_>| self.suggestions(query, settled);
        let output = completion.show(ui, edit, suggest);
        let response = output.text_edit.response.response;
        let taken = output.accepted.map(|taken| taken.insert);
        (response.accessible_name(self.name), taken)
    }

    /// The choices that match what was typed, best first. None for a settled value, so that keys pass through the field.
    fn suggestions(&self, query: &CompletionQuery<'_>, settled: &str) -> Vec<Suggestion> {
        let is_at_end = query.word.len() == query.text.len();
        if query.text == settled || query.text.trim().is_empty() || !is_at_end {
            return Vec::new();
        }
        let choices = (self.choices)();
        if choices.iter().any(|choice| choice.value == query.text) {
            return Vec::new();
        }
        let matcher = SkimMatcherV2::default().ignore_case();
        let mut found: Vec<(i64, Choice)> = choices
            .into_iter()
            .filter_map(|choice| Some((matcher.fuzzy_match(&choice.shown, query.text)?, choice)))
            .collect();
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let found = found.into_iter().take(MAX_SUGGESTIONS);
        found
            .map(|(_, choice)| Suggestion::new(choice.value).content(choice.shown))
            .collect()
    }

    /// The value of the choice that was typed as it is shown, or the text itself.
    fn meant(&self, typed: String) -> String {
        let choices = (self.choices)();
        if choices.iter().any(|choice| choice.value == typed) {
            return typed;
        }
        let same = |choice: &Choice| choice.shown.to_lowercase() == typed.trim().to_lowercase();
        let meant = choices.into_iter().find(same);
        meant.map_or(typed, |choice| choice.value)
    }

    /// A button that lists the choices. Returns the chosen value.
    fn list(&self, ui: &mut Ui, current: &str) -> Option<String> {
        let texts = self.cx.texts;
        let name = texts.tr_with("inspector.choose", &[("name", self.name)]);
        let mut chosen = None;
        let padding = ui.spacing().button_padding;
        ui.spacing_mut().button_padding.x = space::XS;
        let menu = ui.menu_button(icons::text("expand_more").size(15.0), |ui| {
            ui.set_min_width(220.0);
            ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                for choice in (self.choices)().into_iter().take(MAX_LISTED) {
                    let line = egui::Button::selectable(choice.value == current, &choice.shown);
                    let line = ui.add(line).accessible_name(&*choice.shown);
                    set_label(&line, &choice.shown);
                    if line.clicked() {
                        chosen = Some(choice.value);
                    }
                }
                scroll_to_focused(ui);
            });
        });
        ui.spacing_mut().button_padding = padding;
        opens_menu(&menu.response, menu.inner.is_some());
        menu.response.accessible_name(&name).on_hover_text(name);
        chosen
    }
}
