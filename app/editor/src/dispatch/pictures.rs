//! Pictures of the document in front: what is to be seen, where they go, and what came of them.

use std::path::{Path, PathBuf};

use egui::{Context, Rect, Vec2};
use treewright_session::file_names;
use treewright_session::host::files;
use treewright_session::host::files::Expected;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::{RunStill, RunView};

use super::file::exporting::may_write;
use super::file::{Agreed, ask as ask_for_path, folder};
use crate::action::PictureAction;
use crate::action::{PictureChoice, PictureKind};
use crate::app::{EditorApp, Pending};
use crate::dialogs::PathQuestion;
use crate::panels::canvas::CanvasState;
use crate::panels::path_box::Trouble;
use crate::panels::picture_window::PictureWindow;
use crate::picture::{MARGIN, Made, Making, NotMade, Purpose, Subject};

/// A picture that is being made, and where it goes.
pub struct Underway {
    making: Making,
    /// The file, and what may be there; none for the clipboard.
    file: Option<(PathBuf, Expected)>,
    /// It shows what was selected.
    part: bool,
}

/// A picture that waits for its path.
#[derive(Clone, Debug, PartialEq)]
pub struct ToSave {
    document: DocumentId,
    choice: PictureChoice,
    /// The name that is proposed.
    pub name: String,
}

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: PictureAction) {
    match action {
        PictureAction::Ask => ask(app),
        PictureAction::Close => app.views.picture = None,
        PictureAction::Save(choice) => ask_where_to_save(app, ctx, choice),
        PictureAction::Copy(choice) => copy(app, ctx, choice),
    }
    ctx.request_repaint();
}

fn ask(app: &mut EditorApp) {
    let front = app.workspace.front();
    let selected: Vec<_> = front.selection().iter().cloned().collect();
    let canvas = app.views.canvases.get(front.id());
    let size = |bounds: Option<Rect>| {
        // Ports and signs stand out of cards a little.
        bounds.map(|bounds| bounds.expand(MARGIN + 6.0).size())
    };
    let sizes: [Option<Vec2>; 2] = [
        size(canvas.and_then(CanvasState::bounds)),
        size(canvas.and_then(|canvas| canvas.bounds_below(&selected))),
    ];
    let choice = PictureChoice {
        part: !selected.is_empty(),
        ..app.views.picture_choice
    };
    let window = PictureWindow::new(choice, sizes, front.run.is_some());
    app.views.picture = Some(window);
}

fn ask_where_to_save(app: &mut EditorApp, ctx: &Context, choice: PictureChoice) {
    app.views.picture = None;
    app.views.picture_choice = choice;
    let front = app.workspace.front();
    let tree = front.file_name(&app.texts);
    let stem = tree.strip_suffix(".bt.json").unwrap_or(&tree);
    let to_save = ToSave {
        document: front.id(),
        choice,
        name: format!("{stem}.{}", choice.kind.ending()),
    };
    let question = PathQuestion::Save {
        title: app.texts.tr("question.picture.title").into_owned(),
        folder: folder(app),
        name: to_save.name.clone(),
    };
    ask_for_path(app, ctx, question, Pending::Picture(to_save));
}

/// The path with the ending of the kind that was chosen, if it does not say another one.
pub fn with_ending(to_save: &ToSave, path: &Path) -> PathBuf {
    if kind_of(path).is_some() {
        return path.to_owned();
    }
    let name = path.file_name().unwrap_or_default();
    path.with_file_name(file_names::with_ending(
        name,
        &format!(".{}", to_save.choice.kind.ending()),
    ))
}

fn kind_of(path: &Path) -> Option<PictureKind> {
    let ending = path.extension()?;
    let kinds = [PictureKind::Svg, PictureKind::Png];
    let is = |kind: &PictureKind| ending.eq_ignore_ascii_case(kind.ending());
    kinds.into_iter().find(is)
}

/// Begins to make a picture for a path that the user chose.
///
/// # Errors
/// Why it is not made. Nobody was told of it yet.
pub fn save_to(
    app: &mut EditorApp,
    ctx: &Context,
    to_save: &ToSave,
    path: &Path,
    agreed: Agreed,
) -> Result<(), Trouble> {
    let expected = may_write(app, path, agreed)?;
    // Nobody waits for a picture only to hear that it cannot be written.
    if agreed == Agreed::Nothing {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !files::is_folder(folder)) {
            let (file, folder) = (path.to_owned(), folder.to_owned());
            return Err(Trouble::NoFolder { file, folder });
        }
        if files::is_there(path) {
            return Err(Trouble::Exists(path.to_owned()));
        }
    }
    let kind = kind_of(path).unwrap_or(to_save.choice.kind);
    let file = Some((path.to_owned(), expected));
    begin(
        app,
        ctx,
        (to_save.document, to_save.choice),
        Purpose::File(kind),
        file,
    );
    Ok(())
}

