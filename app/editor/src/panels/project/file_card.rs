//! The card beside a file of the project: a small drawing of its tree, how large it is, its problems, what it uses, and what uses it. All of it was found
//! out beside the window.

use egui::{
    Image, Rect, RichText, TextureHandle, TextureOptions, Ui, Vec2, load::SizedTexture, pos2, vec2,
};
use treewright_core::diagnostic::Severity;
use treewright_session::memo::Memo;
use treewright_session::tree_shape::TreeShape;
use treewright_session::workspace::calls::is_about;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::project_listing::{FileKind, ForeignFile, ProjectFile};

use super::lines::name_of;
use crate::panels::PanelContext;
use crate::small_drawing::{card_color, drawn};
use crate::theme::{OwnColor, space};

/// The width of a card, and the largest size of the drawing in it, in screen points.
const WIDTH: f32 = 240.0;
const DRAWING: Vec2 = vec2(WIDTH, 120.0);
/// The minimum part of the canvas that fills a drawing, so that the cards of small trees are small on it, too.
const LEAST: Vec2 = vec2(800.0, 400.0);
/// How many files are named that a file uses, or that use it.
const NAMED: usize = 4;
/// A larger open document is drawn as it was saved.
const MAX_DRAWN_OPEN: usize = 2_000;

/// What was drawn and looked up for the card that is shown.
#[derive(Default)]
pub struct CardMemory {
    drawing: Memo<DrawingKey, Option<(TextureHandle, Vec2)>>,
    /// The files that use a file, by its path and the revision of the facts.
    users: Memo<(String, u64), Vec<String>>,
}

/// The path, the revision of what was found out, that of the open document, and whether the theme is dark.
type DrawingKey = (String, u64, Option<u64>, bool);

/// The card of one of this program's files.
pub fn of_own(ui: &mut Ui, cx: &PanelContext<'_>, memory: &mut CardMemory, file: &ProjectFile) {
    let facts = cx.project.facts.get(&file.path);
    let mut documents = cx.workspace.documents().iter();
    let open = documents.find(|document| document.path() == Some(&*file.path));
    ui.set_width(WIDTH);
    ui.strong(FileKind::split(name_of(&file.relative)).0);
    ui.label(RichText::new(&file.relative).small().weak());
    let on_disk = facts.and_then(|facts| facts.shape.as_ref());
    draw(ui, cx, memory, (&file.relative, on_disk), open);
    let mut told = Vec::new();
    let of_open = open.map(|document| document.document().node_count());
    match of_open.or(facts.map(|facts| facts.node_count)) {
        Some(nodes) if file.kind == FileKind::Tree => {
            told.push(cx.texts.tr_count("status.nodes", nodes));
        }
        Some(_) => {}
        None => told.push(cx.texts.tr("project.looking").into_owned()),
    }
    let severities = [Severity::Error, Severity::Warning];
    let problems = match (open, facts) {
        (Some(document), _) => severities.map(|it| cx.count_problems(document, it)),
        (None, Some(facts)) => severities.map(|it| facts.counts.of(it)),
        (None, None) => [0, 0],
    };
    if open.is_none() && facts.is_some_and(|facts| facts.unreadable.is_some()) {
        told = vec![cx.texts.tr("project.unreadable").into_owned()];
    } else if problems != [0, 0] {
        told.push(cx.texts.tr_count("problems.count", problems.iter().sum()));
    }
    if open.is_some_and(OpenDocument::is_dirty) {
        told.push(cx.texts.tr("project.unsaved").into_owned());
    }
    if !told.is_empty() {
        ui.label(told.join(" · "));
    }
    let uses = match (file.kind, facts) {
        (FileKind::Scenario | FileKind::Claims, _) => trees_of(cx, file),
        (_, Some(facts)) => facts.uses.iter().map(AsRef::as_ref).collect(),
        (_, None) => Vec::new(),
    };
    relation(ui, cx, "project.card_uses", uses.into_iter());
    let users = memory
        .users
        .of((file.relative.clone(), cx.project.facts_revision), |_| {
            users_of(cx, file)
        });
    let users = users.iter().map(AsRef::as_ref);
    relation(ui, cx, "project.card_used_by", users);
}

/// The card of another tool's file.
pub fn of_foreign(ui: &mut Ui, cx: &PanelContext<'_>, memory: &mut CardMemory, file: &ForeignFile) {
    ui.set_width(WIDTH);
    ui.strong(name_of(&file.relative));
    ui.label(RichText::new(&file.relative).small().weak());
    let mut documents = cx.workspace.documents().iter();
    let open = documents.find(|document| document.file_or_origin() == Some(&*file.path));
    let shape = (&*file.relative, Some(&file.tree.shape));
    draw(ui, cx, memory, shape, open);
    let mut told = vec![file.kind.tool().to_owned()];
    if file.tree.node_count > 0 {
        told.push(cx.texts.tr_count("status.nodes", file.tree.node_count));
    }
    ui.label(told.join(" · "));
}

