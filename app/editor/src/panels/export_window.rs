//! The window for exporting a document: format, file and options, with a preview of what the format cannot hold. Writes nothing.

use std::path::{Path, PathBuf};

use egui::{Button, Context, Id, RichText, ScrollArea, Spinner, TextEdit, Ui};
use treewright_exchange::save_json::USUAL_NAMESPACE;
use treewright_exchange::{ExchangeFormat, WriteOption, WriteOptions};
use treewright_session::file_names::{with_ending, without_ending};
use treewright_session::i18n::Texts;
use treewright_session::workspace::background_export;
use treewright_session::workspace::background_export::{
    BackgroundExport, ExportKey, ExportResult, ExportedContents,
};
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use super::PanelContext;
use super::transfer_report::{self, RemarkList};
use crate::action::{Action, ActionSink, ExportAction, ExportRequest, NamedBy};
use crate::widgets::{
    Dialog, DialogButton, DialogPlace, IconButton, caption, check_box, choice, dialog_body,
    dialog_buttons, placeholder,
};

/// The width of option fields.
const OPTION_WIDTH: f32 = 160.0;

/// An earlier export of the document.
#[derive(Clone, Debug)]
pub struct EarlierExport {
    /// The format and the file, for display.
    pub shown: String,
    /// Whether it is exported on each save.
    pub on_save: bool,
    /// The same as settings for the window; `None` if its format is unknown.
    pub request: Option<ExportRequest>,
}
#[derive(Debug)]
pub struct ExportWindow {
    /// The exported document, even if another one becomes active.
    pub document: DocumentId,
    /// The earlier exports of the document.
    pub targets: Vec<EarlierExport>,
    /// Whether the project may export on save to targets that the user did not add; `None` if there are none.
    pub allowed: Option<bool>,
    /// The current settings.
    pub request: ExportRequest,
    /// The content of the path field.
    pub path: String,
    /// Why the last attempt to export failed.
    pub error: Option<String>,
    preview: Option<Preview>,
    /// The export that will become the preview.
    underway: Option<BackgroundExport>,
    /// Whether the user is typing in an option field.
    is_typing: bool,
    /// The options without unfinished typing.
    settled: WriteOptions,
}

/// The result of a trial export.
#[derive(Debug)]
struct Preview {
    /// The document and settings that were exported.
    of: ExportKey,
    /// What would be written.
    written: ExportResult,
    remarks: RemarkList,
}

impl ExportWindow {
    /// A window with initial settings for a document.
    pub fn new(document: DocumentId, request: ExportRequest, targets: Vec<EarlierExport>) -> Self {
        Self {
            document,
            path: request.file.display().to_string(),
            targets,
            allowed: None,
            settled: request.options.clone(),
            request,
            error: None,
            preview: None,
            underway: None,
            is_typing: false,
        }
    }

    /// Takes the preview or the running trial export if it is for `of`, so that exporting does not repeat the work.
    pub fn take_preview(
        &mut self,
        of: &ExportKey,
    ) -> (Option<ExportedContents>, Option<BackgroundExport>) {
        let known = self.preview.as_ref().filter(|known| known.of == *of);
        let known = known.and_then(|known| known.written.clone().ok());
        let underway = self.underway.take_if(|underway| underway.of == *of);
        (known, underway)
    }

    /// Sets the path. `named_by` says what the file was named after.
    pub fn propose(&mut self, file: &Path, named_by: NamedBy) {
        self.path = file.display().to_string();
        file.clone_into(&mut self.request.file);
        self.request.named_by = named_by;
    }

    /// The chosen file: the proposed path, which need not be valid text, unless the user typed another one.
    pub fn file(&self) -> (PathBuf, NamedBy) {
        if self.path == self.request.file.display().to_string() {
            return (self.request.file.clone(), self.request.named_by);
        }
        (PathBuf::from(self.path.trim()), NamedBy::User)
    }

