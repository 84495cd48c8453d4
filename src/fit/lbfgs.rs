//! The minimum of a smooth function: L-BFGS (Nocedal, 1980) with a line search by halving.
//!
//! The last steps tell how the slope changes with the position, and so where it will be 0; no rate of learning has to be
//! chosen. Numbers whose slopes differ in size by thousands, as those of common and of rare features do, are first
//! brought to one scale by `scales`, about the square root of the inverse second derivative of each.

/// Steps that are remembered.
const MEMORY: usize = 10;
/// Halvings of a step before it is given up.
const MAX_HALVINGS: usize = 12;
/// Part of the expected descent that a step must bring (Armijo).
const SUFFICIENT: f64 = 1e-4;

/// A point with the function's value and slope there.
pub struct Point {
    /// Where.
    pub x: Vec<f32>,
    /// Value.
    pub value: f64,
    /// Slope.
    pub slope: Vec<f32>,
}

/// A descent that goes on step by step.
pub struct Descent<F> {
    function: F,
    scales: Vec<f32>,
    /// Where it stands.
    pub at: Point,
    /// Steps and changes of slope, oldest first, in the scaled numbers.
    steps: Vec<(Vec<f32>, Vec<f32>)>,
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

fn add_scaled(to: &mut [f32], by: f64, other: &[f32]) {
    for (to, &other) in to.iter_mut().zip(other) {
        *to += (by * f64::from(other)) as f32;
    }
}

fn times(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(&a, &b)| a * b).collect()
}

impl<F: FnMut(&[f32]) -> (f64, Vec<f32>)> Descent<F> {
    /// A descent from `x`. `function` returns value and slope.
    pub fn new(mut function: F, x: Vec<f32>, scales: Vec<f32>) -> Descent<F> {
        let (value, slope) = function(&x);
        Descent { function, scales, at: Point { x, value, slope }, steps: Vec::new() }
    }

    /// One step down; false where none is found: this is the minimum, as far as numbers can tell.
    pub fn step(&mut self) -> bool {
        let slope = times(&self.at.slope, &self.scales);
        let direction = self.direction(&slope);
        let expected = dot(&direction, &slope);
        if expected >= 0.0 {
            return false;
        }
        let moved = times(&direction, &self.scales);
        let mut length = 1.0;
        for _ in 0..MAX_HALVINGS {
            let mut x = self.at.x.clone();
            add_scaled(&mut x, length, &moved);
            let (value, new_slope) = (self.function)(&x);
            if value <= self.at.value + SUFFICIENT * length * expected {
                let step = direction.iter().map(|&d| (length * f64::from(d)) as f32).collect();
                let change =
                    times(&new_slope, &self.scales).iter().zip(&slope).map(|(new, old)| new - old).collect();
                self.remember(step, change);
                self.at = Point { x, value, slope: new_slope };
                return true;
            }
            length /= 2.0;
        }
        false
    }

    fn remember(&mut self, step: Vec<f32>, change: Vec<f32>) {
        if dot(&step, &change) <= 0.0 {
            return;
        }
        if self.steps.len() == MEMORY {
            self.steps.remove(0);
        }
        self.steps.push((step, change));
    }

    /// Down, as far as the remembered steps can tell: the two loops of L-BFGS.
    fn direction(&self, slope: &[f32]) -> Vec<f32> {
        let mut direction: Vec<f32> = slope.iter().map(|&s| -s).collect();
        let mut shares = Vec::new();
        for (step, change) in self.steps.iter().rev() {
            let share = dot(step, &direction) / dot(step, change);
            add_scaled(&mut direction, -share, change);
            shares.push(share);
        }
        if let Some((step, change)) = self.steps.last() {
            let scale = (dot(step, change) / dot(change, change)) as f32;
            direction.iter_mut().for_each(|d| *d *= scale);
        }
        for ((step, change), share) in self.steps.iter().zip(shares.into_iter().rev()) {
            let back = dot(change, &direction) / dot(step, change);
            add_scaled(&mut direction, share - back, step);
        }
        direction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_long_valley_is_found() {
        // Rosenbrock's function, whose minimum is at (1, 1).
        let function = |x: &[f32]| {
            let (a, b) = (f64::from(x[0]), f64::from(x[1]));
            let value = (1.0 - a).powi(2) + 100.0 * (b - a * a).powi(2);
            let slope =
                vec![(-2.0 * (1.0 - a) - 400.0 * a * (b - a * a)) as f32, (200.0 * (b - a * a)) as f32];
            (value, slope)
        };
        let mut descent = Descent::new(function, vec![-1.2, 1.0], vec![0.03, 0.07]);
        let steps = (0..200).take_while(|_| descent.step()).count();
        let found = &descent.at.x;
        assert!(
            (found[0] - 1.0).abs() < 1e-2 && (found[1] - 1.0).abs() < 2e-2,
            "{found:?} after {steps} steps"
        );
    }

    #[test]
    fn at_the_minimum_there_is_no_step() {
        let mut descent =
            Descent::new(|x: &[f32]| (f64::from(x[0] * x[0]), vec![2.0 * x[0]]), vec![0.0], vec![1.0]);
        assert!(!descent.step());
    }
}
