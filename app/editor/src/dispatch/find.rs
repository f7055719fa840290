//! Finding and replacing: keeps what was found up to date, goes to a place of it, and puts other text there.

use egui::Context;
use treewright_authoring::edit::{Command, Selection};
use treewright_authoring::search::{Field, Fields, Match, Owner, Query, replacement};
use treewright_core::ids::NodeId;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::finding::{Finding, Hit, Reach, Source};

use crate::action::FindAction;
use crate::app::EditorApp;
use crate::docking::{self, Panel};
use crate::panels::command_palette::{PaletteWindow, Seek};
use crate::panels::find::FindField;

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: FindAction) {
    match action {
        FindAction::Focus => {
            open(app);
            app.views.find.focus = Some(FindField::Search);
        }
        FindAction::FocusReplacement => {
            open(app);
            // There is nothing to replace before something is looked for.
            let looks = !app.views.find.finding.query.text.is_empty();
            app.views.find.focus = Some(if looks {
                FindField::Replacement
            } else {
                FindField::Search
            });
        }
        FindAction::Step { backwards } => step(app, ctx, backwards),
        FindAction::GoTo(hit) => {
            app.views.find.finding.go_to(hit);
            go_to(app, ctx, hit);
        }
        FindAction::Replace { all } => replace(app, ctx, all),
        FindAction::Uses(variable) => {
            let front = app.workspace.front().id();
            app.views.find.finding.uses = Some((front, variable));
            docking::show(&mut app.panels, Panel::Find);
        }
        FindAction::UsesOfTree(tree) => {
            open(app);
            app.views.find.finding.query = Query {
                text: tree.to_string(),
                match_case: true,
                whole_word: true,
                fields: Fields::only(Field::Parameter),
            };
            docking::show(&mut app.panels, Panel::Find);
        }
        FindAction::ChooseVariable => {
            app.views.command_palette = Some(PaletteWindow::new(Seek::Variables));
        }
    }
    ctx.request_repaint();
}

/// The panel, with its fields.
fn open(app: &mut EditorApp) {
    docking::show(&mut app.panels, Panel::Find);
    app.views.find.finding.uses = None;
}

/// Looks again if something changed while the panel is seen. Called once after the actions of a frame.
pub fn keep_up(app: &mut EditorApp, ctx: &Context) {
    if std::mem::take(&mut app.views.find.is_shown) && refresh(app) {
        ctx.request_repaint();
    }
}

/// Looks again if something changed; says whether anything else was found.
fn refresh(app: &mut EditorApp) -> bool {
    let finding = &app.views.find.finding;
    if finding.reach == Reach::Project || finding.uses.is_some() {
        app.host.project.read();
    }
    let texts = app.host.project.texts();
    let finding = &mut app.views.find.finding;
    finding.refresh(&app.workspace, &app.texts, texts)
}

fn step(app: &mut EditorApp, ctx: &Context, backwards: bool) {
    refresh(app);
    match app.views.find.finding.step(backwards) {
        Some(hit) => {
            app.views.find.show_current = true;
            go_to(app, ctx, hit);
        }
        None if app.views.find.finding.query.text.is_empty() => apply(app, ctx, FindAction::Focus),
        None => {
            let text = app.texts.tr("find.nothing").into_owned();
            app.say(ctx, NoticeKind::Refused, text);
        }
    }
}

/// Brings the document of a place to the front and shows it there.
fn go_to(app: &mut EditorApp, ctx: &Context, hit: Hit) {
    let finding = &app.views.find.finding;
    let Some(found) = finding.documents().get(hit.document) else {
        return;
    };
    let owner = finding.match_at(hit).map(|found| found.owner.clone());
    let source = found.source.clone();
    match &source {
        Source::Open(id) => {
            if let Some(index) = app.workspace.index_of(*id) {
                app.workspace.bring_to_front(index);
            }
        }
        Source::File(path) => {
            // A scenario is no document; the tree that it is for is in front already.
            if owner.is_some() {
                super::file::open_at_once(app, ctx, path);
            }
        }
    }
    if let Some(owner) = owner {
        show(app, &owner);
    } else if let Source::File(path) = source {
        let path = path.display().to_string();
        app.say(ctx, NoticeKind::Done, path);
    }
}

