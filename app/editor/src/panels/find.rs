//! The find and replace panel: fields for the query and the replacement, and the matches. Click a match to go to it. The search itself runs
//! elsewhere, when something changed; this file only displays.

use egui::{Button, Key, RichText, TextEdit, Ui};
use treewright_authoring::search::{SearchField, SearchFields, TextMatch, TextOwner, TextRole};
use treewright_session::file_names::slashed;
use treewright_session::workspace::finding::{
    DocumentMatches, Finding, MatchSource, SearchHit, SearchScope, UsesOf,
};
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::project_listing::FileKind;

use super::PanelContext;
use crate::accessible_tree::{announce, opens_menu};
use crate::action::{Action, ActionSink, FindAction};
use crate::theme::space;
use crate::widgets::{
    IconButton, ROW_HEIGHT, Row, check_box, empty_hint, panel_scroll, placeholder, radio_button,
    search_field,
};

/// The maximum length of the text shown before the first match, in characters.
const MAX_LEAD: usize = 30;
/// The maximum length of the shown text, in bytes.
const MAX_LENGTH: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindField {
    Search,
    Replacement,
}

/// State kept between frames.
#[derive(Default)]
pub struct FindState {
    /// The query and its matches.
    pub finding: Finding,
    /// The field that takes the keyboard focus in the next frame.
    pub focus: Option<FindField>,
    /// Whether the search field has the keyboard.
    pub is_searching: bool,
    /// Scroll to the current match in the next frame.
    pub show_current: bool,
    /// Documents whose matches are collapsed.
    folded: Vec<MatchSource>,
    /// What was searched for when all matches were replaced, and how many there were.
    pub replaced: Option<(String, usize)>,
    /// What was searched for, and the number of matches, when they were announced last.
    announced: (String, usize),
    /// The panel was drawn in this frame, so its matches must be kept up to date.
    pub is_shown: bool,
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut FindState, sink: &mut ActionSink) {
    state.is_shown = true;
    announce_count(ui, cx, state);
    let uses = state
        .finding
        .uses
        .as_ref()
        .map(|uses| uses.name().to_owned());
    match uses {
        Some(name) => heading_of_uses(ui, cx, &name, state),
        None => fields(ui, cx, state, sink),
    }
    ui.add_space(space::XS);
    results(ui, cx, state, sink);
}

fn heading_of_uses(ui: &mut Ui, cx: &PanelContext<'_>, name: &str, state: &mut FindState) {
    ui.horizontal(|ui| {
        let back = cx.texts.tr("find.end_uses");
        if IconButton::new("arrow_back", &back)
            .small()
            .show(ui)
            .clicked()
        {
            state.finding.uses = None;
            state.focus = Some(FindField::Search);
        }
        ui.label(cx.texts.tr_with("find.uses_of", &[("name", name)]));
        count(ui, cx, &state.finding);
    });
}

fn fields(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut FindState, sink: &mut ActionSink) {
    ui.horizontal_wrapped(|ui| {
        ui.allocate_ui(egui::vec2(field_width(ui), 24.0), |ui| {
            text_field(ui, cx, state, sink);
        });
        switches(ui, cx, state, sink);
        scope_menu(ui, cx, &mut state.finding);
        fields_menu(ui, cx, &mut state.finding.query.fields);
    });
    ui.horizontal_wrapped(|ui| {
        replacement(ui, cx, state, sink);
        count(ui, cx, &state.finding);
    });
}

fn field_width(ui: &Ui) -> f32 {
    (ui.available_width() * 0.4).clamp(140.0, 320.0)
}

fn text_field(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut FindState, sink: &mut ActionSink) {
    let name = cx.texts.tr("find.search");
    let clear = cx.texts.tr("search.clear");
    let field = search_field(ui, cx.theme, &mut state.finding.query.text, &name, &clear);
    if state
        .focus
        .take_if(|field| *field == FindField::Search)
        .is_some()
    {
        crate::widgets::focus_all(ui, &field, &state.finding.query.text);
    }
    state.is_searching = field.has_focus();
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        let backwards = ui.input(|input| input.modifiers.shift);
        sink.push(Action::Find(FindAction::Step { backwards }));
        field.request_focus();
    }
}

