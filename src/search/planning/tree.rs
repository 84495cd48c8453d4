//! Statistics of play-outs for the own moves that may follow a root move.
//!
//! A node stands for a sequence of own moves, whatever the others did in between (open loop: Perez and others, 2015). A
//! bandit chooses its next move (UCT: Kocsis and Szepesvári, 2006) among the most promising ones, whose number grows
//! with the visits (progressive widening: Coulom, 2007).

/// Maximum nodes of a tree; a full one is still followed, but does not grow.
const MAX_NODES: usize = 1 << 15;

/// A sequence of own moves.
#[derive(Debug)]
struct Node<M> {
    /// The last of them.
    mv: M,
    children: Vec<usize>,
    visits: u32,
    /// What the player gained from this move on, summed over the visits, in hundredths.
    gained: f32,
}

impl<M> Node<M> {
    fn new(mv: M) -> Node<M> {
        Node { mv, children: Vec::new(), visits: 0, gained: 0.0 }
    }
}

/// The own moves that begin with one root move. Nodes are numbered, that of the root move is 0.
#[derive(Debug)]
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
}

impl<M: Copy + Eq> Tree<M> {
    /// A tree with only its root.
    pub fn new(root_move: M) -> Tree<M> {
        Tree { nodes: vec![Node::new(root_move)] }
    }

    /// Number of the best moves to try at a node.
    pub fn width(&self, node: usize) -> usize {
        1 + self.nodes[node].visits.isqrt() as usize
    }

    /// The move to try at a node, of some that look best, the best first; and the node it leads to, `None` if it was not
    /// tried before. Without a move, nothing. `exploration` is the constant of UCT, in hundredths.
    pub fn choose(&self, node: usize, moves: &[M], exploration: f32) -> Option<(M, Option<usize>)> {
        let node = &self.nodes[node];
        let trials = (node.visits as f32 + 1.0).ln();
        let mut best: Option<(f32, M, usize)> = None;
        for &mv in moves {
            let Some(&place) = node.children.iter().find(|&&child| self.nodes[child].mv == mv) else {
                return Some((mv, None));
            };
            let child = &self.nodes[place];
            let visits = child.visits as f32;
            let promise = child.gained / visits + exploration * (trials / visits).sqrt();
            if best.is_none_or(|(most, ..)| promise > most) {
                best = Some((promise, mv, place));
            }
        }
        best.map(|(_, mv, place)| (mv, Some(place)))
    }

    /// Adds a play-out that visited these nodes and then, unless it had left the tree, an untried move. `gains` are the
    /// gains of each own move, from the root on.
    pub fn add(&mut self, path: &[usize], new: Option<M>, gains: &[f32]) {
        let mut later: f32 = gains.iter().sum();
        for (&node, gain) in path.iter().zip(gains) {
            self.visit(node, later);
            later -= gain;
        }
        if let (Some(mv), Some(&parent)) = (new, path.last())
            && self.nodes.len() < MAX_NODES
        {
            self.nodes.push(Node::new(mv));
            let place = self.nodes.len() - 1;
            self.nodes[parent].children.push(place);
            self.visit(place, later);
        }
    }

    fn visit(&mut self, node: usize, gained: f32) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.gained += gained;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_not_tried_yet_comes_first() {
        let mut tree = Tree::new('r');
        assert_eq!(tree.choose(0, &['a', 'b'], 1.0), Some(('a', None)));
        tree.add(&[0], Some('a'), &[0.0, 5.0]);
        assert_eq!(tree.choose(0, &['a'], 1.0), Some(('a', Some(1))));
        assert_eq!(tree.choose(0, &['a', 'b'], 1.0), Some(('b', None)));
        assert_eq!(tree.choose(0, &[], 1.0), None);
    }

    #[test]
    fn a_node_counts_what_is_gained_from_its_own_move_on() {
        let mut tree = Tree::new('r');
        tree.add(&[0], Some('a'), &[1.0, 10.0, 100.0]);
        tree.add(&[0, 1], Some('b'), &[1.0, 20.0, 200.0]);
        let gained: Vec<f32> = tree.nodes.iter().map(|node| node.gained).collect();
        assert_eq!(gained, [332.0, 330.0, 200.0]);
    }

    #[test]
    fn the_move_that_gained_most_is_tried_most_but_exploration_tries_them_all() {
        let mut tree = Tree::new('r');
        for _ in 0..100 {
            let (mv, place) = tree.choose(0, &['a', 'b', 'c'], 10.0).expect("a move");
            let gains = [0.0, if mv == 'b' { 10.0 } else { 0.0 }];
            match place {
                Some(place) => tree.add(&[0, place], None, &gains),
                None => tree.add(&[0], Some(mv), &gains),
            }
        }
        let visits: Vec<u32> = tree.nodes[1..].iter().map(|node| node.visits).collect();
        assert!(visits[1] > 60 && visits[0] > 1 && visits[2] > 1, "{visits:?}");
        assert_eq!(tree.width(0), 11);
    }

    #[test]
    fn a_full_tree_is_followed_and_grows_no_more() {
        let mut tree = Tree::new(0);
        for mv in 1..=MAX_NODES {
            tree.add(&[0], Some(mv), &[0.0, 1.0]);
        }
        assert_eq!(tree.nodes.len(), MAX_NODES);
        assert_eq!(tree.nodes[0].visits as usize, MAX_NODES);
    }
}
