//! Minimizes a smooth function: L-BFGS (Nocedal, 1980) with a backtracking line search.
//!
//! The last steps approximate the inverse Hessian, so there is no learning rate to choose. The gradients of common and
//! rare features differ by a factor of thousands. So `scales` first brings the parameters to one scale: about the
//! square root of the inverse second derivative of each.

/// Number of past steps that approximate the inverse Hessian.
const HISTORY: usize = 10;
/// Maximum number of halvings of a step in the line search.
const MAX_HALVINGS: usize = 12;
/// Fraction of the predicted decrease that a step must reach (Armijo's condition).
const SUFFICIENT_DECREASE: f64 = 1e-4;

/// Parameters, with the function's value and gradient there.
pub struct Point {
    /// The parameters.
    pub x: Vec<f32>,
    /// Value of the function.
    pub value: f64,
    /// Its gradient.
    pub gradient: Vec<f32>,
}

/// The optimizer, run step by step.
pub struct Lbfgs<F> {
    function: F,
    scales: Vec<f32>,
    /// The current parameters.
    pub at: Point,
    /// Past steps and the changes of the gradient in them, oldest first, in scaled parameters.
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

impl<F: FnMut(&[f32]) -> (f64, Vec<f32>)> Lbfgs<F> {
    /// An optimizer that begins at `x`. `function` returns value and gradient.
    pub fn new(mut function: F, x: Vec<f32>, scales: Vec<f32>) -> Lbfgs<F> {
        let (value, gradient) = function(&x);
        Lbfgs { function, scales, at: Point { x, value, gradient }, steps: Vec::new() }
    }

    /// Makes one step; returns false if none is found: the minimum, within the precision of `f32`.
    pub fn step(&mut self) -> bool {
        let gradient = times(&self.at.gradient, &self.scales);
        let direction = self.direction(&gradient);
        let expected = dot(&direction, &gradient);
        if expected >= 0.0 {
            return false;
        }
        let moved = times(&direction, &self.scales);
        let mut length = 1.0;
        for _ in 0..MAX_HALVINGS {
            let mut x = self.at.x.clone();
            add_scaled(&mut x, length, &moved);
            let (value, new_gradient) = (self.function)(&x);
            if value <= self.at.value + SUFFICIENT_DECREASE * length * expected {
                let step = direction.iter().map(|&d| (length * f64::from(d)) as f32).collect();
                let change = times(&new_gradient, &self.scales)
                    .iter()
                    .zip(&gradient)
                    .map(|(new, old)| new - old)
                    .collect();
                self.remember(step, change);
                self.at = Point { x, value, gradient: new_gradient };
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
        if self.steps.len() == HISTORY {
            self.steps.remove(0);
        }
        self.steps.push((step, change));
    }

    /// The direction of the next step: the two-loop recursion of L-BFGS.
    fn direction(&self, gradient: &[f32]) -> Vec<f32> {
        let mut direction: Vec<f32> = gradient.iter().map(|&g| -g).collect();
        let mut alphas = Vec::new();
        for (step, change) in self.steps.iter().rev() {
            let alpha = dot(step, &direction) / dot(step, change);
            add_scaled(&mut direction, -alpha, change);
            alphas.push(alpha);
        }
        if let Some((step, change)) = self.steps.last() {
            let scale = (dot(step, change) / dot(change, change)) as f32;
            direction.iter_mut().for_each(|d| *d *= scale);
        }
        for ((step, change), alpha) in self.steps.iter().zip(alphas.into_iter().rev()) {
            let beta = dot(change, &direction) / dot(step, change);
            add_scaled(&mut direction, alpha - beta, step);
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
            let gradient =
                vec![(-2.0 * (1.0 - a) - 400.0 * a * (b - a * a)) as f32, (200.0 * (b - a * a)) as f32];
            (value, gradient)
        };
        let mut optimizer = Lbfgs::new(function, vec![-1.2, 1.0], vec![0.03, 0.07]);
        let steps = (0..200).take_while(|_| optimizer.step()).count();
        let found = &optimizer.at.x;
        assert!(
            (found[0] - 1.0).abs() < 1e-2 && (found[1] - 1.0).abs() < 2e-2,
            "{found:?} after {steps} steps"
        );
    }

    #[test]
    fn at_the_minimum_there_is_no_step() {
        let mut optimizer =
            Lbfgs::new(|x: &[f32]| (f64::from(x[0] * x[0]), vec![2.0 * x[0]]), vec![0.0], vec![1.0]);
        assert!(!optimizer.step());
    }
}