fn switches(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut FindState, sink: &mut ActionSink) {
    let query = &mut state.finding.query;
    for (icon, key, on) in [
        ("match_case", "find.match_case", &mut query.match_case),
        ("match_word", "find.whole_word", &mut query.whole_word),
    ] {
        let name = cx.texts.tr(key);
        if IconButton::new(icon, &name)
            .selected(*on)
            .small()
            .show(ui)
            .clicked()
        {
            *on = !*on;
        }
    }
    for (icon, key, backwards) in [
        ("arrow_upward", "find.previous", true),
        ("arrow_downward", "find.next", false),
    ] {
        let name = cx.texts.tr(key);
        let any = state.finding.count() > 0;
        let button = IconButton::new(icon, &name).small().enabled(any);
        if button.show(ui).clicked() {
            sink.push(Action::Find(FindAction::Step { backwards }));
        }
    }
}

fn scope_menu(ui: &mut Ui, cx: &PanelContext<'_>, finding: &mut Finding) {
    let chosen = cx.texts.tr(finding.reach.text_key()).into_owned();
    let menu = ui.menu_button(chosen, |ui| {
        for reach in SearchScope::ALL {
            let text = cx.texts.tr(reach.text_key()).into_owned();
            if radio_button(ui, finding.reach == reach, text).clicked() {
                finding.reach = reach;
                ui.close();
            }
        }
    });
    opens_menu(&menu.response, menu.inner.is_some());
    menu.response.accessible_name(cx.texts.tr("find.where"));
}

fn fields_menu(ui: &mut Ui, cx: &PanelContext<'_>, fields: &mut SearchFields) {
    let single = SearchField::ALL
        .into_iter()
        .find(|f| *fields == SearchFields::only(*f));
    let shown = match single {
        _ if *fields == SearchFields::ALL => cx.texts.tr("find.everything").into_owned(),
        Some(field) => cx
            .texts
            .tr(&format!("find.field_{}", field.key()))
            .into_owned(),
        None => cx.texts.tr("find.some").into_owned(),
    };
    let menu = ui.menu_button(shown, |ui| {
        if ui
            .button(cx.texts.tr("find.everything").into_owned())
            .clicked()
        {
            *fields = SearchFields::ALL;
        }
        ui.separator();
        for field in SearchField::ALL {
            let text = cx
                .texts
                .tr(&format!("find.field_{}", field.key()))
                .into_owned();
            let mut on = fields.contains(field);
            if check_box(ui, &mut on, text).changed() {
                // If everything is searched, one click restricts the search to this field.
                *fields = match *fields {
                    SearchFields::ALL => SearchFields::only(field),
                    some => some.toggled(field),
                };
            }
        }
    });
    opens_menu(&menu.response, menu.inner.is_some());
    menu.response.accessible_name(cx.texts.tr("find.what"));
}

fn replacement(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut FindState, sink: &mut ActionSink) {
    let name = cx.texts.tr("find.replace_with").into_owned();
    let width = field_width(ui);
    let field = TextEdit::singleline(&mut state.finding.replacement)
        .hint_text(placeholder(&*name))
        .desired_width(width);
    let field = ui.add(field).accessible_name(name);
    if state
        .focus
        .take_if(|field| *field == FindField::Replacement)
        .is_some()
    {
        crate::widgets::focus_all(ui, &field, &state.finding.replacement);
    }
    let any = state.finding.count() > 0;
    for (key, all) in [("find.replace", false), ("find.replace_all", true)] {
        let text = cx.texts.tr(key).into_owned();
        if ui.add_enabled(any, Button::new(text)).clicked() {
            sink.push(Action::Find(FindAction::Replace { all }));
        }
    }
}

fn count(ui: &mut Ui, cx: &PanelContext<'_>, finding: &Finding) {
    if finding.count() > 0 {
        let text = count_text(cx, finding.count(), finding.has_more());
        ui.label(RichText::new(text).small().color(cx.theme.muted));
    }
}

/// Announces how many matches there are when that or what is searched for has changed, while the keyboard is in the panel.
fn announce_count(ui: &Ui, cx: &PanelContext<'_>, state: &mut FindState) {
    let finding = &state.finding;
    let now = (finding.query.text.clone(), finding.count());
    if state.announced == now {
        return;
    }
    let focused = ui.memory(egui::Memory::focused);
    let focused = focused.and_then(|id| ui.ctx().read_response(id));
    let is_here = focused.is_some_and(|it| ui.max_rect().contains(it.rect.center()));
    if is_here && finding.uses.is_none() && !now.0.is_empty() {
        let text = match now.1 {
            0 => cx.texts.tr("find.nothing").into_owned(),
            count => count_text(cx, count, finding.has_more()),
        };
        announce(ui.ctx(), &text);
    }
    state.announced = now;
}

