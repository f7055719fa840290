//! What the tiles library draws between and around panels for the mouse alone: strips that resize panels, the empty part of a row of tabs, arrows that
//! scroll tabs. egui would stop there at each Tab, without a name and with nothing to do. Keeps them out of the focus order and from screen readers.

use std::ops::Range;

use egui::{Id, Ui};

use crate::focus_regions;

/// Finds the strips: what was created while the tiles were drawn, but not by us.
#[derive(Default)]
pub struct MouseStrips {
    /// Which widgets of the layer we created, by their order.
    ours: Vec<Range<usize>>,
    tabs: Vec<Id>,
}

impl MouseStrips {
    /// The number of widgets so far.
    pub fn count(ui: &Ui) -> usize {
        let layer = ui.layer_id();
        ui.ctx()
            .viewport(|viewport| viewport.this_pass.widgets.get_layer(layer).count())
    }

    /// All widgets since there were `start` are ours.
    pub fn keep_since(&mut self, ui: &Ui, start: usize) {
        self.ours.push(start..Self::count(ui));
    }

    pub fn keep_tab(&mut self, tab: Id) {
        self.tabs.push(tab);
    }

    /// Hides the others that were created since there were `start` widgets.
    pub fn hide_others(&self, ui: &Ui, start: usize) {
        let layer = ui.layer_id();
        let strips: Vec<Id> = ui.ctx().viewport(|viewport| {
            let widgets = viewport.this_pass.widgets.get_layer(layer).enumerate();
            let others = widgets.skip(start).filter(|(index, widget)| {
                let is_ours = self.ours.iter().any(|ours| ours.contains(index));
                widget.sense.is_focusable() && !is_ours && !self.tabs.contains(&widget.id)
            });
            others.map(|(_, widget)| widget.id).collect()
        });
        for strip in &strips {
            ui.ctx()
                .accesskit_node_builder(*strip, egui::accesskit::Node::set_hidden);
        }
        focus_regions::skip(ui, &strips);
    }
}
