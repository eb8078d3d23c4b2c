/** A text in a constant of a module would be English for everyone. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const program = join(import.meta.dirname, "load-modules.ts");
// They start a process, or need a browser or the meeting service's client as soon as they load.
const exclude = [
  "src/server/main.ts",
  "src/islands/{accounts/start-page.ts,catalog/catalog.ts}",
  "src/lib/zoom-app/client/zoom-sdk.ts",
];
const files = globSync("src/{lib,server,islands}/**/*.{ts,tsx}", { cwd: root, exclude });

test("no module looks up texts while it loads", async () => {
  expect(files.length).toBeGreaterThan(900);
  const paths = files.map((file) => join(root, file));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...paths]);
  const { whileLoading, afterward } = JSON.parse(stdout);
  expect(whileLoading).toEqual([]);
  expect(afterward).toHaveLength(1);
});
