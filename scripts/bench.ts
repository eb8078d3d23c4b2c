/**
 * `npm run bench`: measures the built site beside a bare server, prints the table of goals and
 * writes it to `bench/`. Takes about ten minutes.
 */
import { measureCatalogue } from "./bench/catalogue.ts";
import { requireWrk } from "./bench/load.ts";
import { measureLogIn } from "./bench/log-in.ts";
import { formatReport, type Row, writeReport } from "./bench/report.ts";
import { type BenchSite, startSite } from "./bench/site.ts";
import { measureStreams } from "./bench/streams.ts";
import { type Bare, compare, startBare } from "./bench/throughput.ts";
import { weighPage } from "./bench/weight.ts";
import { explain } from "./environment.ts";
import { hasIsland, listAuditedPaths } from "./lighthouse/goals.ts";

let site: BenchSite | undefined;
let bare: Bare | undefined;
try {
  await requireWrk();
  site = await startSite();
  bare = await startBare();
  const rows = await measureAll(site, bare);
  const date = new Date().toISOString().slice(0, 10);
  const report = formatReport(rows, date);
  console.log(`\n${report}\nWritten to ${writeReport(report, date)}`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
} finally {
  await bare?.child.stop();
  await site?.stop();
}
process.exit();

async function measureAll({ url, ...rest }: BenchSite, limit: Bare): Promise<Row[]> {
  const rows: Row[] = [];
  const add = (...found: Row[]) => {
    for (const { what, measured } of found) console.log(`${what}: ${measured}`);
    rows.push(...found);
  };
  const paths = await listAuditedPaths(url);
  for (const path of paths.filter((known) => !hasIsland(known))) {
    add(...(await weighPage(url, path)));
  }
  for (const path of paths) add((await compareThere(limit, url + path, 0.8)).row);
  add((await compareThere(limit, `${url}/api/courses`, 0.2)).row);
  add(await measureLogIn({ url, ...rest }));
  add(...(await measureStreams({ url, ...rest })));
  add(await measureCatalogue({ url, ...rest }));
  return rows;
}

async function compareThere(limit: Bare, url: string, goal: number) {
  const compared = await compare(limit, url, goal);
  if (!compared) throw new Error(`${url} is not there`);
  return compared;
}
