import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "..", "..", "src");
const pages = readdirSync(join(source, "pages"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".astro"))
  .map((name) => join(source, "pages", name));
const publicSheet = join(source, "styles", "global.css");
const privateSheet = join(source, "styles", "private.css");
const readerSheet = join(source, "styles", "quran.css");

/** Folders that the style sheet of public pages excludes. */
const left = [
  ...readFileSync(publicSheet, "utf8").matchAll(/@source not "\.\.\/islands\/(\w+)"/g),
].map(([, folder = ""]) => folder);

/** The direct and indirect imports of a file. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  const text = readFileSync(file, "utf8");
  for (const [, path = ""] of text.matchAll(/^import (?:.* from )?"([^"]+)";$/gm)) {
    const target = path.startsWith(".") ? resolve(dirname(file), path) : path;
    if (found.has(target)) continue;
    found.add(target);
    if (target.endsWith(".astro")) importsOf(target, found);
  }
  return found;
}

test("pages whose islands the public style sheet excludes load the private style sheet", () => {
  expect(left).toContain("dashboard");
  // Only components contain classes.
  const isLeft = new RegExp(`^#islands/(${left.join("|")})/.*\\.tsx$`);
  const inNeed = pages.filter((page) => [...importsOf(page)].some((path) => isLeft.test(path)));
  expect(inNeed.length).toBeGreaterThan(5);
  expect(inNeed.filter((page) => !importsOf(page).has(privateSheet))).toEqual([]);
});

test("every page loads at most one of the style sheets", () => {
  const several = pages.filter((page) => {
    const imports = importsOf(page);
    return (
      [publicSheet, privateSheet, readerSheet].filter((sheet) => imports.has(sheet)).length > 1
    );
  });
  expect(several).toEqual([]);
});

test("public pages load the public style sheet", () => {
  const open = ["index", "[...page]", "teachers/[id]", "students/index", "courses/[id]", "login"];
  for (const name of open) {
    const page = join(source, "pages", `${name}.astro`);
    expect(importsOf(page).has(publicSheet), name).toBe(true);
  }
});
