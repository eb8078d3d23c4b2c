/**
 * `npm run bench`: measures the built site against a bare server, prints the table of goals and
 * writes it to `bench/`. Takes about 25 minutes. `npm run bench -- calls streams` runs only these
 * parts; `languages` runs only if it is named.
 */
import { measureCalls } from "./bench/calls.ts";
import { measureCatalog } from "./bench/catalog.ts";
import { measureLanguages } from "./bench/languages.ts";
import { measureLivePages } from "./bench/live-pages.ts";
import { requireWrk } from "./bench/load.ts";
import { measureLogIn } from "./bench/log-in.ts";
import { measureQuranSearch } from "./bench/quran-search.ts";
import { formatReport, type Row, writeReport } from "./bench/report.ts";
import { type BenchSite, startSite } from "./bench/site.ts";
import { measureSize } from "./bench/size.ts";
import { measureSlowLine } from "./bench/slow-line.ts";
import { measureStreams } from "./bench/streams.ts";
import { measureTeachers } from "./bench/teachers.ts";
import { type Bare, compare, startBare } from "./bench/throughput.ts";
import { weighPage } from "./bench/weight.ts";
import { listAuditedPaths, loadsScripts } from "./lighthouse/goals.ts";
import { explain, StartError } from "./support/environment.ts";

const chosen = process.argv.slice(2);
let site: BenchSite | undefined;
let bare: Bare | undefined;
try {
  await requireWrk();
  site = await startSite();
  bare = await startBare();
  const rows = await measureAll(site, bare);
  const date = new Date().toISOString().slice(0, 10);
  const report = formatReport(rows, date);
  const name = chosen.length === 0 ? date : `${date}-${chosen.join("-")}`;
  console.log(`\n${report}\nWritten to ${writeReport(report, name)}`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
} finally {
  await bare?.child.stop();
  await site?.stop();
}
process.exit();

async function measureAll(site: BenchSite, limit: Bare): Promise<Row[]> {
  const rows: Row[] = [];
  const add = (...found: Row[]) => {
    for (const { what, measured } of found) console.log(`${what}: ${measured}`);
    rows.push(...found);
  };
  const { url } = site;
  const paths = await listAuditedPaths(url);
  const parts: Record<string, () => Promise<void>> = {
    async weight() {
      for (const path of paths.filter((known) => !loadsScripts(known))) {
        add(...(await weighPage(url, path)));
      }
    },
    async throughput() {
      for (const path of paths) add((await compareThere(limit, url + path, 0.8)).row);
      add((await compareThere(limit, `${url}/api/courses`, 0.2)).row);
    },
    async reader() {
      for (const path of paths.filter((known) => known.startsWith("/quran"))) {
        add(...(await weighPage(url, path)), (await compareThere(limit, url + path, 0.8)).row);
      }
    },
    search: async () => add(...(await measureQuranSearch(site))),
    // Opens pages of the demo accounts, to which later parts add thousands of courses.
    "slow-line": async () => add(...(await measureSlowLine(site))),
    // Runs before the parts that use a lot of memory, because this one reports memory usage.
    streams: async () => add(...(await measureStreams(site))),
    live: async () => add(...(await measureLivePages(site))),
    calls: async () => add(...(await measureCalls(site, limit)), await measureLogIn(site)),
    size: async () => add(...(await measureSize(site))),
    catalog: async () => add(await measureCatalog(site)),
    teachers: async () => add(...(await measureTeachers(site))),
    languages: async () => add(...(await measureLanguages(site, listEnglishPages))),
  };
  for (const name of chosen) {
    if (!parts[name]) throw new StartError(`No part '${name}': ${Object.keys(parts).join(", ")}`);
  }
  // The pages of the reader are part of `weight` and `throughput`, and languages take 10 minutes.
  const wanted =
    chosen.length > 0
      ? chosen
      : Object.keys(parts).filter((name) => name !== "reader" && name !== "languages");
  for (const [name, measurePart] of Object.entries(parts)) {
    if (wanted.includes(name)) await measurePart();
  }
  return rows;
}

/** The home page, a course, a content page and a surah. */
async function listEnglishPages(origin: string): Promise<string[]> {
  const paths = await listAuditedPaths(origin);
  return paths.filter((path) => /^\/(|courses\/.+|about|quran\/2)$/.test(path));
}

async function compareThere(limit: Bare, url: string, goal: number) {
  const compared = await compare(limit, url, goal);
  if (!compared) throw new Error(`${url} is not there`);
  return compared;
}
