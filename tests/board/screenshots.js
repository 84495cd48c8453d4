// Pictures of every screen, for eyes: light and dark, as a desktop and a phone show them. `scripts/check_board --screenshots DIR`.

import { join } from "node:path";
import { screens } from "./lib/screens.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** @type {Record<string, Pick<import("./lib/visitor.js").Look, "size" | "touch">>} */
const DEVICES = { desktop: { size: [1280, 800] }, phone: { size: [360, 740], touch: true } };

const folder = process.argv[2];
const browser = await launch();
let count = 0;
for (const [device, look] of Object.entries(DEVICES)) {
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    for (const language of /** @type {const} */ (["en", "zh"])) {
      const server = await startServer();
      const visitor = await Visitor.open(browser, server.url, { ...look, theme, language });
      for (const { name, open } of screens) {
        await open(visitor);
        await visitor.page.screenshot({
          path: join(folder, `${name}-${device}-${theme}-${language}.png`),
          animations: "disabled",
        });
        count += 1;
      }
      await visitor.leave();
      await server.stop();
    }
  }
}
await browser.close();
console.log(`${count} screenshots in ${folder}`);
