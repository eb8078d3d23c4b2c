import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { findRoute } from "#lib/site/routes.ts";
import { homeSchema, pageSchema } from "../../../src/content/schema.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const astro = join(root, "node_modules", "astro", "bin", "astro.mjs");

const page = {
  title: "Manners",
  description: "How we sit in a circle.",
  lead: "Come early, greet everyone, and listen more than you speak.",
};

const messagesOf = (data: Record<string, unknown>): string[] =>
  (pageSchema.safeParse(data).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

test("a page requires a title, a description and a lead", () => {
  expect(pageSchema.parse(page)).toEqual({ ...page, contents: false, alsoAt: [] });
  expect(messagesOf({})).toEqual([
    "title: Give the page a title of at most 60 characters. Browser tabs show it.",
    "description: Describe the page in one or two sentences of at most 170 characters. Search results show them.",
    "lead: Write the sentence under the heading, at most 320 characters.",
  ]);
});

test.for([
  [{ title: "a".repeat(61) }, "title: Give the page a title of at most 60 characters"],
  [{ title: "  " }, "title: Give the page a title"],
  [{ description: "a".repeat(171) }, "description: Describe the page in one or two sentences"],
  [{ heading: 7 }, "heading: Write a heading of at most 80 characters, or remove the field."],
  [{ updated: "April 21" }, "updated: Write the date of the last change without quotes"],
  [{ contents: "yes" }, "contents: Write true to show the list of sections"],
  [{ alsoAt: "aboutus" }, "alsoAt: Write further addresses as a list, like [aboutus]."],
  [
    { alsoAt: ["/About"] },
    "alsoAt.0: Write further addresses in lowercase letters without a slash",
  ],
  [{ image: "about.png" }, "image: Write the path of the page's image for link previews"],
  [{ titel: "Manners" }, ": There is no field 'titel'. Remove it, or use one of: title, desc"],
] as const)("an invalid field is reported with instructions: %o", ([wrong, message]) => {
  const messages = messagesOf({ ...page, ...wrong });
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(message);
});

test("the home page requires exactly three complete reasons", () => {
  const reason = { icon: "book", title: "Expert Teachers", text: "Who correct every letter." };
  const home = { headline: "Learn Quran", subline: "From anywhere" };
  expect(homeSchema.safeParse({ ...home, reasons: [reason, reason, reason] }).success).toBe(true);
  const { error } = homeSchema.safeParse({
    ...home,
    reasons: [reason, { icon: "books", title: "Two" }],
  });
  expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
    expect.stringMatching(/^reasons\.1\.icon: Choose one of these icons: arrow, book, /),
    "reasons.1.text: Explain the reason in at most 160 characters.",
    "reasons: List exactly three reasons: the page has room for three.",
  ]);
});

test("every content page has a row in the table of routes", async () => {
  const names = await readdir(join(root, "src", "content", "pages"));
  const files = names.filter((name) => name.endsWith(".mdx"));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const path = `/${basename(file, ".mdx")}`;
    expect(findRoute(path)?.path).toBe(path);
  }
});

test("an invalid field fails the build with the file, the field and instructions", {
  timeout: 120_000,
}, async () => {
  const folder = await makeProject({ title: "Manners", description: "", lead: "Come early." });
  const { code, output } = await syncContent(folder);
  expect(code).toBe(1);
  expect(output).toContain(join("src", "content", "pages", "manners.mdx"));
  expect(output).toContain("description: Describe the page in one or two sentences");
});

/** Copies this project's content to a separate folder and adds one page. */
async function makeProject(frontMatter: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-content-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const part of [
    "package.json",
    "tsconfig.json",
    "src/content.config.ts",
    "src/content",
    "src/lib/site/gear-icon.ts",
    "src/lib/site/icons.ts",
    "src/lib/site/page-icons.ts",
  ]) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(
    join(folder, "astro.config.mjs"),
    `import mdx from "@astrojs/mdx";
    export default {
      integrations: [mdx()], cacheDir: "./cache", vite: { cacheDir: "./cache/vite" },
    };`,
  );
  const lines = Object.entries(frontMatter).map(([name, value]) => `${name}: "${value}"`);
  const mdx = ["---", ...lines, "---", "", "Sit down."].join("\n");
  await writeFile(join(folder, "src", "content", "pages", "manners.mdx"), mdx);
  return folder;
}

/** Reads and validates the content, as every build does first. */
async function syncContent(folder: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [astro, "sync", "--root", folder], {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  // The environment may force colored output even through a pipe.
  return { code, output: stripVTControlCharacters(out + err) };
}
