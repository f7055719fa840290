//! An attachment to a robot, a program with BehaviorTree.CPP and a Groot2 publisher: whether it is reached, the trees that it has shown, and the
//! breakpoints that it has. Sends it nothing that the user did not want. Knows no window.

pub mod hooks;

use treewright_core::ToArgument as _;
use treewright_core::runtime::NodeIndex;
use treewright_robot::full_tree::NumberedTree;
use treewright_robot::groot2::{HookPosition, HookResult, Request};
use treewright_robot::monitor::{EndReason, Fact, LossReason};
use treewright_robot::robot_run::RobotRun;
use treewright_robot::zmtp::ZmtpFault;

use self::hooks::{RobotHooks, result_of};
use super::live::{
    Connection, LiveRow, LiveSource, LiveState, Order, SourceId, SourceKind, Verb, Verbs,
};
use super::open_document::DocumentId;
use super::run_view::StopView;
use super::told_run::ToldRun;
use crate::host::job::JobEnd;
use crate::host::robot::socket::{Attachment, News};
use crate::i18n::said;
use crate::robot_address::RobotAddress;

/// A tree that a robot runs or ran, and the document that shows it.
struct ShownTree {
    /// As the robot tells it.
    text: String,
    document: DocumentId,
    run: RobotRun,
}

/// An attachment to a robot.
pub struct RobotLink {
    id: SourceId,
    address: RobotAddress,
    attachment: Attachment,
    connection: Connection,
    /// How often it was not reached in a row.
    failures: u32,
    trees: Vec<ShownTree>,
    /// The index of the tree that runs now.
    current: Option<usize>,
    pub hooks: RobotHooks,
    /// The document and the revision of its breakpoints that the robot is to have.
    pub breakpoints_of: Option<(DocumentId, u64)>,
}

impl RobotLink {
    /// Attaches to the robot at this address. `wake` is called whenever something was learned.
    pub fn attach(
        id: SourceId,
        address: RobotAddress,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self {
            id,
            attachment: Attachment::begin(&address, wake),
            address,
            connection: Connection::Connecting,
            failures: 0,
            trees: Vec::new(),
            current: None,
            hooks: RobotHooks::default(),
            breakpoints_of: None,
        }
    }

    pub fn address(&self) -> &RobotAddress {
        &self.address
    }

    /// Returns what lists show of it.
    pub fn row(&self) -> LiveRow {
        LiveRow {
            source: self.id,
            kind: SourceKind::Robot,
            name: self.name(),
            connection: self.connection.clone(),
            failures: self.failures,
            document: self.document(),
            waits: self.hooks.waits().is_some(),
            has_breakpoints: self.hooks.are_set(),
        }
    }

    /// Returns what was learned since the last call. Returns at once.
    pub fn take_news(&mut self) -> Vec<News> {
        let mut all = Vec::new();
        while !self.has_ended() {
            match self.attachment.take() {
                None => break,
                Some(Ok(news)) => all.extend(news),
                Some(Err(end)) => {
                    let why = match end {
                        JobEnd::Done => None,
                        JobEnd::NoThread => Some(said("attach.no_thread", Vec::new())),
                        JobEnd::Panicked(text) => {
                            let reason = ("reason", text.to_argument());
                            Some(said("attach.broken", vec![reason]))
                        }
                    };
                    self.connection = Connection::Ended(why);
                }
            }
        }
        all
    }

    /// Notes how a fact changes whether the robot is reached and where it waits.
    pub fn note(&mut self, fact: &Fact) {
        match fact {
            Fact::Back => self.reached(),
            Fact::NotReached(why) | Fact::Lost(why) => {
                self.hooks.lose();
                self.failures += 1;
                self.connection = Connection::Lost(loss_text(*why));
            }
            Fact::Ended(why) => self.connection = Connection::Ended(end_text(why)),
            Fact::ReachedHook(uid) => {
                self.hooks.reached(*uid);
            }
            Fact::Changes(changes) if !changes.is_empty() => self.hooks.changed(),
            Fact::NotSent(Request::InsertHook(hook))
            | Fact::Failed(Request::InsertHook(hook), _) => {
                self.hooks.not_set((hook.uid, hook.position));
            }
            _ => {}
        }
    }

