//! Dialogs that return given answers.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use treewright_editor::dialogs::{Dialogs, PathAnswer, PathQuestion};

/// The answers of the dialogs, in order.
#[derive(Clone, Default)]
pub struct Script(pub Rc<RefCell<VecDeque<PathAnswer>>>);

/// Dialogs that take their answers from a script.
pub struct ScriptedDialogs {
    pub script: Script,
    pub asked: bool,
}

impl Dialogs for ScriptedDialogs {
    fn ask(&mut self, _question: PathQuestion, wake: Box<dyn Fn() + Send + Sync>) {
        self.asked = true;
        wake();
    }

    fn answer(&mut self) -> Option<PathAnswer> {
        let asked = std::mem::take(&mut self.asked);
        let next = asked.then(|| self.script.0.borrow_mut().pop_front());
        next.map(|answer| answer.unwrap_or(PathAnswer::Cancelled))
    }
}