    /// Selects a format. Replaces the file's extension if it was that of the old format.
    fn choose_format(&mut self, format: ExchangeFormat) {
        let ending = format!(".{}", self.request.format.extension());
        let (file, _) = self.file();
        let stem = file
            .file_name()
            .and_then(|name| without_ending(name, &ending));
        if let Some(stem) = stem {
            let name = with_ending(stem, &format!(".{}", format.extension()));
            self.propose(&file.with_file_name(name), NamedBy::Program);
        }
        self.request.format = format;
        self.request.options = WriteOptions::default();
    }
}

pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    window: &mut ExportWindow,
    sink: &mut ActionSink,
) {
    let mut documents = cx.workspace.documents().iter();
    let Some(document) = documents.find(|d| d.id() == window.document) else {
        return sink.push(Action::Export(ExportAction::Close));
    };
    update_preview(ctx, document, window, cx.texts);
    let title = document.title(cx.texts);
    let title = cx.texts.tr_with("export.title", &[("title", &title)]);
    let dialog = Dialog {
        id: "export",
        title: &title,
        close: &cx.texts.tr("dialog.close"),
        width: 560.0,
        closes_outside: false,
        place: DialogPlace::Middle,
    };
    let closed = dialog.show(ctx, cx.theme, |ui| {
        dialog_body(ui, |ui| {
            targets(ui, cx, window, sink);
            format(ui, cx, window);
            file(ui, cx, window, sink);
            options(ui, cx, document, window);
            preview(ui, cx, (document, window), sink);
        });
        buttons(ui, cx, window, sink);
    });
    if closed {
        sink.push(Action::Export(ExportAction::Close));
    }
}

/// Earlier exports of the document; click to use their settings again.
fn targets(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut ExportWindow, sink: &mut ActionSink) {
    if window.targets.is_empty() {
        return;
    }
    caption(ui, cx.theme, &cx.texts.tr("export.known"));
    let mut taken_up = None;
    for (index, known) in window.targets.iter().enumerate() {
        ui.push_id(index, |ui| {
            ui.horizontal(|ui| {
                let mut on_save = known.on_save;
                let label = cx.texts.tr("export.on_save_short");
                if check_box(ui, &mut on_save, &*label).changed() {
                    sink.push(Action::Export(ExportAction::OnSave(index, on_save)));
                }
                let remove = cx.texts.tr("export.forget");
                if IconButton::new("delete", &remove).show(ui).clicked() {
                    sink.push(Action::Export(ExportAction::RemoveTarget(index)));
                }
                let file = known.request.as_ref().map(|request| &request.file);
                let is_this = file == Some(&window.request.file);
                let button = Button::selectable(is_this, &known.shown).truncate();
                if ui.add(button).clicked() {
                    taken_up.clone_from(&known.request);
                }
            });
        });
    }
    if let Some(mut allowed) = window.allowed {
        let label = cx.texts.tr("export.allow_project");
        let checkbox = check_box(ui, &mut allowed, &*label);
        if checkbox.changed() {
            sink.push(Action::Export(ExportAction::AllowProject(allowed)));
        }
    }
    if let Some(request) = taken_up {
        window.path = request.file.display().to_string();
        window.request = request;
    }
    ui.separator();
}

fn format(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut ExportWindow) {
    let label = cx.texts.tr("export.format");
    caption(ui, cx.theme, &label);
    let formats: Vec<ExchangeFormat> = ExchangeFormat::ALL
        .into_iter()
        .filter(|format| format.is_writable())
        .collect();
    let titles: Vec<String> = formats.iter().map(|f| f.title().to_owned()).collect();
    let now = formats.iter().position(|f| *f == window.request.format);
    let shown = window.request.format.title();
    let id = Id::unique("export format");
    if let Some(chosen) = choice(ui, id, &label, shown, &titles, now) {
        window.choose_format(formats[chosen]);
    }
}

