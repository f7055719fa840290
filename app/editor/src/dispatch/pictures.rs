//! Pictures of the active document: asks for options and a path, renders in the background, and writes or copies the result.

use std::path::{Path, PathBuf};

use egui::{Rect, Vec2};
use treewright_session::file_names;
use treewright_session::host::files;
use treewright_session::host::files::Expected;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::RunSnapshot;

use super::file::exporting::may_write;
use super::file::{PathConsent, ask as ask_for_path, folder};
use crate::action::{JobKind, PictureAction, PictureChoice, PictureKind};
use crate::dialogs::PathQuestion;
use crate::editor::Editor;
use crate::job_registry::BackgroundJob;
use crate::panels::canvas::CanvasState;
use crate::panels::path_box::PathProblem;
use crate::panels::picture_window::PictureWindow;
use crate::picture::{
    MARGIN, PictureOutput, PictureSubject, RenderError, RenderJob, RenderedPicture,
};
use crate::shell::{PictureToSave, QuestionTopic, Shell};

/// A picture that is being rendered.
struct PictureJob {
    render_job: RenderJob,
    /// The file, and what may exist there; `None` for the clipboard.
    file: Option<(PathBuf, Expected)>,
    /// It shows the selection only.
    part: bool,
}

pub fn apply(editor: &mut Editor, action: PictureAction) {
    match action {
        PictureAction::Ask => ask(&editor.workspace, &mut editor.shell),
        PictureAction::Close => editor.shell.views.picture = None,
        PictureAction::Save(choice) => ask_where_to_save(editor, choice),
        PictureAction::Copy(choice) => copy(editor, choice),
    }
    editor.shell.ctx.request_repaint();
}

fn ask(workspace: &Workspace, shell: &mut Shell) {
    let front = workspace.front();
    let selected: Vec<_> = front.selection().iter().cloned().collect();
    let canvas = shell.views.canvases.get(front.id());
    let size = |bounds: Option<Rect>| {
        // Ports and badges extend a little beyond cards.
        bounds.map(|bounds| bounds.expand(MARGIN + 6.0).size())
    };
    let sizes: [Option<Vec2>; 2] = [
        size(canvas.and_then(CanvasState::bounds)),
        size(canvas.and_then(|canvas| canvas.bounds_below(&selected))),
    ];
    let choice = PictureChoice {
        part: !selected.is_empty(),
        ..shell.views.picture_choice
    };
    let window = PictureWindow::new(choice, sizes, front.shown_run().is_some());
    shell.views.picture = Some(window);
}

fn ask_where_to_save(editor: &mut Editor, choice: PictureChoice) {
    editor.shell.views.picture = None;
    editor.shell.views.picture_choice = choice;
    let front = editor.workspace.front();
    let tree = front.file_name(&editor.shell.texts);
    let stem = tree.strip_suffix(".bt.json").unwrap_or(&tree);
    let to_save = PictureToSave {
        document: front.id(),
        choice,
        name: format!("{stem}.{}", choice.kind.ending()),
    };
    let question = PathQuestion::Save {
        title: editor.shell.texts.tr("question.picture.title").into_owned(),
        folder: folder(editor),
        name: to_save.name.clone(),
    };
    let topic = QuestionTopic::Picture(to_save);
    ask_for_path(&mut editor.shell, &mut editor.services, question, topic);
}

