/** `npm run build`: builds the site if its sources have changed. */
import { UnexpectedEnd } from "./support/child.ts";
import { ensureBuilt } from "./support/site-build.ts";

try {
  console.log((await ensureBuilt()) ? "Built the site." : "The site is already built.");
} catch (error) {
  console.error(error instanceof UnexpectedEnd ? error.message : error);
  process.exitCode = 1;
}
