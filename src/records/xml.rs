//! Tags of an XML file, one after another, up to one that is not whole. Lenient: what is no tag is text, names are not
//! checked against each other, and an ampersand that begins no entity is itself.

/// A tag, or the end of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag<'a> {
    /// The text before it, since the tag before.
    pub text: &'a str,
    /// Its name; empty for a declaration, an instruction, a comment or data.
    pub name: &'a str,
    /// What is between the brackets of `<![CDATA[...]]>`.
    pub data: &'a str,
    /// Does it end an element?
    pub is_end: bool,
    /// Is it an element without content: `<move/>`?
    pub is_empty: bool,
    /// The part with the attributes.
    attributes: &'a str,
    /// The length of text and tag together.
    pub length: usize,
    /// The line ends in both.
    pub lines: usize,
}

/// Beginnings of what has an end of its own.
const COMMENT: (&str, &str) = ("<!--", "-->");
const DATA: (&str, &str) = ("<![CDATA[", "]]>");

/// The next tag of a text, if it is whole.
pub(super) fn next_tag(text: &str) -> Option<Tag<'_>> {
    let begin = text.find('<')?;
    let rest = &text[begin..];
    let inside = &rest[1..];
    let own = [COMMENT, DATA].into_iter().find(|(begin, _)| rest.starts_with(begin));
    let end = match own {
        Some((begin, end)) => begin.len() + rest[begin.len()..].find(end)? + end.len(),
        None => 1 + tag_end(inside)?,
    };
    let data = if own == Some(DATA) { &rest[DATA.0.len()..end - DATA.1.len()] } else { "" };
    let whole = &rest[1..end - 1];
    let is_end = whole.starts_with('/');
    let is_empty = whole.ends_with('/') && !is_end;
    let whole = whole.trim_matches('/');
    let name_end = whole.find(char::is_whitespace).unwrap_or(whole.len());
    let is_name = !whole.starts_with(['?', '!']);
    Some(Tag {
        text: &text[..begin],
        name: if is_name { &whole[..name_end] } else { "" },
        data,
        is_end,
        is_empty,
        attributes: &whole[name_end..],
        length: begin + end,
        lines: text[..begin + end].matches('\n').count(),
    })
}

/// The length of a tag up to its `>`, which quoted values may have as well.
fn tag_end(inside: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in inside.char_indices() {
        match (quote, c) {
            (None, '>') => return Some(at + 1),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    None
}

impl Tag<'_> {
    /// The attributes in order, without entities.
    pub fn attributes(&self) -> Vec<(&str, String)> {
        let mut found = Vec::new();
        let mut rest = self.attributes;
        while let Some((name, value)) = rest.split_once('=') {
            let value = value.trim_start();
            let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
            let Some((value, behind)) = value[1..].split_once(quote) else { break };
            found.push((name.trim(), plain(value)));
            rest = behind;
        }
        found
    }
}

/// Text without entities.
pub(super) fn plain(text: &str) -> String {
    const NAMED: [(&str, char); 5] = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];
    const MAX_ENTITY: usize = 12;
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        plain += before;
        let start = &behind.as_bytes()[..behind.len().min(MAX_ENTITY)];
        let name = start.iter().position(|&byte| byte == b';').map(|end| &behind[..end]);
        let number =
            name.and_then(|name| name.strip_prefix('#')).and_then(|number| match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => number.parse().ok(),
            });
        let named = name.and_then(|name| NAMED.iter().find(|(known, _)| *known == name)).map(|&(_, c)| c);
        match (named.or(number.and_then(char::from_u32)), name) {
            (Some(c), Some(name)) => {
                plain.push(if super::format::acts(c) { ' ' } else { c });
                rest = &behind[name.len() + 1..];
            }
            _ => {
                plain.push('&');
                rest = behind;
            }
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_has_a_name_and_attributes() {
        let text = "a <game id=\"1\" name = 'x > \"y\" &amp; z'\n/>b</game >";
        let tag = next_tag(text).expect("a tag");
        assert_eq!((tag.text, tag.name, tag.is_end, tag.is_empty, tag.lines), ("a ", "game", false, true, 1));
        let name = "x > \"y\" & z".to_string();
        assert_eq!(tag.attributes(), [("id", "1".to_string()), ("name", name)]);
        let end = next_tag(&text[tag.length..]).expect("an end");
        assert_eq!((end.text, end.name.trim(), end.is_end), ("b", "game", true));
    }

    #[test]
    fn comments_and_declarations_have_no_name() {
        let text = "<?xml version=\"1.0\"?><!-- <game> --><!DOCTYPE x><move>";
        let (mut at, mut names) = (0, Vec::new());
        while let Some(tag) = next_tag(&text[at..]) {
            at += tag.length;
            names.push(tag.name);
        }
        assert_eq!(names, ["", "", "", "move"]);
        for half in ["<", "<game id=\"", "<game id=\">", "<!-- <a> ", "text"] {
            assert_eq!(next_tag(half), None, "{half}");
        }
    }

    #[test]
    fn data_are_text_as_it_is() {
        let tag = next_tag("a<![CDATA[<b> & c]]>d").expect("data");
        assert_eq!((tag.text, tag.name, tag.data, tag.length), ("a", "", "<b> & c", 20));
        assert_eq!(next_tag("<![CDATA[<b> & c]>"), None);
    }

    #[test]
    fn entities_are_characters() {
        assert_eq!(plain("&lt;&#65;&#x416;&amp;amp; a&b; c & d &#7;"), "<AЖ&amp; a&b; c & d  ");
    }
}
