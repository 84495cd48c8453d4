//! Requests that ask for what they may not have.

use super::running::{Answer, Board, INSTANT, rest, wide};
use quadriga::web::Limits;
use std::io::{Read, Write};

/// Has it got anything of the page, or leave to read it?
fn is_refused(answer: &Answer) -> bool {
    let is_page = answer.body.contains("<html") || answer.body.contains("WebSocket");
    answer.status >= 400 && !is_page && !answer.has_header("access-control-")
}

#[test]
fn a_name_that_is_not_ours_gets_nothing() {
    let board = Board::start();
    let port = board.address.port();
    let foreign = [
        "evil.example",
        "evil.example:PORT",
        "127.0.0.1.nip.io:PORT",
        "localhost.evil.example:PORT",
        "localhost.:PORT",
        "localtest.me:PORT",
        "0.0.0.0:PORT",
        "[::1]:PORT",
        "[::ffff:127.0.0.1]:PORT",
        "127.1:PORT",
        "2130706433:PORT",
        "0x7f000001:PORT",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost",
        "board.example:1",
        "evil@127.0.0.1:PORT",
        "127.0.0.1:PORT@evil.example",
        "127.0.0.1:PORT, evil.example",
        "",
    ];
    for name in foreign {
        let host = format!("Host: {}", name.replace("PORT", &port.to_string()));
        for path in ["/", "/main.js", "/ws"] {
            let answer = board.ask("GET", path, &[&host]);
            assert!(is_refused(&answer), "{host}: {answer:?}");
        }
    }
    for name in ["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "board.example", "board.example:PORT"]
    {
        let host = format!("Host: {}", name.replace("PORT", &port.to_string()));
        assert_eq!(board.ask("GET", "/", &[&host]).status, 200, "{host}");
    }
}

#[test]
fn a_request_without_one_name_gets_nothing() {
    let board = Board::start();
    for lines in [&[] as &[_], &["Host: OURS", "Host: OURS"], &["Host: OURS", "Host: evil.example"]] {
        assert!(is_refused(&board.ask("GET", "/", lines)), "{lines:?}");
    }
    let old = board.raw(b"GET / HTTP/1.0\r\n\r\n");
    assert!(!old.contains("<html"), "{old}");
    let oldest = board.raw(b"GET /\r\n\r\n");
    assert!(!oldest.contains("<html"), "{oldest}");
    // The name in the first line counts as well.
    assert!(is_refused(&board.ask("GET", "http://evil.example/", &["Host: OURS"])));
    let two = "X-Forwarded-Host: OURS";
    assert!(is_refused(&board.ask("GET", "/", &["Host: evil.example", two])));
}

#[test]
fn pages_of_other_sites_cannot_read_anything() {
    let board = Board::start();
    let origins =
        ["null", "http://evil.example", "https://OURS", "http://OURS.evil.example", "http://localhost:1", ""];
    for origin in origins {
        let origin = format!("Origin: {origin}");
        for path in ["/", "/main.js", "/ws"] {
            let answer = board.ask("GET", path, &["Host: OURS", &origin]);
            assert!(is_refused(&answer), "{origin}: {answer:?}");
        }
        let asked = [
            "Host: OURS",
            &origin,
            "Access-Control-Request-Method: GET",
            "Access-Control-Request-Private-Network: true",
        ];
        let preflight = board.ask("OPTIONS", "/", &asked);
        assert!(is_refused(&preflight), "{preflight:?}");
    }
    // Another name of ours is another site.
    let localhost = format!("Origin: http://localhost:{}", board.address.port());
    assert!(is_refused(&board.ask("GET", "/", &["Host: OURS", &localhost])));
}

#[test]
fn other_sites_may_link_here_and_no_more() {
    let board = Board::start();
    let asked = |site: &str, mode: &str, dest: &str| {
        let lines = [
            format!("Sec-Fetch-Site: {site}"),
            format!("Sec-Fetch-Mode: {mode}"),
            format!("Sec-Fetch-Dest: {dest}"),
        ];
        board.ask("GET", "/", &["Host: OURS", &lines[0], &lines[1], &lines[2]])
    };
    for site in ["cross-site", "same-site", "nonsense"] {
        for (mode, dest) in [
            ("no-cors", "script"),
            ("no-cors", "image"),
            ("cors", "empty"),
            ("navigate", "iframe"),
            ("navigate", "object"),
        ] {
            assert!(is_refused(&asked(site, mode, dest)), "{site} {mode} {dest}");
        }
        assert_eq!(asked(site, "navigate", "document").status, 200, "a link that is followed");
    }
    assert_eq!(asked("same-origin", "cors", "script").status, 200);
    assert_eq!(asked("none", "navigate", "document").status, 200);
}

#[test]
fn every_answer_has_the_headers_that_guard_the_page() {
    let board = Board::start();
    let answers = [
        board.get("/"),
        board.get("/nothing"),
        board.get("/ws"),
        board.ask("POST", "/", &["Host: OURS", "Content-Length: 0"]),
        board.ask("GET", "/", &["Host: evil.example"]),
        board.ask("GET", "/", &["Host: OURS", "Origin: null"]),
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").expect("a policy");
        for rule in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"] {
            assert!(policy.split("; ").any(|found| found == rule), "{rule}: {policy}");
        }
        for rule in ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"] {
            assert!(policy.split("; ").any(|found| found == rule), "{rule}: {policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert!(!answer.has_header("access-control-") && !answer.has_header("set-cookie"), "{answer:?}");
        assert!(!answer.has_header("server:") && !answer.has_header("x-powered-by"), "{answer:?}");
    }
}

#[test]
fn a_file_is_named_as_what_it_is_and_sent_again_only_when_it_has_changed() {
    let board = Board::start();
    for (path, kind) in [("/", "text/html; charset=utf-8"), ("/main.js", "text/javascript; charset=utf-8")] {
        let answer = board.get(path);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)));
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
        let known = format!("If-None-Match: {}", answer.header("etag").expect("a tag"));
        let again = board.ask("GET", path, &["Host: OURS", &known]);
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        assert_eq!(board.ask("GET", path, &["Host: OURS", "If-None-Match: \"0\""]).status, 200);
        let head = board.ask("HEAD", path, &["Host: OURS"]);
        assert_eq!((head.status, head.body.as_str()), (200, ""));
    }
    assert_eq!(board.get("/types.d.ts").status, 404);
    assert_eq!(board.get("/?anything").status, 200);
}