fn copy(app: &mut EditorApp, ctx: &Context, choice: Option<PictureChoice>) {
    app.views.picture = None;
    let front = app.workspace.front();
    let as_seen = || PictureChoice {
        part: !front.selection().is_empty(),
        dark: ctx.theme() == egui::Theme::Dark,
        ..PictureChoice::default()
    };
    let (id, choice) = (front.id(), choice.unwrap_or_else(as_seen));
    begin(app, ctx, (id, choice), Purpose::Clipboard, None);
}

fn begin(
    app: &mut EditorApp,
    ctx: &Context,
    (id, choice): (DocumentId, PictureChoice),
    purpose: Purpose,
    file: Option<(PathBuf, Expected)>,
) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    // One that nobody gave up is still to be written, or to be pasted.
    if app.host.picture.is_some() {
        let text = app.texts.tr("picture.busy").into_owned();
        return app.say(ctx, NoticeKind::Refused, text);
    }
    let document = &app.workspace.documents()[index];
    let run = document.run.as_ref().filter(|_| choice.run);
    let run = run.map(|run| RunStill::of(run as &dyn RunView, document.document()));
    let selected = document.selection().iter().filter(|_| choice.part);
    let subject = Subject {
        document: document.document().clone(),
        library: document.library().clone(),
        texts: app.texts.clone(),
        only: selected.cloned().collect(),
        diagnostics: document.diagnostics().clone(),
        left_to_right: app.settings.left_to_right,
        canvas: app.settings.canvas,
        run,
    };
    let waker = ctx.clone();
    let wake = move || waker.request_repaint();
    app.host.picture = Some(Underway {
        part: !subject.only.is_empty(),
        making: Making::begin(subject, choice, purpose, wake),
        file,
    });
}

/// Takes the picture that was made, if one was.
pub fn take_in(app: &mut EditorApp, ctx: &Context) {
    let Some(made) = app.host.picture.as_ref().and_then(|p| p.making.take()) else {
        return;
    };
    if let Some(underway) = app.host.picture.take() {
        match made {
            Ok(made) => came(app, ctx, &underway, made),
            Err(why) => say_why_not(app, ctx, why),
        }
    }
}

/// Waits for a picture that is to be written to a file, and writes it: the window is about to be gone. Gives whether nothing went wrong.
pub fn finish(app: &mut EditorApp, ctx: &Context) -> bool {
    let is_for_file = |app: &EditorApp| app.host.picture.as_ref().is_some_and(|p| p.file.is_some());
    while is_for_file(app) {
        take_in(app, ctx);
        if !is_for_file(app) {
            let said = app.notice.as_ref();
            return said.is_none_or(|notice| notice.kind == NoticeKind::Done);
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    true
}

fn came(app: &mut EditorApp, ctx: &Context, underway: &Underway, made: Made) {
    match (made, &underway.file) {
        (Made::File(bytes), Some((path, expected))) => {
            let (kind, text) = match files::save(path, &bytes, *expected) {
                Ok(_) => {
                    let path = path.display().to_string();
                    let text = app.texts.tr_with("notice.exported", &[("path", &path)]);
                    (NoticeKind::Done, text)
                }
                Err(error) => {
                    let reason = app.texts.save_error(&error);
                    let path = path.display().to_string();
                    let arguments = [("path", &*path), ("reason", &*reason)];
                    let text = app.texts.tr_with("notice.not_written", &arguments);
                    (NoticeKind::Failed, text)
                }
            };
            app.say(ctx, kind, text);
        }
        (Made::Image(image), _) => {
            let [width, height] = image.size.map(|side| side.to_string());
            let arguments = [("width", &*width), ("height", &*height)];
            let key = if underway.part {
                "picture.copied_part"
            } else {
                "picture.copied"
            };
            let text = app.texts.tr_with(key, &arguments);
            ctx.copy_image(image);
            app.say(ctx, NoticeKind::Done, text);
        }
        (Made::File(_), None) => {}
    }
}

fn say_why_not(app: &mut EditorApp, ctx: &Context, why: NotMade) {
    let text = match why {
        NotMade::Nothing => app.texts.tr("picture.nothing").into_owned(),
        NotMade::Ended(ended) => {
            let reason = app.texts.ended(&ended);
            app.texts.tr_with("picture.failed", &[("reason", &reason)])
        }
        NotMade::TooLarge(error) => {
            let [width, height] = [error.width, error.height].map(|side| side.to_string());
            let most = crate::action::MAX_SIDE.to_string();
            let arguments = [("width", &*width), ("height", &*height), ("most", &*most)];
            app.texts.tr_with("picture.too_large", &arguments)
        }
    };
    app.say(ctx, NoticeKind::Refused, text);
}
