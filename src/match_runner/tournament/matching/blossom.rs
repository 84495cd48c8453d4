//! Blossoms: cycles of odd length that the search treats as one vertex.
//!
//! Invariant: the parts of a blossom are in the order of its cycle, and the first is the base, by which it is matched.

use super::{Label, Search};

impl Search {
    /// Queues the vertices of a blossom.
    pub(super) fn enqueue(&mut self, x: usize) {
        if x <= self.count {
            return self.queue.push_back(x);
        }
        for part in self.parts[x].clone() {
            self.enqueue(part);
        }
    }

    pub(super) fn set_outer(&mut self, x: usize, blossom: usize) {
        self.outer[x] = blossom;
        if x > self.count {
            for part in self.parts[x].clone() {
                self.set_outer(part, blossom);
            }
        }
    }

    /// The place of a part around its blossom, which is turned so that the way from the base to it is of even length.
    pub(super) fn even_place(&mut self, blossom: usize, part: usize) -> usize {
        let parts = &mut self.parts[blossom];
        let place = parts.iter().position(|other| *other == part).unwrap_or(0);
        if place % 2 == 0 {
            return place;
        }
        parts[1..].reverse();
        parts.len() - place
    }

    /// Matches u, a vertex or blossom, by its edge to v.
    pub(super) fn set_partner(&mut self, u: usize, v: usize) {
        let Some((inside, outside)) = self.edge[u][v] else { return };
        self.partner[u] = outside;
        if u <= self.count {
            return;
        }
        let part = self.part_with[u][inside];
        let place = self.even_place(u, part);
        for step in 0..place {
            let (one, other) = (self.parts[u][step], self.parts[u][step ^ 1]);
            self.set_partner(one, other);
        }
        self.set_partner(part, v);
        self.parts[u].rotate_left(place);
    }

    /// The blossoms from x up to, but without, an ancestor. Odd ones become even.
    pub(super) fn way_up(&mut self, mut x: usize, ancestor: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while x != ancestor {
            let odd = self.outer[self.partner[x]];
            way.extend([x, odd]);
            self.enqueue(odd);
            x = self.outer[self.parent[odd]];
        }
        way
    }

    /// Makes a blossom of the cycle through u, v and their common ancestor.
    pub(super) fn add_blossom(&mut self, u: usize, ancestor: usize, v: usize) {
        let free = (self.count + 1..=self.last).find(|number| self.outer[*number] == 0);
        let blossom = free.unwrap_or(self.last + 1);
        self.last = self.last.max(blossom);
        let mut parts = vec![ancestor];
        let mut down = self.way_up(u, ancestor);
        down.reverse();
        parts.append(&mut down);
        parts.append(&mut self.way_up(v, ancestor));
        self.dual[blossom] = 0;
        self.label[blossom] = Label::Even;
        self.partner[blossom] = self.partner[ancestor];
        self.parts[blossom].clone_from(&parts);
        self.set_outer(blossom, blossom);
        for x in 1..=self.last {
            self.edge[blossom][x] = None;
            self.edge[x][blossom] = None;
        }
        self.part_with[blossom].fill(0);
        for part in parts {
            for x in 1..=self.last {
                let slack = self.slack_between(part, x);
                let known = self.slack_between(blossom, x);
                if slack.is_some() && (known.is_none() || slack < known) {
                    self.edge[blossom][x] = self.edge[part][x];
                    self.edge[x][blossom] = self.edge[x][part];
                }
            }
            for x in 1..=self.count {
                if self.part_with[part][x] != 0 {
                    self.part_with[blossom][x] = part;
                }
            }
        }
        self.find_nearest(blossom);
    }

    /// Takes an odd blossom with dual 0 apart.
    pub(super) fn expand(&mut self, blossom: usize) {
        for part in self.parts[blossom].clone() {
            self.set_outer(part, part);
        }
        let entry = self.edge[blossom][self.parent[blossom]].map_or(0, |ends| ends.0);
        let entry = self.part_with[blossom][entry];
        let place = self.even_place(blossom, entry);
        let parts = self.parts[blossom].clone();
        for pair in parts[..place].chunks_exact(2) {
            let (odd, even) = (pair[0], pair[1]);
            self.parent[odd] = self.edge[even][odd].map_or(0, |ends| ends.0);
            (self.label[odd], self.label[even]) = (Label::Odd, Label::Even);
            self.nearest[odd] = 0;
            self.find_nearest(even);
            self.enqueue(even);
        }
        self.label[entry] = Label::Odd;
        self.parent[entry] = self.parent[blossom];
        for part in parts.into_iter().skip(place + 1) {
            self.label[part] = Label::Free;
            self.find_nearest(part);
        }
        self.outer[blossom] = 0;
    }
}
