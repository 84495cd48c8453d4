//! `quadriga show`: a position for users, as text or drawn as SVG or PNG.

use std::path::PathBuf;

use super::position::PositionFlags;
use super::{DASH, Failure, output};
use crate::engine::AnyEngine;
use crate::pictures::board::{Picture, Tone, path_of};
use crate::pictures::places;
use crate::pictures::png::png;
use crate::wire::describe;

/// Width of a picture in pixels.
const DEFAULT_WIDTH: u32 = 640;
/// Maximum width in pixels.
const MAX_WIDTH: i64 = 8192;

/// Longest text of a mark, in characters.
const MAX_NOTE: usize = 4;

/// Flags of `show`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionFlags,
    /// File to write, - for standard output
    #[arg(short, long, value_name = "OUTPUT", default_value = DASH)]
    output: PathBuf,
    /// Output format: text, svg or png [default: from the file's extension]
    #[arg(long, value_name = "F", value_parser = Form::parse)]
    to: Option<Form>,
    /// Width of the picture in pixels
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(16..=MAX_WIDTH))]
    size: Option<u32>,
    /// A legal move to show as an arrow; may be repeated
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true)]
    arrow: Vec<String>,
    /// A place to mark, such as h8 or 28, with a text of up to 4 letters and digits behind =; may be repeated
    #[arg(long, value_name = "PLACE[=TEXT]", value_parser = Note::parse)]
    mark: Vec<Note>,
    /// Turn the board by half a turn
    #[arg(long)]
    flip: bool,
    /// Mark threats, in the colour of the player who has them
    #[arg(long)]
    threats: bool,
}

/// A marked place.
#[derive(Clone, Debug)]
struct Note {
    place: String,
    text: String,
}

impl Note {
    fn parse(word: &str) -> Result<Note, String> {
        let (place, text) = word.split_once('=').unwrap_or((word, ""));
        if text.len() > MAX_NOTE || !text.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(format!("expected a text of up to {MAX_NOTE} letters and digits after ="));
        }
        Ok(Note { place: place.to_string(), text: text.to_string() })
    }
}

/// The output format of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Text,
    Svg,
    Png,
}

impl Form {
    /// Names and file extensions.
    const NAMES: [(&'static str, Form); 4] =
        [("text", Form::Text), ("txt", Form::Text), ("svg", Form::Svg), ("png", Form::Png)];

    fn named(name: &str) -> Option<Form> {
        Self::NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, form)| form)
    }

    fn parse(name: &str) -> Result<Form, String> {
        Form::named(name).ok_or_else(|| "expected text, svg or png".to_string())
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let form = form(args)?;
    let mut engine = args.position.open()?;
    let bytes = match form {
        Form::Text => (describe(engine.as_ref()) + "\n").into_bytes(),
        Form::Svg => (picture(args, engine.as_mut())? + "\n").into_bytes(),
        Form::Png => png(&picture(args, engine.as_mut())?).map_err(Failure::Failed)?,
    };
    output::write(&args.output, &bytes)
}

fn form(args: &Args) -> Result<Form, Failure> {
    let by_name = || args.output.extension().and_then(|extension| Form::named(extension.to_str()?));
    let form = match args.to.or_else(by_name) {
        Some(form) => form,
        None if output::is_output(&args.output) => Form::Text,
        None => {
            let name = args.output.display();
            return Err(Failure::Usage(format!(
                "cannot infer the format from the name '{name}'; set --to to text, svg or png"
            )));
        }
    };
    let is_drawn =
        args.size.is_some() || args.threats || args.flip || !args.arrow.is_empty() || !args.mark.is_empty();
    if form == Form::Text && is_drawn {
        let flags = "--size, --arrow, --mark, --flip and --threats";
        return Err(Failure::Usage(format!("{flags} are for pictures: svg or png")));
    }
    Ok(form)
}

fn picture(args: &Args, engine: &mut dyn AnyEngine) -> Result<String, Failure> {
    let mut picture = Picture::of(engine);
    for word in &args.arrow {
        // The engine reads the move in any style and reports errors in it.
        let text = engine.play(word).map_err(|error| Failure::Failed(format!("--arrow: {error}")))?;
        engine.undo().map_err(|error| Failure::Failed(error.to_string()))?;
        picture.arrows.extend(path_of(engine, &text).map(|path| (Tone::Best, path)));
    }
    if args.threats {
        picture.marks = engine.threats();
    }
    let face = engine.face();
    for Note { place, text } in &args.mark {
        let cell = places::named(&picture.board, &face, place);
        let cell = cell.map_err(|error| Failure::Failed(format!("--mark: {error}")))?;
        picture.notes.push((cell, text.clone()));
    }
    if args.flip && face.falls {
        return Err(Failure::Usage("--flip: stones fall on this board, so it stands upright".to_string()));
    }
    let picture = if args.flip { picture.turned() } else { picture };
    Ok(picture.svg(args.size.unwrap_or(DEFAULT_WIDTH)))
}