fn file(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut ExportWindow, sink: &mut ActionSink) {
    let label = cx.texts.tr("export.file");
    caption(ui, cx.theme, &label);
    ui.horizontal(|ui| {
        let browse = cx.texts.tr("export.browse");
        let width = (ui.available_width() - 110.0).max(160.0);
        let field = TextEdit::singleline(&mut window.path).desired_width(width);
        ui.add(field).accessible_name(&*label);
        if ui.button(&*browse).clicked() {
            sink.push(Action::Export(ExportAction::Browse));
        }
    });
}

fn options(ui: &mut Ui, cx: &PanelContext<'_>, document: &OpenDocument, window: &mut ExportWindow) {
    let options = &mut window.request.options;
    window.is_typing = false;
    for option in window.request.format.write_options() {
        match option {
            WriteOption::InlineSubtrees => {
                let text = cx.texts.tr("export.inline_subtrees");
                check_box(ui, &mut options.inline_subtrees, &*text);
            }
            WriteOption::Minify => {
                check_box(ui, &mut options.minify, &*cx.texts.tr("export.minify"));
            }
            WriteOption::WithRun => {
                let frames = recorded_frames(document);
                options.with_run &= frames > 0;
                let text = cx.texts.tr_count("export.with_run", frames);
                ui.add_enabled_ui(frames > 0, |ui| check_box(ui, &mut options.with_run, text));
            }
            WriteOption::TypeKey => {
                let field =
                    TextEdit::singleline(&mut options.type_key).hint_text(placeholder("type"));
                window.is_typing |= labeled(ui, &cx.texts.tr("export.type_key"), field);
            }
            WriteOption::Namespace => {
                let mut namespace = options.namespace.clone().unwrap_or_default();
                let field =
                    TextEdit::singleline(&mut namespace).hint_text(placeholder(USUAL_NAMESPACE));
                window.is_typing |= labeled(ui, &cx.texts.tr("export.namespace"), field);
                if options.namespace.as_deref().unwrap_or_default() != namespace {
                    options.namespace = Some(namespace).filter(|text| !text.is_empty());
                }
            }
        }
    }
    let text = cx.texts.tr("export.on_save");
    check_box(ui, &mut window.request.on_save, &*text);
}

/// How many frames of its run a document could export; 0 without a run.
fn recorded_frames(document: &OpenDocument) -> usize {
    let last = document
        .run
        .as_ref()
        .map(|run| run.recording().last_frame());
    usize::try_from(last.unwrap_or_default()).unwrap_or(usize::MAX)
}

/// A field with a label before it. Returns whether it is being edited.
fn labeled(ui: &mut Ui, text: &str, field: TextEdit<'_>) -> bool {
    let row = ui.horizontal(|ui| {
        ui.label(text);
        let field = field.desired_width(OPTION_WIDTH);
        ui.add(field).accessible_name(text).has_focus()
    });
    row.inner
}

fn preview(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (document, window): (&OpenDocument, &mut ExportWindow),
    sink: &mut ActionSink,
) {
    ui.separator();
    let Some(preview) = &mut window.preview else {
        ui.horizontal(|ui| {
            ui.add(Spinner::new());
            ui.label(cx.texts.tr("export.looks_ahead"));
        });
        return;
    };
    let written = match &preview.written {
        Ok(written) => written,
        Err(ended) => {
            ui.label(RichText::new(cx.texts.ended(ended)).color(cx.theme.error));
            return;
        }
    };
    ui.horizontal_wrapped(|ui| transfer_report::tally(ui, cx, written.tally));
    let message = if written.exported.is_err() {
        Some(("export.would_refuse", cx.theme.error))
    } else if preview.remarks.is_empty() {
        Some(("export.all_goes_over", cx.theme.muted))
    } else {
        None
    };
    if let Some((key, color)) = message {
        ui.label(RichText::new(cx.texts.tr(key)).color(color));
    }
    let area = ScrollArea::vertical().max_height(160.0);
    let pressed = area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        preview.remarks.show(ui, cx, document)
    });
    if let Some(pressed) = pressed.inner {
        sink.push(Action::Export(ExportAction::Close));
        sink.push(Action::View(pressed));
    }
}

