//! The workloads: trees in an engine-neutral form, and the worlds that their leaves read. Knows no engine.

/// A tree from which every engine builds its own.
pub enum Shape {
    Sequence(Vec<Shape>),
    /// A Sequence whose first condition may abort branches to its right (abort type `LowerPriority`).
    Watched(Vec<Shape>),
    Selector(Vec<Shape>),
    /// A Selector with [`Shape::Watched`] children. Engines without observers must check all of them again in each tick.
    Watching(Vec<Shape>),
    Parallel(Vec<Shape>),
    Inverter(Box<Shape>),
    /// A leaf that returns the world's value at this index.
    Condition(usize),
    /// A leaf that runs the world's action at this index.
    Action(usize),
}

impl Shape {
    pub fn children(&self) -> &[Shape] {
        match self {
            Self::Sequence(children)
            | Self::Watched(children)
            | Self::Selector(children)
            | Self::Watching(children)
            | Self::Parallel(children) => children,
            Self::Inverter(child) => std::slice::from_ref(child),
            Self::Condition(_) | Self::Action(_) => &[],
        }
    }

    pub fn node_count(&self) -> usize {
        1 + self.children().iter().map(Self::node_count).sum::<usize>()
    }
}

/// The result of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Success,
    Failure,
    Running,
}

/// The data that leaves read.
pub trait Surroundings: 'static {
    fn condition(&self, index: usize) -> bool;
    fn action(&mut self, index: usize) -> Outcome;
}

/// The world of all workloads except the crowd.
#[derive(Clone)]
pub struct World {
    pub conditions: Vec<bool>,
    pub actions: Vec<Outcome>,
}

impl Surroundings for World {
    #[inline]
    fn condition(&self, index: usize) -> bool {
        self.conditions[index]
    }

    #[inline]
    fn action(&mut self, index: usize) -> Outcome {
        self.actions[index]
    }
}

/// One agent of the crowd: twelve conditions, and actions that succeed at every fourth call.
#[derive(Clone)]
pub struct Agent {
    conditions: u32,
    calls: u32,
}

impl Surroundings for Agent {
    #[inline]
    fn condition(&self, index: usize) -> bool {
        self.conditions >> index & 1 == 1
    }

    #[inline]
    fn action(&mut self, _index: usize) -> Outcome {
        self.calls += 1;
        if self.calls.is_multiple_of(4) {
            Outcome::Success
        } else {
            Outcome::Running
        }
    }
}

impl Agent {
    pub fn parts(&self) -> (u32, u32) {
        (self.conditions, self.calls)
    }

    pub fn crowd(count: u32) -> Vec<Self> {
        (0..count)
            .map(|i| {
                let mut x = i.wrapping_mul(2_654_435_761).wrapping_add(12345);
                x ^= x >> 15;
                x = x.wrapping_mul(2_246_822_519);
                x ^= x >> 13;
                Self {
                    conditions: x & 0xfff,
                    calls: x >> 12 & 3,
                }
            })
            .collect()
    }
}

/// W1: a Sequence of 100 true conditions.
pub fn w1() -> (Shape, World) {
    let shape = Shape::Sequence((0..100).map(Shape::Condition).collect());
    (shape, world(vec![true; 100], Vec::new()))
}

/// W2: 50 levels of nested Inverters and single-child Sequences, alternating, over one true leaf.
pub fn w2() -> (Shape, World) {
    let mut shape = Shape::Condition(0);
    for level in 0..50 {
        shape = if level % 2 == 0 {
            Shape::Sequence(vec![shape])
        } else {
            Shape::Inverter(Box::new(shape))
        };
    }
    (shape, world(vec![true], Vec::new()))
}

/// W3: a binary tree of depth 9 with alternating Sequences and Selectors; all 512 leaves are reached and the last one runs forever.
pub fn w3() -> (Shape, World) {
    let mut conditions = Vec::new();
    let shape = binary(0, Outcome::Running, &mut conditions);
    (shape, world(conditions, vec![Outcome::Running]))
}

/// Returns a subtree that visits all its leaves and ends with `wanted`.
fn binary(depth: usize, wanted: Outcome, conditions: &mut Vec<bool>) -> Shape {
    if depth == 9 {
        if wanted == Outcome::Running {
            return Shape::Action(0);
        }
        conditions.push(wanted == Outcome::Success);
        return Shape::Condition(conditions.len() - 1);
    }
    let (make, goes_on): (fn(Vec<Shape>) -> Shape, _) = if depth.is_multiple_of(2) {
        (Shape::Sequence, Outcome::Success)
    } else {
        (Shape::Selector, Outcome::Failure)
    };
    let first = binary(depth + 1, goes_on, conditions);
    let second = binary(depth + 1, wanted, conditions);
    make(vec![first, second])
}

/// W4: a Parallel of 100 Sequences, each of a true condition and a running action.
pub fn w4() -> (Shape, World) {
    let branch = |i| Shape::Sequence(vec![Shape::Condition(i), Shape::Action(0)]);
    let shape = Shape::Parallel((0..100).map(branch).collect());
    (shape, world(vec![true; 100], vec![Outcome::Running]))
}

/// W5: 99 watched branches whose conditions are false, then a running action.
pub fn w5() -> (Shape, World) {
    let branch = |i| Shape::Watched(vec![Shape::Condition(i), Shape::Action(1)]);
    let mut children: Vec<_> = (0..99).map(branch).collect();
    children.push(Shape::Action(0));
    let world = world(vec![false; 99], vec![Outcome::Running; 2]);
    (Shape::Watching(children), world)
}

/// W6: the tree of each agent of the crowd.
pub fn w6() -> Shape {
    use Shape::{Action as A, Condition as C, Selector, Sequence};
    let not = |shape| Shape::Inverter(Box::new(shape));
    Selector(vec![
        Sequence(vec![C(0), C(1), A(0)]),
        Sequence(vec![C(2), not(C(3)), Selector(vec![C(4), A(1)])]),
        Sequence(vec![C(5), C(6), C(7), A(2)]),
        Sequence(vec![
            not(C(8)),
            Selector(vec![
                Sequence(vec![C(9), A(3)]),
                Sequence(vec![C(10), A(4)]),
            ]),
        ]),
        Sequence(vec![C(11), A(5), A(6)]),
    ])
}

/// W7: a Sequence of 100 Sequences of 99 leaves.
pub fn w7() -> Shape {
    let branch = |_| Shape::Sequence((0..99).map(|_| Shape::Condition(0)).collect());
    Shape::Sequence((0..100).map(branch).collect())
}

fn world(conditions: Vec<bool>, actions: Vec<Outcome>) -> World {
    World {
        conditions,
        actions,
    }
}
