//! `quadriga man`: the manual page, in roff. One page has the flags of all commands, so that one file is all there is to
//! install.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::{Cli, Failure, print};

pub(super) fn run() -> Result<(), Failure> {
    let mut page = Vec::new();
    render(&mut page)?;
    print(&String::from_utf8_lossy(&page))
}

fn render(page: &mut Vec<u8>) -> io::Result<()> {
    let mut command = Cli::command();
    command.build();
    let man = Man::new(command.clone());
    man.render_title(page)?;
    man.render_name_section(page)?;
    Roff::new().control("SH", ["SYNOPSIS"]).to_writer(page)?;
    render_usage(command.clone(), page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    Roff::new().control("SH", ["COMMANDS"]).to_writer(page)?;
    render_commands(&command, page)?;
    man.render_extra_section(page)?;
    man.render_version_section(page)
}

/// The commands of a command, each with its own commands behind it.
fn render_commands(parent: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    for command in parent.get_subcommands().filter(|one| one.get_name() != "help") {
        let name = command.get_bin_name().unwrap_or(command.get_name());
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        Roff::new().control("SS", [name]).text([roman(about)]).control("PP", []).to_writer(page)?;
        // All commands have this flag.
        let command = command.clone().mut_arg("help", |flag| flag.hide(true));
        render_usage(command.clone(), page)?;
        let mut flags = Vec::new();
        Man::new(command.clone()).render_options_section(&mut flags)?;
        // A command's section has no subsections: their headings become bold lines.
        for line in String::from_utf8_lossy(&flags).lines() {
            match line.strip_prefix(".SH ") {
                Some("OPTIONS") => {}
                Some(heading) => write!(page, ".PP\n.B {heading}\n")?,
                None => writeln!(page, "{line}")?,
            }
        }
        render_commands(&command, page)?;
    }
    Ok(())
}

/// The usage of a command, as in its help.
fn render_usage(mut command: Command, page: &mut Vec<u8>) -> io::Result<()> {
    let usage = command.render_usage().to_string();
    for line in usage.trim_start_matches("Usage:").lines() {
        Roff::new().text([bold(line.trim())]).control("br", []).to_writer(page)?;
    }
    Ok(())
}