    /// Notes that the robot runs a tree that was just told.
    pub fn note_tree(&mut self) {
        self.hooks.forget();
        self.breakpoints_of = None;
        self.reached();
        // Others may have set breakpoints before.
        self.attachment.ask(Request::Hooks);
    }

    fn reached(&mut self) {
        self.failures = 0;
        self.connection = Connection::Attached;
    }

    /// Returns the document that shows this tree, if the robot has told it before. That tree is the current one then.
    pub fn show_again(&mut self, text: &str) -> Option<DocumentId> {
        let index = self.trees.iter().position(|tree| tree.text == text)?;
        self.current = Some(index);
        self.watch();
        Some(self.trees[index].document)
    }

    /// Shows the tree that the robot runs now in a document, whose told run `run` tells.
    pub fn show(&mut self, text: String, document: DocumentId, run: RobotRun) {
        // A document shows one tree of one robot.
        self.forget_document(document);
        self.trees.push(ShownTree {
            text,
            document,
            run,
        });
        self.current = Some(self.trees.len() - 1);
        self.watch();
    }

    fn watch(&self) {
        if let Some(tree) = self.shown() {
            self.attachment.watch(tree.run.blackboards());
        }
    }

    /// The document shows no tree of this robot any more.
    pub fn forget_document(&mut self, document: DocumentId) {
        let current = self.document();
        self.trees.retain(|tree| tree.document != document);
        self.current = self
            .trees
            .iter()
            .position(|tree| Some(tree.document) == current);
    }

    fn shown(&self) -> Option<&ShownTree> {
        self.trees.get(self.current?)
    }

    /// Returns the document that shows the tree that runs now.
    pub fn document(&self) -> Option<DocumentId> {
        Some(self.shown()?.document)
    }

    /// Returns all documents that show a tree of it.
    pub fn documents(&self) -> impl Iterator<Item = DocumentId> {
        self.trees.iter().map(|tree| tree.document)
    }

    /// Returns the tree that runs now, with the numbers that the robot gives to its nodes.
    pub fn tree(&self) -> Option<&NumberedTree> {
        Some(self.shown()?.run.tree())
    }

    /// Tells the run of the tree that runs now what was learned.
    pub fn tell(&mut self, told: &mut ToldRun, facts: &[Fact]) {
        let Some(tree) = self.current.and_then(|index| self.trees.get_mut(index)) else {
            return;
        };
        told.grow(|past| {
            for fact in facts {
                tree.run.follow(past, fact);
            }
        });
    }

    /// Asks the robot to have the breakpoints that the user wants, as far as the user has agreed.
    pub fn update_hooks(&mut self) {
        if self.connection != Connection::Attached {
            return;
        }
        for request in self.hooks.requests() {
            self.attachment.ask(request);
        }
    }

    /// Returns where the robot waits: the node, and whether before or after it.
    pub fn waits(&self) -> Option<(NodeIndex, HookPosition)> {
        let (uid, position) = self.hooks.waits()?;
        Some((self.tree()?.node(uid)?, position))
    }

    /// Returns what a told run in one of its documents shows of it. `stop` says where it waits.
    pub fn live_state(&self, document: DocumentId, stop: Option<StopView>) -> LiveState {
        let is_current = self.document() == Some(document);
        LiveState {
            source: self.id,
            kind: SourceKind::Robot,
            name: self.name(),
            connection: self.connection.clone(),
            stop: stop.filter(|_| is_current),
            left: None,
            is_replaced: !is_current,
            is_loading: false,
            pauses: None,
            verbs: self.verbs(is_current),
        }
    }