fn buttons(ui: &mut Ui, cx: &PanelContext<'_>, window: &ExportWindow, sink: &mut ActionSink) {
    if let Some(error) = &window.error {
        ui.label(RichText::new(error).color(cx.theme.error));
    }
    let is_named = !window.path.trim().is_empty();
    let written = window
        .preview
        .as_ref()
        .and_then(|p| p.written.as_ref().ok());
    let refused = written.is_some_and(|written| written.exported.is_err());
    let (cancel, write) = (cx.texts.tr("question.cancel"), cx.texts.tr("export.write"));
    let buttons = [
        DialogButton::new(&cancel),
        DialogButton::new(&write).enabled(is_named && !refused),
    ];
    match dialog_buttons(ui, cx.theme, &buttons) {
        Some(0) => sink.push(Action::Export(ExportAction::Close)),
        Some(_) => {
            let (file, named_by) = window.file();
            let request = ExportRequest {
                file,
                named_by,
                ..window.request.clone()
            };
            sink.push(Action::Export(ExportAction::Write(request)));
        }
        None => {}
    }
}

/// Runs a trial export to preview its remarks, once for each document and settings; for a large document on a background thread. Not on
/// each keystroke and never twice at once, because each trial copies the document.
fn update_preview(
    ctx: &Context,
    document: &OpenDocument,
    window: &mut ExportWindow,
    texts: &Texts,
) {
    if !window.is_typing {
        window.settled.clone_from(&window.request.options);
    }
    let (format, options) = (window.request.format, &window.settled);
    let of = background_export::of(document, format, options);
    if window.preview.as_ref().is_some_and(|known| known.of == of) {
        return;
    }
    if let Some(other) = window.underway.as_ref().filter(|known| known.of != of) {
        other.stop();
        if other.take().is_none() {
            window.preview = None;
            return;
        }
        window.underway = None;
    }
    if window.underway.is_none() {
        let waker = ctx.clone();
        let wake = move || waker.request_repaint();
        let what = (format, options);
        let underway = BackgroundExport::begin(document, what, None, texts, wake);
        window.underway = Some(underway);
    }
    let found = window.underway.as_ref().and_then(BackgroundExport::take);
    let Some(written) = found else {
        window.preview = None;
        return;
    };
    window.underway = None;
    let mut remarks = match written.as_ref().map(|written| &written.exported) {
        Ok(Ok(exported)) => exported.remarks.clone(),
        Ok(Err(remarks)) => remarks.clone(),
        Err(_) => Vec::new(),
    };
    // The most severe remarks come first.
    remarks.sort_by_key(|remark| remark.severity);
    window.preview = Some(Preview {
        of,
        written,
        remarks: RemarkList::new(remarks),
    });
}

#[cfg(test)]
mod tests {
    use treewright_core::model::Document;

    use super::*;

    #[test]
    fn the_preview_waits_until_typing_ends() {
        let (ctx, texts) = (Context::default(), Texts::default());
        let document = OpenDocument::new(DocumentId(1), Document::default(), Vec::new());
        let request = ExportRequest {
            format: ExchangeFormat::SaveJson,
            file: PathBuf::from("tree.json"),
            named_by: NamedBy::Program,
            options: WriteOptions::default(),
            on_save: false,
        };
        let mut window = ExportWindow::new(document.id(), request, Vec::new());
        let known = |window: &ExportWindow| {
            let preview = window.preview.as_ref();
            preview.map(|preview| preview.of.2.type_key.clone())
        };
        // Typing that begins before the first preview does not prevent it: it uses the options without the unfinished typing.
        window.is_typing = true;
        update_preview(&ctx, &document, &mut window, &texts);
        assert_eq!(known(&window).as_deref(), Some(""));
        window.request.options.type_key = "kind".to_owned();
        update_preview(&ctx, &document, &mut window, &texts);
        assert_eq!(known(&window).as_deref(), Some(""));
        window.is_typing = false;
        update_preview(&ctx, &document, &mut window, &texts);
        assert_eq!(known(&window).as_deref(), Some("kind"));
    }
}
