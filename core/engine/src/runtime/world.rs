//! What a game passes to each tick: its world. Any type will do, and so will a value that borrows from the game for the
//! length of one tick.

/// What the game lends to its trees for one tick of lifetime `'w`.
///
/// Every sized type lends itself: a game whose world is a `struct Arena` has `Program<Arena>` and passes a `&mut Arena`.
///
/// For a world of references, name the family of these types, one for each lifetime, as a trait object type. It only
/// stands for the family; no value of it is ever made.
///
/// ```
/// use treewright_core::prelude::*;
///
/// struct Units { positions: Vec<f64> }
/// struct Map { goal: f64 }
///
/// struct Lent<'w> { units: &'w mut Units, map: &'w Map }
/// type World = dyn for<'w> LentWorld<'w, Lent = Lent<'w>>;
///
/// let mut tasks = GameTasks::<World>::new();
/// tasks.action("Step", |_| {
///     TaskHooks::new(|context: &mut TaskContext<World>| {
///         let agent = context.tick.agent() as usize;
///         context.world.units.positions[agent] += 1.0;
///         if context.world.units.positions[agent] < context.world.map.goal { Status::Running } else { Status::Success }
///     })
/// });
///
/// let mut tree = DocumentBuilder::new("Walker");
/// tree.root(Node::new("n1", "Step")).unwrap();
/// let program = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
/// let mut trees = TreeManager::new();
/// trees.add(program, 0).unwrap();
///
/// let (mut units, map) = (Units { positions: vec![0.0] }, Map { goal: 2.0 });
/// for _ in 0..2 {
///     trees.tick(&mut Lent { units: &mut units, map: &map }, 0.1);
/// }
/// assert_eq!(units.positions, [2.0]);
/// ```
pub trait LentWorld<'w> {
    /// What tasks see of the world during this tick.
    type Lent;
}

impl<W> LentWorld<'_> for W {
    type Lent = W;
}

/// What tasks of the world `W` see of it during a tick of lifetime `'w`.
pub type Lent<'w, W> = <W as LentWorld<'w>>::Lent;

/// A type of worlds: any sized type, or a family of types that borrow ([`LentWorld`]).
pub trait World: for<'w> LentWorld<'w> + 'static {}

impl<W: ?Sized + for<'w> LentWorld<'w> + 'static> World for W {}

#[cfg(test)]
mod tests {
    use crate::{Program, TreeInstance, TreeManager};

    /// So that they can be components and resources of an entity-component system.
    #[test]
    fn trees_can_be_shared_between_threads_whatever_their_world() {
        fn is_shared<T: Send + Sync>() {}
        type Lent = dyn for<'w> super::LentWorld<'w, Lent = &'w mut std::rc::Rc<()>>;
        is_shared::<Program<Lent>>();
        is_shared::<TreeInstance<Lent>>();
        is_shared::<TreeManager<Lent>>();
        is_shared::<TreeManager<std::cell::RefCell<()>>>();
    }
}
