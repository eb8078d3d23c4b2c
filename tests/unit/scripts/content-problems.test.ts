import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createServer } from "vite";
import { expect, it, onTestFinished } from "vitest";
import {
  findContentProblems,
  formatContentProblems,
} from "../../../scripts/support/content-problems.ts";
import { contentProblemsInDevelopment } from "../../../scripts/support/content-problems-in-development.ts";

const page = `---
title: About us
description: Who we are and what we teach.
lead: A circle of study.
---
`;

/** Creates a root folder with these files. @returns its path, and writes further files to it. */
function makeRoot(files: Record<string, string>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "halaqa-content-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return { root, write };
}

it("all mistakes in content files are found at once, with the field and what to write", () => {
  const { root } = makeRoot({
    "src/content/pages/about.mdx": page,
    "src/content/pages/contact.mdx": page.replace("title:", "titel:"),
    "src/content/pages/support.mdx": page.replace("lead: A", "lead: [A"),
    "src/content/pages/unlisted.mdx": page,
    "src/content/pages/ar/about.mdx": page.replace("About us", "ا".repeat(61)),
  });
  const problems = findContentProblems(root);
  expect(problems.map(({ file }) => file).sort()).toEqual([
    "src/content/pages/ar/about.mdx",
    "src/content/pages/contact.mdx",
    "src/content/pages/support.mdx",
    "src/content/pages/unlisted.mdx",
  ]);
  const text = formatContentProblems(problems);
  expect(text).toContain("src/content/pages/contact.mdx\n  title: Give the page a title");
  expect(text).toContain("  There is no field 'titel'.");
  expect(text).toContain('Add: { path: "/unlisted", ...open },');
  expect(text).toMatch(/support\.mdx\n {2}\S/);
});

it("mistakes in the text of a page are named with their line and what to write", () => {
  const { root } = makeRoot({
    "src/content/pages/about.mdx": `${page}\n<Callout title="Note">\nText\n`,
    "src/content/pages/contact.mdx": `${page}\nFirst\n\n<Fact>One</Fact> and <Card />\n`,
    "src/content/pages/support.mdx": `${page}\n<!-- later -->\n`,
    "src/content/pages/ar/about.mdx": `${page}\nWe have {two circles.\n`,
    "src/content/pages/ar/contact.mdx": `${page}\n<Callout title="Note">\n\nText {2 + 2}\n\n</Callout>\n`,
  });
  const problems = findContentProblems(root);
  const found = Object.fromEntries(problems.map(({ file, message }) => [file, message]));
  expect(Object.keys(found).sort()).toEqual([
    "src/content/pages/about.mdx",
    "src/content/pages/ar/about.mdx",
    "src/content/pages/contact.mdx",
    "src/content/pages/support.mdx",
  ]);
  expect(found["src/content/pages/about.mdx"]).toMatch(
    /^Line \d+: Expected a closing tag for `<Callout>`\.$/,
  );
  expect(found["src/content/pages/contact.mdx"]).toMatch(
    /^Line 9: There is no component <Fact>\. Use one of: Action, .*, SupportEmail\.$/,
  );
  expect(found["src/content/pages/support.mdx"]).toMatch(
    /^Line 7: .*to create a comment in MDX, use/,
  );
  expect(found["src/content/pages/ar/about.mdx"]).toMatch(/^Line 7: .*closing brace/);
});

it("an editor sees a mistake over the page as soon as it is saved, until it is corrected", async () => {
  const { root, write } = makeRoot({ "src/content/pages/about.mdx": page });
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [contentProblemsInDevelopment()],
    server: { middlewareMode: true, ws: false },
  });
  onTestFinished(() => server.close());
  const sent: unknown[] = [];
  server.environments.client.hot.send = (payload: unknown) => void sent.push(payload);
  const file = "src/content/pages/about.mdx";
  // What the file system reports, and when, depends on the machine.
  const save = (text: string) => {
    write(file, text);
    server.watcher.emit("change", join(root, file));
  };
  save(page.replace("title:", "titel:"));
  expect(sent).toMatchObject([{ type: "error" }]);
  expect(JSON.stringify(sent)).toContain("There is no field 'titel'.");
  save(page);
  expect(sent.slice(1)).toEqual([{ type: "full-reload" }]);
});