    fn verbs(&self, is_current: bool) -> Verbs {
        if self.connection != Connection::Attached {
            return Verbs::none("obstacle.robot_not_reached");
        }
        if !is_current {
            return Verbs::none("obstacle.robot_other_tree");
        }
        let verbs = Verbs::none("obstacle.robot")
            .with(Verb::Force)
            .without(Verb::Pause, "obstacle.robot_pause")
            .without(Verb::Step, "obstacle.robot_step")
            .without(Verb::Resume, "obstacle.robot_runs")
            .without(Verb::SetVariable, "obstacle.robot_variables")
            .without(Verb::SendEvent, "obstacle.robot_events")
            .without(Verb::Measure, "obstacle.robot_measure");
        if self.hooks.waits().is_some() {
            verbs.with(Verb::Resume)
        } else {
            verbs
        }
    }

    /// Returns whether nothing more comes.
    pub fn has_ended(&self) -> bool {
        matches!(self.connection, Connection::Ended(_))
    }

    /// Detaches, and waits for a limited time until the breakpoints are removed, if any are set: the program ends.
    pub fn detach_and_wait(&mut self) {
        if self.hooks.are_set() {
            self.attachment.leave_and_wait();
        } else {
            self.attachment.leave();
        }
        self.connection = Connection::Ended(None);
    }

    fn go_on(&mut self, result: HookResult) -> Result<(), &'static str> {
        let request = self.hooks.go_on(result).ok_or("obstacle.robot_runs")?;
        self.attachment.ask(request);
        Ok(())
    }

    fn force(&mut self, node: NodeIndex, result: HookResult) -> Result<(), &'static str> {
        if self.waits().is_some_and(|(waits, _)| waits == node) {
            return self.go_on(result);
        }
        let uid = self.tree().and_then(|tree| tree.number(node));
        let uid = uid.ok_or("obstacle.robot_no_number")?;
        let request = self.hooks.replacement(uid, result);
        self.attachment
            .ask(request.ok_or("obstacle.robot_two_breakpoints")?);
        Ok(())
    }
}

impl LiveSource for RobotLink {
    fn id(&self) -> SourceId {
        self.id
    }

    fn kind(&self) -> SourceKind {
        SourceKind::Robot
    }

    fn name(&self) -> String {
        self.address.to_string()
    }

    fn connection(&self) -> &Connection {
        &self.connection
    }

    fn leaves_breakpoints(&self) -> bool {
        self.hooks.are_set()
    }

    fn order(&mut self, order: Order) -> Result<(), &'static str> {
        match order {
            Order::Resume => self.go_on(HookResult::AsItIs),
            Order::Force(node, status) => {
                let result = result_of(status).ok_or("obstacle.robot_running_result")?;
                self.force(node, result)
            }
            Order::Pause => Err("obstacle.robot_pause"),
            Order::Step => Err("obstacle.robot_step"),
            Order::SetVariable(..) => Err("obstacle.robot_variables"),
            Order::SendEvent { .. } => Err("obstacle.robot_events"),
        }
    }

    fn detach(&mut self) {
        self.attachment.leave();
        self.connection = Connection::Ended(None);
    }
}

fn loss_text(why: LossReason) -> treewright_core::Message {
    let key = match why {
        LossReason::Closed => "attach.closed",
        LossReason::NoAnswer => "attach.no_answer",
    };
    said(key, Vec::new())
}

fn end_text(why: &EndReason) -> Option<treewright_core::Message> {
    match why {
        EndReason::Left => None,
        EndReason::OtherProgram(fault) => Some(fault.message()),
        EndReason::OtherProtocol(fault) => {
            let key = match fault {
                ZmtpFault::NotZmtp => "attach.fault_protocol",
                ZmtpFault::OtherSecurity => "attach.fault_security",
                ZmtpFault::OtherSocket => "attach.fault_socket",
                ZmtpFault::TooLarge => "attach.fault_size",
            };
            Some(said(key, Vec::new()))
        }
    }
}
