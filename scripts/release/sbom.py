"""The bill of materials of a program: its libraries as CycloneDX 1.5, with their licences and checksums."""

import json
import re

from desktop import repository
from licences import libraries
from targets import ROOT, version


def checksums():
    """SHA-256 of each package of the lock file, by name and version."""
    text = (ROOT / "Cargo.lock").read_text(encoding="utf-8")
    entry = re.compile(r'name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"')
    return {(name, number): digest for name, number, digest in entry.findall(text)}


def component(package, sums):
    """A library."""
    name, number = package["name"], package["version"]
    address = f"pkg:cargo/{name}@{number.replace('+', '%2B')}"
    found = {"type": "library", "bom-ref": address, "name": name, "version": number, "purl": address}
    if package["license"]:
        # Old manifests have a slash for OR.
        found["licenses"] = [{"expression": re.sub(r"\s*/\s*", " OR ", package["license"])}]
    if digest := sums.get((name, number)):
        found["hashes"] = [{"alg": "SHA-256", "content": digest}]
    return found


def bill(target):
    """The bill as text. The same sources give the same bytes: it has no time and no serial number."""
    sums = checksums()
    program = {
        "type": "application",
        "bom-ref": "quadriga",
        "name": "quadriga",
        "version": version(),
        "licenses": [{"expression": "MIT OR Apache-2.0"}],
    }
    if repository():
        program["externalReferences"] = [{"type": "vcs", "url": repository()}]
    parts = [component(package, sums) for package in libraries(target)]
    found = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program},
        "components": parts,
        "dependencies": [{"ref": "quadriga", "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    return json.dumps(found, indent=1) + "\n"