fn count_text(cx: &PanelContext<'_>, count: usize, more: bool) -> String {
    let key = if more { "find.more" } else { "find.count" };
    if more {
        return cx.texts.tr_with(key, &[("count", &count.to_string())]);
    }
    cx.texts.tr_count(key, count)
}

/// A row of the list.
#[derive(Clone, Copy)]
enum FindRow {
    Document(usize),
    Hit(SearchHit),
}

fn results(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut FindState, sink: &mut ActionSink) {
    if state.finding.count() == 0 {
        return empty_message(ui, cx, state);
    }
    let lines = lines(state);
    let current = state.finding.current();
    let shown = lines
        .iter()
        .position(|line| matches!(line, FindRow::Hit(hit) if Some(*hit) == current));
    let mut area = panel_scroll();
    if std::mem::take(&mut state.show_current)
        && let Some(shown) = shown
    {
        let top = shown as f32 * ROW_HEIGHT - ui.available_height() * 0.4;
        area = area.vertical_scroll_offset(top.max(0.0));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    area.show_rows(ui, ROW_HEIGHT, lines.len(), |ui, range| {
        for line in &lines[range] {
            match *line {
                FindRow::Document(index) => document_row(ui, cx, index, state),
                FindRow::Hit(hit) => {
                    ui.push_id((hit.document, hit.index), |ui| {
                        hit_row(ui, cx, &state.finding, hit, sink);
                    });
                }
            }
        }
    });
}

fn empty_message(ui: &mut Ui, cx: &PanelContext<'_>, state: &FindState) {
    let finding = &state.finding;
    let query = &finding.query.text;
    let replaced = state.replaced.as_ref();
    let replaced = replaced.filter(|(searched, _)| searched == query);
    let text = match &finding.uses {
        Some(UsesOf::Variable(_, name)) => cx.texts.tr_with("find.no_uses", &[("name", name)]),
        Some(UsesOf::InProject(subject)) => {
            let name = [("name", &*subject.name)];
            cx.texts.tr_with("find.no_uses_in_project", &name)
        }
        None if query.is_empty() => cx.texts.tr("find.start").into_owned(),
        None if let Some((_, count)) = replaced => cx.texts.tr_count("find.replaced", *count),
        None => cx.texts.tr("find.nothing").into_owned(),
    };
    empty_hint(ui, cx.theme, "search", &text);
}

fn lines(state: &FindState) -> Vec<FindRow> {
    let mut lines = Vec::with_capacity(state.finding.count());
    for (document, found) in state.finding.documents().iter().enumerate() {
        lines.push(FindRow::Document(document));
        if !state.folded.contains(&found.source) {
            let hits = (0..found.count()).map(|index| SearchHit { document, index });
            lines.extend(hits.map(FindRow::Hit));
        }
    }
    lines
}

fn document_row(ui: &mut Ui, cx: &PanelContext<'_>, index: usize, state: &mut FindState) {
    let found = &state.finding.documents()[index];
    let folded = state.folded.contains(&found.source);
    let title = title_of(cx, found);
    let count = count_text(cx, found.count(), found.found.more);
    let folder = folder_of(cx, found);
    let (path, detail) = match &*folder {
        "" => (title.clone(), count.clone()),
        folder => (format!("{folder}/{title}"), format!("{folder} · {count}")),
    };
    let name = [("title", &*path), ("count", &count)];
    let name = cx.texts.tr_with("find.document", &name);
    let icon = if folded {
        "chevron_right"
    } else {
        "expand_more"
    };
    let row = Row::new(&title)
        .icon(icon, cx.theme.muted)
        .detail(&detail)
        .name(&name);
    let response = ui
        .push_id(("document", index), |ui| row.show(ui, cx.theme))
        .inner;
    if response.clicked() {
        let source = found.source.clone();
        match state.folded.iter().position(|s| *s == source) {
            Some(at) => drop(state.folded.remove(at)),
            None => state.folded.push(source),
        }
    }
}

/// The title of the document that contains these matches.
fn title_of(cx: &PanelContext<'_>, found: &DocumentMatches) -> String {
    match &found.source {
        MatchSource::Open(_) => {
            let document = document_of(cx, found);
            document.map(|d| d.title(cx.texts)).unwrap_or_default()
        }
        MatchSource::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.into_owned()
        }
    }
}

