//! The moment estimates of Adam (Kingma and Ba, 2014).
//!
//! The trainers differ in learning rate, weight decay and limits, so the update itself is theirs.

/// Decay rates of the mean of the gradients and of the mean of their squares.
pub const BETAS: [f32; 2] = [0.9, 0.999];

/// Running means of the gradients of a list of parameters, and of their squares.
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Adam {
    /// Moments of 0 for `count` parameters.
    pub fn new(count: usize) -> Adam {
        Adam { means: vec![0.0; count], squares: vec![0.0; count] }
    }

    /// Divisors that remove the bias of the zero moments after `steps` steps, at least 1.
    pub fn bias_corrections(steps: usize) -> [f32; 2] {
        BETAS.map(|beta| 1.0 - beta.powi(steps as i32))
    }

    /// Adds gradients to the moments. Then `update` changes each parameter by its bias-corrected mean gradient and the
    /// root of its bias-corrected mean square.
    #[inline(always)]
    pub fn step(
        &mut self,
        parameters: &mut [f32],
        gradients: impl Iterator<Item = f32>,
        corrections: [f32; 2],
        update: impl Fn(&mut f32, f32, f32),
    ) {
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((parameter, gradient), (mean, square)) in parameters.iter_mut().zip(gradients).zip(moments) {
            *mean = BETAS[0] * *mean + (1.0 - BETAS[0]) * gradient;
            *square = BETAS[1] * *square + (1.0 - BETAS[1]) * gradient * gradient;
            update(parameter, *mean / corrections[0], (*square / corrections[1]).sqrt());
        }
    }
}
