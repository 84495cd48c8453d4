// The types of src/wasm/page/program.js, which `scripts/npm/pack` puts next to these files.

export interface Program {
  give(name: "quadriga_analyze", text: string): void;
}

export function startProgram(module: WebAssembly.Module, onLine: (line: string) => void): Program;
