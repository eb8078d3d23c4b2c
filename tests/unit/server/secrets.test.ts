import { execFile } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConfigError } from "#server/config/config-error.ts";
import { loadSecrets } from "#server/config/secrets.ts";

const secretsModule = fileURLToPath(
  new URL("../../../src/server/config/secrets.ts", import.meta.url),
);

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "halaqa-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("loadSecrets", () => {
  it("returns the same secrets again", () => {
    const folder = makeFolder();
    expect(loadSecrets(folder)).toEqual(loadSecrets(folder));
  });

  it("creates separate secrets for every data folder", () => {
    const [one, other] = [loadSecrets(makeFolder()), loadSecrets(makeFolder())];
    for (const [name, secret] of Object.entries(one)) expect(Object(other)[name]).not.toBe(secret);
  });

  it("completes the file of an earlier version, the same in every process", () => {
    const folder = makeFolder();
    const { zoomWebhookSecret: _, ...older } = loadSecrets(folder);
    writeFileSync(join(folder, "secrets.json"), JSON.stringify(older));
    const completed = loadSecrets(folder);
    expect(completed).toMatchObject(older);
    expect(completed.zoomWebhookSecret.length).toBeGreaterThan(30);
    expect(loadSecrets(folder)).toEqual(completed);
    writeFileSync(
      join(folder, "secrets.json"),
      JSON.stringify({ ...older, appSecret: "another secret of this application" }),
    );
    expect(loadSecrets(folder).zoomWebhookSecret).not.toBe(completed.zoomWebhookSecret);
  });

  it("protects them from other accounts on the machine", () => {
    const folder = makeFolder();
    loadSecrets(folder);
    expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  });

  it("restricts access to the data folder and its files, including old ones", () => {
    const modeOf = (...names: string[]) => statSync(join(folder, ...names)).mode & 0o777;
    const folder = makeFolder();
    mkdirSync(join(folder, "sandbox"));
    mkdirSync(join(folder, "uploads"));
    writeFileSync(join(folder, "uploads", "upl_1.webp"), "a face");
    for (const name of ["", "sandbox", "uploads"]) chmodSync(join(folder, name), 0o755);
    loadSecrets(folder);
    // PostgreSQL, which doesn't run as root, must be able to enter the folder.
    expect(modeOf()).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
    expect(modeOf("uploads")).toBe(0o700);
    expect(modeOf("sandbox")).toBe(0o700);
    chmodSync(join(folder, "secrets.json"), 0o644);
    loadSecrets(folder);
    expect(modeOf("secrets.json")).toBe(0o600);
  });

  it("restricts access to a new data folder, and leaves shared folders and an operator's group unchanged", () => {
    const modeOf = (path: string) => statSync(path).mode & 0o7777;
    const [parent, shared, forBackups] = [makeFolder(), makeFolder(), makeFolder()];
    loadSecrets(join(parent, "data"));
    expect(modeOf(join(parent, "data")) & 0o066).toBe(0);
    chmodSync(shared, 0o1777);
    loadSecrets(shared);
    expect(modeOf(shared)).toBe(0o1777);
    expect(modeOf(join(shared, "uploads"))).toBe(0o700);
    chmodSync(forBackups, 0o750);
    loadSecrets(forBackups);
    expect(modeOf(forBackups)).toBe(0o750);
  });

  it("returns the same secrets to processes that start together", async () => {
    const folder = makeFolder();
    const program = `
      import { loadSecrets } from ${JSON.stringify(secretsModule)};
      console.log(loadSecrets(${JSON.stringify(folder)}).appSecret);`;
    const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    const results = await Promise.all([run(), run(), run(), run()]);
    expect(new Set(results.map(({ stdout }) => stdout)).size).toBe(1);
  });

  it("never replaces a file that it cannot read", () => {
    const folder = makeFolder();
    const path = join(folder, "secrets.json");
    writeFileSync(path, '{"appSecret":"half');
    expect(() => loadSecrets(folder)).toThrow("doesn't contain this app's secrets");
    expect(readFileSync(path, "utf8")).toBe('{"appSecret":"half');
  });

  it("names the setting of a folder that cannot be used", () => {
    const file = join(makeFolder(), "file");
    writeFileSync(file, "");
    // Tests may run as root, who can write everywhere, but not below a file.
    for (const folder of [file, join(file, "data")]) {
      expect(() => loadSecrets(folder)).toThrow(ConfigError);
      expect(() => loadSecrets(folder)).toThrow("DATA_DIR can't be used (E");
    }
  });
});