/// Draws a tree; an open one as it is now.
fn draw(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    memory: &mut CardMemory,
    (path, on_disk): (&str, Option<&TreeShape>),
    open: Option<&OpenDocument>,
) {
    let open = open.filter(|it| it.document().node_count() <= MAX_DRAWN_OPEN);
    let revision = open.map(OpenDocument::revision);
    let found = cx.project.facts_revision + cx.project.revision;
    let key = (path.to_owned(), found, revision, cx.theme.dark);
    let drawing = memory.drawing.of(key, |_| {
        let current = open.map(|it| TreeShape::of(it.document(), it.library()));
        let shape = current.as_ref().or(on_disk)?;
        picture(ui, cx, shape)
    });
    let Some((texture, size)) = drawing else {
        return;
    };
    let name = cx.texts.tr_with("project.card_drawing", &[("path", path)]);
    ui.add_space(space::XS);
    ui.add(Image::new(SizedTexture::new(texture.id(), *size)).alt_text(name));
    ui.add_space(space::XS);
}

fn picture(ui: &Ui, cx: &PanelContext<'_>, shape: &TreeShape) -> Option<(TextureHandle, Vec2)> {
    if shape.cards.is_empty() {
        return None;
    }
    let whole = Vec2::from(shape.size);
    let scale = (DRAWING / whole.max(LEAST)).min_elem();
    let size = (whole * scale).max(Vec2::splat(2.0));
    let bounds = Rect::from_min_size(pos2(0.0, 0.0), whole);
    let parts = shape.cards.iter().filter_map(|card| {
        let sort = shape.sorts.get(usize::from(card.sort))?;
        let own = sort.color.as_deref().and_then(OwnColor::parse);
        let at = |side: usize| f32::from(card.sides[side]) / f32::from(u16::MAX);
        let from = pos2(at(0) * whole.x, at(1) * whole.y);
        let to = pos2(at(2) * whole.x, at(3) * whole.y);
        let color = card_color(cx.theme, sort.category, own, card.never_runs);
        Some((Rect::from_min_max(from, to), color))
    });
    let image = drawn(cx.theme, bounds, size, parts);
    let options = TextureOptions::LINEAR;
    let texture = ui.ctx().load_texture("tree of a file", image, options);
    Some((texture, size))
}

/// Names the files on the other side of a relation, if there are any.
fn relation<'a>(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    key: &str,
    files: impl ExactSizeIterator<Item = &'a str>,
) {
    let count = files.len();
    if count == 0 {
        return;
    }
    let names = files.take(NAMED).map(|file| short_name(file).to_owned());
    let mut names: Vec<String> = names.collect();
    if count > NAMED {
        let more = (count - NAMED).to_string();
        names.push(cx.texts.tr_with("project.card_more", &[("count", &more)]));
    }
    let files = cx.texts.list(&names);
    ui.label(cx.texts.tr_with(key, &[("files", &files)]));
}

/// The name of a file, as short as it stays clear.
fn short_name(path: &str) -> &str {
    let name = name_of(path);
    match FileKind::of(name) {
        Some(FileKind::Tree) => FileKind::split(name).0,
        _ => name.strip_suffix(".json").unwrap_or(name),
    }
}

/// The files that name this one, and the scenarios and claims that belong to it by their names.
fn users_of(cx: &PanelContext<'_>, used: &ProjectFile) -> Vec<String> {
    let files = cx.project.files.iter();
    let uses_it = files.filter(|file| uses(cx, file, used));
    uses_it.map(|file| file.relative.clone()).collect()
}

/// The trees that a scenario or a file of claims is about.
fn trees_of<'a>(cx: &PanelContext<'a>, about: &ProjectFile) -> Vec<&'a str> {
    let trees = cx.project.files.iter();
    let trees = trees.filter(|tree| uses(cx, about, tree));
    trees.map(|tree| &*tree.relative).collect()
}

fn uses(cx: &PanelContext<'_>, file: &ProjectFile, used: &ProjectFile) -> bool {
    let Some(facts) = cx.project.facts.get(&file.path) else {
        return false;
    };
    if matches!(file.kind, FileKind::Scenario | FileKind::Claims) && facts.uses.is_empty() {
        let is_tree = used.kind == FileKind::Tree;
        return is_tree && is_about(&file.path, None, &used.path);
    }
    facts.uses.iter().any(|named| **named == *used.relative)
}
