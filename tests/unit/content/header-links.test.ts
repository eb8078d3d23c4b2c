import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("every class that hides a header link has a variant in tokens.css", () => {
  const variants = [...read("src/styles/tokens.css").matchAll(/@custom-variant ([\w-]+)/g)];
  const known = variants.map(([, name]) => name);
  const used = [
    ...read("src/components/site/HeaderLinks.astro").matchAll(/\bnot-([\w-]+):hidden/g),
  ];
  expect(used.length).toBeGreaterThan(1);
  for (const [, name] of used)
    expect(known, "without its variant, the class hides nothing").toContain(name);
});
