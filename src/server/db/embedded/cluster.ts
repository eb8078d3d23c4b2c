/** Locates and creates the database's files. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmod,
  chown,
  lstat,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Account, ensureFolder, mayAccess, runAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { SupervisorLog } from "./supervisor-log.ts";

const run = promisify(execFile);

// PostgreSQL's built-in C.UTF-8 is used for messages, sorting and comparison. The C library's
// locale only classifies characters as letters, which search needs for text beyond ASCII.
const letterLocales = ["C.UTF-8", "en_US.UTF-8", "C"];

interface Options {
  account: Account;
  binaries: Binaries;
  durable: boolean;
  log: SupervisorLog;
  /** Where root stores the database if the data folder can't contain it. */
  systemFolder: string;
}

/** The path of the database in a data folder: a folder, or a symlink to one elsewhere. */
export function clusterPath(dataDir: string): string {
  return join(dataDir, "postgres");
}

/**
 * Returns the real folder of the database under `dataDir`, and creates it on first use. The folder
 * gets its final name only when it is complete, so that a crash or a concurrent start leaves either
 * a complete database or none.
 */
export async function ensureCluster(dataDir: string, options: Options): Promise<string> {
  const path = clusterPath(dataDir);
  const { account } = options;
  if (await exists(path)) {
    const folder = await realpath(path);
    if (!mayAccess(account, "w", folder)) throw new Error(closedFolder(folder));
    return folder;
  }
  await removeAbandoned(dataDir);
  const local = await makeLocalFolder(dataDir, account);
  if (local.usable) {
    await initialize(local.folder, options);
    await publish(local.folder, () => rename(local.folder, path));
    return realpath(path);
  }

  await rm(local.folder, { recursive: true, force: true });
  const folder = await makeSystemFolder(dataDir, options);
  options.log.info(
    `The database is kept in ${folder}, because ${dataDir} can't be accessed by the account that runs PostgreSQL; ${path} links to it`,
  );
  await initialize(folder, options);
  await publish(folder, () => symlink(folder, path));
  return realpath(path);
}

const exists = async (path: string) => (await lstat(path).catch(() => undefined)) !== undefined;

function closedFolder(folder: string): string {
  return `The database in ${folder} belongs to another account, or is in a folder that its account can't enter. Start Halaqa as the user who created it, or give it to this one with chown -R.`;
}

async function makeLocalFolder(dataDir: string, account: Account) {
  const folder = await mkdtemp(join(dataDir, `postgres-new-${process.pid}-`));
  if (!account.switched) return { folder, usable: true };
  // On some shared and network folders, even root can't change the owner.
  const owned = await chown(folder, account.uid, account.gid).then(
    () => true,
    () => false,
  );
  return { folder, usable: owned && mayAccess(account, "w", folder) };
}

async function makeSystemFolder(dataDir: string, { account, systemFolder }: Options) {
  try {
    ensureFolder(systemFolder, account);
    const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
    const folder = await mkdtemp(join(systemFolder, `${name}-`));
    await chown(folder, account.uid, account.gid);
    if (mayAccess(account, "w", folder)) return folder;
    throw new Error(`${folder} can't be accessed by the account that runs PostgreSQL`);
  } catch (cause) {
    throw new Error(
      `PostgreSQL doesn't run as root, and neither ${dataDir} nor ${systemFolder} can be given to 'nobody'. Set DATA_DIR to a folder that every user may enter, or start Halaqa as an ordinary user.`,
      { cause },
    );
  }
}

async function initialize(folder: string, { account, binaries, durable }: Options): Promise<void> {
  await chmod(folder, 0o700);
  let failure: unknown;
  for (const locale of letterLocales) {
    const parameters = [
      ["-D", folder, "-U", "halaqa", "--auth=trust", "--encoding=UTF8", "--no-instructions"],
      ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
      [`--lc-ctype=${locale}`],
      durable ? [] : ["--no-sync"],
    ].flat();
    try {
      await run(binaries.initdb, parameters, runAs(account));
      return;
    } catch (error) {
      failure = error;
      if (!String(error).includes("invalid locale name")) break;
    }
  }
  await rm(folder, { recursive: true, force: true });
  const output = failure instanceof Error && "stderr" in failure ? failure.stderr : failure;
  throw new Error(`PostgreSQL couldn't create its files in ${folder}:\n${output}`);
}

/** Gives a complete folder its final name. If another process was faster, its folder is used. */
async function publish(folder: string, give: () => Promise<void>): Promise<void> {
  try {
    await give();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" && code !== "ENOTEMPTY" && code !== "ENOTDIR") throw error;
  }
}

/** Removes what processes that died while creating a database left behind. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres-new-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(dataDir, name), { recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
