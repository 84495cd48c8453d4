use super::*;

const INDEX: &str = "<html>\n<link rel=\"stylesheet\" href=\"a.css\" />\n<link rel=\"stylesheet\" href=\"b/b.css\" />\n\
                     <script type=\"module\" src=\"main.js\"></script>\n";

/// A page of these files and an index; `a.css` and `b/b.css` exist.
fn of(scripts: &[(&'static str, &'static str)]) -> Result<Bundle, String> {
    let styles = [
        ("a.css", "@import url(\"b/c.css\");\na {\n}\n"),
        ("b/b.css", "b {\n  background: url(\"../x.svg\");\n}\n"),
    ];
    let styles = styles.into_iter().chain([("b/c.css", "c {\n}\n"), ("index.html", INDEX)]);
    let files: Vec<File> =
        scripts.iter().copied().chain(styles).map(|(name, text)| (name, text.as_bytes())).collect();
    bundle(&files, "index.html", "main.js")
}

#[test]
fn the_index_loads_one_script_and_one_style_sheet() {
    let bundle = of(&[("main.js", "")]).expect("a bundle");
    let index = "<html>\n<link rel=\"stylesheet\" href=\"bundle.css\" />\n<script type=\"module\" src=\"bundle.js\"></script>\n";
    assert_eq!(bundle.index, index);
    assert_eq!(bundle.style, "c {\n}\n\na {\n}\nb {\n  background: url(\"x.svg\");\n}\n");
}

#[test]
fn a_module_becomes_a_function_with_as_many_lines() {
    let main = "// Why.\nimport {\n  one,\n  two as second,\n} from \"./b/parts.js\";\n\nsecond(one, import(`./b/${one}.js`));\n";
    let parts =
        "import { run } from \"../main.js\";\nexport const one = 1;\nexport async function two() {}\n";
    let error = of(&[("b/parts.js", parts), ("main.js", main)]).err().expect("main.js has no run");
    assert!(error.starts_with("b/parts.js: run of main.js"), "{error}");
    let parts = "export const one = 1;\nexport async function two() {}\n";
    let bundle = of(&[("b/parts.js", parts), ("main.js", main)]).expect("a bundle");
    let expected = "modules[\"b/parts.js\"] = (exports) => { exports.two = two;const one = 1;\nasync function two() {}\n exports.one = one; };\n\
                    modules[\"main.js\"] = (exports) => {\nconst { one: one, two: second } = need(\"b/parts.js\");\n\n\n\n\n\
                    second(one, load(\"main.js\", `./b/${one}.js`));\n };\nneed(\"main.js\");\n";
    assert_eq!(bundle.script.strip_prefix(LOADER), Some(expected));
}

#[test]
fn modules_in_a_circle_may_import_functions_only() {
    let main =
        "import { other } from \"./other.js\";\nexport function run() {}\nexport const VALUE = other();\n";
    let other = "import { run } from \"./main.js\";\nexport function other() {\n  return run();\n}\n";
    assert!(of(&[("main.js", main), ("other.js", other)]).is_ok());
    let other = "import { VALUE } from \"./main.js\";\nexport function other() {\n  return VALUE;\n}\n";
    assert!(of(&[("main.js", main), ("other.js", other)]).is_err());
}

#[test]
fn what_is_not_known_is_an_error() {
    for line in [
        "import x from \"./x.js\";\n",
        "import * as x from \"./x.js\";\n",
        "import \"./x.js\";\n",
        "import { x } from \"x\";\n",
        "import { x } from \"./x.js\" with { type: \"json\" };\n",
        "import { x } from \"./nothing.js\";\n",
        "import { nothing } from \"./x.js\";\n",
        "export default 1;\n",
        "export * from \"./x.js\";\n",
        "export let a = 1;\n",
        "export const { a } = b;\n",
        "const a = 1;\nexport { a };\n",
        "const here = import.meta.url;\n",
        "  export const a = 1;\n",
    ] {
        assert!(of(&[("main.js", line), ("x.js", "export const x = 1;\n")]).is_err(), "{line}");
    }
}
