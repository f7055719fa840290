//! One search field for commands and panels, nodes of the document, files to open, task libraries and variables.

use std::path::PathBuf;

use egui::{Id, Key, Modal, Modifiers, Response, ScrollArea, TextEdit, Ui, UiKind};
use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;
use treewright_core::ids::NodeId;
use treewright_core::model::{Node, TREE_PARAMETER, Variable};
use treewright_session::examples::EXAMPLES;
use treewright_session::i18n::{LANGUAGES, Texts};
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::project_listing::{FileKind, ProjectFile, ProjectTree};

use super::PanelContext;
use crate::accessible_tree::{name_container, set_chosen_line};
use crate::action::{
    Action, ActionSink, EditAction, FileAction, FindAction, PreferAction, ViewAction,
};
use crate::command_table::{CommandEntry, Submenu, commands};
use crate::docking::Panel;
use crate::keyboard_return::Loan;
use crate::theme::space;
use crate::widgets::{MAX_QUERY_LENGTH, Row, keep_focus, placeholder};

/// The maximum number of results shown.
const MAX_SHOWN: usize = 60;

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteTopic {
    Commands,
    /// Nodes by name or id.
    Nodes,
    /// Recent files and examples.
    Files,
    /// The document's task libraries, to remove one.
    Libraries,
    /// The document's variables, to find the uses of one.
    Variables,
    /// The trees of the project, for the selected Subtree node.
    Trees,
}
pub struct PaletteWindow {
    topic: PaletteTopic,
    query: String,
    chosen: usize,
    matcher: SkimMatcherV2,
    /// What gets the keyboard back if nothing is chosen.
    pub lent: Loan,
    /// The nodes that match the query, best first; cached by document version, query and language.
    nodes: Memo<(Version, String, &'static str), Vec<NodeId>>,
}

impl PaletteWindow {
    pub fn new(topic: PaletteTopic, lent: Loan) -> Self {
        Self {
            topic,
            lent,
            query: String::new(),
            chosen: 0,
            matcher: SkimMatcherV2::default(),
            nodes: Memo::default(),
        }
    }
}

/// What has a name of its own in each language.
#[derive(Clone, Copy)]
enum Named {
    /// A command, which ranks higher once it was used.
    Command(&'static CommandEntry),
    Panel(Panel),
}

struct PaletteLine {
    text: String,
    detail: String,
    /// Whether the query may be found in the detail, too.
    is_detail_searched: bool,
    icon: String,
    color: egui::Color32,
    action: Action,
    /// What it is in each language.
    of: Option<Named>,
    /// It cannot be used now.
    faded: bool,
    /// It is what the user most likely means, so it comes first.
    is_meant: bool,
}

impl PaletteTopic {
    /// What the field asks for.
    fn text_key(self) -> &'static str {
        match self {
            Self::Commands => "seek.commands",
            Self::Nodes => "seek.nodes",
            Self::Files => "seek.files",
            Self::Libraries => "seek.libraries",
            Self::Variables => "seek.variables",
            Self::Trees => "seek.trees",
        }
    }
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut PaletteWindow,
    sink: &mut ActionSink,
) {
    let area = Modal::default_area(Id::unique("command palette"))
        .anchor(egui::Align2::CENTER_TOP, egui::vec2(0.0, 70.0));
    let response = Modal::new(Id::unique("command palette"))
        .area(area)
        .show(ctx, |ui| {
            name_container(ui, UiKind::Modal, &cx.texts.tr(window.topic.text_key()));
            ui.set_width(560.0);
            let (step, enter) = keys(ui);
            let field = field(ui, cx, window);
            ui.add_space(space::XS);
            let lines = matching_lines(ctx, cx, window);
            let last = lines.len().saturating_sub(1);
            window.chosen = window.chosen.saturating_add_signed(step).min(last);
            list(ui, cx, (window, &field), lines, (enter, step != 0), sink);
        });
    if response.should_close() {
        window.lent.give_back(ctx);
        sink.push(Action::View(ViewAction::Dismiss));
    }
}

fn keys(ui: &Ui) -> (isize, bool) {
    ui.input_mut(|input| {
        let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
        let step = isize::from(pressed(Key::ArrowDown)) - isize::from(pressed(Key::ArrowUp));
        (step, pressed(Key::Enter))
    })
}

fn field(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut PaletteWindow) -> Response {
    let hint = cx.texts.tr(window.topic.text_key()).into_owned();
    let width = ui.available_width();
    let field = ui.add(
        TextEdit::singleline(&mut window.query)
            .hint_text(placeholder(&*hint))
            .char_limit(MAX_QUERY_LENGTH)
            .desired_width(width)
            .margin(egui::Margin::symmetric(8, 6)),
    );
    let field = field.accessible_name(hint);
    if field.changed() {
        window.chosen = 0;
    }
    keep_focus(&field);
    field
}

fn list(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (window, field): (&PaletteWindow, &Response),
    lines: Vec<PaletteLine>,
    (enter, moved): (bool, bool),
    sink: &mut ActionSink,
) {
    if lines.is_empty() {
        ui.label(cx.texts.tr("seek.nothing"));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let room = (ui.ctx().content_rect().height() - 200.0).clamp(80.0, 420.0);
    let area = ScrollArea::vertical()
        .max_height(room)
        // Otherwise the list would stay as short as it was with few results.
        .min_scrolled_height(room);
    area.auto_shrink([false, true]).show(ui, |ui| {
        for (index, line) in lines.into_iter().enumerate() {
            let chosen = index == window.chosen;
            let response = ui
                .push_id(index, |ui| {
                    let text_color = if line.faded {
                        cx.theme.muted
                    } else {
                        cx.theme.text
                    };
                    Row::new(&line.text)
                        .color(text_color)
                        .icon(&line.icon, line.color)
                        .detail(&line.detail)
                        .selected(chosen)
                        .show(ui, cx.theme)
                })
                .inner;
            if chosen {
                set_chosen_line(field, response.id, &line.text);
            }
            if chosen && moved {
                response.scroll_to_me(None);
            }
            if response.clicked() || (enter && chosen) {
                sink.push(Action::View(ViewAction::Dismiss));
                if let Some(Named::Command(command)) = line.of.filter(|_| !line.faded) {
                    sink.push(Action::Prefer(PreferAction::CommandUsed(command.id)));
                }
                sink.push(line.action);
            }
        }
    });
}

/// The lines that match the query, best first.
fn matching_lines(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut PaletteWindow,
) -> Vec<PaletteLine> {
    let lines = match window.topic {
        PaletteTopic::Commands => commands_as_lines(ctx, cx),
        PaletteTopic::Nodes => {
            find_nodes(cx, window);
            return window.nodes.iter().map(|id| node(cx, id)).collect();
        }
        PaletteTopic::Files => files(cx),
        PaletteTopic::Libraries => libraries(cx),
        PaletteTopic::Variables => variables(cx),
        PaletteTopic::Trees => trees_to_run(cx),
    };
    let (matcher, query) = (&window.matcher, &window.query);
    let speakers = LANGUAGES.map(|(code, _)| Texts::new(code));
    best(lines.into_iter().filter_map(|line| {
        let detail = if line.is_detail_searched {
            &*line.detail
        } else {
            ""
        };
        let score = score(matcher, query, &line.text, detail);
        let elsewhere = line.of.and_then(|named| {
            let names = speakers.iter().map(|texts| named.name(texts));
            let scores = names.filter_map(|name| matcher.fuzzy_match(&name, query));
            let matched = speakers.iter().map(|texts| named.matches(texts, query));
            let matched = matched.max().unwrap_or(NameMatch::Nowhere);
            let score = scores.max().or((matched > NameMatch::Nowhere).then_some(0));
            Some((matched, score?))
        });
        // Letters scattered over a name rank lower than words with the same beginning.
        let rank = if line.is_meant {
            NameMatch::AtBeginning
        } else {
            NameMatch::Nowhere
        };
        let by_text = score.map(|score| (rank, score));
        Some((by_text.max(elsewhere)?, line))
    }))
}

/// How a query occurs in a name, and its words in the names of the menus as well, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NameMatch {
    Nowhere,
    /// Each word is contained in one of the names.
    Inside,
    /// Each word begins a word of one of the names.
    AtBeginning,
    /// The name begins with the query.
    Begins,
    /// The query is the name.
    Is,
}

impl Named {
    fn name(self, texts: &Texts) -> String {
        let key = match self {
            Self::Command(command) => command.text_key(),
            Self::Panel(panel) => panel.text_key(),
        };
        texts.tr(&key).into_owned()
    }

