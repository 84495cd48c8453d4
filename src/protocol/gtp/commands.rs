//! Administration: the list of commands, name and version.

use super::{Answer, Call, Entry, Gtp, Reply, entries};

pub(super) const COMMANDS: &[Entry] = &[
    ("protocol_version", |_, call| constant(call, "2")),
    ("name", |_, call| constant(call, "Quadriga")),
    ("version", |_, call| constant(call, env!("CARGO_PKG_VERSION"))),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("help", help),
    ("quit", |_, _| Ok(Answer::Quit)),
    // Any line ends an analysis, and this one does nothing else.
    ("stop", |_, call| constant(call, "")),
    ("clear_cache", clear_cache),
    ("cputime", cpu_time),
    ("gogui-interrupt", |_, call| constant(call, "")),
    ("gogui-title", title),
    ("gogui-version", gogui_version),
];

/// The answer to a command without arguments.
fn constant(call: &Call<'_>, text: &str) -> Reply {
    call.exactly::<0>("")?;
    Ok(text.into())
}

fn known_command(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let [name] = call.exactly("a name of a command")?;
    Ok(entries().any(|(known, _)| *known == name).to_string().into())
}

fn list_commands(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    Ok(entries().map(|&(name, _)| name).collect::<Vec<_>>().join("\n").into())
}

/// For users who try the word.
fn help(_: &mut Gtp, _: &mut Call<'_>) -> Reply {
    const TYPICAL: &str = "\
clear_board                   the game from its start; boardsize N if it has several sizes
gogui-rules_game_id           which game; quadriga --protocol gtp --game G begins with another
gogui-rules_legal_moves       the moves of the player to move
play b MOVE, undo             play a move, take one back
genmove w                     a move of the engine
showboard                     the board
list_commands                 all commands
quit";
    Ok(TYPICAL.into())
}

fn clear_cache(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    call.engine.new_game();
    Ok("".into())
}

/// Seconds of all searches so far, once for each thread.
fn cpu_time(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    let seconds = gtp.searched.as_secs_f64() * gtp.settings.threads() as f64;
    Ok(format!("{seconds:.3}").into())
}

fn title(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    Ok(format!("Quadriga: {}", gtp.settings.variant()).into())
}

/// GoGui identifies itself, and gets live graphics from now on.
fn gogui_version(gtp: &mut Gtp, _: &mut Call<'_>) -> Reply {
    gtp.own.live_graphics = true;
    Ok("".into())
}
