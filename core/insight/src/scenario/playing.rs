//! What plays leaves in a scenario, changed. Knows nothing about where it comes from.

use treewright_core::model::{Node, StandIn};

use super::Scenario;

impl Scenario {
    /// Says what plays a leaf in it, instead of what it said before under the leaf's id or name.
    pub fn play(&mut self, leaf: &Node, stand_in: StandIn) {
        let (id, name) = (leaf.id().as_str(), &*leaf.name);
        let known = self.leaves.iter_mut();
        let mut known = known.filter(|(named, _)| {
            let named = &**named;
            named == id || !name.is_empty() && named == name
        });
        match known.next() {
            Some((_, said)) => *said = stand_in,
            None => self.leaves.push((id.into(), stand_in)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaf_is_played_under_the_name_that_it_has_there_already() {
        let mut leaf = Node::new("n7", "Wait");
        let mut scenario = Scenario::default();
        scenario.play(&leaf, StandIn::Ask);
        assert_eq!(scenario.leaves, [("n7".into(), StandIn::Ask)]);
        leaf.name = "Patrol".to_owned();
        scenario.leaves = vec![("Patrol".into(), StandIn::Ask)];
        scenario.play(&leaf, StandIn::Chance(0.5));
        assert_eq!(scenario.leaves, [("Patrol".into(), StandIn::Chance(0.5))]);
    }
}