    /// How a query occurs in its name and in its menu names.
    fn matches(self, texts: &Texts, query: &str) -> NameMatch {
        let query = query.trim().to_lowercase();
        // The ellipsis of a command that asks something is not typed.
        let name = self.name(texts).to_lowercase();
        let name = name.trim_end_matches('…');
        match name.strip_prefix(&*query) {
            Some("") => return NameMatch::Is,
            Some(_) if !query.is_empty() => return NameMatch::Begins,
            _ => {}
        }
        let (menu, submenu) = match self {
            Self::Command(command) => (command.menu.map(|(menu, _)| menu), command.submenu),
            Self::Panel(_) => (None, None),
        };
        let menu = menu.map(|menu| texts.tr(menu.text_key()).to_lowercase());
        let submenu = submenu.map(|submenu| texts.tr(submenu.text_key()).to_lowercase());
        let places = menu.iter().chain(&submenu).map(String::as_str);
        let places: Vec<&str> = places.chain([name]).collect();
        let of = |word: &str| {
            let begun = |place: &&str| place.split_whitespace().any(|it| it.starts_with(word));
            match word {
                _ if places.iter().any(begun) => NameMatch::AtBeginning,
                _ if places.iter().any(|place| place.contains(word)) => NameMatch::Inside,
                _ => NameMatch::Nowhere,
            }
        };
        let each = query.split_whitespace().map(of);
        each.min().unwrap_or(NameMatch::AtBeginning)
    }
}

/// The better match score of two texts; `None` if neither matches. A name that is the query comes before all that contain it.
fn score(matcher: &SkimMatcherV2, query: &str, text: &str, detail: &str) -> Option<i64> {
    let (name, _) = FileKind::split(text);
    if name.to_lowercase() == query.to_lowercase() {
        return Some(i64::MAX);
    }
    let text = matcher.fuzzy_match(text, query);
    text.max(matcher.fuzzy_match(detail, query))
}

/// The best results, as many as are shown, best first. Equal scores keep their order.
fn best<S: Ord, T>(scored: impl Iterator<Item = (S, T)>) -> Vec<T> {
    let mut scored: Vec<(S, T)> = scored.collect();
    scored.sort_by(|(one, _), (other, _)| other.cmp(one));
    scored.truncate(MAX_SHOWN);
    scored.into_iter().map(|(_, it)| it).collect()
}

/// Searches for nodes if the document, the language or the query changed.
fn find_nodes(cx: &PanelContext<'_>, window: &mut PaletteWindow) {
    let (front, language) = (cx.front, cx.texts.language());
    let key = (front.version(), window.query.clone(), language);
    window.nodes.of(key, |(_, query, _)| {
        let all = front.document().pre_order().map(Node::id);
        if query.is_empty() {
            return all.take(MAX_SHOWN).cloned().collect();
        }
        best(all.filter_map(|id| {
            let (title, detail) = (cx.title_of(id), node_detail(cx, id));
            let score = score(&window.matcher, query, &title, &detail)?;
            Some((score, id.clone()))
        }))
    });
}

fn node_detail(cx: &PanelContext<'_>, id: &NodeId) -> String {
    let node = cx.front.document().node(id);
    let task = node.map(|node| cx.texts.task_title(&node.task));
    format!("{} · {id}", task.unwrap_or_default())
}

fn node(cx: &PanelContext<'_>, id: &NodeId) -> PaletteLine {
    PaletteLine {
        text: cx.title_of(id),
        detail: node_detail(cx, id),
        is_detail_searched: true,
        icon: cx.icon_of(id).to_owned(),
        color: cx.color_of(id),
        action: Action::View(ViewAction::Reveal(id.clone())),
        of: None,
        faded: false,
        is_meant: false,
    }
}

/// Recently used commands come first, disabled ones last.
fn commands_as_lines(ctx: &egui::Context, cx: &PanelContext<'_>) -> Vec<PaletteLine> {
    let recent = &cx.settings.recent_commands;
    let mut lines: Vec<(usize, PaletteLine)> = commands()
        .filter(|command| command.menu.is_some())
        .map(|command| {
            let place = recent.iter().position(|id| id == command.id);
            let line = command_as_line(ctx, cx, command);
            let place = if line.faded {
                usize::MAX
            } else {
                place.unwrap_or(recent.len())
            };
            (place, line)
        })
        .collect();
    lines.sort_by_key(|(place, _)| *place);
    let mut lines: Vec<PaletteLine> = lines.into_iter().map(|(_, line)| line).collect();
    // Before those that are disabled.
    let end = lines.iter().position(|line| line.faded);
    let end = end.unwrap_or(lines.len());
    lines.splice(end..end, panels(cx));
    lines
}

/// The panels, each to show it.
fn panels(cx: &PanelContext<'_>) -> Vec<PaletteLine> {
    let panels = Panel::ALL.into_iter();
    let panels = panels.filter(|panel| *panel != Panel::Canvas);
    let line = |panel: Panel| {
        let title = cx.texts.tr(&panel.text_key()).into_owned();
        PaletteLine {
            text: cx.texts.tr_with("seek.panel", &[("panel", &title)]),
            detail: cx.texts.tr("submenu.panels").into_owned(),
            is_detail_searched: true,
            icon: panel.icon().to_owned(),
            color: cx.theme.muted,
            action: Action::View(ViewAction::ShowPanel(panel.key())),
            of: Some(Named::Panel(panel)),
            faded: false,
            is_meant: false,
        }
    };
    panels.map(line).collect()
}

fn command_as_line(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    command: &'static CommandEntry,
) -> PaletteLine {
    let enabled = command.check(cx.situation);
    let faded = enabled.is_err();
    let (detail, action) = match enabled {
        Ok(()) => (command.shortcut_text(ctx), (command.action)(cx.situation)),
        Err(why) => {
            let why = cx.texts.tr(why.text_key()).into_owned();
            (why, Action::Attempt(command.id))
        }
    };
    let key = command.text_key();
    let name = cx.texts.tr(&key);
    PaletteLine {
        // "Both" alone would not say of what.
        text: match command.submenu {
            Some(Submenu::Abort) => {
                let of = cx.texts.tr(Submenu::Abort.text_key());
                cx.texts.labeled(&of, &name)
            }
            _ => name.into_owned(),
        },
        detail,
        is_detail_searched: true,
        icon: command.icon.to_owned(),
        color: cx.theme.muted,
        action,
        of: Some(Named::Command(command)),
        faded,
        is_meant: false,
    }
}

fn libraries(cx: &PanelContext<'_>) -> Vec<PaletteLine> {
    let libraries = cx.front.document().libraries.iter().enumerate();
    let line = |(place, reference): (usize, &String)| PaletteLine {
        text: reference.clone(),
        detail: String::new(),
        is_detail_searched: true,
        icon: "remove_circle".to_owned(),
        color: cx.theme.muted,
        action: Action::File(FileAction::RemoveLibrary(place)),
        of: None,
        faded: false,
        is_meant: false,
    };
    libraries.map(line).collect()
}

fn variables(cx: &PanelContext<'_>) -> Vec<PaletteLine> {
    let variables = cx.front.document().variables.iter();
    let line = |variable: &Variable| PaletteLine {
        text: variable.name.to_string(),
        detail: variable.comment.clone(),
        is_detail_searched: true,
        icon: "memory".to_owned(),
        color: cx.theme.muted,
        action: Action::Find(FindAction::Uses(variable.name.clone())),
        of: None,
        faded: false,
        is_meant: false,
    };
    variables.map(line).collect()
}

/// Files of the project, by their paths in it; other recent files, and examples.
fn files(cx: &PanelContext<'_>) -> Vec<PaletteLine> {
    let recent = &cx.settings.recent;
    let place = |file: &ProjectFile| recent.iter().position(|path| *path == file.path);
    let mut listed: Vec<&ProjectFile> = cx.project.files.iter().collect();
    listed.sort_by_key(|file| place(file).unwrap_or(usize::MAX));
    let listed = listed.into_iter().map(|file| PaletteLine {
        action: Action::File(FileAction::OpenListed(file.path.clone())),
        ..file_line(cx, file)
    });
    let foreign = cx.project.foreign.iter().map(|file| PaletteLine {
        text: file_name(&file.relative),
        detail: file.relative.clone(),
        is_detail_searched: true,
        icon: "file_open".to_owned(),
        color: cx.theme.muted,
        action: Action::File(FileAction::OpenPath(file.path.clone())),
        of: None,
        faded: false,
        is_meant: false,
    });
    let is_listed = |path: &PathBuf| {
        let mut own = cx.project.files.iter().map(|file| &file.path);
        let mut foreign = cx.project.foreign.iter().map(|file| &file.path);
        own.any(|listed| listed == path) || foreign.any(|listed| listed == path)
    };
    let elsewhere = recent.iter().filter(|path| !is_listed(path));
    let elsewhere = elsewhere.map(|path| PaletteLine {
        text: path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        detail: path.display().to_string(),
        // Scattered letters of an absolute path mean nothing.
        is_detail_searched: false,
        icon: "description".to_owned(),
        color: cx.theme.muted,
        action: Action::File(FileAction::OpenPath(path.clone())),
        of: None,
        faded: false,
        is_meant: false,
    });
    let examples = EXAMPLES.iter().map(|example| PaletteLine {
        text: cx.texts.tr(example.text_key).into_owned(),
        detail: format!("{} · {}", cx.texts.tr("menu.examples"), example.name),
        is_detail_searched: true,
        icon: "lightbulb".to_owned(),
        color: cx.theme.accent,
        action: Action::File(FileAction::OpenExample(example.name)),
        of: None,
        faded: false,
        is_meant: false,
    });
    listed
        .chain(foreign)
        .chain(elsewhere)
        .chain(examples)
        .collect()
}

/// The trees of the project that the selected Subtree node can run.
fn trees_to_run(cx: &PanelContext<'_>) -> Vec<PaletteLine> {
    let node = cx.front.selection().primary();
    let runs = node.and_then(|node| cx.front.document().node(node));
    let runs = runs.map(|node| node.text_parameter(TREE_PARAMETER));
    let runs = runs.filter(|tree| !tree.is_empty());
    let line = |tree: &ProjectTree| {
        Some(PaletteLine {
            text: tree.title().to_owned(),
            detail: tree.file.clone(),
            is_detail_searched: true,
            icon: "account_tree".to_owned(),
            color: cx.theme.accent,
            action: Action::Edit(EditAction::RunTree(node?.clone(), tree.clone())),
            of: None,
            faded: false,
            // If only the file is another one, the tree stays.
            is_meant: runs.is_some() && tree.tree.as_deref() == runs,
        })
    };
    cx.project.trees.iter().filter_map(line).collect()
}

/// The last part of a path in the project.
fn file_name(relative: &str) -> String {
    relative.rsplit('/').next().unwrap_or_default().to_owned()
}

fn file_line(cx: &PanelContext<'_>, file: &ProjectFile) -> PaletteLine {
    PaletteLine {
        text: file_name(&file.relative),
        detail: file.relative.clone(),
        is_detail_searched: true,
        icon: match file.kind {
            FileKind::Tree => "account_tree",
            FileKind::Library => "menu_book",
            FileKind::Scenario => "movie",
            FileKind::Claims => "explore",
        }
        .to_owned(),
        color: cx.theme.muted,
        action: Action::View(ViewAction::Dismiss),
        of: None,
        faded: false,
        is_meant: false,
    }
}
