//! The matching of greatest weight in a graph, by Edmonds' blossoms with dual values, in cubic time.
//!
//! Every vertex has a dual value, at first half of the greatest weight, doubled to stay whole. An edge is tight when
//! the duals of its ends add up to its doubled weight. Trees of alternating tight edges grow from unmatched vertices:
//! a path between two trees makes the matching larger, a cycle of odd length becomes one vertex (a blossom), and if
//! nothing is tight, the duals change until something is. Z. Galil, "Efficient algorithms for finding maximum matching
//! in graphs", ACM Computing Surveys 18 (1986), has the proof.
//!
//! Vertices are numbered from 1 here, blossoms after them; 0 is none. `blossom` makes blossoms and takes them apart.

mod blossom;

use std::collections::VecDeque;

/// The place of a vertex or outermost blossom in the trees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Even,
    Odd,
}

/// The two ends of an edge in the graph; between blossoms, the tightest edge that joins them.
type Ends = (usize, usize);

/// The partner of each vertex in a matching of greatest weight. `weights` is symmetric; a pair with `None` is no edge,
/// all other weights are above 0.
pub fn greatest_matching(weights: &[Vec<Option<i128>>]) -> Vec<Option<usize>> {
    let mut search = Search::new(weights);
    while search.grow() {}
    (1..=search.count).map(|vertex| search.partner[vertex].checked_sub(1)).collect()
}

struct Search {
    /// Vertices of the graph.
    count: usize,
    /// The largest number in use for a vertex or blossom.
    last: usize,
    /// Doubled weights; 0: no edge.
    weight: Vec<Vec<i128>>,
    edge: Vec<Vec<Option<Ends>>>,
    dual: Vec<i128>,
    /// The vertex at the other end of the matched edge.
    partner: Vec<usize>,
    /// The even vertex with the tightest edge to this one.
    nearest: Vec<usize>,
    /// The outermost blossom of each; 0: a number not in use.
    outer: Vec<usize>,
    /// The vertex by which the tree reached this one.
    parent: Vec<usize>,
    label: Vec<Label>,
    /// The parts of a blossom, around its cycle from its base.
    parts: Vec<Vec<usize>>,
    /// Which part of a blossom has this vertex.
    part_with: Vec<Vec<usize>>,
    visited: Vec<usize>,
    visit: usize,
    queue: VecDeque<usize>,
}

impl Search {
    fn new(weights: &[Vec<Option<i128>>]) -> Search {
        let count = weights.len();
        let size = 2 * count + 2;
        let mut search = Search {
            count,
            last: count,
            weight: vec![vec![0; count + 1]; count + 1],
            edge: vec![vec![None; size]; size],
            dual: vec![0; size],
            partner: vec![0; size],
            nearest: vec![0; size],
            outer: (0..size).map(|number| if number <= count { number } else { 0 }).collect(),
            parent: vec![0; size],
            label: vec![Label::Free; size],
            parts: vec![Vec::new(); size],
            part_with: vec![vec![0; count + 1]; size],
            visited: vec![0; size],
            visit: 0,
            queue: VecDeque::new(),
        };
        let mut greatest = 0;
        for u in 1..=count {
            search.part_with[u][u] = u;
            for v in (1..=count).filter(|v| *v != u) {
                if let Some(weight) = weights[u - 1][v - 1] {
                    search.weight[u][v] = 2 * weight;
                    search.edge[u][v] = Some((u, v));
                    greatest = greatest.max(weight);
                }
            }
        }
        search.dual[1..=count].fill(greatest);
        search
    }

    /// How far an edge is from tight.
    fn slack(&self, (u, v): Ends) -> i128 {
        self.dual[u] + self.dual[v] - self.weight[u][v]
    }

    fn slack_between(&self, u: usize, x: usize) -> Option<i128> {
        self.edge[u][x].map(|ends| self.slack(ends))
    }

    fn offer_nearest(&mut self, u: usize, x: usize) {
        let old = self.nearest[x];
        if old == 0 || self.slack_between(u, x) < self.slack_between(old, x) {
            self.nearest[x] = u;
        }
    }

    fn find_nearest(&mut self, x: usize) {
        self.nearest[x] = 0;
        for u in 1..=self.count {
            let outer = self.outer[u];
            if self.edge[u][x].is_some() && outer != x && self.label[outer] == Label::Even {
                self.offer_nearest(u, x);
            }
        }
    }

    /// Matches the edge from u to v and exchanges the edges from u to the root of its tree.
    fn augment(&mut self, mut u: usize, mut v: usize) {
        loop {
            let next = self.outer[self.partner[u]];
            self.set_partner(u, v);
            if next == 0 {
                return;
            }
            let above = self.outer[self.parent[next]];
            self.set_partner(next, above);
            (u, v) = (above, next);
        }
    }

    /// The first common ancestor of two even blossoms; 0 in different trees.
    fn common_ancestor(&mut self, mut u: usize, mut v: usize) -> usize {
        self.visit += 1;
        while u != 0 || v != 0 {
            if u != 0 {
                if self.visited[u] == self.visit {
                    return u;
                }
                self.visited[u] = self.visit;
                u = self.outer[self.partner[u]];
                if u != 0 {
                    u = self.outer[self.parent[u]];
                }
            }
            std::mem::swap(&mut u, &mut v);
        }
        0
    }

