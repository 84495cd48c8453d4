//! A file of a page as it is sent: as it is or compressed, and not again if the browser has it.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use flate2::Compression;
use flate2::write::GzEncoder;

/// One file: its path below `/`, and its content.
pub(super) type File = (&'static str, &'static [u8]);

/// The file at the address itself.
pub(super) const INDEX: &str = "index.html";

/// A file as it is sent.
pub(super) struct Sent {
    /// Its path below `/`.
    pub name: &'static str,
    bytes: Bytes,
    /// The same compressed, made when it is first wanted.
    gzip: OnceLock<Bytes>,
}

impl Sent {
    /// A file with this name and content.
    pub fn new(name: &'static str, bytes: impl Into<Bytes>) -> Sent {
        Sent { name, bytes: bytes.into(), gzip: OnceLock::new() }
    }

    /// These files, to be sent.
    pub fn all(files: &[File]) -> Vec<Sent> {
        files.iter().map(|(name, bytes)| Sent::new(name, *bytes)).collect()
    }

    /// Its content compressed.
    pub fn gzip(&self) -> Bytes {
        let compressed = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            // Writing to memory cannot fail.
            let _ = encoder.write_all(&self.bytes);
            encoder.finish().unwrap_or_default().into()
        };
        self.gzip.get_or_init(compressed).clone()
    }
}

/// The answer to a request for `path`, which begins with `/`. Paths are compared as they were sent: none of the files
/// needs an escape.
pub(super) fn send(files: &[Sent], path: &str, headers: &HeaderMap) -> Response<Body> {
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = if name.is_empty() { INDEX } else { name };
    let Some(file) = files.iter().find(|file| file.name == name) else {
        return super::plain(StatusCode::NOT_FOUND, "there is no such file");
    };
    let is_gzip = accepts_gzip(headers);
    let tag = tag(&file.bytes, is_gzip);
    let mut response = Response::new(Body::empty());
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *response.body_mut() = Body::from(if is_gzip { file.gzip() } else { file.bytes.clone() });
        let content_type = HeaderValue::from_static(content_type(name));
        response.headers_mut().insert(header::CONTENT_TYPE, content_type);
        if is_gzip {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Does the client take gzip? Browsers always name it; what only accepts everything gets the file as it is.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().trim_start_matches("q=").trim_end_matches(['0', '.']);
        name.trim().eq_ignore_ascii_case("gzip") && (!coding.contains(';') || !weight.is_empty())
    })
}

/// The ETag of this content, by FNV-1a: another build of the program has another page, and browsers must not mix the
/// two. Compressed, it is another content.
fn tag(bytes: &[u8], is_gzip: bool) -> String {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold);
    let coding = if is_gzip { "-gzip" } else { "" };
    format!("\"{hash:016x}{coding}\"")
}

/// The content type by the extension. A browser runs no scripts of another type.
pub(super) fn content_type(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let headers = |accepted: Option<&'static str>| {
            let value =
                accepted.map(|accepted| (header::ACCEPT_ENCODING, HeaderValue::from_static(accepted)));
            value.into_iter().collect::<HeaderMap>()
        };
        for accepted in ["gzip", "gzip, deflate, br", "br;q=1, GZIP;q=0.5"] {
            assert!(accepts_gzip(&headers(Some(accepted))), "{accepted}");
        }
        for accepted in ["", "br", "*", "identity", "gzip;q=0", "gzip; q=0.0, br", "xgzip"] {
            assert!(!accepts_gzip(&headers(Some(accepted))), "{accepted}");
        }
        let files = Sent::all(&[("main.js", b"let it;")]);
        let plain = send(&files, "/main.js", &headers(None));
        let packed = send(&files, "/main.js", &headers(Some("gzip")));
        assert_eq!(plain.headers().get(header::CONTENT_ENCODING), None);
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        assert_ne!(plain.headers()[header::ETAG], packed.headers()[header::ETAG]);
    }
}