/// Shows something of the document in front.
fn show(app: &mut EditorApp, owner: &Owner) {
    let document = app.workspace.front().document();
    let node: Option<NodeId> = match owner {
        Owner::Node(id) => Some(id.clone()),
        Owner::Tree(index) => document.trees.get(*index).map(|tree| tree.root.clone()),
        _ => None,
    };
    let place = match owner {
        Owner::Note(index) => document.notes.get(*index).map(|note| note.position),
        Owner::Group(index) => document.groups.get(*index).map(|group| group.position),
        _ => None,
    };
    let front = app.workspace.front().id();
    let canvas = app.views.canvases.of(front);
    if let Some(node) = node {
        canvas.request_centre(node.clone());
        let (front, _) = app.workspace.front_mut();
        front.select(Selection::one(node));
    } else if let Some(place) = place {
        canvas.request_point(place);
    } else if let Owner::Variable(name) = owner {
        docking::show(&mut app.panels, Panel::Blackboard);
        app.views.blackboard.reveal = Some(name.clone());
    } else {
        // Without a selection the inspector shows the document.
        docking::show(&mut app.panels, Panel::Inspector);
        let (front, _) = app.workspace.front_mut();
        front.select(Selection::default());
    }
}

fn replace(app: &mut EditorApp, ctx: &Context, all: bool) {
    refresh(app);
    if all {
        return replace_all(app, ctx);
    }
    let finding = &mut app.views.find.finding;
    let Some(hit) = finding.current().or_else(|| finding.step(false)) else {
        return;
    };
    let matched: Vec<Match> = finding.match_at(hit).cloned().into_iter().collect();
    let source = finding.documents()[hit.document].source.clone();
    go_to(app, ctx, hit);
    let done = replace_in(app, ctx, &source, &matched);
    let (replaced, left) = done;
    if replaced == 0 && left > 0 {
        let text = app.texts.tr("find.cannot_replace").into_owned();
        app.say(ctx, NoticeKind::Refused, text);
        step(app, ctx, false);
        return;
    }
    // What stood there is found no more, so what follows has taken its place in the list.
    refresh(app);
    let finding = &mut app.views.find.finding;
    let next = finding.hits().find(|next| *next == hit);
    let next = next.or_else(|| finding.step(false));
    if let Some(next) = next {
        finding.go_to(next);
        app.views.find.show_current = true;
        go_to(app, ctx, next);
    }
}

/// All that was found in open documents: one step of each document's history.
fn replace_all(app: &mut EditorApp, ctx: &Context) {
    let finding = &app.views.find.finding;
    let all = finding.everything(&app.workspace, &app.texts);
    let (mut replaced, mut left) = (0, 0);
    for found in all {
        let done = replace_in(app, ctx, &found.source, &found.found.matches);
        replaced += done.0;
        left += done.1;
    }
    let (kind, text) = if replaced == 0 {
        let text = app.texts.tr("find.cannot_replace").into_owned();
        (NoticeKind::Refused, text)
    } else if left == 0 {
        (
            NoticeKind::Done,
            app.texts.tr_count("find.replaced", replaced),
        )
    } else {
        let (count, left) = (replaced.to_string(), left.to_string());
        let arguments = [("count", &*count), ("left", &left)];
        let text = app
            .texts
            .tr_count_with("find.replaced_some", replaced, &arguments);
        (NoticeKind::Done, text)
    };
    app.say(ctx, kind, text);
}

/// Replaces these matches of one of the documents in which something was found; says how many are done and how many stay.
fn replace_in(
    app: &mut EditorApp,
    ctx: &Context,
    source: &Source,
    matches: &[Match],
) -> (usize, usize) {
    let Finding {
        query,
        replacement: with,
        ..
    } = &app.views.find.finding;
    let (query, with) = (query.clone(), with.clone());
    // Files that are not open are opened by whoever wants to change them.
    let Source::Open(id) = source else {
        return (0, matches.len());
    };
    let index = app.workspace.index_of(*id);
    let Some((document, library)) = index.and_then(|index| app.workspace.get_mut(index)) else {
        return (0, matches.len());
    };
    let result = replacement(document.document(), &library, &query, &with, matches);
    if result.commands.is_empty() {
        return (0, result.left);
    }
    let count = result.commands.len();
    match document.apply(&library, &Command::Batch(result.commands)) {
        Ok(()) => (count, result.left),
        Err(refusal) => {
            let text = app.texts.refusal(&refusal);
            app.say(ctx, NoticeKind::Refused, text);
            (0, matches.len())
        }
    }
}