    /// Uses a tight edge from an even vertex; has the matching grown?
    fn use_edge(&mut self, (from, to): Ends) -> bool {
        let (u, v) = (self.outer[from], self.outer[to]);
        match self.label[v] {
            Label::Free => {
                self.parent[v] = from;
                self.label[v] = Label::Odd;
                let next = self.outer[self.partner[v]];
                (self.nearest[v], self.nearest[next]) = (0, 0);
                self.label[next] = Label::Even;
                self.enqueue(next);
                false
            }
            Label::Odd => false,
            Label::Even => match self.common_ancestor(u, v) {
                0 => {
                    self.augment(u, v);
                    self.augment(v, u);
                    true
                }
                ancestor => {
                    self.add_blossom(u, ancestor, v);
                    false
                }
            },
        }
    }

    fn is_outermost(&self, x: usize) -> bool {
        self.outer[x] == x
    }

    /// Makes the matching larger by one pair, if that makes it heavier.
    fn grow(&mut self) -> bool {
        self.label[1..=self.last].fill(Label::Free);
        self.nearest[1..=self.last].fill(0);
        self.queue.clear();
        for x in 1..=self.last {
            if self.is_outermost(x) && self.partner[x] == 0 {
                self.parent[x] = 0;
                self.label[x] = Label::Even;
                self.enqueue(x);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.use_tight_edges() {
                return true;
            }
            if !self.change_duals() {
                return false;
            }
            if self.use_new_tight_edges() {
                return true;
            }
            for blossom in self.count + 1..=self.last {
                if self.is_outermost(blossom) && self.label[blossom] == Label::Odd && self.dual[blossom] == 0
                {
                    self.expand(blossom);
                }
            }
        }
    }

    fn use_tight_edges(&mut self) -> bool {
        while let Some(u) = self.queue.pop_front() {
            if self.label[self.outer[u]] == Label::Odd {
                continue;
            }
            for v in 1..=self.count {
                if self.edge[u][v].is_none() || self.outer[u] == self.outer[v] {
                    continue;
                }
                if self.slack((u, v)) > 0 {
                    self.offer_nearest(u, self.outer[v]);
                } else if self.use_edge((u, v)) {
                    return true;
                }
            }
        }
        false
    }

    fn use_new_tight_edges(&mut self) -> bool {
        self.queue.clear();
        for x in 1..=self.last {
            let near = self.nearest[x];
            if self.is_outermost(x)
                && near != 0
                && self.outer[near] != x
                && let Some(ends) = self.edge[near][x]
                && self.slack(ends) == 0
                && self.use_edge(ends)
            {
                return true;
            }
        }
        false
    }

    /// Changes the duals by the most that keeps them valid; `false`: no larger matching is heavier.
    fn change_duals(&mut self) -> bool {
        let is_even = |vertex: &usize| self.label[self.outer[*vertex]] == Label::Even;
        // When a dual of an even vertex reaches 0, no larger matching is heavier.
        let end = (1..=self.count).filter(is_even).map(|vertex| self.dual[vertex]).min().unwrap_or(0);
        let mut step = end;
        for x in (1..=self.last).filter(|x| self.is_outermost(*x)) {
            if x > self.count && self.label[x] == Label::Odd {
                step = step.min(self.dual[x] / 2);
            }
            let slack = Some(self.nearest[x]).filter(|near| *near != 0);
            let Some(slack) = slack.and_then(|near| self.slack_between(near, x)) else { continue };
            match self.label[x] {
                Label::Free => step = step.min(slack),
                Label::Even => step = step.min(slack / 2),
                Label::Odd => {}
            }
        }
        if step == end {
            return false;
        }
        for u in 1..=self.count {
            match self.label[self.outer[u]] {
                Label::Even => self.dual[u] -= step,
                Label::Odd => self.dual[u] += step,
                Label::Free => {}
            }
        }
        for blossom in self.count + 1..=self.last {
            if self.is_outermost(blossom) {
                match self.label[blossom] {
                    Label::Even => self.dual[blossom] += 2 * step,
                    Label::Odd => self.dual[blossom] -= 2 * step,
                    Label::Free => {}
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The greatest weight of a matching of the vertices that are left, by trying all.
    fn greatest_weight(weights: &[Vec<Option<i128>>], left: &[usize]) -> i128 {
        let Some((&first, rest)) = left.split_first() else { return 0 };
        let mut best = greatest_weight(weights, rest);
        for &other in rest {
            if let Some(weight) = weights[first][other] {
                let others: Vec<usize> = rest.iter().copied().filter(|vertex| *vertex != other).collect();
                best = best.max(weight + greatest_weight(weights, &others));
            }
        }
        best
    }

    #[test]
    fn a_matching_has_the_weight_that_trying_all_finds() {
        let mut random = Random::new(7);
        for case in 0..4000 {
            let count = random.below(10);
            let (density, range) = (1 + random.below(4), [2, 5, 1000][case % 3]);
            let mut weights = vec![vec![None; count]; count];
            for (u, v) in (0..count).flat_map(|u| (0..u).map(move |v| (u, v))) {
                if random.below(4) < density {
                    weights[u][v] = Some(1 + random.below(range) as i128);
                    weights[v][u] = weights[u][v];
                }
            }
            let partners = greatest_matching(&weights);
            let mut found = 0;
            for (vertex, partner) in partners.iter().enumerate() {
                let Some(partner) = *partner else { continue };
                assert_eq!(partners[partner], Some(vertex));
                found += weights[vertex][partner].expect("an edge");
            }
            let all: Vec<usize> = (0..count).collect();
            assert_eq!(found, 2 * greatest_weight(&weights, &all), "{weights:?}");
        }
    }
}
