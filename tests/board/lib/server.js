// A server of the board: the program of QUADRIGA, on a free port of this machine, with a folder of its own.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * @typedef {object} Server
 * @property {string} url  with the token of the host
 * @property {string} origin
 * @property {string} token
 * @property {string} folder  where the games are kept
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the program and waits for the address that it prints.
 * @param {string[]} [flags] beside those that every test needs
 * @returns {Promise<Server>}
 */
export async function startServer(flags = []) {
  const program = process.env.QUADRIGA;
  if (!program) throw new Error("QUADRIGA does not name the program");
  const folder = await mkdtemp(join(tmpdir(), "quadriga-board-"));
  const child = spawn(program, ["board", "--no-open", "--port", "0", "--data", folder, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  child.stderr.on("data", (data) => (told += data));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    void ended.then((status) => reject(new Error(`the server ended with ${status}: ${told}`)));
  });
  const { origin, hash } = new URL(url);
  return {
    url,
    origin,
    token: new URLSearchParams(hash.slice(1)).get("k") ?? "",
    folder,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      process.off("exit", kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
