//! Engines as one line.

use std::fmt;

use super::words::join;
use super::{DEFAULT_MARGIN, DEFAULT_TIMEOUT, EngineProtocol, EngineSpec, times};

/// The specification in one line, in a fixed order, without values that are defaults; [`super::parse`] reads it.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = vec![join("name", &self.name)];
        let mut add = |key: &str, value: &str| words.push(join(key, value));
        if let Some(command) = &self.command {
            add("cmd", &command.to_string_lossy());
        }
        self.arguments.iter().for_each(|argument| add("arg", argument));
        if let Some(directory) = &self.directory {
            add("dir", &directory.to_string_lossy());
        }
        if self.protocol != EngineProtocol::default() {
            add("proto", self.protocol.name());
        }
        self.options.iter().for_each(|(name, value)| add(&format!("option.{name}"), value));
        self.init.iter().for_each(|line| add("init", line));
        if let Some(address) = &self.connect {
            add("connect", address);
        }
        let limits = &self.limits;
        if let Some(clock) = &limits.clock {
            add("tc", &times::clock_text(clock));
        } else if limits.is_none() {
            add("tc", "inf");
        }
        if let Some(time) = limits.move_time {
            add("st", &times::time_text(time));
        }
        if let Some(depth) = limits.depth {
            add("depth", &depth.to_string());
        }
        if let Some(nodes) = limits.nodes {
            add("nodes", &nodes.to_string());
        }
        if self.margin != DEFAULT_MARGIN {
            add("margin", &times::time_text(self.margin));
        }
        if self.patience != DEFAULT_TIMEOUT {
            add("patience", &times::time_text(self.patience));
        }
        if self.restart {
            add("restart", "on");
        }
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn a_spec_printed_and_read_again_is_the_same() {
        for text in [
            "name=A nodes=1",
            "name=A tc=inf",
            "name='A \"b\"' cmd='my engine' arg=hub arg= dir=/tmp proto=hub option.'Skill Level'=5 option.Seed={game} \
             init='a b' tc=40/15:00+0.25 st=0.001 depth=3 nodes=18446744073709551615 margin=0 patience=2.5 restart=on",
            "name=D proto=dxp connect=127.0.0.1:{port} tc=5:00",
        ] {
            let spec = parse(&[text.to_string()], "").expect("a spec").remove(0);
            let line = spec.to_string();
            assert_eq!(line.lines().count(), 1);
            assert_eq!(parse(std::slice::from_ref(&line), "").expect("its own line"), [spec], "{line}");
        }
    }

    #[test]
    fn only_what_was_asked_for_is_printed() {
        let spec = parse(&["tc=10+0.1 name=A proto=ugi".to_string()], "").expect("a spec").remove(0);
        assert_eq!(spec.to_string(), "name=A tc=10+0.1");
    }
}