/// The folder of the document in its project; empty if it lies at its top.
fn folder_of(cx: &PanelContext<'_>, found: &DocumentMatches) -> String {
    let path = match &found.source {
        MatchSource::Open(_) => document_of(cx, found).and_then(OpenDocument::path),
        MatchSource::File(path) => Some(&**path),
    };
    let inside = path.and_then(|path| path.strip_prefix(cx.project.folder?).ok());
    let folder = inside.and_then(|inside| inside.parent());
    folder.map(slashed).unwrap_or_default()
}

fn document_of<'a>(cx: &PanelContext<'a>, found: &DocumentMatches) -> Option<&'a OpenDocument> {
    let MatchSource::Open(id) = found.source else {
        return None;
    };
    let index = cx.workspace.index_of(id)?;
    cx.workspace.documents().get(index)
}

fn hit_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    finding: &Finding,
    hit: SearchHit,
    sink: &mut ActionSink,
) {
    let found = &finding.documents()[hit.document];
    let current = finding.current() == Some(hit);
    let response = if let Some(matched) = finding.match_at(hit) {
        match_row(ui, cx, found, matched, current)
    } else {
        let frame = found.frames.get(hit.index).copied().unwrap_or_default();
        let text = match frame {
            0 => cx.texts.tr("find.scenario_itself").into_owned(),
            frame => {
                let frame = frame.to_string();
                let frame = [("frame", &*frame)];
                cx.texts.tr_with("find.scenario_frame", &frame)
            }
        };
        let row = Row::new(&text).icon("movie", cx.theme.muted);
        row.indent(14.0).selected(current).show(ui, cx.theme)
    };
    if response.clicked() {
        sink.push(Action::Find(FindAction::GoTo(hit)));
    }
}

fn match_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    found: &DocumentMatches,
    matched: &TextMatch,
    current: bool,
) -> egui::Response {
    let document = document_of(cx, found);
    let (icon, color) = icon_of(cx, document, matched);
    let detail = location_text(cx, document, (&found.source, matched));
    let (text, ranges) = excerpt(matched);
    let name = [("text", &*text), ("place", &detail)];
    let name = cx.texts.tr_with("find.result", &name);
    Row::new(&text)
        .marked(&ranges)
        .icon(icon, color)
        .detail(&detail)
        .indent(14.0)
        .selected(current)
        .name(&name)
        .show(ui, cx.theme)
}

fn icon_of<'a>(
    cx: &PanelContext<'a>,
    document: Option<&'a OpenDocument>,
    matched: &TextMatch,
) -> (&'a str, egui::Color32) {
    let muted = cx.theme.muted;
    match (&matched.owner, document) {
        (TextOwner::Node(id), Some(document)) => {
            let node = document.document().node(id);
            let declaration = node.and_then(|node| document.library().declaration(&node.task));
            match declaration {
                Some(declaration) => (
                    crate::icons::of_node_type(declaration),
                    cx.theme.node_type_color(declaration),
                ),
                None => ("help", cx.theme.category(None)),
            }
        }
        (TextOwner::Variable(_), _) => ("memory", muted),
        (TextOwner::Note(_), _) => ("comment", muted),
        (TextOwner::Group(_), _) => ("select_all", muted),
        (TextOwner::Frame(_), _) => ("movie", muted),
        (TextOwner::Task(_), _) => ("bolt", muted),
        (TextOwner::Claim(_), _) => ("explore", muted),
        _ => ("account_tree", muted),
    }
}

