/**
 * Builds the site. Each state of the sources has its own folder in `.builds`, and `dist` is a
 * symbolic link to the current one. The link is replaced atomically, and a running server keeps its
 * files.
 */
import { createHash, randomUUID } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join, relative } from "node:path";
import { ensureQuranData } from "../quran-data.ts";
import { startChild, UnexpectedEnd } from "./child.ts";

const root = join(import.meta.dirname, "..", "..");
const builds = join(root, ".builds");
const dist = join(root, "dist");

/** The files that a build depends on. The sandbox and the tests aren't part of the site. */
const sources = [
  "src",
  "public",
  "astro.config.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const ignored = join("src", "sandbox");

/** How many builds are kept for servers that still run an older one. */
const maxBuilds = 3;

/**
 * Builds the site into `dist` unless it is up to date. Concurrent calls by several processes are
 * safe: each builds separately, and the first to finish provides the result.
 *
 * @returns whether a build was necessary.
 */
export async function ensureBuilt(): Promise<boolean> {
  ensureQuranData();
  const target = join(builds, hashSources());
  const needed = !isComplete(target);
  if (needed) {
    const temporary = `${target}.${randomUUID()}`;
    await runBuild(temporary);
    moveIntoPlace(temporary, target);
  }
  pointDistTo(target);
  removeOldBuilds(target);
  return needed;
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const path of listFiles(source)) {
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update("\0");
    }
  }
  return hash.digest("hex").slice(0, 16);
}

function listFiles(path: string): string[] {
  const status = statSync(join(root, path), { throwIfNoEntry: false });
  if (!status || path === ignored) return [];
  if (!status.isDirectory()) return [path];
  const names = readdirSync(join(root, path)).sort();
  return names.flatMap((name) => listFiles(join(path, name)));
}

function isComplete(build: string): boolean {
  return lstatSync(join(build, "server", "entry.mjs"), { throwIfNoEntry: false }) !== undefined;
}

/** Runs the build in its own process, so that its memory is freed when it ends. */
async function runBuild(folder: string): Promise<void> {
  const program = join(import.meta.dirname, "build-into.ts");
  const child = startChild("build", [program, folder], {
    ...process.env,
    NODE_ENV: "production",
  });
  const how = await child.ended;
  if (how === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new UnexpectedEnd("build of the site", how);
}

function moveIntoPlace(temporary: string, target: string): void {
  try {
    renameSync(temporary, target);
  } catch (error) {
    if (!isComplete(target)) throw error;
    // Another process has built the same sources in the meantime.
    rmSync(temporary, { recursive: true });
  }
}

function pointDistTo(target: string): void {
  const now = new Date();
  utimesSync(target, now, now);
  const status = lstatSync(dist, { throwIfNoEntry: false });
  const destination = relative(root, target);
  if (status?.isSymbolicLink() && readlinkSync(dist) === destination) return;
  // The folder was created by `astro build`.
  if (status?.isDirectory()) rmSync(dist, { recursive: true });
  const link = `${dist}.${randomUUID()}`;
  symlinkSync(destination, link);
  renameSync(link, dist);
}

/** Removes older builds and leftovers of interrupted ones. */
function removeOldBuilds(current: string): void {
  mkdirSync(builds, { recursive: true });
  const anHourAgo = Date.now() - 3_600_000;
  const found = readdirSync(builds)
    .map((name) => join(builds, name))
    .map((path) => ({ path, changed: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.changed - a.changed);
  const finished = found.filter(({ path }) => !path.includes(".", builds.length));
  const brokenOff = found.filter((build) => !finished.includes(build) && build.changed < anHourAgo);
  for (const { path } of [...finished.slice(maxBuilds), ...brokenOff]) {
    if (path !== current) rmSync(path, { recursive: true, force: true });
  }
}