/// Adds the extension of the chosen format, unless the path has the extension of a picture format.
pub fn with_ending(to_save: &PictureToSave, path: &Path) -> PathBuf {
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

/// Starts rendering a picture for a path that the user chose.
///
/// # Errors
/// Why it is not rendered. The user was not notified yet.
pub fn save_to(
    editor: &mut Editor,
    to_save: &PictureToSave,
    path: &Path,
    consent: PathConsent,
) -> Result<(), PathProblem> {
    let expected = may_write(&editor.workspace, &editor.shell, path, consent)?;
    // The path is checked before the picture is rendered.
    if consent == PathConsent::Nothing {
        let folder = files::folder_of(path);
        if !files::is_folder(&folder) {
            let file = path.to_owned();
            return Err(PathProblem::NoFolder { file, folder });
        }
        if files::is_there(path) {
            return Err(PathProblem::Exists(path.to_owned()));
        }
    }
    let kind = kind_of(path).unwrap_or(to_save.choice.kind);
    let file = Some((path.to_owned(), expected));
    begin(
        editor,
        (to_save.document, to_save.choice),
        PictureOutput::File(kind),
        file,
    );
    Ok(())
}

fn copy(editor: &mut Editor, choice: Option<PictureChoice>) {
    editor.shell.views.picture = None;
    let front = editor.workspace.front();
    let as_seen = || PictureChoice {
        part: !front.selection().is_empty(),
        dark: editor.shell.ctx.theme() == egui::Theme::Dark,
        ..PictureChoice::default()
    };
    let (id, choice) = (front.id(), choice.unwrap_or_else(as_seen));
    begin(editor, (id, choice), PictureOutput::Clipboard, None);
}

fn begin(
    editor: &mut Editor,
    (id, choice): (DocumentId, PictureChoice),
    purpose: PictureOutput,
    file: Option<(PathBuf, Expected)>,
) {
    let Some(index) = editor.workspace.index_of(id) else {
        return;
    };
    // The previous picture is still to be written or pasted.
    if editor.jobs.of::<PictureJob>().next().is_some() {
        return editor
            .shell
            .notify_key(NoticeKind::Refused, "picture.busy", &[]);
    }
    let document = &editor.workspace.documents()[index];
    let run = document.shown_run().filter(|_| choice.run);
    let run = run.map(|run| RunSnapshot::of(run, document.document()));
    let selected = document.selection().iter().filter(|_| choice.part);
    let subject = PictureSubject {
        document: document.document().clone(),
        library: document.library().clone(),
        texts: editor.shell.texts.clone(),
        only: selected.cloned().collect(),
        diagnostics: document.diagnostics().clone(),
        left_to_right: document.grows_right(),
        canvas: editor.shell.settings.canvas,
        run,
    };
    let wake = editor.shell.waker();
    editor.jobs.begin(PictureJob {
        part: !subject.only.is_empty(),
        render_job: RenderJob::begin(subject, choice, purpose, wake),
        file,
    });
}

impl BackgroundJob<Editor> for PictureJob {
    fn kind(&self) -> JobKind {
        JobKind::Picture
    }

    fn name(&self) -> String {
        String::new()
    }

    fn is_ready(&self) -> bool {
        self.render_job.is_ready()
    }

    fn waits_for_user(&self) -> bool {
        false
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        match self.render_job.take_at_last() {
            Ok(rendered) => on_rendered(&mut editor.shell, &self, rendered),
            Err(why) => report_error(&mut editor.shell, why),
        }
    }
}

/// Waits for a picture that is to be written to a file, and writes it, before the window closes. Returns whether there was no error.
pub fn finish(editor: &mut Editor) -> bool {
    let is_for_file = |picture: &PictureJob| picture.file.is_some();
    let Some(picture) = editor.jobs.take(is_for_file) else {
        return true;
    };
    picture.finish(editor);
    let notice = editor.shell.notice.as_ref();
    notice.is_none_or(|notice| notice.kind == NoticeKind::Done)
}

fn on_rendered(shell: &mut Shell, job: &PictureJob, rendered: RenderedPicture) {
    match (rendered, &job.file) {
        (RenderedPicture::File(bytes), Some((path, expected))) => {
            let (kind, text) = match files::save(path, &bytes, *expected) {
                Ok(_) => {
                    let path = path.display().to_string();
                    let text = shell.texts.tr_with("notice.exported", &[("path", &path)]);
                    (NoticeKind::Done, text)
                }
                Err(error) => {
                    let reason = shell.texts.save_error(&error);
                    let path = path.display().to_string();
                    let arguments = [("path", &*path), ("reason", &*reason)];
                    let text = shell.texts.tr_with("notice.not_written", &arguments);
                    (NoticeKind::Failed, text)
                }
            };
            shell.notify(kind, text);
        }
        (RenderedPicture::Image(image), _) => {
            let [width, height] = image.size.map(|side| side.to_string());
            let arguments = [("width", &*width), ("height", &*height)];
            let key = if job.part {
                "picture.copied_part"
            } else {
                "picture.copied"
            };
            let text = shell.texts.tr_with(key, &arguments);
            shell.ctx.copy_image(image);
            shell.notify(NoticeKind::Done, text);
        }
        (RenderedPicture::File(_), None) => {}
    }
}

fn report_error(shell: &mut Shell, why: RenderError) {
    let text = match why {
        RenderError::Nothing => shell.texts.tr("picture.nothing").into_owned(),
        RenderError::Ended(ended) => {
            let reason = shell.texts.ended(&ended);
            shell
                .texts
                .tr_with("picture.failed", &[("reason", &reason)])
        }
        RenderError::TooLarge(error) => {
            let [width, height] = [error.width, error.height].map(|side| side.to_string());
            let most = crate::action::MAX_SIDE.to_string();
            let arguments = [("width", &*width), ("height", &*height), ("most", &*most)];
            shell.texts.tr_with("picture.too_large", &arguments)
        }
    };
    shell.notify(NoticeKind::Refused, text);
}
