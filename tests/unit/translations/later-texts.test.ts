/** Parts of pages that load later have their texts when they are shown. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const files = globSync("src/islands/**/*.{ts,tsx}", { cwd: root });

const comment = /\/\*[\s\S]*?\*\/|\/\/.*/g;
/** An `import()` that isn't the argument of `withTexts`. */
const bareImport = /(?<!\bwithTexts\(\s*)\bimport\(/g;

test("whatever an island loads later loads its texts as well", () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8").replaceAll(comment, "");
    return [...code.matchAll(bareImport)].map(() => file);
  });
  expect(found).toEqual([]);
});
