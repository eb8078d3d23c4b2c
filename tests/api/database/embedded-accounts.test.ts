/**
 * Which system account PostgreSQL runs as, and what that account can access. Some tests require
 * root.
 */
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  copyPackage,
  findProcesses,
  isRoot,
  linkNames,
  makeFolder,
  ordinaryUser,
  query,
  startApp,
} from "../../support/database/embedded.ts";

const works = async (url: string) =>
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);

/** Creates a folder for an ordinary user, which is a different account if root runs the tests. */
function makeOwnFolder(): string {
  const folder = makeFolder(0o700);
  if (isRoot) chownSync(folder, ordinaryUser, ordinaryUser);
  return folder;
}
const asOrdinaryUser = isRoot ? { uid: ordinaryUser } : {};

describe("the embedded PostgreSQL started by an ordinary user", () => {
  it("runs as that user", async () => {
    const packageRoot = copyPackage(makeFolder(), "linked");
    const app = startApp({ ...asOrdinaryUser, dataDir: makeOwnFolder(), packageRoot });
    const { url, dataDir } = await app.ready;
    await works(url);
    expect(statSync(dataDir).uid).toBe(isRoot ? ordinaryUser : process.getuid?.());
  });

  it("uses a copy of its programs when library links are missing and cannot be created", async () => {
    const packageRoot = copyPackage(makeFolder());
    const libraries = join(packageRoot, "native", "lib");
    chmodSync(libraries, 0o555);
    onTestFinished(() => chmodSync(libraries, 0o755));
    const dataDir = makeOwnFolder();
    const app = startApp({ ...asOrdinaryUser, dataDir, packageRoot });
    await works((await app.ready).url);
    expect(app.log.join("\n")).toContain("lack library links, and node_modules can't be written");
    for (const name of linkNames(packageRoot)) {
      expect(existsSync(join(packageRoot, name))).toBe(false);
    }
  });
});

describe.runIf(isRoot)("the embedded PostgreSQL started by root", () => {
  it("runs as another account, which owns the database", async () => {
    const { url, dataDir } = await startApp({ dataDir: makeFolder() }).ready;
    await works(url);
    const { server } = findProcesses(dataDir);
    const owner = statSync(dataDir).uid;
    expect(owner).not.toBe(0);
    expect(statSync(`/proc/${server}`).uid).toBe(owner);
  });

  it("creates the library links that npm left out", async () => {
    const packageRoot = copyPackage(makeFolder());
    await works((await startApp({ dataDir: makeFolder(), packageRoot }).ready).url);
    for (const name of linkNames(packageRoot)) {
      expect(lstatSync(join(packageRoot, name)).isSymbolicLink()).toBe(true);
    }
  });

  it("continues with the data of an ordinary user under that user's account", async () => {
    const packageRoot = copyPackage(makeFolder(), "linked");
    const dataDir = makeOwnFolder();
    const first = startApp({ uid: ordinaryUser, dataDir, packageRoot });
    await query((await first.ready).url, "create table kept ()");
    await first.stop();
    const second = await startApp({ dataDir, packageRoot }).ready;
    await query(second.url, "select from kept");
    expect(statSync(second.dataDir).uid).toBe(ordinaryUser);
  });

  it("keeps data and programs in the system folder when only root can access the working copy", async () => {
    const closed = makeFolder(0o700);
    const systemFolder = join(makeFolder(), "system");
    const dataDir = join(closed, ".data");
    const options = { dataDir, packageRoot: copyPackage(closed), systemFolder };

    const first = startApp(options);
    const { url, dataDir: clusterDir } = await first.ready;
    await query(url, "create table kept ()");
    expect(clusterDir.startsWith(`${systemFolder}/`)).toBe(true);
    const log = first.log.join("\n");
    expect(log).toContain(
      `The database is kept in ${clusterDir}, because ${dataDir} can't be accessed by the account that runs PostgreSQL`,
    );
    expect(log).toContain(`keeping a copy in ${systemFolder}/postgresql-`);
    await first.stop();

    const second = await startApp(options).ready;
    expect(second.dataDir).toBe(clusterDir);
    await query(second.url, "select from kept");
  });

  it("rejects a data folder that its account can no longer access, instead of creating a new one", async () => {
    const parent = makeFolder();
    const options = { dataDir: join(parent, ".data"), systemFolder: join(makeFolder(), "system") };
    const first = startApp(options);
    await first.ready;
    await first.stop();
    chmodSync(parent, 0o700);
    await expect(startApp(options).ready).rejects.toThrow("belongs to another account, or is in");
    expect(existsSync(options.systemFolder)).toBe(false);
  });

  it("says what to do when no folder can be given to another account", async () => {
    const closed = makeFolder(0o700);
    const systemFolder = join(closed, "system");
    mkdirSync(systemFolder);
    const options = { dataDir: join(closed, ".data"), systemFolder };
    await expect(startApp(options).ready).rejects.toThrow(
      "Set DATA_DIR to a folder that every user may enter, or start Halaqa as an ordinary user.",
    );
  });
});
