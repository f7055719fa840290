//! The states that a search has reached: by hash, with how each was reached. Takes few bytes for each state. Knows no trees.

use hashbrown::HashTable;

/// The state before the first frame.
pub(crate) const FIRST: u32 = 0;

/// How a state was reached from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival<'s> {
    pub parent: u32,
    /// How many frames later it is.
    pub frames: u64,
    /// The alternatives that were chosen in the first of these frames.
    pub script: &'s [u8],
}

/// The states in the order in which they were reached.
#[derive(Debug)]
pub(crate) struct States {
    places: HashTable<u32>,
    hashes: Vec<u128>,
    parents: Vec<u32>,
    /// For each state, where its arrival begins in `arrivals`.
    starts: Vec<u32>,
    /// For each state, the number of frames, and the script.
    arrivals: Vec<u8>,
}

impl States {
    /// Creates the list with the state before the first frame.
    pub fn new(first: u128) -> Self {
        let mut states = Self {
            places: HashTable::new(),
            hashes: Vec::new(),
            parents: Vec::new(),
            starts: Vec::new(),
            arrivals: Vec::new(),
        };
        let arrival = Arrival {
            parent: FIRST,
            frames: 0,
            script: &[],
        };
        states.add(first, arrival);
        states
    }

    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Returns the state with this hash.
    pub fn find(&self, hash: u128) -> Option<u32> {
        let is_it = |place: &u32| self.hashes[*place as usize] == hash;
        self.places.find(hash as u64, is_it).copied()
    }

    /// Adds a state unless it is there. Returns its number if it is new.
    pub fn add(&mut self, hash: u128, arrival: Arrival<'_>) -> Option<u32> {
        let (place, hashes) = (self.hashes.len() as u32, &self.hashes);
        let entry = self.places.entry(
            hash as u64,
            |known| hashes[*known as usize] == hash,
            |known| hashes[*known as usize] as u64,
        );
        let hashbrown::hash_table::Entry::Vacant(vacant) = entry else {
            return None;
        };
        vacant.insert(place);
        self.hashes.push(hash);
        self.parents.push(arrival.parent);
        self.starts.push(self.arrivals.len() as u32);
        if arrival.frames < u64::from(u8::MAX) {
            self.arrivals.push(arrival.frames as u8);
        } else {
            self.arrivals.push(u8::MAX);
            self.arrivals
                .extend_from_slice(&arrival.frames.to_le_bytes());
        }
        self.arrivals.extend_from_slice(arrival.script);
        Some(place)
    }

    pub fn hash(&self, state: u32) -> u128 {
        self.hashes[state as usize]
    }

    /// Returns whether there is room for more.
    pub fn has_room(&self) -> bool {
        self.hashes.len() < u32::MAX as usize && self.arrivals.len() < u32::MAX as usize - (1 << 24)
    }

    pub fn arrival(&self, state: u32) -> Arrival<'_> {
        let place = state as usize;
        let end = self
            .starts
            .get(place + 1)
            .map_or(self.arrivals.len(), |end| *end as usize);
        let arrival = &self.arrivals[self.starts[place] as usize..end];
        let (frames, script) = match arrival.split_first() {
            Some((&u8::MAX, rest)) => match rest.split_first_chunk() {
                Some((frames, script)) => (u64::from_le_bytes(*frames), script),
                None => (0, rest),
            },
            Some((frames, script)) => (u64::from(*frames), script),
            None => (0, arrival),
        };
        Arrival {
            parent: self.parents[place],
            frames,
            script,
        }
    }

    /// Returns the states on the way from the first one to this one, both included.
    pub fn path(&self, state: u32) -> Vec<u32> {
        let mut path = vec![state];
        let mut at = state;
        while at != FIRST {
            at = self.parents[at as usize];
            path.push(at);
        }
        path.reverse();
        path
    }

    /// Returns how many bytes the states take.
    pub fn memory(&self) -> usize {
        self.places.allocation_size()
            + self.hashes.capacity() * size_of::<u128>()
            + (self.parents.capacity() + self.starts.capacity()) * size_of::<u32>()
            + self.arrivals.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_state_is_kept() {
        let mut states = States::new(7);
        let arrival = |parent, frames, script| Arrival {
            parent,
            frames,
            script,
        };
        let long = [1, 2, 3];
        let second = states.add(8, arrival(FIRST, 1, &long)).unwrap();
        let third = states.add(9, arrival(second, 100_000, &[])).unwrap();
        assert_eq!(states.add(8, arrival(third, 1, &[0])), None, "it is there");
        assert_eq!(states.arrival(second), arrival(FIRST, 1, &long));
        assert_eq!(states.arrival(third), arrival(second, 100_000, &[]));
        assert_eq!(states.path(third), [FIRST, second, third]);
        assert_eq!((states.find(9), states.find(10)), (Some(third), None));
    }
}
