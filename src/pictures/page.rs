//! The frame of an HTML page: everything it needs is in the file.

use std::fmt::Write;

/// Style of every page: readable on paper and on screen, light or dark by the settings of the reader.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;margin:1rem 0}\
th,td{padding:.25rem .6rem;border-bottom:1px solid #8886;text-align:right}\
th:first-child,td:first-child{text-align:left}\
.facts td{text-align:left}.facts th{font-weight:normal;vertical-align:top;white-space:nowrap}\
figure{margin:1.5rem 0}figcaption{font-weight:600}\
svg{max-width:100%;height:auto;background:#fff}";

/// Text with the special characters of HTML and SVG escaped.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() && c != '\n' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A page with this title and body; the title is escaped here, the body is HTML already.
pub fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n{body}\n</body></html>\n"
    )
}

/// A picture with its caption.
pub fn figure(caption: &str, svg: &str) -> String {
    format!("<figure>{svg}<figcaption>{}</figcaption></figure>\n", escape(caption))
}

/// A table: names of the columns, then rows of plain text.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut html = String::from("<table><tr>");
    for name in head {
        let _ = write!(html, "<th>{}</th>", escape(name));
    }
    html.push_str("</tr>\n");
    for row in rows {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        let _ = writeln!(html, "<tr>{cells}</tr>");
    }
    html + "</table>\n"
}

/// Names and values, one below the other, all plain text.
pub fn facts(rows: &[(String, String)]) -> String {
    let row = |(name, value): &(String, String)| {
        format!("<tr><th>{}</th><td>{}</td></tr>\n", escape(name), escape(value))
    };
    format!("<table class=\"facts\">\n{}</table>\n", rows.iter().map(row).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_is_escaped() {
        let page = page("a<b>", &table(&["<x>"], &[vec!["\"&\u{7}".to_string()]]));
        assert!(page.contains("<h1>a&lt;b&gt;</h1>") && page.contains("<th>&lt;x&gt;</th>"));
        assert!(page.contains("<td>&quot;&amp; </td>"));
    }
}