#[test]
fn no_way_of_writing_a_path_leads_out_of_the_page() {
    let board = Board::start();
    let ups = [
        "..",
        "%2e%2e",
        "%2E%2e",
        ".%2e",
        "%252e%252e",
        "..%00",
        "%c0%ae%c0%ae",
        "..;",
        "....",
        "%u002e%u002e",
        "..%c0%af",
        "%e0%80%ae%e0%80%ae",
        "\u{ff0e}\u{ff0e}",
        "..\\",
        "%5c..",
        "..%5c",
        "%uff0e%uff0e",
    ];
    let targets = ["etc/passwd", "Cargo.toml", "src/main.rs", "windows\\win.ini"];
    for up in ups {
        for target in targets {
            for slash in ["/", "%2f", "\\", "//"] {
                let path = format!("/{}{target}", format!("{up}{slash}").repeat(8));
                let answer = board.get(&path);
                assert!((400..=404).contains(&answer.status), "{path}: {answer:?}");
                assert!(!answer.body.contains("root:") && !answer.body.contains("[package]"), "{path}");
            }
        }
    }
    for path in
        ["//etc/passwd", "/etc/passwd", "/file:///etc/passwd", "/@fs/etc/passwd?raw??", "/page/index.html"]
    {
        assert_eq!(board.get(path).status, 404, "{path}");
    }
    for path in
        ["/index.html/", "/index.html%00", "/./index.html", "/x/../index.html", "/INDEX.HTML", "/main%2ejs"]
    {
        assert_eq!(board.get(path).status, 404, "{path}");
    }
}

#[test]
fn only_get_and_head_are_answered() {
    let board = Board::start();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get", "X"] {
        for path in ["/", "/main.js", "/ws", "/tables"] {
            let answer = board.ask(method, path, &["Host: OURS", "Content-Length: 0"]);
            let is_without_origin = path == "/ws" && answer.status == 403;
            assert!(answer.status == 405 || is_without_origin, "{method} {path}: {answer:?}");
        }
    }
    let tunnel = board.ask("CONNECT", "evil.example:443", &["Host: OURS"]);
    assert!(is_refused(&tunnel), "{tunnel:?}");
    assert_eq!(board.ask("HEAD", "/ws", &["Host: OURS"]).status, 403);
}

#[test]
fn requests_that_are_too_long_are_refused() {
    let board = Board::start();
    let long = "x".repeat(1 << 20);
    let many = "X: y\r\n".repeat(1000);
    let host = format!("Host: {}\r\n", board.address);
    for request in [
        format!("GET /{long} HTTP/1.1\r\n{host}\r\n"),
        format!("GET / HTTP/1.1\r\n{host}X: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\n{host}{long}: x\r\n\r\n"),
        format!("GET / HTTP/1.1\r\n{host}{many}\r\n"),
        format!("{long} / HTTP/1.1\r\n{host}\r\n"),
        long.clone(),
    ] {
        let answer = board.raw(request.as_bytes());
        assert!(!answer.contains("<html"), "{answer}");
    }
    // A body is never read.
    let body = format!("GET / HTTP/1.1\r\n{host}Content-Length: 1000000000000\r\n\r\n");
    let answer = board.raw(body.as_bytes());
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 "), "{answer}");
    assert!(board.is_well());
}

