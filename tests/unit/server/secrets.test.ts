import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadSecrets } from "#server/secrets.ts";

const secretsModule = fileURLToPath(new URL("../../../src/server/secrets.ts", import.meta.url));

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "halaqa-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("loadSecrets", () => {
  it("gives the same secrets again", () => {
    const folder = makeFolder();
    expect(loadSecrets(folder)).toEqual(loadSecrets(folder));
  });

  it("gives every data folder its own", () => {
    const [one, other] = [loadSecrets(makeFolder()), loadSecrets(makeFolder())];
    for (const [name, secret] of Object.entries(one)) expect(Object(other)[name]).not.toBe(secret);
  });

  it("keeps them from other accounts of the machine", () => {
    const folder = makeFolder();
    loadSecrets(folder);
    expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  });

  it("gives processes that start together the same ones", async () => {
    const folder = makeFolder();
    const program = `
      import { loadSecrets } from ${JSON.stringify(secretsModule)};
      console.log(loadSecrets(${JSON.stringify(folder)}).appSecret);`;
    const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    const results = await Promise.all([run(), run(), run(), run()]);
    expect(new Set(results.map(({ stdout }) => stdout)).size).toBe(1);
  });

  it("never replaces a file that it can't read", () => {
    const folder = makeFolder();
    const path = join(folder, "secrets.json");
    writeFileSync(path, '{"appSecret":"half');
    expect(() => loadSecrets(folder)).toThrow("doesn't hold this app's secrets");
    expect(readFileSync(path, "utf8")).toBe('{"appSecret":"half');
  });
});
