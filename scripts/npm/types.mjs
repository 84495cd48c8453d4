// Writes the types of queries and answers from docs/protocol/analysis.schema.json, so that they are stated once.
//
//     node types.mjs SCHEMA.json > schema.ts

import { readFileSync } from "node:fs";

const { $defs } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const nameOf = (key) => key.replace(/(^|_)(.)/g, (_, __, letter) => letter.toUpperCase());
const quoted = (value) => JSON.stringify(value);

/** The type of a schema, in TypeScript. */
function typeOf(schema) {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  if (schema.$ref) return nameOf(schema.$ref.replace("#/$defs/", ""));
  if ("const" in schema) return quoted(schema.const);
  if (schema.enum) return schema.enum.map(quoted).join(" | ");
  const parts = (schema.allOf ?? []).map(typeOf);
  if (schema.anyOf || schema.oneOf) parts.push(`(${(schema.anyOf ?? schema.oneOf).map(typeOf).join(" | ")})`);
  if (schema.properties) parts.push(fieldsOf(schema));
  if (parts.length > 0) return parts.join(" & ");
  const kinds = [schema.type ?? []].flat().map((kind) => kindOf(kind, schema));
  return kinds.join(" | ") || "unknown";
}

function kindOf(kind, schema) {
  if (kind === "integer" || kind === "number") return "number";
  if (kind === "array") {
    if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
    return `(${typeOf(schema.items ?? {})})[]`;
  }
  if (kind !== "object") return kind;
  const values = schema.additionalProperties;
  return `Record<string, ${values && values !== true ? typeOf(values) : "unknown"}>`;
}

function fieldsOf({ properties, required = [] }) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${quoted(name)}${mark}: ${typeOf(schema)};`;
  });
  return `{ ${fields.join(" ")} }`;
}

console.log("// Made by scripts/npm/types.mjs from docs/protocol/analysis.schema.json.\n");
for (const [key, schema] of Object.entries($defs)) {
  if (schema.title) console.log(`/** ${schema.title}. */`);
  console.log(`export type ${nameOf(key)} = ${typeOf(schema)};\n`);
}
