/** A text in a constant of a module would be English for everyone. */
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

/** The texts that were looked up, and the files that needed them. */
const found = vi.hoisted(() => [] as string[]);

vi.mock("#translations/runtime.ts", async (importOriginal) => {
  const runtime = await importOriginal<typeof import("#translations/runtime.ts")>();
  return {
    ...runtime,
    getMessages: (noun: string) => {
      const frames = (new Error("Looked up").stack ?? "").matchAll(/src\/\S+?\.tsx?/g);
      const files = [...frames].map(([file]) => file);
      const file = files.find((each) => !each.startsWith("src/translations/"));
      found.push(`${noun}, needed by ${file}`);
      return runtime.getMessages(noun);
    },
  };
});

const root = join(import.meta.dirname, "../../..");
// They start a process, or need a browser or the meeting service's client as soon as they load.
const exclude = [
  "src/server/main.ts",
  "src/islands/{accounts/start-page.ts,catalog/catalog.ts}",
  "src/lib/zoom-app/client/zoom-sdk.ts",
];
const files = globSync("src/{lib,server,islands}/**/*.{ts,tsx}", { cwd: root, exclude });

// Transforming all modules takes minutes on a busy machine.
test("no module looks up texts while it loads", { timeout: 600_000 }, async () => {
  expect(files.length).toBeGreaterThan(900);
  for (const file of files) await import(join(root, file));
  expect(found).toEqual([]);
});
