/** Compares docs/going-live.md with the product: everything that it asks an operator to use exists. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { meetingServices } from "#lib/meetings/meeting-services.ts";
import { findRoute } from "#lib/site/routes.ts";
import { connectEvents, platformEvents } from "../../../scripts/doctor/stripe.ts";
import { neededScopes } from "../../../scripts/doctor/zoom.ts";
import { commands } from "../../../scripts/support/production-tree.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

const guide = read("docs/going-live.md");
const compose = read("compose.yaml");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const code = [...guide.matchAll(/```\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
  ([, block = "", span = ""]) => block || span,
);
const all = (pattern: RegExp, text = guide): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found)),
];
const unknown = (found: string[], known: Iterable<string>) => {
  const set = new Set(known);
  return found.filter((name) => !set.has(name));
};

it("the guide to going live names only variables that exist", () => {
  const named = all(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g, code.join("\n"));
  const settings = all(/^# ([A-Z0-9_]+)=/gm, read(".env.example"));
  const ofCompose = all(/\$\{([A-Z0-9_]+)/g, compose);
  const ofDoctor = all(/process\.env\.([A-Z0-9_]+)/g, read("scripts/doctor.ts"));
  expect(named.length).toBeGreaterThan(25);
  expect(unknown(named, [...settings, ...ofCompose, ...ofDoctor])).toEqual([]);
});

it("the guide to going live lists every variable that compose.yaml requires in the file .env", () => {
  const file = code.find((text) => text.startsWith("APP_URL=")) ?? "";
  const required = all(/\$\{([A-Z0-9_]+):\?\}/g, compose);
  expect(unknown(required, all(/^([A-Z0-9_]+)=/gm, file))).toEqual([]);
  expect(unknown(all(/^([A-Z0-9_]+)=/gm, file), all(/\$\{([A-Z0-9_]+)/g, compose))).toEqual([]);
});

it("the guide to going live uses only commands that exist, and in the container only those of the image", () => {
  const used = all(/npm run ([\w:]+)/g, code.join("\n"));
  expect(used.length).toBeGreaterThan(2);
  expect(unknown(used, Object.keys(scripts))).toEqual([]);
  const inContainer = all(/exec (?:--env \S+ )?web npm run ([\w:]+)/g, code.join("\n"));
  expect(inContainer.length).toBeGreaterThan(1);
  expect(unknown(inContainer, commands)).toEqual([]);
});

it("the guide to going live names only services and profiles of compose.yaml", () => {
  const text = code.join("\n");
  const services = all(/^ {2}([a-z]+):$/gm, compose.split(/^services:$/m)[1] ?? "");
  const named = [
    ...all(/docker compose (?:logs|exec)(?: --\w+(?: \w+=\w+)?)* (\w+)/g, text),
    ...all(/--scale (\w+)=/g, text),
  ];
  expect(named.length).toBeGreaterThan(2);
  expect(unknown(named, services)).toEqual([]);
  expect(unknown(all(/--profile (\w+)/g, text), all(/profiles: \[(\w+)\]/g, compose))).toEqual([]);
});

it("the guide to going live mentions only pages and API paths that exist", () => {
  const paths = all(/^(?:https:\/\/halaqa\.example)?(\/[\w/-]*(?:\.xml)?)$/gm, code.join("\n"));
  expect(paths.length).toBeGreaterThan(8);
  const isKnown = (path: string) => {
    if (path === "/readyz" || path === "/") return true;
    if (path.startsWith("/api/")) {
      const ofService = meetingServices.some(({ id }) => path === `/api/webhooks/${id}`);
      return ofService || read("src/server/app.ts").includes(`"${path.slice("/api".length)}"`);
    }
    const page = `src/pages${path}`;
    const isFile = [".astro", "/index.astro", ".ts"].some((end) =>
      existsSync(join(root, page + end)),
    );
    return isFile || (findRoute(path) !== undefined && !path.startsWith("/staff"));
  };
  expect(paths.filter((path) => !isKnown(path))).toEqual([]);
});

it("the guide to going live names the settings of the console as the console does", () => {
  const section = guide.split("Enter at `/staff/settings`")[1]?.split("Invite your team")[0] ?? "";
  const titles = Object.values(JSON.parse(read("src/translations/en/settings.json"))).map(
    (group) => (group as { title?: string }).title ?? "",
  );
  const named = all(/\*\*([^*]+)\*\*/g, section);
  expect(named.length).toBeGreaterThan(6);
  expect(unknown(named, titles)).toEqual([]);
});

it("the guide to going live lists the events and scopes that the doctor looks for", () => {
  const spans = new Set(code);
  const wanted = [...platformEvents, ...connectEvents, ...neededScopes];
  expect(wanted.filter((name) => !spans.has(name))).toEqual([]);
});

it("the guide to going live links only to files and headings that exist", () => {
  const links = all(/\]\((?!https?:)([^)]+)\)/g);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    const [file = "", anchor] = link.split("#");
    const target = read(join("docs", file));
    const headings = [...target.matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
      text
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    if (anchor) expect(headings, link).toContain(anchor);
  }
});

it("the guide to going live names only files of the repository", () => {
  const files = all(/^((?:deploy|src|docs|scripts)\/[\w./-]+)$/gm, code.join("\n"));
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