#[test]
fn a_second_request_of_a_connection_is_judged_by_itself_and_none_hides_in_a_body() {
    let board = Board::start();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", board.address);
    let smuggled = "GET /main.js HTTP/1.1\r\nHost: evil.example\r\n\r\n";
    let answer = board.raw(format!("{request}{smuggled}{request}").as_bytes());
    let statuses: Vec<&str> = answer.split("HTTP/1.1 ").skip(1).map(|answer| &answer[..3]).collect();
    assert_eq!(statuses, ["200", "403"], "after a refusal there is nothing more: {answer}");
    let body = format!("GET / HTTP/1.1\r\nHost: {}\r\nContent-Length: 4\r\n\r\n", board.address);
    assert!(board.raw(format!("{body}{request}").as_bytes()).matches("HTTP/1.1 ").count() <= 1);
    let both = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{smuggled}",
        board.address
    );
    assert!(board.raw(both.as_bytes()).matches("HTTP/1.1 ").count() <= 1);
}

/// Sends a request without asking for the end of the connection, and reads its answer, which has no body.
fn look_again(stream: &mut std::net::TcpStream, board: &Board) -> Option<String> {
    let request = format!("HEAD / HTTP/1.1\r\nHost: {}\r\n\r\n", board.address);
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    let mut byte = [0];
    while !answer.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        answer.push(byte[0]);
    }
    String::from_utf8(answer).ok()
}

#[test]
fn a_connection_stays_for_a_hundred_requests_and_no_more() {
    let board = Board::start();
    let mut stream = board.stream();
    for request in 1..=100 {
        let answer = look_again(&mut stream, &board).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert_eq!(answer.contains("connection: close"), request == 100, "{request}: {answer}");
    }
    assert_eq!(look_again(&mut stream, &board), None);
}

#[test]
fn a_connection_that_stays_is_dropped_after_a_silence_and_in_any_case_in_the_end() {
    let board = Board::limited(Limits { silence: INSTANT, ..wide() });
    let mut stream = board.stream();
    assert!(look_again(&mut stream, &board).is_some());
    assert_eq!(rest(&mut stream), "", "it ends although nobody asked for that");
    // Nobody stays by asking again and again.
    let board = Board::limited(Limits { exchange: INSTANT, ..wide() });
    let mut stream = board.stream();
    while look_again(&mut stream, &board).is_some() {}
    assert!(Board::start().is_well());
}

#[test]
fn the_page_is_three_files_which_are_sent_compressed_to_those_who_take_that() {
    let board = Board::start();
    let index = board.get("/").body;
    for name in ["bundle.js", "bundle.css"] {
        assert!(index.contains(name), "{index}");
        let path = format!("/{name}");
        let plain = board.get(&path);
        assert!(plain.status == 200 && !plain.has_header("content-encoding"));
        let packed = board.ask("HEAD", &path, &["Host: OURS", "Accept-Encoding: gzip, br"]);
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        let length =
            |answer: &Answer| answer.header("content-length").and_then(|length| length.parse::<usize>().ok());
        assert!(length(&packed) < length(&plain).map(|length| length / 2), "{packed:?}");
        assert!(packed.header("vary").is_some_and(|vary| vary.contains("Accept-Encoding")));
        let known = format!("If-None-Match: {}", packed.header("etag").expect("a tag"));
        assert_eq!(board.ask("GET", &path, &["Host: OURS", "Accept-Encoding: gzip", &known]).status, 304);
        assert_eq!(board.ask("GET", &path, &["Host: OURS", &known]).status, 200, "another content");
    }
}

#[test]
fn a_connection_that_says_nothing_is_dropped() {
    let board = Board::limited(Limits { silence: INSTANT, ..wide() });
    let silent = rest(&mut board.stream());
    assert!(!silent.contains("200"), "{silent}");
    let half = board.raw(b"GET / HTTP/1.1\r\nHost: ");
    assert!(!half.contains("200"), "{half}");
}

#[test]
fn a_header_that_comes_letter_by_letter_is_not_waited_for() {
    let board = Board::limited(Limits { silence: INSTANT, ..wide() });
    let mut stream = board.stream();
    let _ = stream.write_all(b"GET / HTTP/1.1\r\nX: ");
    // Every letter begins the wait anew for those who count from the last one.
    while stream.write_all(b"x").is_ok() {
        std::thread::sleep(INSTANT / 10);
    }
    assert!(!rest(&mut stream).contains("200"));
    assert!(Board::start().is_well());
}

#[test]
fn an_answer_that_is_not_fetched_is_not_kept() {
    let board = Board::limited(Limits { exchange: INSTANT, connections: 1, ..wide() });
    let mut stream = board.stream();
    let _ = stream.write_all(b"GET / HTTP/1.1\r\n");
    // The only place is free again although nothing more comes.
    while board.get("/").status != 200 {
        std::thread::yield_now();
    }
}

#[test]
fn there_are_only_so_many_connections() {
    let board = Board::limited(Limits { connections: 3, ..wide() });
    let mut guests: Vec<_> = (0..3).map(|_| board.guest()).collect();
    let answer = board.get("/");
    assert!(matches!(answer.status, 503 | 0), "{answer:?}");
    for guest in &mut guests {
        assert!(guest.ask(r#"{"ref":2,"do":"games"}"#).get("ref").is_some(), "those who are in stay in");
    }
    guests.pop();
    while board.get("/").status != 200 {
        std::thread::yield_now();
    }
}