/// The node and the field that contain a match: "Wait · Seconds · n3".
fn location_text(
    cx: &PanelContext<'_>,
    document: Option<&OpenDocument>,
    (source, matched): (&MatchSource, &TextMatch),
) -> String {
    let text = |key: &str| cx.texts.tr(key).into_owned();
    let task = |owner: &TextOwner| match (owner, document) {
        (TextOwner::Node(id), Some(document)) => {
            document.document().node(id).map(|n| n.task.clone())
        }
        _ => None,
    };
    let spot = match &matched.spot {
        TextRole::Name => text("find.spot_name"),
        // A match that shows the task as files name it has the title here.
        TextRole::Kind => match task(&matched.owner).map(|task| (cx.texts.task_title(&task), task))
        {
            Some((title, task)) if *task == *matched.text && title != matched.text => title,
            _ => text("find.spot_kind"),
        },
        TextRole::Id => text("find.spot_id"),
        TextRole::Comment if matched.owner == TextOwner::Document => text("find.spot_description"),
        TextRole::Comment => text("find.spot_comment"),
        TextRole::Value(name) if name.is_empty() && is_of_claims(source) => {
            text("find.spot_condition")
        }
        TextRole::Value(name) if name.is_empty() => text("find.spot_initial"),
        TextRole::Parameter(name) | TextRole::Value(name) => {
            let task = task(&matched.owner).unwrap_or_default();
            cx.texts.parameter_title(&task, name)
        }
        TextRole::StandIn => text("stand_in.title"),
        TextRole::Data => text("stand_in.data"),
        TextRole::Override { path, parameter } => {
            let document = document.map(OpenDocument::document);
            cx.texts.override_title(path, parameter, document)
        }
    };
    match &matched.owner {
        TextOwner::Node(id) => match document {
            Some(document) => {
                // For a match in a name, show the node type; otherwise the node's name.
                let title = match (&matched.spot, task(&matched.owner)) {
                    (TextRole::Name, Some(task)) => cx.texts.task_title(&task),
                    _ => cx.texts.title_of(document.document(), id),
                };
                format!("{title} · {spot} · {id}")
            }
            None => format!("{spot} · {id}"),
        },
        TextOwner::Variable(name) => {
            let variable = cx.texts.tr_with("find.variable", &[("name", name)]);
            format!("{variable} · {spot}")
        }
        TextOwner::Tree(_) => format!("{} · {spot}", text("find.tree")),
        TextOwner::Note(_) => text("find.note"),
        TextOwner::Group(_) => text("find.group"),
        TextOwner::Frame(frame) => {
            let frame = frame.to_string();
            let arguments = [("frame", &*frame)];
            let frame = cx.texts.tr_with("find.scenario_frame", &arguments);
            match &matched.spot {
                TextRole::Value(name) if !name.is_empty() => format!("{frame} · {name}"),
                _ => frame,
            }
        }
        TextOwner::Task(task) => format!("{task} · {spot}"),
        TextOwner::Claim(index) => {
            let number = (index + 1).to_string();
            let claim = cx.texts.tr_with("find.claim", &[("number", &number)]);
            format!("{claim} · {spot}")
        }
        TextOwner::Document => format!("{} · {spot}", text(whole_key(source))),
    }
}

fn kind_of(source: &MatchSource) -> Option<FileKind> {
    match source {
        MatchSource::Open(_) => None,
        MatchSource::File(path) => FileKind::of(&path.file_name()?.to_string_lossy()),
    }
}

fn is_of_claims(source: &MatchSource) -> bool {
    kind_of(source) == Some(FileKind::Claims)
}

/// What a file is as a whole.
fn whole_key(source: &MatchSource) -> &'static str {
    match kind_of(source) {
        Some(FileKind::Scenario) => "find.whole_scenario",
        Some(FileKind::Claims) => "find.whole_claims",
        Some(FileKind::Library) => "find.whole_library",
        _ => "find.whole_document",
    }
}

/// As much of the text as fits in a row, from a little before the first match on, with the ranges of the matches in it.
fn excerpt(matched: &TextMatch) -> (String, Vec<std::ops::Range<usize>>) {
    let text = &matched.text;
    let first = matched.ranges.first().map_or(0, |range| range.start);
    let before = text[..first].char_indices().rev().nth(MAX_LEAD);
    let start = before.map_or(0, |(at, _)| at);
    let end = text.ceil_char_boundary((start + MAX_LENGTH).max(first + 1).min(text.len()));
    // A line break becomes a space of the same number of bytes, so the ranges stay valid.
    let shown = text[start..end].replace(['\n', '\r', '\t'], " ");
    let lead = if start > 0 { "…" } else { "" };
    let ranges = matched.ranges.iter().filter(|range| range.end <= end);
    let ranges =
        ranges.map(|range| range.start - start + lead.len()..range.end - start + lead.len());
    (format!("{lead}{shown}"), ranges.collect())
}
