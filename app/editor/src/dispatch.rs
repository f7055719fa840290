//! Applies actions after the frame. The only holder of a changeable workspace. One file for each family of actions.

mod annotations;
mod answers;
pub mod arriving;
pub mod breakpoints;
mod clipboard;
pub mod edit;
pub mod export;
pub mod file;
pub mod find;
mod import;
pub mod layout;
pub mod libraries;
pub mod pictures;
pub mod preferences;
pub mod project;
pub mod recordings;
pub mod references;
pub mod rename;
mod reshape;
pub mod run;
pub mod scenarios;
pub mod select;
pub mod templates;
pub mod trail;
pub mod trees;
pub mod underway;
pub mod versions;
pub mod view;

use egui::Context;

use crate::action::Action;
use crate::app::EditorApp;

/// Does what was asked for.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: Action) {
    let was = trail::is_a_way(&action).then(|| trail::here(app));
    match action {
        Action::Edit(action) => edit::apply(app, ctx, action),
        Action::File(action) => app.guarded(ctx, |app| file::apply(app, ctx, action)),
        Action::Export(action) => app.guarded(ctx, |app| export::apply(app, ctx, action)),
        Action::Run(action) => run::apply(app, ctx, action),
        Action::Breakpoint(action) => breakpoints::apply(app, ctx, action),
        Action::Scenario(action) => app.guarded(ctx, |app| scenarios::apply(app, ctx, action)),
        Action::Picture(action) => app.guarded(ctx, |app| pictures::apply(app, ctx, action)),
        Action::Version(action) => versions::apply(app, ctx, action),
        Action::Select(action) => select::apply(app, action),
        Action::Template(action) => templates::apply(app, ctx, action),
        Action::View(action) => view::apply(app, ctx, action),
        Action::Prefer(action) => preferences::apply(app, ctx, action),
        Action::Find(action) => find::apply(app, ctx, action),
        Action::Work(action) => underway::apply(app, ctx, action),
        Action::Answer(answer) => app.guarded(ctx, |app| app.answered(ctx, answer)),
    }
    if let Some(was) = was {
        trail::remember(app, was);
    }
}
