import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { convertAstroFiles } from "../../../scripts/support/astro-tsx.ts";

const root = join(import.meta.dirname, "../../..");

/** Writes a project and checks its types. @returns the errors. */
function check(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "halaqa-astro-tsx-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const config = {
    extends: "astro/tsconfigs/strictest",
    compilerOptions: { types: [], rootDirs: [".", "tsx"] },
    include: ["tsx", "src", "node_modules/astro/env.d.ts", "node_modules/astro/astro-jsx.d.ts"],
    exclude: [],
  };
  for (const [path, text] of Object.entries({
    ...files,
    "tsconfig.json": JSON.stringify(config),
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const astro = convertAstroFiles(folder, "tsx");
  const compiler = join(root, "node_modules", "typescript-7", "bin", "tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
  });
  const found = stdout.split("\n").flatMap((line) => astro.translate(line) ?? []);
  return [...astro.problems, ...found.filter(Boolean)];
}

const card = `---
interface Props {
  title: string;
}
const { title } = Astro.props;
---
<h2>{title}</h2>
`;

test("a correct .astro file has no type errors, even if it returns a response", () => {
  const page = `---
import { lead } from "./lead.ts";
import Card from "../components/Card.astro";
if (Astro.url.search) return Astro.redirect("/");
---
<Card title={lead} />
`;
  const lead = `export const lead = "Come early";\n`;
  expect(
    check({
      "src/components/Card.astro": card,
      "src/pages/index.astro": page,
      "src/pages/lead.ts": lead,
    }),
  ).toEqual([]);
});

test("a type error in an .astro file is reported at its position in that file", () => {
  const page = `---
import Card from "../components/Card.astro";
const lead: string = 7;
---
<main>
  <Card title={8} />
</main>
<script>
const line: number = "eight";
line.toFixed();
</script>
`;
  const found = check({ "src/components/Card.astro": card, "src/pages/index.astro": page });
  expect(found.toSorted()).toEqual([
    expect.stringMatching(/^src\/pages\/index\.astro\(3,7\): error TS2322: /),
    expect.stringMatching(/^src\/pages\/index\.astro\(3,7\): error TS6133: 'lead'/),
    expect.stringMatching(/^src\/pages\/index\.astro\(6,9\): error TS2322: /),
    expect.stringMatching(/^src\/pages\/index\.astro\(9,7\): error TS2322: /),
  ]);
});

test("an .astro file that isn't complete is reported", () => {
  expect(check({ "src/pages/index.astro": "<main>{</main>\n" })).not.toEqual([]);
});
