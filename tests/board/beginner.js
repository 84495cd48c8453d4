// A beginner in each family, from the first game on: wins at level 0, then plays on against a program of the same strength, and
// looks at the mistakes of the last game in both languages. `scripts/check_board --beginner GAMES [FAMILY ...]`; prints a table.

import { beginners } from "./lib/beginners.js";
import { Client } from "./lib/client.js";
import { Learner } from "./lib/learner.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** @typedef {import("./lib/new_game.js").Family} Family */

/** Games at level 0 within which one is to be won. */
const MOST_AT_LEVEL_0 = 10;
/** Games at the end that are counted. */
const COUNTED = 20;
/** Share of the points in these, in %. */
const FAIR = { least: 35, most: 65 };

/** @param {number[]} points of games */
function tally(points) {
  const count = (/** @type {number} */ wanted) => points.filter((one) => one === wanted).length;
  return `${count(1)}-${count(0.5)}-${count(0)}`;
}

/** @param {Learner} learner @param {number} games */
async function learn(learner, games) {
  /** @type {number[]} */
  const first = [];
  while (!first.includes(1) && first.length < MOST_AT_LEVEL_0) first.push(await learner.play("number:0"));
  const points = [await learner.play("mine")];
  while (points.length < games) {
    points.push(await learner.rematch());
    process.stderr.write(`\r${learner.family}: ${points.length} of ${games} games`);
  }
  process.stderr.write("\n");
  return { first, points };
}

const [games, ...families] = process.argv.slice(2);
const server = await startServer();
const browser = await launch();
const client = await Client.open(browser, server.origin, server.token);
const failures = [];
console.log(
  "| family | level 0: W-D-L | following: W-D-L | the last 20: W-D-L | % | level | rating |\n|---|---|---|---|---|---|---|",
);
for (const family of /** @type {Family[]} */ (families.length ? families : Object.keys(beginners))) {
  const visitor = await Visitor.open(browser, server.url);
  const learner = new Learner(visitor, client, family, 1);
  const { first, points } = await learn(learner, Number(games));
  const last = points.slice(-COUNTED);
  const share = Math.round((100 * last.reduce((sum, one) => sum + one, 0)) / last.length);
  const { rating, deviation, level } = await learner.strength();
  console.log(
    `| ${family} | ${tally(first)} | ${tally(points)} | ${tally(last)} | ${share} | ${level} | ${rating} ± ${deviation} |`,
  );
  if (!first.includes(1)) failures.push(`${family}: no game in ${first.length} was won at level 0`);
  if (share < FAIR.least || share > FAIR.most)
    failures.push(`${family}: ${share} % of the last ${last.length} games`);
  const { english, chinese } = await learner.mistakes();
  if (english.length === 0 || english.length !== chinese.length)
    failures.push(`${family}: no mistake was explained in both languages`);
  console.error([...english, ...chinese].map((sentence) => `  ${sentence}`).join("\n"));
  await visitor.leave();
}
await browser.close();
await server.stop();
console.log(failures.join("\n") || "every beginner won a game and met opponents of the same strength");
process.exitCode = failures.length ? 1 : 0;
