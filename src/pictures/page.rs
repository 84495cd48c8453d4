//! The frame of a self-contained HTML page.

use std::fmt::Write;

/// Style of every page.
pub const STYLE: &str = include_str!("page.css");

/// The content security policy: a page loads nothing from outside its file, whatever its names and comments contain.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

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

/// The beginning of a page with this title, which is escaped here, up to its body. `</body>` and `</html>` may be
/// omitted, so that a page can grow.
pub fn beginning(title: &str, styles: &[&str]) -> String {
    let title = escape(title);
    let styles = styles.concat();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{styles}</style></head>\n<body>\n<h1>{title}</h1>\n"
    )
}

/// A page with this title and body; the title is escaped here, the body is HTML already.
pub fn page(title: &str, body: &str) -> String {
    format!("{}{body}\n</body></html>\n", beginning(title, &[STYLE]))
}

/// A table: names of the columns, then rows of plain text. If it is wider than the page, it scrolls in its box.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut html = String::from("<div class=\"scroll\" tabindex=\"0\"><table><tr>");
    for name in head {
        let _ = write!(html, "<th>{}</th>", escape(name));
    }
    html.push_str("</tr>\n");
    for row in rows {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        let _ = writeln!(html, "<tr>{cells}</tr>");
    }
    html + "</table></div>\n"
}

/// Names and values, one below the other, all plain text.
pub fn facts(rows: &[(String, String)]) -> String {
    let row = |(name, value): &(String, String)| {
        format!("<tr><th>{}</th><td>{}</td></tr>\n", escape(name), escape(value))
    };
    let rows: String = rows.iter().map(row).collect();
    format!("<div class=\"scroll\"><table class=\"facts\">\n{rows}</table></div>\n")
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
