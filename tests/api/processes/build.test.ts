import { readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCheckout, runScript, writePage } from "../../support/checkout.ts";

let checkout: string;
beforeAll(() => {
  checkout = createCheckout();
});
afterAll(() => rmSync(checkout, { recursive: true }));

async function build(): Promise<string> {
  const script = runScript(checkout, "build.ts");
  expect(await script.ended).toBe(0);
  return script.output();
}

const currentBuild = () => realpathSync(join(checkout, "dist"));

describe("npm run build", { timeout: 240_000 }, () => {
  it("makes one complete build when two run at once", async () => {
    await Promise.all([build(), build()]);
    expect(readFileSync(join(checkout, "dist", "server", "entry.mjs"), "utf8")).not.toBe("");
  });

  it("does nothing while the sources are unchanged", async () => {
    await build();
    const before = currentBuild();
    expect(await build()).toBe("The site is already built.\n");
    expect(currentBuild()).toBe(before);
  });

  it("builds again when a source changes, and keeps the older build for processes that run it", async () => {
    await build();
    const before = currentBuild();
    writePage(checkout, "second");
    expect(await build()).toContain("Built the site.");
    expect(currentBuild()).not.toBe(before);
    expect(readFileSync(join(before, "server", "entry.mjs"), "utf8")).not.toBe("");
  });

  it("keeps the last build when the sources cannot be built", async () => {
    await build();
    const before = currentBuild();
    writePage(checkout, "{broken");
    const script = runScript(checkout, "build.ts");
    expect(await script.ended).toBe(1);
    expect(script.output()).toContain("The build of the site ended unexpectedly (exit code 1).");
    expect(currentBuild()).toBe(before);
    writePage(checkout, "second");
  });
});
