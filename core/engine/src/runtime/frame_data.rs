//! Data that tasks attach to a frame, between the call of a task and the tracer. Knows neither what the data mean nor who
//! records them.

use std::sync::Arc;

use super::program::NodeIndex;
use super::tick_context::TickContext;
use super::tracer::Tracer;
use crate::value::Value;

/// The most data that the tasks of a tree can attach to a frame.
pub const MAX_DATA: usize = 256;

/// The most bytes that the names and values of these data can have together.
pub const MAX_DATA_BYTES: usize = 16 * 1024;

/// The data of the frame of whichever tree is running.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameData {
    /// What the tracer was not told yet. Kept to reuse the buffer.
    pending: Vec<(Arc<str>, Value)>,
    count: usize,
    bytes: usize,
    dropped: u32,
}

impl FrameData {
    /// Begins a frame.
    #[inline]
    pub fn begin(&mut self) {
        (self.count, self.bytes) = (0, 0);
    }

    /// Adds data, or counts them as dropped if the frame has no room for them.
    pub fn add(&mut self, name: Arc<str>, value: Value) {
        let bytes = name.len() + size_of::<Value>() + value.heap_bytes();
        if self.count == MAX_DATA || bytes > MAX_DATA_BYTES - self.bytes {
            self.dropped = self.dropped.saturating_add(1);
            return;
        }
        self.count += 1;
        self.bytes += bytes;
        self.pending.push((name, value));
    }

    /// Returns whether the tracer was told everything.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Tells the tracer how many data the frame has had no room for.
    #[inline]
    pub fn finish<T: Tracer>(&mut self, tracer: &mut T) {
        if self.dropped > 0 {
            tracer.data_dropped(std::mem::take(&mut self.dropped));
        }
    }
}

/// Tells the tracer which data a task has attached since the last call.
#[cold]
pub(super) fn pass_on_data<T: Tracer>(tick: &mut TickContext<'_>, tracer: &mut T, node: u32) {
    for (name, value) in tick.globals.data.pending.drain(..) {
        tracer.data(NodeIndex(node), &name, &value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TreeInstance;
    use crate::compile::GameTasks;
    use crate::runtime::{AgentId, Globals, Status};
    use crate::trace::{FlightRecorder, FrameData as Recorded, FrameRecorder};
    use crate::tree::{self, Tree};

    /// A tree whose two leaves attach what the world says: how many data, and how long their texts are.
    fn instance() -> TreeInstance<(usize, usize)> {
        let mut tasks = GameTasks::new();
        tasks.action_fn("Attach", |context| {
            let (count, length): (usize, usize) = *context.world;
            for number in 0..count {
                context.tick.attach("number", number as i64);
            }
            if length > 0 {
                context.tick.attach("text", "x".repeat(length));
            }
            Status::Running
        });
        tasks.action_fn("Stay", |context| {
            context.tick.attach("place", [1.5, 2.0]);
            Status::Running
        });
        let leaves = [tree::task("Attach"), tree::task("Stay")];
        let tree = Tree::new("Tree", tree::parent("ParallelComplete", leaves));
        TreeInstance::new(tree.compile(&tasks).unwrap(), 0)
    }

    fn recorded(world: (usize, usize)) -> Recorded {
        let mut recorder = FrameRecorder::default();
        let (mut world, mut globals) = (world, Globals::default());
        instance().tick_traced(&mut world, &mut globals, 0.1, &mut recorder);
        recorder.take_data().remove(0).1
    }

    fn words(data: &Recorded) -> Vec<String> {
        let node = |node: Option<NodeIndex>| node.map_or(u32::MAX, |node| node.0);
        let list = data.list.iter();
        list.map(|datum| format!("{} {datum}", node(datum.node)))
            .collect()
    }

    #[test]
    fn data_belong_to_the_node_that_attached_them() {
        let data = recorded((2, 0));
        assert_eq!(
            words(&data),
            ["1 number = 0", "1 number = 1", "2 place = (1.5, 2)"]
        );
        assert_eq!(data.dropped, 0);
    }

    #[test]
    fn what_has_no_room_is_dropped_and_counted() {
        let many = recorded((MAX_DATA + 7, 0));
        assert_eq!((many.list.len(), many.dropped), (MAX_DATA, 8));
        let long = recorded((1, MAX_DATA_BYTES));
        assert_eq!(words(&long), ["1 number = 0", "2 place = (1.5, 2)"]);
        assert_eq!(long.dropped, 1, "what follows and is short has room");
    }

    #[test]
    fn each_frame_has_room_anew_and_nothing_is_kept_while_nobody_watches() {
        let (mut tree, mut globals) = (instance(), Globals::default());
        let mut world = (MAX_DATA + 1, 0);
        tree.tick(&mut world, &mut globals, 0.1);
        assert!(globals.data.is_empty());
        let mut flight = FlightRecorder::new(1 << 20);
        for frame in 1..=2 {
            let mut tree = instance();
            flight.begin_frame(frame, 0.1);
            tree.tick_traced(&mut world, &mut globals, 0.1, &mut flight);
        }
        let frames: Vec<_> = flight.frames().collect();
        for frame in &frames {
            let tree = &frame.trees[0];
            assert_eq!(tree.agent, AgentId::default());
            assert_eq!((tree.data.list.len(), tree.data.dropped), (MAX_DATA, 2));
        }
    }
}
